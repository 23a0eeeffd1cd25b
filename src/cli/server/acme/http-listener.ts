import { exit, VerbError } from '../../verb.ts';
import { portError } from '../port-error.ts';

const CHALLENGE = '/.well-known/acme-challenge/';
const IDLE_TIMEOUT_SECONDS = 10;
const MAX_BODY_BYTES = 1_024;

interface HttpListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly names: readonly string[];
  /** The address of the server for its first name: `https://studio.example`. */
  readonly root: () => string;
  readonly challenges: ReadonlyMap<string, string>;
}

/** Where a request belongs. Only the hosts of the certificate are named, so that no one is redirected elsewhere. */
const target = ({ names, root }: HttpListenerOptions, url: URL): string => {
  const to = new URL(root());
  if (names.includes(url.hostname)) to.hostname = url.hostname;
  return `${to.origin}${url.pathname}${url.search}`;
};

/** @throws VerbError when the port is not available: nothing could be proved to the authority. */
export const listenForChallenges = (options: HttpListenerOptions) => {
  const { host, port, challenges } = options;
  try {
    const server = Bun.serve({
      hostname: host,
      port,
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      maxRequestBodySize: MAX_BODY_BYTES,
      // As in ../listen.ts: no errors for clients, and no port shared with another process.
      development: false,
      reusePort: false,
      fetch(request) {
        const url = new URL(request.url);
        const response = url.pathname.startsWith(CHALLENGE)
          ? challenges.get(url.pathname.slice(CHALLENGE.length))
          : undefined;
        if (response !== undefined) return new Response(response, { headers: { 'content-type': 'text/plain' } });
        return new Response(null, {
          status: 308,
          headers: { location: target(options, url), connection: 'close' },
        });
      },
    });
    return { port: server.port ?? port, close: () => server.stop(true) };
  } catch (error) {
    throw new VerbError(
      `Port ${port} of ${host} is not available, and the certificate authority needs it to verify this server: ` +
        `${portError(error)}. Free it, or choose another one with --acme-http-port and forward port 80 to it.`,
      exit.failed,
    );
  }
};

/** The plain HTTP port, which answers challenges and redirects everything else to HTTPS. */
export type HttpListener = ReturnType<typeof listenForChallenges>;
