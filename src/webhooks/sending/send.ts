import type { ClientRequest, IncomingMessage, Agent as PlainAgent } from 'node:http';
import type { Agent } from 'node:https';
import type { Socket } from 'node:net';
import { setRealTimeout, stopwatch } from '../../kernel/clock.ts';
import { isFault } from '../../kernel/errors.ts';
import type { AddressCheck } from './address-check.ts';
import { type AttemptFailure, connectionFailure, INTERRUPTED, statusFailure, timeoutFailure } from './failure.ts';

export interface SendLimits {
  /** Real milliseconds for look-up, connection, TLS, request and the headers of the response together. */
  readonly totalMs: number;
  /** Real milliseconds for the body of the response. */
  readonly drainMs: number;
  /** Bytes of the response's body that are read before the connection is closed. */
  readonly drainBytes: number;
}

/** Ten seconds to acknowledge; the body is ignored (events.md "Delivery"). */
export const SEND_LIMITS: SendLimits = { totalMs: 10_000, drainMs: 250, drainBytes: 64 * 1024 };

export interface OutgoingRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** How a request ended. The delivery is acknowledged exactly when `failure` is null. */
export interface SendResult {
  readonly failure: AttemptFailure | null;
  readonly responseStatus: number | null;
  /** The first 1 KiB of the response's body as text; null when it is empty or compressed. */
  readonly snippet: string | null;
  /** From the start to the headers of the response or the failure; null when nothing was sent. */
  readonly latencyMs: number | null;
  /** The header `Retry-After` of the response. */
  readonly retryAfter?: string;
}

interface Received {
  bytes: number;
  /** The first bytes of the response. */
  head: string;
  /** Whether an earlier attempt has used the connection. */
  isReused: boolean;
  /** Called at more than the limit; undefined between attempts. */
  exceeded: (() => void) | undefined;
}

/** Enough for the interim answers before a status line. */
const HEAD_LENGTH = 4_096;
const STATUS_LINE = /^HTTP\/1\.[01] (\d{3})(?:[ \t][^\r\n]*)?\r?\n/;

/** The status in a complete status line that is no interim answer; undefined where there is none. */
const statusIn = (head: string): number | undefined => {
  for (let rest = head; ; ) {
    const status = Number(STATUS_LINE.exec(rest)?.[1] ?? 0);
    if (status === 0 || status >= 200) return status || undefined;
    const end = /\r?\n\r?\n/.exec(rest);
    if (end === null) return undefined;
    rest = rest.slice(end.index + end[0].length);
  }
};

/** A connection gets one listener for all attempts: one for each attempt makes a delivery a seventh dearer. */
const receivedWatch = (limit: number) => {
  const listened = new WeakMap<Socket, Received>();
  const listen = (socket: Socket): Received => {
    const received: Received = { bytes: 0, head: '', isReused: false, exceeded: undefined };
    // Before the parser, which ends the attempt at a response that is not valid.
    socket.prependListener('data', (bytes: Buffer) => {
      const room = HEAD_LENGTH - received.head.length;
      if (room > 0) received.head += bytes.toString('latin1', 0, Math.min(room, bytes.length));
    });
    // After it: what follows the headers has limits of its own.
    socket.on('data', (bytes: Buffer) => {
      received.bytes += bytes.length;
      if (received.bytes > limit) received.exceeded?.();
    });
    listened.set(socket, received);
    return received;
  };
  /** Calls `exceeded` when a receiver sends more than the limit. */
  return (call: ClientRequest, exceeded: () => void) => {
    let received: Received | undefined;
    call.on('socket', (socket) => {
      const isReused = listened.has(socket);
      received = listened.get(socket) ?? listen(socket);
      Object.assign(received, { bytes: 0, head: '', isReused, exceeded });
    });
    return {
      /** The status of the response, also of one whose headers are not valid HTTP. */
      status: () => (received === undefined ? undefined : statusIn(received.head)),
      /** Whether the receiver may have closed a connection that was open, before it had the request. */
      isStale: () => received?.isReused === true && received.head === '',
      stop: () => {
        if (received !== undefined) received.exceeded = undefined;
      },
    };
  };
};

