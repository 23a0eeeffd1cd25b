import { pause } from '../kernel/clock.ts';

/** How long a sender may take to read a response before its connection is closed, in real milliseconds. */
const LINGER_MS = 500;

/** The chunks of a response, and then its end after a while. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* body;
  await pause(LINGER_MS);
}

/**
 * The response to a request whose body is not read to its end: it closes the connection, because Bun would receive the
 * rest of the body otherwise, whatever its size. Nothing is received while the response lingers. Closing at once would
 * reset the connection, and a sender that is still writing could lose the response.
 */
export const closingConnection = (request: Request, response: Response): Response => {
  const { body, status } = response;
  const headers = new Headers(response.headers);
  headers.set('connection', 'close');
  // Bun offers no body of a GET or HEAD, and nothing that stops receiving it.
  if (body === null || request.body === null) return new Response(body, { status, headers });
  // Bun stops receiving once the first chunk was read and no other is wanted.
  if (!request.bodyUsed)
    request.body
      .getReader()
      .read()
      .catch(() => {});
  return new Response(chunksOf(body), { status, headers });
};
