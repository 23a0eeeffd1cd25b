import { BoundedMap } from '../kernel/bounded-map.ts';

/** Shorter bodies, in bytes, are not compressed. */
const MIN_BYTES = 1024;

type Encoder = readonly [name: string, encode: (bytes: Uint8Array) => Promise<Uint8Array>];

/** zlib is loaded with the first response that it compresses. */
const zlib = () => import('node:zlib');

/** Passes `compress` a callback, and returns what that is called with. */
const called = (compress: (done: (error: Error | null, bytes: Uint8Array) => void) => void): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    compress((error, bytes) => (error === null ? resolve(bytes) : reject(error)));
  });

const compressBrotli = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const { brotliCompress, constants } = await zlib();
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: 1 };
  return called((done) => brotliCompress(bytes, { params }, done));
};

const compressGzip = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const { gzip } = await zlib();
  return called((done) => gzip(bytes, done));
};

/** The supported encodings, the preferred one first. All of them run on other threads. */
const ENCODERS: readonly Encoder[] = [
  ['zstd', (bytes) => Bun.zstdCompress(bytes, { level: 1 })],
  ['br', compressBrotli],
  ['gzip', compressGzip],
];

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
    if (weightOf(encoder[0]) > (best === undefined ? 0 : weightOf(best[0]))) best = encoder;
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
export const compressed = async ([name, encode]: Encoder, response: Response): Promise<Response> => {
  if (!isCompressible(response)) return response;
  const { status, headers } = response;
  const bytes = await response.bytes();
  if (bytes.byteLength <= MIN_BYTES) return new Response(bytes, { status, headers });
  headers.set('content-encoding', name);
  headers.append('vary', 'Accept-Encoding');
  return new Response(await encode(bytes), { status, headers });
};
