import type { AnyElysia } from 'elysia';
import { isBodyUnread } from '../kernel/bounded-body.ts';
import { limitGarbageOfRequests } from '../kernel/garbage.ts';
import type { Random } from '../kernel/random.ts';
import { type AccessLog, entryOf } from './access-log.ts';
import { type AccessControl, type AuthenticationContext, createAuthentication } from './authenticate.ts';
import { compressed, encoderFor } from './compression.ts';
import { createCors } from './cors.ts';
import { type OverriddenMethods, overrideMethod } from './operations/method-override.ts';
import type { ProtocolHeaders } from './operations/protocol-headers.ts';
import type { RequestContext } from './request-context.ts';
import { normalizeUrl, pathOf } from './request-url.ts';
import { type Connections, keepUnderWay, type UnderWay } from './under-way.ts';
import { closingConnection } from './unread-body.ts';

export interface Peer extends Connections {
  requestIP(request: Request): { address: string } | null;
  /** How many requests have no response yet, or one that is not sent. */
  readonly pendingRequests?: number;
}

export interface ServerAccess extends AccessControl {
  /** Verifies a bearer token that is not cached yet; undefined when there is nothing to await. */
  prepare(request: Request, path: string): Promise<void> | undefined;
}

interface ServerDeps {
  readonly random: Random;
  readonly memberCorsOrigins: readonly string[];
  /** In a sandbox, pages that are served from this machine may call the member API and the paths of the sandbox. */
  readonly isSandbox: boolean;
  readonly access: ServerAccess;
  readonly protocolHeaders: ProtocolHeaders;
  readonly overriddenMethods?: OverriddenMethods;
  /** The address of a request as the access log shows it. Without it the log has none. */
  readonly loggedAddress?: ((request: Request) => string) | undefined;
  /** Receives the writes of programs whose connections had ended before their answers were there. */
  readonly onLost?: AccessLog | undefined;
}

/** What answers at a path; a promise for what is loaded with its first request. */
export type Routes = (path: string) => AnyElysia | Promise<AnyElysia>;

export interface Server {
  readonly onRequest: (context: unknown) => void;
  peerOf(request: Request): string | undefined;
  /**
   * Handles a request that a page sends for its visitor, from the address of the visitor's connection. It has the rights of
   * the credential that it carries, as any other; it counts in no rate limit, since the page has counted already, and the
   * access log does not show it.
   */
  ask(routes: Routes, request: Request, address: string | undefined): Promise<Response>;
  requests(): number;
  /** How many requests have no response yet, or one that is not sent. */
  underWay(): number;
  handle(
    routes: Routes,
    log: AccessLog | undefined,
    request: Request,
    from: Peer | undefined,
  ): Response | Promise<Response>;
}

/** The number of requests after which their garbage is worth a collection. */
const COLLECTED_REQUESTS = 64;

interface Handled {
  readonly routes: Routes;
  readonly path: string;
  readonly log: AccessLog | undefined;
  readonly request: Request;
  readonly address: string | undefined;
  readonly from: Peer | undefined;
  readonly onLost: AccessLog | undefined;
}

/** Whether a program with a credential of the business sends a request: browsers go away at any moment, as their pages close. */
const isProgram = ({ caller, isBrowser }: RequestContext): boolean =>
  !isBrowser && (caller?.kind === 'business' || caller?.kind === 'staff');

// Functions that a request makes, and the variables they share, are garbage like its objects. So those that only some
// requests need are outside the function that every request calls.
const responded = (
  { log, request, address, from, onLost }: Handled,
  requestContext: RequestContext | undefined,
  response: Response,
  isLost = false,
): Response => {
  if ((log !== undefined || isLost) && requestContext !== undefined) {
    const entry = entryOf({ request, requestContext, response, address, isLost });
    log?.(entry);
    if (isLost && isProgram(requestContext)) onLost?.(entry);
  }
  if (requestContext?.staysOpen === true) from?.timeout?.(request, 0);
  return isBodyUnread(request) ? closingConnection(request, response) : response;
};

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

const respondedLater = async (
  underWay: UnderWay,
  handled: Handled,
  requestContext: RequestContext | undefined,
  response: Promise<Response>,
): Promise<Response> => {
  const { request, from } = handled;
  if (from !== undefined) underWay.begin(request, from);
  try {
    const made = await response;
    return responded(handled, requestContext, made, !READS.has(request.method) && request.signal.aborted);
  } finally {
    if (from !== undefined) underWay.end(request, from, requestContext?.staysOpen === true);
  }
};

