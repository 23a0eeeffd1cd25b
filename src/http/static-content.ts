import { nextTurn } from '../kernel/clock.ts';
import { etagIn, isUnchanged } from '../kernel/preconditions.ts';
import { turn } from '../kernel/slices.ts';
import { compressedOnce, type Encoder, encoderFor } from './compression.ts';

type Content = string | Uint8Array;

export interface ContentSource {
  /** As `Content-Type` names it, with its charset. */
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes the content. Called for the first request, and for the first one with another `version`. */
  make(): Content | Promise<Content>;
  /** What the content follows from, where that changes while the server runs. */
  version?(): string;
}

export type ContentResponder = (request: Request) => Promise<Response>;

interface Form {
  /** Responses share its bytes. */
  readonly blob: Blob;
  readonly etag: string;
  readonly encoding: string | undefined;
}

/** The content of one version: its forms are made with the first request for them. */
interface Edition {
  readonly version: string;
  readonly plain: Promise<Form>;
  readonly encoded: Map<string, Promise<Form>>;
}

const plainForm = async (content: Content | Promise<Content>): Promise<Form> => {
  const blob = new Blob([await content]);
  return { blob, etag: `"${Bun.hash(await blob.bytes()).toString(36)}"`, encoding: undefined };
};

const encodedForm = async (plain: Promise<Form>, encoder: Encoder): Promise<Form> => {
  const { blob, etag } = await plain;
  const bytes = await compressedOnce(encoder, await blob.bytes());
  return { blob: new Blob([bytes]), etag: etagIn(etag, encoder.name), encoding: encoder.name };
};

/** The form of an edition for an encoder; one that could not be made is made again for the next request. */
const formFor = (edition: Edition, encoder: Encoder | undefined): Promise<Form> => {
  if (encoder === undefined) return edition.plain;
  let form = edition.encoded.get(encoder.name);
  if (form === undefined) {
    form = encodedForm(edition.plain, encoder);
    form.catch(() => edition.encoded.delete(encoder.name));
    edition.encoded.set(encoder.name, form);
  }
  return form;
};

/** The bytes that are written in one turn of the event loop, which takes about a millisecond. */
const TURN_BYTES = 2_000_000;
let written = 0;
let lastWritten = Promise.resolve();

/** Waits until this many bytes may be written, so that other requests are served between those who come at the same time. */
const mayWrite = (size: number): Promise<void> => {
  lastWritten = lastWritten.then(async () => {
    if (written > 0 && written + size > TURN_BYTES) {
      await turn();
      written = 0;
    }
    written += size;
  });
  return lastWritten;
};

/** Calls `work` once in a turn of the event loop. */
const oncePerTurn = (work: () => string): (() => string) => {
  let cached: string | undefined;
  return () => {
    if (cached === undefined) {
      cached = work();
      nextTurn(() => {
        cached = undefined;
      });
    }
    return cached;
  };
};

/**
 * Content that is made once, such as a page, a script or the OpenAPI document. Each of its forms (plain, br, gzip, zstd) is
 * compressed once, with the first request that asks for it, and every response shares its bytes. The responses have an
 * `ETag`, and are 304 where `If-None-Match` names it.
 */
export const staticContent = ({ type, headers: more, make, version = () => '' }: ContentSource): ContentResponder => {
  const versionNow = oncePerTurn(version);
  let edition: Edition | undefined;
  const current = (): Edition => {
    const wanted = versionNow();
    if (edition?.version !== wanted) {
      const made: Edition = { version: wanted, plain: plainForm(make()), encoded: new Map() };
      edition = made;
      made.plain.catch(() => {
        if (edition === made) edition = undefined;
      });
    }
    return edition;
  };
  return async (request) => {
    const accepted = request.headers.get('accept-encoding');
    const { blob, etag, encoding } = await formFor(current(), accepted === null ? undefined : encoderFor(accepted));
    const headers: Record<string, string> = {
      // A browser may store it, and asks whether it has changed.
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding',
      ...more,
      etag,
    };
    if (isUnchanged(request.headers, { etag })) return new Response(null, { status: 304, headers });
    await mayWrite(blob.size);
    headers['content-type'] = type;
    if (encoding !== undefined) headers['content-encoding'] = encoding;
    return new Response(blob, { headers });
  };
};

/** How a file begins that is compressed with zstd. */
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** The bytes of a file inside the executable. The build embeds large files compressed. */
export const embeddedFile = async (path: string): Promise<Uint8Array> => {
  const bytes = await Bun.file(path).bytes();
  return ZSTD.equals(bytes.subarray(0, ZSTD.length)) ? Bun.zstdDecompress(bytes) : bytes;
};
