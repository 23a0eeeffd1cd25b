import { BoundedMap } from '../kernel/bounded-map.ts';
import { KeyedConcurrency } from '../kernel/concurrency.ts';

/** Shorter bodies, in bytes, are not compressed. */
const MIN_BYTES = 1024;
/**
 * Shorter bodies, in bytes, are compressed at once, in about a millisecond. Other threads take 1.4 to 2.8 times as long
 * for 13 kB, and their result waits for the next turn of the event loop.
 */
const SHORT_BYTES = 65_536;
/** Long bodies that other threads compress at the same time. Each takes up to 8 MB besides the body. */
const AT_ONCE = 4;
/**
 * Long bodies that are being compressed or wait for it. Further ones are sent as they are: 500 lists of 900 kB that waited would
 * hold 450 MB, and take 160 when each is sent as soon as it is made.
 */
const MAX_HELD = 32;

type Bytes = Uint8Array;

export interface Encoder {
  /** As `Content-Encoding` names it. */
  readonly name: string;
  /** For a body that is sent once, at once. */
  now(bytes: Bytes): Bytes | Promise<Bytes>;
  /** For a body that is sent once, on another thread. */
  later(bytes: Bytes): Promise<Bytes>;
  /** For content that is sent many times, on another thread: it takes longer, and its result is shorter by a fifth. */
  best(bytes: Bytes): Promise<Bytes>;
}

/** zlib is loaded with the first response that it compresses. */
const zlib = () => import('node:zlib');

/** Passes `compress` a callback, and returns what that is called with. */
const called = (compress: (done: (error: Error | null, bytes: Bytes) => void) => void): Promise<Bytes> =>
  new Promise((resolve, reject) => {
    compress((error, bytes) => (error === null ? resolve(bytes) : reject(error)));
  });

const zstd: Encoder = {
  name: 'zstd',
  now: (bytes) => Bun.zstdCompressSync(bytes, { level: 1 }),
  later: (bytes) => Bun.zstdCompress(bytes, { level: 1 }),
  best: (bytes) => Bun.zstdCompress(bytes, { level: 9 }),
};

/** The parameters of brotli for text, with a quality from 0 to 11. */
const brotliParams = async (quality: number) => {
  const { brotliCompress, brotliCompressSync, constants } = await zlib();
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_MODE]: 1 };
  return { brotliCompress, brotliCompressSync, params };
};

const brotliLater = async (bytes: Bytes, quality: number): Promise<Bytes> => {
  const { brotliCompress, params } = await brotliParams(quality);
  return called((done) => brotliCompress(bytes, { params }, done));
};

const brotli: Encoder = {
  name: 'br',
  async now(bytes) {
    const { brotliCompressSync, params } = await brotliParams(4);
    return brotliCompressSync(bytes, { params });
  },
  later: (bytes) => brotliLater(bytes, 4),
  best: (bytes) => brotliLater(bytes, 6),
};

const gzipLater = async (bytes: Bytes): Promise<Bytes> => {
  const { gzip: compress } = await zlib();
  return called((done) => compress(bytes, done));
};

const gzip: Encoder = {
  name: 'gzip',
  now: async (bytes) => (await zlib()).gzipSync(bytes),
  later: gzipLater,
  best: gzipLater,
};

/** The supported encodings, the preferred one first. */
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

/** Row: one client, as src/rate-limits/client-address.ts says; 13 lines. Clients send few different values of the header. */
const cached = new BoundedMap<{ readonly encoder: Encoder | undefined }>(64);

/** The encoder that `accepted` (the header `Accept-Encoding`) prefers; undefined for a body as it is. */
export const encoderFor = (accepted: string): Encoder | undefined => {
  let found = cached.get(accepted);
  if (found === undefined) {
    found = { encoder: preferred(accepted) };
    cached.set(accepted, found);
  }
  return found.encoder;
};

/** Says that `Accept-Encoding` decides a response, unless its headers say so already. */
const varyByEncoding = (headers: Headers): void => {
  if (headers.get('vary')?.includes('Accept-Encoding') !== true) headers.append('vary', 'Accept-Encoding');
};

/** Files and responses that close the connection are streamed, and some responses are already compressed. */
const isCompressible = ({ headers }: Response): boolean =>
  (headers.get('content-type') ?? '').startsWith('application/json') &&
  !headers.has('content-encoding') &&
  !headers.has('connection') &&
  !headers.has('content-disposition');

const threads = new KeyedConcurrency(AT_ONCE);
let held = 0;

const compressedLater = async (compress: () => Promise<Bytes>): Promise<Bytes> => {
  held += 1;
  try {
    return await threads.run('', compress);
  } finally {
    held -= 1;
  }
};

export const compressedOnce = ({ best }: Encoder, bytes: Bytes): Promise<Bytes> => compressedLater(() => best(bytes));

/** Compresses a JSON response. While many long ones are being compressed, it stays as it is. */
export const compressed = async (encoder: Encoder, response: Response): Promise<Response> => {
  if (held >= MAX_HELD || !isCompressible(response)) return response;
  const { status, headers } = response;
  const bytes = await response.bytes();
  const { byteLength } = bytes;
  const isShort = byteLength < SHORT_BYTES;
  // Others may have come while the body was read.
  if (byteLength <= MIN_BYTES || (!isShort && held >= MAX_HELD)) return new Response(bytes, { status, headers });
  headers.set('content-encoding', encoder.name);
  varyByEncoding(headers);
  const body = await (isShort ? encoder.now(bytes) : compressedLater(() => encoder.later(bytes)));
  return new Response(body, { status, headers });
};
