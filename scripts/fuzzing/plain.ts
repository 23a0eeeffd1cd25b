import { brotliDecompressSync } from 'node:zlib';

const decoded = (encoding: string | null, bytes: Uint8Array<ArrayBuffer>): Uint8Array => {
  if (encoding === 'br') return brotliDecompressSync(bytes);
  if (encoding === 'zstd') return Bun.zstdDecompressSync(bytes);
  return encoding === 'gzip' ? Bun.gunzipSync(bytes) : bytes;
};

/** The text of a body that came with a Content-Encoding. */
export const plainText = (encoding: string | null, bytes: Uint8Array<ArrayBuffer>): string =>
  new TextDecoder().decode(decoded(encoding, bytes));
