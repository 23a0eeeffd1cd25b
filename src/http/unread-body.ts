import { pause, setRealTimeout } from '../kernel/clock.ts';

/** The time that a client has to read the response before its connection is closed, in real milliseconds. */
const LINGER_MS = 500;

/** The rest of a body of at most this size, in bytes, is received and let go: that takes a millisecond, and no memory. */
const LET_GO_BYTES = 4_194_304;
/**
 * How many connections may stop receiving at the same time. Bun keeps the last chunk of each, up to a megabyte. What comes on further
 * connections is let go as it arrives.
 */
const MAX_STOPPED = 32;

let stopped = 0;

/** The chunks of a response. The stream ends `LINGER_MS` after the last one. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* body;
  await pause(LINGER_MS);
}

const isShort = ({ headers }: Request): boolean => Number(headers.get('content-length') ?? Infinity) <= LET_GO_BYTES;

/** Stops receiving a body that no one has begun to read, or lets it go as it arrives. */
const stopReceiving = (request: Request, body: ReadableStream<Uint8Array>): void => {
  if (request.bodyUsed) return;
  if (stopped >= MAX_STOPPED || isShort(request)) {
    // Bun would keep what arrives until the response has ended: half a megabyte for each request without a credential.
    body.cancel().catch(() => {});
    return;
  }
  stopped += 1;
  setRealTimeout(LINGER_MS, () => {
    stopped -= 1;
  });
  // Bun stops receiving when the first chunk has been read and no further chunk is requested.
  body
    .getReader()
    .read()
    .catch(() => {});
};

/**
 * The response to a request whose body was not read completely. It closes the connection, because otherwise Bun would
 * receive the rest of the body, whatever its size. The connection closes after a delay: an immediate close would reset it, and a
 * client that is still sending could lose the response.
 */
export const closingConnection = (request: Request, response: Response): Response => {
  const { body, status } = response;
  const headers = new Headers(response.headers);
  headers.set('connection', 'close');
  // Bun does not expose the body of a GET or HEAD, so it cannot be stopped.
  if (body === null || request.body === null) return new Response(body, { status, headers });
  stopReceiving(request, request.body);
  return new Response(chunksOf(body), { status, headers });
};
