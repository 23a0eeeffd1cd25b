import { BoundedMap } from '../kernel/bounded-map.ts';
import { KeyedConcurrency } from '../kernel/concurrency.ts';
import { etagIn } from '../kernel/preconditions.ts';

/** Shorter bodies, in bytes, are not compressed. */
const MIN_BYTES = 1024;
/**
 * Shorter bodies, in bytes, are compressed directly, in about a millisecond. Other threads take 1.4 to 2.8 times as long
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
  /** For a body that is sent once, in one piece. */
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
/** For a client that names no coding: every client reads gzip, and some read nothing else. */
const UNNAMED: readonly Encoder[] = [gzip, brotli, zstd];

/** The weight of one coding, from 0 to 1; 1 without one, and 0 for what is no weight. */
const weightOf = (parameters: readonly string[]): number => {
  const [, given] = parameters.map((each) => /^\s*q\s*=\s*(.*?)\s*$/.exec(each)).find((each) => each !== null) ?? [];
  if (given === undefined) return 1;
  return /^(?:0(?:\.\d*)?|1(?:\.0*)?)$/.test(given) ? Number(given) : 0;
};

/** The weights of `Accept-Encoding` by name: `gzip;q=0.5, br` gives 0.5 and 1. */
const weightsOf = (accepted: string): Map<string, number> =>
  new Map(
    accepted.split(',').map((part) => {
      const [name = '', ...parameters] = part.toLowerCase().split(';');
      return [name.trim().replace(/^x-gzip$/, 'gzip'), weightOf(parameters)];
    }),
  );

/**
 * The encoder by RFC 9110 section 12.5.3: of the codings that the client names the one with the highest weight; gzip where it names
 * none and accepts any (`*`), or accepts nothing as it is (`identity;q=0`). `identity` with a higher weight wins.
 */
const preferred = (accepted: string): Encoder | undefined => {
  const weights = weightsOf(accepted);
  const others = weights.get('*');
  const plain = weights.get('identity');
  let best: Encoder | undefined;
  let bestWeight = 0;
  const consider = (encoder: Encoder, weight: number): void => {
    if (weight > bestWeight) [best, bestWeight] = [encoder, weight];
  };
  for (const encoder of ENCODERS) consider(encoder, weights.get(encoder.name) ?? 0);
  const unnamed = UNNAMED.find(({ name }) => !weights.has(name));
  if (unnamed !== undefined) {
    const refusesPlain = (plain ?? 1) === 0 && others === undefined && best === undefined;
    consider(unnamed, others ?? (refusesPlain ? 1 : 0));
  }
  return plain !== undefined && plain > bestWeight ? undefined : best;
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

/** The coding of a JSON body in the response to a request. */
export const codingOf = ({ headers }: Request, text: string): string | undefined => {
  const accepted = headers.get('accept-encoding');
  if (accepted === null || Buffer.byteLength(text) <= MIN_BYTES) return undefined;
  return encoderFor(accepted)?.name;
};

/** A `Vary` that says that `Accept-Encoding` decides a response. */
export const withEncoding = (vary: string | null | undefined): string =>
  vary === null || vary === undefined
    ? 'Accept-Encoding'
    : vary.includes('Accept-Encoding')
      ? vary
      : `${vary}, Accept-Encoding`;

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
  headers.set('vary', withEncoding(headers.get('vary')));
  const etag = headers.get('etag');
  if (etag !== null) headers.set('etag', etagIn(etag, encoder.name));
  const body = await (isShort ? encoder.now(bytes) : compressedLater(() => encoder.later(bytes)));
  return new Response(body, { status, headers });
};
