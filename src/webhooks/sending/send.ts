import type { ClientRequest, IncomingMessage, Agent as PlainAgent } from 'node:http';
import type { Agent } from 'node:https';
import { afterReal, stopwatch } from '../../kernel/clock.ts';
import { answerFailure, connectionFailure, type Failure, INTERRUPTED, timeoutFailure } from './failure.ts';
import type { Guard } from './guard.ts';

/** Bounds of one attempt. */
export interface SendLimits {
  /** Real milliseconds for name look-up, connection, TLS, request and the head of the answer together. */
  readonly totalMs: number;
  /** Real milliseconds for the answer's body once its head is in. */
  readonly drainMs: number;
  /** Bytes of the answer's body that are read before the connection is closed. */
  readonly drainBytes: number;
}

/** Section 6: ten seconds to acknowledge; the body is ignored. */
export const SEND_LIMITS: SendLimits = { totalMs: 10_000, drainMs: 250, drainBytes: 64 * 1024 };

/** One POST. `headers` has everything but the length. */
export interface Outgoing {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How an attempt ended; it was acknowledged exactly when `failure` is null. */
export interface Result {
  readonly failure: Failure | null;
  readonly responseStatus: number | null;
  /** The first 1 KiB of the answer's body as text; null where there is none or it is compressed. */
  readonly snippet: string | null;
  /** From the start to the answer's head or the failure; null when nothing was sent. */
  readonly latencyMs: number | null;
}

/** Makes the calls. It never throws and never rejects: every receiver has a result. */
export interface Sender {
  send(outgoing: Outgoing): Promise<Result>;
  /** Ends every attempt under way as `interrupted`, and every later one before it begins. */
  interrupt(): void;
  /** Closes idle connections. */
  close(): void;
}

/** Modules that are loaded with the first delivery: what a file imports, every start of the executable loads. */
const builtIn = process.getBuiltinModule;

const SNIPPET_BYTES = 1024;
const HEAD_BYTES = 16 * 1024;
/** Shorter than the idle time of common servers, so that a connection is seldom closed under a request. */
const IDLE_MS = 1_000;

/** The result of an attempt for which nothing was sent. */
export const unsent = (failure: Failure): Result => ({
  failure,
  responseStatus: null,
  snippet: null,
  latencyMs: null,
});

const textOf = (chunks: readonly Buffer[], encoding: string | undefined): string | null => {
  const bytes = Buffer.concat(chunks).subarray(0, SNIPPET_BYTES);
  if (bytes.length === 0 || (encoding !== undefined && encoding !== 'identity')) return null;
  return new TextDecoder().decode(bytes).replaceAll('\0', '\u{FFFD}');
};

/** Reads the body up to the limits and tells `done` the snippet; a body that ends in time leaves the connection usable. */
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
  const cancel = afterReal(limits.drainMs, finish);
  response.on('data', (chunk: Buffer) => {
    if (bytes < SNIPPET_BYTES) chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > limits.drainBytes) finish();
  });
  response.on('error', finish);
  response.on('close', finish);
  response.on('end', finish);
};

/** @param extraCa certificates in PEM that are trusted besides the public authorities. */
export const createSender = (
  guard: Guard,
  extraCa: readonly string[] = [],
  limits: SendLimits = SEND_LIMITS,
): Sender => {
  const underWay = new Set<() => void>();
  let stopped = false;
  const connections = { keepAlive: true, timeout: IDLE_MS, lookup: guard.lookup, maxHeaderSize: HEAD_BYTES };
  const secureContext = () => {
    const { createSecureContext, rootCertificates } = builtIn('node:tls');
    return createSecureContext(extraCa.length === 0 ? {} : { ca: [...rootCertificates, ...extraCa] });
  };
  let overTls: Agent | undefined;
  let plain: PlainAgent | undefined;
  // One context for all connections: given as a list, the authorities would be read again for each of them. It is made
  // at the first delivery, since reading them takes a tenth of a start. That all is checked is said outright, since an
  // environment variable would switch it off.
  const secure = (): Agent => {
    overTls ??= new (builtIn('node:https').Agent)({
      ...connections,
      rejectUnauthorized: true,
      secureContext: secureContext(),
    });
    return overTls;
  };
  // Those of the operator are read at once, so that a damaged file is told at the start.
  if (extraCa.length > 0) secure();
  const open = (): PlainAgent => {
    plain ??= new (builtIn('node:http').Agent)(connections);
    return plain;
  };

  const request = (url: URL, { headers, body }: Outgoing): ClientRequest => {
    const options = {
      method: 'POST',
      headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
      maxHeaderSize: HEAD_BYTES,
      lookup: guard.lookup,
    };
    return url.protocol === 'https:'
      ? builtIn('node:https').request(url, { ...options, rejectUnauthorized: true, agent: secure() })
      : builtIn('node:http').request(url, { ...options, agent: open() });
  };

  const attempt = (url: URL, outgoing: Outgoing, settle: (result: Result) => void): void => {
    const start = stopwatch();
    const call = request(url, outgoing);
    let over = false;
    const end = (): number => {
      over = true;
      cancel();
      underWay.delete(interrupt);
      return stopwatch() - start;
    };
    const fail = (failure: Failure) => {
      if (over) return;
      settle({ failure, responseStatus: null, snippet: null, latencyMs: Math.round(end()) });
      call.destroy();
    };
    const interrupt = () => fail(INTERRUPTED);
    const cancel = afterReal(limits.totalMs, () => fail(timeoutFailure(limits.totalMs)));
    underWay.add(interrupt);

    call.on('error', (error: NodeJS.ErrnoException) => fail(connectionFailure(error.code ?? '')));
    call.on('upgrade', (_response, socket) => {
      socket.destroy();
      fail(connectionFailure('ERR_HTTP_UPGRADE'));
    });
    call.on('response', (response) => {
      if (over) return response.destroy();
      // The verdict is in: from here on only the drain limits count.
      const latencyMs = Math.round(end());
      const responseStatus = response.statusCode ?? 0;
      const failure = responseStatus >= 200 && responseStatus < 300 ? null : answerFailure(responseStatus);
      return drain(response, limits, (snippet) => settle({ failure, responseStatus, snippet, latencyMs }));
    });
    call.end(outgoing.body);
  };

  return {
    async send(outgoing) {
      if (stopped) return unsent(INTERRUPTED);
      const checked = guard.checkUrl(outgoing.url);
      if (checked.refusal !== undefined) return unsent(connectionFailure('BLOCKED_ADDRESS'));
      // What node refuses to send, such as a header with a line break, throws at once.
      return new Promise<Result>((resolve) => attempt(checked.url, outgoing, resolve)).catch(() =>
        unsent(connectionFailure('HPE_REQUEST')),
      );
    },
    interrupt() {
      stopped = true;
      for (const interrupt of [...underWay]) interrupt();
    },
    close() {
      overTls?.destroy();
      plain?.destroy();
    },
  };
};
