import { readFileSync } from 'node:fs';
import type { App } from '../../app.ts';
import type { Config } from '../../config/settings.ts';
import { pause, stopwatch } from '../../kernel/clock.ts';
import { addressKind } from '../../kernel/ip-address.ts';
import { exit, Failure } from '../verb.ts';

/** What is in flight when a stop is asked for gets this long to finish, in real milliseconds. */
const FINISH_WITHIN = 10_000;
/** Connections that say nothing for this long are closed, in seconds. */
const IDLE_SECONDS = 60;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;
const WILDCARD = /^(?:0\.0\.0\.0|::)$/;

/** An open port. */
export interface Listening {
  /** Where this machine reaches it: `http://127.0.0.1:8420`. */
  readonly rootUrl: string;
  /** Whether it speaks TLS. */
  readonly hasCertificate: boolean;
  /** Reads the certificate files again; bad ones throw and change nothing. */
  reload(): void;
  /** Takes nothing new, waits for what is in flight (10 s) and closes. */
  close(): Promise<void>;
}

/** @throws Failure (unsafe) when others could listen in on a public address. */
export const checkExposure = ({ host, behindProxy, tlsCert, tlsKey }: Config): void => {
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new Failure('--tls-cert and --tls-key belong together: give both, or neither.', exit.usage);
  }
  if (LOOPBACK.test(host) || tlsCert !== undefined || behindProxy) return;
  throw new Failure(
    `Listening on ${host} without TLS would show API keys to the network. Give --tls-cert and --tls-key, ` +
      'or --behind-proxy when a proxy in front ends TLS.',
    exit.unsafe,
  );
};

const certificates = ({ tlsCert, tlsKey }: Config): { tls?: { cert: string; key: string } } => {
  if (tlsCert === undefined || tlsKey === undefined) return {};
  try {
    return { tls: { cert: readFileSync(tlsCert, 'utf8'), key: readFileSync(tlsKey, 'utf8') } };
  } catch (error) {
    throw new Failure(`A TLS file cannot be read: ${(error as Error).message}`);
  }
};

const addressOf = (host: string): string => {
  const reachable = WILDCARD.test(host) ? (host === '::' ? '::1' : '127.0.0.1') : host;
  return addressKind(reachable) === 6 ? `[${reachable}]` : reachable;
};

/** Where this machine reaches a server with these settings. */
export const localRoot = ({ host, tlsCert }: Config, port: number): string =>
  `${tlsCert === undefined ? 'http' : 'https'}://${addressOf(host)}:${port}`;

/**
 * Opens the port and answers with whatever `current` gives at that moment.
 * @throws Failure when the port cannot be had.
 */
export const listen = (config: Config, current: () => Pick<App, 'fetch'>): Listening => {
  const open = (port: number): Bun.Server<undefined> =>
    Bun.serve({
      port,
      hostname: config.host,
      idleTimeout: IDLE_SECONDS,
      fetch: (request, server) => current().fetch(request, server),
      ...certificates(config),
    });
  let server: Bun.Server<undefined>;
  try {
    server = open(config.port);
  } catch (error) {
    if (error instanceof Failure) throw error;
    const reason = (error as Error).message;
    throw new Failure(`Port ${config.port} of ${config.host} cannot be had: ${reason}. Choose another with --port.`);
  }
  const port = server.port ?? config.port;
  return {
    rootUrl: localRoot(config, port),
    hasCertificate: config.tlsCert !== undefined,
    reload() {
      // Tried on a port of its own first, so that a bad file leaves everything as it is.
      void open(0).stop(true);
      // Bun keeps the certificate of an open port, so the port is opened anew; what is in flight ends on the old one.
      void server.stop();
      server = open(port);
    },
    async close() {
      const until = stopwatch() + FINISH_WITHIN;
      void server.stop();
      while (server.pendingRequests > 0 && stopwatch() < until) await pause(10);
      await server.stop(true);
    },
  };
};
