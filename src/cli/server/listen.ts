import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { App } from '../../app.ts';
import type { Config } from '../../config/settings.ts';
import type { Peer } from '../../http/server.ts';
import { pause, stopwatch } from '../../kernel/clock.ts';
import { errorMessage } from '../../kernel/errors.ts';
import { addressKind } from '../../kernel/ip-address.ts';
import { exit, Failure } from '../verb.ts';
import type { Adopted, InheritedSocket } from './socket-activation.ts';

/** How long requests in flight may take to finish at a stop, in real milliseconds. */
const STOP_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_SECONDS = 60;
/**
 * A server that leaves its socket to the next one goes on answering until no request has come for this time, in real
 * milliseconds, and asks each client to connect anew. Otherwise it would close connections on which requests come in.
 */
const QUIET_MS = 250;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;
const WILDCARD = /^(?:0\.0\.0\.0|::)$/;

/** A server that listens. */
export interface Listening {
  /** Its address on this machine: `http://127.0.0.1:8420`. */
  readonly rootUrl: string;
  /** Whether it uses TLS. */
  readonly hasCertificate: boolean;
  /** Reads the certificate files again. @throws Failure for invalid ones, and keeps the old ones. */
  reload(): void;
  /** Accepts no new connections, waits for requests in flight (10 s) and closes. */
  close(): Promise<void>;
}

/** @throws Failure (unsafe) for a public address without TLS. */
export const checkExposure = ({ host, behindProxy, tlsCert, tlsKey }: Config): void => {
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new Failure('--tls-cert and --tls-key belong together: give both, or neither.', exit.usage);
  }
  if (LOOPBACK.test(host) || tlsCert !== undefined || behindProxy) return;
  throw new Failure(
    `Listening on ${host} without TLS would expose API keys to the network. Give --tls-cert and --tls-key, ` +
      'or --behind-proxy if a proxy in front terminates TLS.',
    exit.unsafe,
  );
};

const readPem = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Failure(`A TLS file cannot be read: ${errorMessage(error)}`);
  }
};

/** @throws Failure that names the setting and the file, and says what the file must hold. */
const checkPem = (setting: string, path: string, what: string, parse: () => unknown): void => {
  try {
    parse();
  } catch {
    throw new Failure(
      `${setting}: '${path}' holds no ${what}. It must be a PEM file: -----BEGIN ${what.toUpperCase()}-----`,
    );
  }
};

/** The certificate and key of the settings. @throws Failure when they cannot be read or do not belong together. */
export const certificates = ({ tlsCert, tlsKey }: Config): { tls?: { cert: string; key: string } } => {
  if (tlsCert === undefined || tlsKey === undefined) return {};
  const [cert, key] = [readPem(tlsCert), readPem(tlsKey)];
  checkPem('--tls-cert', tlsCert, 'certificate', () => new X509Certificate(cert));
  checkPem('--tls-key', tlsKey, 'private key', () => createPrivateKey(key));
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) {
    throw new Failure(
      `--tls-key: '${tlsKey}' is not the key of the certificate in '${tlsCert}'. Use the key that belongs to it.`,
    );
  }
  return { tls: { cert, key } };
};

const addressOf = (host: string): string => {
  const reachable = WILDCARD.test(host) ? (host === '::' ? '::1' : '127.0.0.1') : host;
  return addressKind(reachable) === 6 ? `[${reachable}]` : reachable;
};

/** The address on this machine of a server with these settings. */
export const localRoot = ({ host, tlsCert }: Config, port: number): string =>
  `${tlsCert === undefined ? 'http' : 'https'}://${addressOf(host)}:${port}`;

/** A connection to one of them comes from this machine, which calls itself by the same one. */
const OWN_ADDRESSES = ['127.0.0.1', '::1'];

/**
 * Finds the addresses of connections. A server on a loopback address has connections of this machine only, so it does
 * not ask for each: that takes a call of the system and a tenth of the time of a short request.
 */
const peerFor = (host: string): Peer | undefined =>
  OWN_ADDRESSES.includes(host) ? { requestIP: () => ({ address: host }) } : undefined;

const lastOn = async (answer: Response | Promise<Response>): Promise<Response> => {
  const response = await answer;
  response.headers.set('connection', 'close');
  return response;
};

/**
 * Listens on the configured port.
 * @param current returns the application that handles the request.
 * @param inherited the socket to use instead of a new one.
 * @throws Failure when the port is not available.
 */
export const listen = (
  config: Config,
  current: () => Pick<App, 'fetch'>,
  inherited?: InheritedSocket | undefined,
): Listening => {
  let isClosing = false;
  let lastRequestAt = Number.NEGATIVE_INFINITY;
  const answer = (request: Request, from: Peer): Response | Promise<Response> => {
    if (!isClosing) return current().fetch(request, from);
    lastRequestAt = stopwatch();
    return lastOn(current().fetch(request, from));
  };
  const peer = peerFor(config.host);
  const open = (port: number): Bun.Server<undefined> =>
    Bun.serve({
      port,
      hostname: inherited === undefined ? config.host : '127.0.0.1',
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      // Every body has its own limit (`kernel/bounded-body.ts`), with a response that says so.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      fetch: (request, server) => answer(request, peer ?? server),
      ...certificates(config),
    });
  let server: Bun.Server<undefined>;
  let adopted: Adopted | undefined;
  try {
    server = open(inherited === undefined ? config.port : 0);
    adopted = inherited?.adopt(server);
  } catch (error) {
    if (error instanceof Failure) throw error;
    const reason = errorMessage(error);
    throw new Failure(
      `Port ${config.port} of ${config.host} is not available: ${reason}. Choose another one with --port.`,
    );
  }
  const port = inherited?.port ?? server.port ?? config.port;
  return {
    rootUrl: localRoot(config, port),
    hasCertificate: config.tlsCert !== undefined,
    reload() {
      // Opens another port first, so that an invalid file throws and changes nothing.
      void open(0).stop(true);
      // Bun keeps the certificate of an open port, so the port is opened again. Requests in flight finish on the old one.
      const old = server;
      if (inherited === undefined) void old.stop();
      server = open(inherited === undefined ? port : 0);
      adopted = inherited?.adopt(server);
      if (inherited !== undefined) void old.stop();
    },
    async close() {
      const until = stopwatch() + STOP_TIMEOUT_MS;
      isClosing = true;
      if (adopted !== undefined) {
        adopted.release();
        lastRequestAt = stopwatch();
        while (stopwatch() < Math.min(lastRequestAt + QUIET_MS, until)) await pause(10);
      }
      void server.stop();
      while (server.pendingRequests > 0 && stopwatch() < until) await pause(10);
      await server.stop(true);
    },
  };
};
