import type { App } from '../../app.ts';
import type { Config } from '../../config/settings.ts';
import { type Metric, metric } from '../../http/metrics.ts';
import type { Peer } from '../../http/server.ts';
import { IDLE_SECONDS } from '../../http/under-way.ts';
import { epochOf, pause, setRealTimeout, stopwatch } from '../../kernel/clock.ts';
import { addressKind } from '../../kernel/ip-address.ts';
import { exit, VerbError } from '../verb.ts';
import { certificates } from './certificates.ts';
import { readPemFile } from './pem-file.ts';
import { portError } from './port-error.ts';
import type { Adopted, InheritedSocket, OwnSocket } from './socket-activation.ts';

/** How long requests in flight may take to finish at a stop, in real milliseconds. */
const STOP_TIMEOUT_MS = 10_000;
/**
 * A server that leaves its socket to the next one continues answering until no request has come for this time, in real
 * milliseconds, and asks each client to connect again. Otherwise it would close connections on which requests come in.
 */
const QUIET_MS = 250;
/** After this time a connection that was idle has ended, in real milliseconds. */
const RETIRED_MS = (IDLE_SECONDS + 5) * 1_000;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;
const WILDCARD = /^(?:0\.0\.0\.0|::)$/;

export interface Listening {
  /** Its address on this machine: `http://127.0.0.1:8420`. */
  readonly rootUrl: string;
  readonly hasCertificate: boolean;
  /** Reads the certificate files again. @throws VerbError for invalid ones, and keeps the old ones. */
  reload(): void;
  /** Accepts no new connections, waits for requests in flight (10 s) and closes. */
  close(): Promise<void>;
}

/** @throws VerbError when the server would obtain a certificate that it cannot use, or without the consent of the owner. */
const checkAcme = ({ acmeDomain, acmeAgreeTerms, acmeDirectory, behindProxy, tlsCert }: Config): void => {
  if (acmeDomain.length === 0) return;
  if (behindProxy) {
    throw new VerbError(
      'You cannot use --acme-domain with --behind-proxy: the proxy has the certificate. Set only one of them.',
      exit.usage,
    );
  }
  if (tlsCert !== undefined) {
    throw new VerbError('You cannot use --acme-domain with --tls-cert. Set only one of them.', exit.usage);
  }
  if (acmeAgreeTerms) return;
  throw new VerbError(
    `To obtain a certificate, you must agree to the terms of service of the certificate authority: see ` +
      `termsOfService at ${acmeDirectory}. Then set --acme-agree-terms.`,
    exit.usage,
  );
};

/** @throws VerbError (unsafe) for a public address without TLS, or (usage) for settings of TLS that do not go together. */
export const checkExposure = (config: Config): void => {
  const { host, behindProxy, tlsCert, tlsKey, acmeDomain } = config;
  checkAcme(config);
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new VerbError('--tls-cert and --tls-key must be set together. Set both, or neither.', exit.usage);
  }
  if (LOOPBACK.test(host) || tlsCert !== undefined || acmeDomain.length > 0 || behindProxy) return;
  throw new VerbError(
    `Listening on ${host} without TLS would expose API keys to the network. Set --acme-domain, --tls-cert and --tls-key, ` +
      'or --behind-proxy if a proxy in front terminates TLS.',
    exit.unsafe,
  );
};

const addressOf = (host: string): string => {
  const reachable = WILDCARD.test(host) ? (host === '::' ? '::1' : '127.0.0.1') : host;
  return addressKind(reachable) === 6 ? `[${reachable}]` : reachable;
};

/** When the certificate of the server ends, for `/metrics`; nothing without TLS. */
export const tlsMetrics = ({ tlsCert }: Config): Metric[] => {
  if (tlsCert === undefined) return [];
  let seconds: number;
  try {
    const { X509Certificate } = process.getBuiltinModule('node:crypto');
    seconds = epochOf(new X509Certificate(readPemFile('--tls-cert', tlsCert)).validTo) / 1_000;
  } catch {
    return [];
  }
  return [
    metric('gauge', 'studiod_tls_certificate_expires_timestamp_seconds', 'When the certificate expires.', seconds),
  ];
};

export const localRoot = ({ host, tlsCert, acmeDomain }: Config, port: number): string =>
  `${tlsCert === undefined && acmeDomain.length === 0 ? 'http' : 'https'}://${addressOf(host)}:${port}`;

const lastOn = async (pending: Response | Promise<Response>): Promise<Response> => {
  const response = await pending;
  response.headers.set('connection', 'close');
  return response;
};