/** Compresses a response if the client accepts that, and closes the connection if the client asks for that. */
const finish = (request: Request, pending: Response | Promise<Response>): Response | Promise<Response> => {
  const accepted = request.headers.get('accept-encoding');
  const encoder = accepted === null ? undefined : encoderFor(accepted);
  const connection = request.headers.get('connection');
  const isLast = connection !== null && /\bclose\b/i.test(connection);
  return encoder === undefined && !isLast ? pending : finished(encoder, isLast, pending);
};

const finished = async (
  encoder: ReturnType<typeof encoderFor>,
  isLast: boolean,
  pending: Response | Promise<Response>,
): Promise<Response> => {
  const response = encoder === undefined ? await pending : await compressed(encoder, await pending);
  if (isLast) response.headers.set('connection', 'close');
  return response;
};

/** Client address, CORS preflight, bearer token, authentication, access log, compression. */
export const createServer = (deps: ServerDeps): Server => {
  const { random, memberCorsOrigins, isSandbox, access, protocolHeaders, loggedAddress, onLost } = deps;
  const { overriddenMethods: overridden } = deps;
  let peer: Peer | undefined;
  let latest: AuthenticationContext | undefined;
  let requests = 0;
  const underWay = keepUnderWay();
  const { isWebsite } = access;
  const asked = new WeakMap<Request, { readonly address: string | undefined }>();
  const cors = createCors({ origins: memberCorsOrigins, isSandbox, isWebsite });
  const authentication = createAuthentication(access, random, cors, protocolHeaders, (request) => !asked.has(request));
  const onRequest = (context: unknown): void => {
    latest = context as AuthenticationContext;
    authentication.authenticate(latest);
  };

  // Responses are logged here because an Elysia hook would delay each of them by a turn. `fetch` authenticates
  // synchronously before it returns, so `latest` is the context of this request.
  const respond = (handled: Handled, routes = handled.routes(handled.path)): Response | Promise<Response> => {
    if (routes instanceof Promise) return respondWith(routes, handled);
    const result = routes.fetch(handled.request);
    const requestContext = latest?.requestContext;
    return result instanceof Promise
      ? respondedLater(underWay, handled, requestContext, result)
      : responded(handled, requestContext, result);
  };

  const respondWith = async (loading: Promise<AnyElysia>, handled: Handled): Promise<Response> =>
    respond(handled, await loading);

  const respondAfter = async (prepared: Promise<void>, handled: Handled): Promise<Response> => {
    await prepared;
    return respond(handled);
  };

  const route = (handled: Handled): Response | Promise<Response> => {
    const { request, path } = handled;
    if (request.method === 'OPTIONS') {
      const preflight = authentication.preflight(request, path);
      if (preflight !== undefined) return preflight;
    }
    // Authentication is synchronous, so a bearer token is verified first. API keys and cached tokens need no await.
    if (request.headers.get('authorization') === null) return respond(handled);
    const prepared = access.prepare(request, path);
    return prepared === undefined ? respond(handled) : respondAfter(prepared, handled);
  };

  return {
    // Elysia reads the source of a hook to see which parts of the context it needs, and prepares all of them, including
    // cookies, when the hook passes the context on. The source of a bound function is hidden.
    onRequest: onRequest.bind(undefined),
    peerOf: (request) => (asked.get(request) ?? peer?.requestIP(request))?.address,
    async ask(routes, request, address) {
      asked.set(request, { address });
      // Not while the request of the page is being authenticated.
      const instance = await routes(pathOf(request.url));
      return instance.fetch(request);
    },
    requests: () => requests,
    underWay: () => peer?.pendingRequests ?? 0,
    handle(routes, log, request, from) {
      requests += 1;
      if (requests % COLLECTED_REQUESTS === 0) limitGarbageOfRequests();
      peer = from;
      normalizeUrl(request);
      // Read immediately: a connection that the client has closed no longer has an address.
      const address = log === undefined ? undefined : loggedAddress?.(request);
      const path = pathOf(request.url);
      if (overridden !== undefined) overrideMethod(request, path, overridden);
      return finish(request, route({ routes, path, log, request, address, from, onLost }));
    },
  };
};
