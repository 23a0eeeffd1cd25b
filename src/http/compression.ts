import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Shorter bodies, in bytes, are not compressed. */
const MIN_BYTES = 1024;

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: 1 } };

type Encoder = readonly [name: string, encode: (bytes: Uint8Array) => Promise<Uint8Array>];

/** The supported encodings, the preferred one first. All of them run on other threads. */
const ENCODERS: readonly Encoder[] = [
  ['zstd', (bytes) => Bun.zstdCompress(bytes, { level: 1 })],
  ['br', (bytes) => promisify(brotliCompress)(bytes, BROTLI)],
  ['gzip', (bytes) => promisify(gzip)(bytes)],
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

/** The encoder that `accepted` (the header `Accept-Encoding`) prefers; undefined for a body as it is. */
export const encoderFor = (accepted: string): Encoder | undefined => {
  const weights = weightsOf(accepted);
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0;
  let best: Encoder | undefined;
  for (const encoder of ENCODERS)
    if (weightOf(encoder[0]) > (best === undefined ? 0 : weightOf(best[0]))) best = encoder;
  return best;
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