interface Served {
  readonly server: Bun.Server<undefined>;
  /** Asks each client to connect again, so that its connections end. */
  retire(): void;
}

/** `current` returns the application; `inherited` is the socket to use. @throws VerbError if the port is unavailable. */
export const listen = (
  config: Config,
  current: () => Pick<App, 'fetch'>,
  inherited?: InheritedSocket | undefined,
): Listening => {
  let isClosing = false;
  let lastRequestAt = Number.NEGATIVE_INFINITY;
  const open = (port: number, hostname: string): Served => {
    let isRetired = false;
    const respond = (request: Request, from: Peer): Response | Promise<Response> => {
      if (!(isClosing || isRetired)) return current().fetch(request, from);
      lastRequestAt = stopwatch();
      return lastOn(current().fetch(request, from));
    };
    const server = Bun.serve({
      port,
      hostname,
      idleTimeout: IDLE_SECONDS,
      // The development mode, which is the default, shows errors to clients.
      development: false,
      // Outside of that mode the default is that several processes share a port.
      reusePort: false,
      // Every body has its own limit (`kernel/bounded-body.ts`), with a response that says so.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      fetch: respond,
      ...certificates(config),
    });
    return {
      server,
      retire: () => {
        isRetired = true;
      },
    };
  };
  /** A server that takes the connections of another socket. */
  const openFor = (socket: Pick<InheritedSocket, 'adopt'>): readonly [served: Served, adopted: Adopted] => {
    const next = open(0, '127.0.0.1');
    try {
      return [next, socket.adopt(next.server)];
    } catch (error) {
      void next.server.stop(true);
      throw error;
    }
  };
  let served: Served;
  let adopted: Adopted | undefined;
  try {
    if (inherited === undefined) served = open(config.port, config.host);
    else [served, adopted] = openFor(inherited);
  } catch (error) {
    if (error instanceof VerbError) throw error;
    throw new VerbError(
      `Port ${config.port} of ${config.host} is not available: ${portError(error)}. Choose another one with --port, or another --host.`,
    );
  }
  const port = inherited?.port ?? served.server.port ?? config.port;

  /** Servers whose place another one has taken, until their last connection has ended. */
  const retired = new Map<Served, () => void>();
  const retire = (old: Served): void => {
    old.retire();
    const look = (): void => {
      if (old.server.pendingRequests > 0) {
        retired.set(old, setRealTimeout(RETIRED_MS, look));
        return;
      }
      retired.delete(old);
      void old.server.stop(true);
    };
    retired.set(old, setRealTimeout(RETIRED_MS, look));
  };

  let socketOf: typeof import('./socket-activation.ts').socketOf | undefined;
  let own: OwnSocket | undefined;
  if (config.tlsCert !== undefined) {
    // Only a server with TLS reloads, and its start does not wait for this.
    void import('./socket-activation.ts').then((module) => {
      socketOf = module.socketOf;
    });
  }
  /** The socket of the present server, so that the next one takes it over and no connection is refused. */
  const ownSocket = (): OwnSocket | undefined => {
    if (own !== undefined || inherited !== undefined) return own;
    try {
      own = socketOf?.(served.server);
      adopted = own?.first;
    } catch {
      // Another system than Linux.
    }
    return own;
  };

  return {
    rootUrl: localRoot(config, port),
    hasCertificate: config.tlsCert !== undefined,
    reload() {
      // Opens another port first, so that an invalid file throws and changes nothing.
      void open(0, '127.0.0.1').server.stop(true);
      // Bun keeps the certificate of an open port, so another server takes its place. Requests in flight and connections
      // that begin finish on the old one.
      const old = served;
      const socket = inherited ?? ownSocket();
      if (socket === undefined) {
        void old.server.stop();
        served = open(port, config.host);
        return;
      }
      const [next, taken] = openFor(socket);
      adopted?.release();
      [served, adopted] = [next, taken];
      retire(old);
    },
    async close() {
      const until = stopwatch() + STOP_TIMEOUT_MS;
      isClosing = true;
      if (inherited !== undefined) {
        adopted?.release();
        lastRequestAt = stopwatch();
        while (stopwatch() < Math.min(lastRequestAt + QUIET_MS, until)) await pause(10);
      }
      own?.close();
      for (const cancel of retired.values()) cancel();
      const servers = [served, ...retired.keys()].map(({ server }) => server);
      for (const server of servers) void server.stop();
      while (servers.some(({ pendingRequests }) => pendingRequests > 0) && stopwatch() < until) await pause(10);
      await Promise.all(servers.map((server) => server.stop(true)));
    },
  };
};