/** Loads modules with the first delivery: imports would be loaded at every start of the executable. */
const builtIn = process.getBuiltinModule;

const SNIPPET_BYTES = 1024;
const HEADER_BYTES = 16 * 1024;
/** Bytes before the end of the response's headers, such as interim answers: parsing them takes the event loop. */
const BEFORE_HEADERS_BYTES = 64 * 1024;
/** Shorter than the idle timeout of common servers, so that they rarely close a connection during a request. */
const IDLE_MS = 1_000;

export const notSent = (failure: AttemptFailure): SendResult => ({
  failure,
  responseStatus: null,
  snippet: null,
  latencyMs: null,
});

const answered = (responseStatus: number): Pick<SendResult, 'failure' | 'responseStatus'> => ({
  failure: responseStatus >= 200 && responseStatus < 300 ? null : statusFailure(responseStatus),
  responseStatus,
});

const textOf = (chunks: readonly Buffer[], encoding: string | undefined): string | null => {
  const bytes = Buffer.concat(chunks).subarray(0, SNIPPET_BYTES);
  if (bytes.length === 0 || (encoding !== undefined && encoding !== 'identity')) return null;
  return new TextDecoder().decode(bytes).replaceAll('\0', '\u{FFFD}');
};

/** Calls `done` with the snippet. The connection is reused only if the body ends within the limits. */
const drain = (response: IncomingMessage, limits: SendLimits, done: (snippet: string | null) => void): void => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let ended = false;
  const finish = () => {
    if (ended) return;
    ended = true;
    cancel();
    if (!response.complete) response.destroy();
    done(textOf(chunks, response.headers['content-encoding']));
  };
  const cancel = setRealTimeout(limits.drainMs, finish);
  response.on('data', (chunk: Buffer) => {
    if (bytes < SNIPPET_BYTES) chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > limits.drainBytes) finish();
  });
  response.on('error', finish);
  response.on('close', finish);
  response.on('end', finish);
};

/** The name in the handshake has no dot at its end (RFC 6066); that of the URL may, as a name that is complete. */
const serverNameOf = ({ hostname }: URL): { readonly servername?: string } =>
  hostname.endsWith('.') ? { servername: hostname.slice(0, -1) } : {};

