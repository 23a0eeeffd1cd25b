import { invalidParam, Problem } from './problem.ts';
import { turn } from './slices.ts';

/** The requests whose body was not read completely, because it is too large. */
const stopped = new WeakSet<Request>();

/** An unread body of at most this size, in bytes, is received completely, so that the connection can stay open. */
const SMALL = 65_536;

const lengthOf = ({ headers }: Request): number | undefined => {
  const length = headers.get('content-length');
  return length === null ? undefined : Number(length);
};

const stop = (request: Request, tooLarge: () => Error): Error => {
  stopped.add(request);
  return tooLarge();
};

/** The sender has closed the connection in the middle of a body: no error of the server, and no one reads the response. */
const cutShort = (): never => {
  throw new Problem(400, 'json_invalid', 'The body ended before all of it arrived. Send the request again.');
};

const hasTrailers = (): Problem =>
  invalidParam(
    'Trailer',
    "Trailers are not supported. Send the request without 'Trailer', with all headers before its body.",
    { reason: 'not_accepted' },
  );

/**
 * Waits, after the body of a request that came in chunks, until it is known whether trailers follow it: Bun refuses them
 * with a response of its own, and closes the connection.
 */
const requireNoTrailers = async ({ signal }: Request): Promise<void> => {
  await turn();
  if (signal.aborted) cutShort();
};

/**
 * Passes each chunk of a request's body to `push`, and waits for it. It stops reading as soon as the body exceeds `limit` bytes.
 * @throws the error of `tooLarge`; Problem 400 when the sender closes the connection before the end, or sends trailers.
 */
export const readChunks = async (
  request: Request,
  limit: number,
  tooLarge: () => Error,
  push: (bytes: Uint8Array) => Promise<void> | undefined,
): Promise<void> => {
  if ((lengthOf(request) ?? 0) > limit) throw stop(request, tooLarge);
  const isChunked = request.headers.get('transfer-encoding') !== null;
  if (isChunked && request.headers.get('trailer') !== null) throw stop(request, hasTrailers);
  const reader = request.body?.getReader();
  if (reader === undefined) return;
  let size = 0;
  const next = () => reader.read().catch(cutShort);
  for (let chunk = await next(); !chunk.done; chunk = await next()) {
    size += chunk.value.byteLength;
    // The stream is not canceled: Bun would then read the rest of the body and discard it.
    if (size > limit) throw stop(request, tooLarge);
    await push(chunk.value);
  }
  if (isChunked) await requireNoTrailers(request);
};

/** @throws the error of `tooLarge`; Problem 400 when the sender closes the connection early or sends trailers. */
export const readBytes = async (request: Request, limit: number, tooLarge: () => Error): Promise<Uint8Array> => {
  const length = lengthOf(request);
  // Bun reads a body of known length faster as a whole.
  if (length !== undefined && length <= limit) return request.bytes().catch(cutShort);
  const chunks: Uint8Array[] = [];
  await readChunks(request, limit, tooLarge, (bytes) => {
    chunks.push(bytes);
    return undefined;
  });
  return Buffer.concat(chunks);
};

/** Leaves the rest of a request's body unread: the connection is closed after the response. */
export const leaveBody = (request: Request): void => {
  stopped.add(request);
};

/** Whether a large part of a request's body may still arrive after the response. */
export const isBodyUnread = (request: Request): boolean => {
  if (request.bodyUsed && !stopped.has(request)) return false;
  const { headers } = request;
  return headers.get('transfer-encoding') !== null || Number(headers.get('content-length') ?? 0) > SMALL;
};
