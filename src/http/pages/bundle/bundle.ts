import type { StaffLanguage } from '../../../texts/languages.ts';

/** The scripts of the pages for members and strangers: files of src/pages/book/client. */
export const BOOK_SCRIPTS = [
  'approval',
  'book',
  'cards',
  'passkeys',
  'photo',
  'player',
  'push',
  'sign-in',
  'ways',
] as const;
export type BookScript = (typeof BOOK_SCRIPTS)[number];

export const FILES_PREFIX = '/console/files/';

/** A file of the pages: a script, a style or a font. Its name has a hash of its content. */
export interface PageFile {
  readonly name: string;
  /** As `Content-Type` names it. */
  readonly type: string;
  readonly brotli: Uint8Array;
}

/** What a page of the console loads first, as names of files. */
export interface PageEntry {
  readonly script: string;
  /** The scripts that the first one imports. */
  readonly preloads: readonly string[];
}

export interface PageBundle {
  readonly entries: Readonly<Record<'main' | 'kiosk', PageEntry>>;
  /** The scripts with the texts of the first page, by language. */
  readonly texts: Readonly<Record<StaffLanguage, readonly string[]>>;
  /** The texts of the frame, which comes with the page, by language and name. */
  readonly frame: Readonly<Record<StaffLanguage, Readonly<Record<string, string>>>>;
  readonly style: string;
  /** The style of pages that are loaded when they are opened. */
  readonly laterStyle: string;
  /** What the kiosk has besides. */
  readonly kioskStyle: string;
  /** The style of the pages for members and strangers. */
  readonly bookStyle: string;
  /** The style of the pages for members that strangers do not see at first. */
  readonly memberStyle: string;
  /** The scripts of the pages for members and strangers. */
  readonly bookScripts: Readonly<Record<BookScript, string>>;
  readonly font: string;
  readonly files: readonly PageFile[];
}

/** Writes a bundle as one file: the length of its head (4 bytes), the head as JSON, and the bytes of its files. */
export const packBundle = ({ files, ...rest }: PageBundle): Uint8Array => {
  const listed = files.map(({ name, type, brotli }) => ({ name, type, size: brotli.length }));
  const head = Buffer.from(JSON.stringify({ ...rest, files: listed }));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, ...files.map(({ brotli }) => brotli)]);
};

type Head = Omit<PageBundle, 'files'> & {
  readonly files: readonly (Omit<PageFile, 'brotli'> & { readonly size: number })[];
};

/** Reads what `packBundle` has written. The files share the bytes of `packed`. */
export const unpackBundle = (packed: Uint8Array): PageBundle => {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  let offset = 4 + bytes.readUInt32BE(0);
  const { files, ...rest }: Head = JSON.parse(bytes.toString('utf8', 4, offset));
  return {
    ...rest,
    files: files.map(({ name, type, size }) => {
      const brotli = bytes.subarray(offset, offset + size);
      offset += size;
      return { name, type, brotli };
    }),
  };
};

/** The content of a file, for clients that do not accept brotli. */
export const plainContent = async ({ brotli }: PageFile): Promise<Uint8Array> => {
  const { brotliDecompressSync } = await import('node:zlib');
  return brotliDecompressSync(brotli);
};