/** `extraCa`: trusted certificates in PEM besides public ones. @throws Error when one of them is invalid. */
export const createSender = (
  addressCheck: AddressCheck,
  extraCa: readonly string[] = [],
  limits: SendLimits = SEND_LIMITS,
) => {
  const inProgress = new Set<() => void>();
  const watchReceived = receivedWatch(BEFORE_HEADERS_BYTES);
  let stopped = false;
  const connections = { keepAlive: true, timeout: IDLE_MS, lookup: addressCheck.lookup, maxHeaderSize: HEADER_BYTES };
  const once = { ...connections, keepAlive: false };
  const secureContext = () => {
    const { createSecureContext, rootCertificates } = builtIn('node:tls');
    return createSecureContext(extraCa.length === 0 ? {} : { ca: [...rootCertificates, ...extraCa] });
  };
  let tls: Agent | undefined;
  let plain: PlainAgent | undefined;
  // All connections share one context: with a list of authorities each would read them again. It is made at the first
  // delivery, since reading them takes a tenth of the time of a start. `rejectUnauthorized` is explicit, since an
  // environment variable would switch it off.
  const tlsAgent = (): Agent => {
    tls ??= new (builtIn('node:https').Agent)({
      ...connections,
      rejectUnauthorized: true,
      secureContext: secureContext(),
    });
    return tls;
  };
  // The operator's certificates are read immediately, so that a damaged file fails the start.
  if (extraCa.length > 0) tlsAgent();
  const plainAgent = (): PlainAgent => {
    plain ??= new (builtIn('node:http').Agent)(connections);
    return plain;
  };

  /** An agent that opens a new connection for each request. */
  const tlsOnce = () =>
    new (builtIn('node:https').Agent)({ ...once, rejectUnauthorized: true, secureContext: secureContext() });
  const plainOnce = () => new (builtIn('node:http').Agent)(once);

  const request = (url: URL, { headers, body }: OutgoingRequest, isNew: boolean): ClientRequest => {
    const options = {
      method: 'POST',
      headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
      maxHeaderSize: HEADER_BYTES,
      lookup: addressCheck.lookup,
    };
    return url.protocol === 'https:'
      ? builtIn('node:https').request(url, {
          ...options,
          ...serverNameOf(url),
          rejectUnauthorized: true,
          agent: isNew ? tlsOnce() : tlsAgent(),
        })
      : builtIn('node:http').request(url, { ...options, agent: isNew ? plainOnce() : plainAgent() });
  };

  const sendOnce = (
    url: URL,
    outgoing: OutgoingRequest,
    settle: (result: SendResult) => void,
    isSecond = false,
  ): void => {
    const start = stopwatch();
    const call = request(url, outgoing, isSecond);
    let isSettled = false;
    const end = (): number => {
      isSettled = true;
      cancel();
      watched.stop();
      inProgress.delete(interrupt);
      return stopwatch() - start;
    };
    const fail = (failure: AttemptFailure) => {
      if (isSettled) return;
      settle({ failure, responseStatus: null, snippet: null, latencyMs: Math.round(end()) });
      call.destroy();
    };
    /** A complete status line counts, whatever follows it: a proxy may fold a header, and the receiver has the event. */
    const failUnlessAnswered = (failure: AttemptFailure) => {
      const status = watched.status();
      if (isSettled || status === undefined) return fail(failure);
      settle({ ...answered(status), snippet: null, latencyMs: Math.round(end()) });
      call.destroy();
    };
    const interrupt = () => fail(INTERRUPTED);
    const cancel = setRealTimeout(limits.totalMs, () => failUnlessAnswered(timeoutFailure(limits.totalMs)));
    const flooded = () => failUnlessAnswered(connectionFailure('HPE_HEADER_OVERFLOW'));
    const watched = watchReceived(call, flooded);
    inProgress.add(interrupt);

    call.on('error', (error: NodeJS.ErrnoException) => {
      if (isSettled) return;
      if (isSecond || !watched.isStale()) return failUnlessAnswered(connectionFailure(error.code ?? ''));
      end();
      sendOnce(url, outgoing, settle, true);
    });
    call.on('upgrade', (_response, socket) => {
      socket.destroy();
      fail(connectionFailure('ERR_HTTP_UPGRADE'));
    });
    call.on('response', (response) => {
      if (isSettled) return response.destroy();
      // The result is known: from here on only the limits of the body apply.
      const latencyMs = Math.round(end());
      const { 'retry-after': retryAfter } = response.headers;
      const result = { ...answered(response.statusCode ?? 0), ...(retryAfter === undefined ? {} : { retryAfter }) };
      return drain(response, limits, (snippet) => settle({ ...result, snippet, latencyMs }));
    });
    call.end(outgoing.body);
  };

  return {
    /** Rejects for a fault of the program alone, whatever the receiver does. */
    async send(outgoing: OutgoingRequest): Promise<SendResult> {
      if (stopped) return notSent(INTERRUPTED);
      const checked = addressCheck.checkUrl(outgoing.url);
      if (checked.problem !== undefined) return notSent(connectionFailure('BLOCKED_ADDRESS'));
      // Node throws for what it does not send, such as a header with a line break.
      return new Promise<SendResult>((resolve) => sendOnce(checked.url, outgoing, resolve)).catch((error: unknown) => {
        if (isFault(error)) throw error;
        return notSent(connectionFailure('HPE_REQUEST'));
      });
    },
    /** Ends every request in progress as `interrupted`, and every later one before it starts. */
    interrupt() {
      stopped = true;
      for (const interrupt of [...inProgress]) interrupt();
    },
    close() {
      tls?.destroy();
      plain?.destroy();
    },
  };
};

export type Sender = ReturnType<typeof createSender>;
