import { BoundedMap } from '../kernel/bounded-map.ts';

/** Shorter bodies, in bytes, are not compressed. */
const MIN_BYTES = 1024;
/**
 * Shorter bodies, in bytes, are compressed at once, in about a millisecond. Other threads take 1.4 to 2.8 times as long
 * for 13 kB, and their result waits for the next turn of the event loop.
 */
const SHORT_BYTES = 65_536;

interface Encoder {
  /** As `Content-Encoding` names it. */
  readonly name: string;
  encode(bytes: Uint8Array): Uint8Array | Promise<Uint8Array>;
}

/** zlib is loaded with the first response that it compresses. */
const zlib = () => import('node:zlib');

/** Passes `compress` a callback, and returns what that is called with. */
const called = (compress: (done: (error: Error | null, bytes: Uint8Array) => void) => void): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    compress((error, bytes) => (error === null ? resolve(bytes) : reject(error)));
  });

const isShort = ({ byteLength }: Uint8Array): boolean => byteLength < SHORT_BYTES;

const zstd: Encoder = {
  name: 'zstd',
  encode: (bytes) => (isShort(bytes) ? Bun.zstdCompressSync : Bun.zstdCompress)(bytes, { level: 1 }),
};

const brotli: Encoder = {
  name: 'br',
  async encode(bytes) {
    const { brotliCompress, brotliCompressSync, constants } = await zlib();
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: 1 };
    return isShort(bytes)
      ? brotliCompressSync(bytes, { params })
      : called((done) => brotliCompress(bytes, { params }, done));
  },
};

const gzip: Encoder = {
  name: 'gzip',
  async encode(bytes) {
    const { gzip: compress, gzipSync } = await zlib();
    return isShort(bytes) ? gzipSync(bytes) : called((done) => compress(bytes, done));
  },
};

/** The supported encodings, the preferred one first. Long bodies are compressed on other threads. */
const ENCODERS: readonly Encoder[] = [zstd, brotli, gzip];

/** The weights of `Accept-Encoding` by name: `gzip;q=0.5, br` gives 0.5 and 1. */
const weightsOf = (accepted: string): Map<string, number> =>
  new Map(
    accepted.split(',').map((part) => {
      const [name = '', ...parameters] = part.toLowerCase().split(';');
      const weight = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find((each) => each !== undefined);
      return [name.trim(), Number(weight ?? 1)];
    }),
  );

const preferred = (accepted: string): Encoder | undefined => {
  const weights = weightsOf(accepted);
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0;
  let best: Encoder | undefined;
  for (const encoder of ENCODERS)
    if (weightOf(encoder.name) > (best === undefined ? 0 : weightOf(best.name))) best = encoder;
  return best;
};

/** Clients send few different values of the header, so each is read once. */
const known = new BoundedMap<{ readonly encoder: Encoder | undefined }>(64);

/** The encoder that `accepted` (the header `Accept-Encoding`) prefers; undefined for a body as it is. */
export const encoderFor = (accepted: string): Encoder | undefined => {
  let found = known.get(accepted);
  if (found === undefined) {
    found = { encoder: preferred(accepted) };
    known.set(accepted, found);
  }
  return found.encoder;
};

/** Files and responses that close the connection are streamed, and some responses are already compressed. */
const isCompressible = ({ headers }: Response): boolean =>
  (headers.get('content-type') ?? '').startsWith('application/json') &&
  !headers.has('content-encoding') &&
  !headers.has('connection') &&
  !headers.has('content-disposition');

/** Compresses a JSON response. */
export const compressed = async (encoder: Encoder, response: Response): Promise<Response> => {
  if (!isCompressible(response)) return response;
  const { status, headers } = response;
  const bytes = await response.bytes();
  if (bytes.byteLength <= MIN_BYTES) return new Response(bytes, { status, headers });
  headers.set('content-encoding', encoder.name);
  headers.append('vary', 'Accept-Encoding');
  return new Response(await encoder.encode(bytes), { status, headers });
};
