import type { AnyElysia } from 'elysia';
import type { Random } from '../kernel/random.ts';
import { type AccessLog, logResponse } from './access-log.ts';
import { type AccessControl, type AuthenticationContext, createAuthentication, pathOf } from './authenticate.ts';
import { createCors } from './cors.ts';
import { withPlainUrl } from './request-url.ts';

/** Finds the address of a connection. */
export interface Peer {
  requestIP(request: Request): { address: string } | null;
}

/** What the server needs of authentication besides access control. */
export interface ServerAccess extends AccessControl {
  /** Verifies a bearer token that is not known yet; undefined when nothing has to be awaited. */
  prepare(request: Request, path: string): Promise<void> | undefined;
}

interface ServerDeps {
  readonly random: Random;
  readonly memberCorsOrigins: readonly string[];
  /** @param peerOf the address of the connection that a request came over. */
  readonly access: (peerOf: (request: Request) => string | undefined) => ServerAccess;
}

/** Takes requests from connections to routes, and responses back. */
export interface Server {
  /** The Elysia hook that authenticates requests. */
  readonly onRequest: (context: unknown) => void;
  /** Sends a request to `root` and logs its response in `log`. */
  handle(
    root: AnyElysia,
    log: AccessLog | undefined,
    given: Request,
    from: Peer | undefined,
  ): Response | Promise<Response>;
}

/** Client address, CORS preflight, bearer token, authentication, access log. */
export const createServer = ({ random, memberCorsOrigins, access: accessFor }: ServerDeps): Server => {
  let peer: Peer | undefined;
  let latest: AuthenticationContext | undefined;
  /** The request as it came, by the one that replaces it: the connection is known of the first only. */
  const received = new WeakMap<Request, Request>();
  const access = accessFor((request) => peer?.requestIP(received.get(request) ?? request)?.address);
  const cors = createCors(memberCorsOrigins, access.isMember);
  const authenticate = createAuthentication(access, random, cors);
  const onRequest = (context: unknown): void => {
    latest = context as AuthenticationContext;
    authenticate(latest);
  };

  // Logged here and not in a hook of Elysia's, which would keep every response until the next turn. Authentication runs
  // first, in the same synchronous stretch, so that the latest context is this request's.
  const respond = (root: AnyElysia, log: AccessLog | undefined, request: Request): Response | Promise<Response> => {
    const answered = root.fetch(request);
    const requestContext = latest?.requestContext;
    if (log === undefined || requestContext === undefined) return answered;
    const logged = (response: Response): Response => {
      logResponse(log, request, requestContext, response);
      return response;
    };
    return answered instanceof Promise ? answered.then(logged) : logged(answered);
  };

  return {
    // Elysia reads the source of a hook to learn what to prepare: where the context is passed on, everything, cookies
    // included. A bound function shows no source.
    onRequest: onRequest.bind(undefined),
    handle(root, log, given, from) {
      peer = from;
      const request = withPlainUrl(given);
      if (request !== given) received.set(request, given);
      if (request.method === 'OPTIONS') {
        const preflight = cors.preflight(request, pathOf(request.url));
        if (preflight !== undefined) return preflight;
      }
      // A token is verified first, since authentication never waits; keys and known tokens cost no turn.
      if (request.headers.get('authorization') === null) return respond(root, log, request);
      const prepared = access.prepare(request, pathOf(request.url));
      return prepared === undefined ? respond(root, log, request) : prepared.then(() => respond(root, log, request));
    },
  };
};
