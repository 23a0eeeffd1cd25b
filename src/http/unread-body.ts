import { pause } from '../kernel/clock.ts';

/** The time that a client has to read the response before its connection is closed, in real milliseconds. */
const LINGER_MS = 500;

/** The chunks of a response. The stream ends `LINGER_MS` after the last one. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* body;
  await pause(LINGER_MS);
}

/**
 * The response to a request whose body was not read completely. It closes the connection, because otherwise Bun would
 * receive the rest of the body, whatever its size. The connection closes after a delay in which nothing is received: an
 * immediate close would reset it, and a client that is still sending could lose the response.
 */
export const closingConnection = (request: Request, response: Response): Response => {
  const { body, status } = response;
  const headers = new Headers(response.headers);
  headers.set('connection', 'close');
  // Bun does not expose the body of a GET or HEAD, so it cannot be stopped.
  if (body === null || request.body === null) return new Response(body, { status, headers });
  // Bun stops receiving when the first chunk has been read and no further chunk is requested.
  if (!request.bodyUsed)
    request.body
      .getReader()
      .read()
      .catch(() => {});
  return new Response(chunksOf(body), { status, headers });
};
