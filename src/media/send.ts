import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { isUnchanged } from '../kernel/preconditions.ts';
import { httpDate, isSameVersion, rangeOf } from './ranges.ts';
import { IMAGE_HEAD_BYTES, imageTypeOf, type SentType, sentTypeOf } from './types.ts';

export interface MediaFile {
  /** Its content: the path of a file in the store, or a text that is made when it is asked for. */
  readonly content: { readonly path: string } | { readonly text: string };
  /** `image`: one that its first bytes identify. */
  readonly mimeType: string | null;
  /** Identifies its content: the SHA-256, or an id and a name. Without quotes. */
  readonly version: string;
  /** ISO 8601 instant of its last change. */
  readonly changedAt: string;
  /** The name of a download, which gets its extension where it has none. */
  readonly name: string;
}

type Body = Uint8Array<ArrayBuffer> | { readonly path: string; readonly size: number };

/** The real place of a file inside the store: links that lead elsewhere are not followed. Undefined without a file. */
const findFile = async (directory: string, path: string): Promise<{ path: string; size: number } | undefined> => {
  try {
    const [root, real] = await Promise.all([realpath(directory), realpath(path)]);
    const below = relative(directory, path);
    if (below.startsWith('..') || isAbsolute(below) || real !== join(root, below)) return undefined;
    const found = await stat(real);
    return found.isFile() ? { path: real, size: found.size } : undefined;
  } catch {
    return undefined;
  }
};

/** A name in a header (RFC 8187), where the marks that `encodeURIComponent` leaves have a meaning of their own. */
const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const dispositionOf = (title: string, { extension, isShown }: SentType): string => {
  const name = title.toLowerCase().endsWith(`.${extension}`) ? title.slice(0, -extension.length - 1) : title;
  const plain = name.replace(/[^\w .-]+/g, '_').slice(0, 100);
  const how = isShown ? 'inline' : 'attachment';
  return `${how}; filename="${plain}.${extension}"; filename*=UTF-8''${encoded(name)}.${extension}`;
};

const bytesOf = async (piece: Blob | Uint8Array): Promise<Uint8Array> =>
  piece instanceof Uint8Array ? piece : await piece.bytes();

const typeOf = async (mimeType: string | null, body: Body) =>
  sentTypeOf(mimeType !== 'image' ? mimeType : imageTypeOf(await bytesOf(part(body, 0, IMAGE_HEAD_BYTES))));

const part = (body: Body, from: number, end: number): Blob | Uint8Array<ArrayBuffer> =>
  body instanceof Uint8Array ? body.subarray(from, end) : Bun.file(body.path).slice(from, end);

/**
 * Answers GET and HEAD for a file (content.md "Media"): its conditions, a single range, `If-Range`. Several ranges are
 * answered with the whole file. A file is opened while its response is sent, and never read into memory.
 * @param directory of the store; nothing outside it is sent.
 * @returns undefined when the store does not have the file; status 416 without a body for a range beyond its end.
 * @throws Problem 412 `record_changed` for a condition that names another version.
 */
export const sendFile = async (request: Request, directory: string, file: MediaFile): Promise<Response | undefined> => {
  const { content, name, changedAt } = file;
  const body = 'text' in content ? new TextEncoder().encode(content.text) : await findFile(directory, content.path);
  if (body === undefined) return undefined;
  const size = body instanceof Uint8Array ? body.byteLength : body.size;
  const version = { etag: `"${file.version}"`, changedAt };
  const type = await typeOf(file.mimeType, body);
  const headers: Record<string, string> = {
    'content-type': type.contentType,
    'accept-ranges': 'bytes',
    etag: version.etag,
    'last-modified': httpDate(changedAt),
    'cache-control': 'private',
    'x-content-type-options': 'nosniff',
    // Also for a file that is shown: Bun would give some of them the name of their path, which is a SHA-256.
    ...('path' in content || !type.isShown ? { 'content-disposition': dispositionOf(name, type) } : {}),
  };
  if (isUnchanged(request.headers, version)) return new Response(null, { status: 304, headers });
  if (request.method === 'HEAD') {
    return new Response(null, { headers: { ...headers, 'content-length': `${size}` } });
  }
  const isSame = isSameVersion(request.headers.get('if-range'), version);
  const range = isSame ? rangeOf(request.headers.get('range'), size) : 'whole';
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` } });
  }
  // Bun applies a range to the response with a whole file too, by the same ETag and date, so both decide alike.
  if (range === 'whole') return new Response(part(body, 0, size), { headers });
  return new Response(part(body, range.from, range.to + 1), {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${range.from}-${range.to}/${size}` },
  });
};
