import { API_VERSION } from '../events/envelope.ts';
import type { Caller } from '../kernel/caller.ts';
import { stopwatch } from '../kernel/clock.ts';
import { randomText } from '../kernel/ids.ts';
import { Problem } from '../kernel/problem.ts';
import type { Random } from '../kernel/random.ts';
import type { Cors } from './cors.ts';

/** What the gate learned of a request; every handler finds it in its context. */
export interface Passage {
  readonly requestId: string;
  /** Reading of the stopwatch when the request came in, ms. */
  readonly startedAt: number;
  /** Absent on public paths only. */
  caller: Caller | undefined;
  /** The template of the operation that took the request, `/v2/clients/:id`; absent where none did. */
  route: string | undefined;
}

/** The state of a limit as the rate headers tell it. */
export interface Allowance {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Epoch seconds at which the bucket is empty again. */
  readonly resetAt: number;
  /** Seconds to wait; 0 when allowed. */
  readonly retryAfter: number;
  readonly category: string;
}

/** Who is at the door, in terms that identity and limits fill. Paths come without their query. */
export interface Doorkeeper {
  /** The caller. @throws Problem 401 when the credential is missing or wrong, 503 when nobody can tell. */
  identify(request: Request, path: string): Caller;
  /** Whether a path belongs to the member API. */
  isMember(path: string): boolean;
  /** The caller of the member API as one client at one site. @throws Problem 400 or 403 when that cannot be. */
  onBehalf(caller: Caller, request: Request): Caller;
  /** The scope a request needs; undefined when any credential will do. */
  scopeFor(method: string, path: string): string | undefined;
  /** Whether a path needs no credential. */
  isPublic(path: string): boolean;
  requireScope(caller: Caller, scope: string): void;
  /** @throws Problem 403 when the person for whom a credential acts may not do this. */
  permit(caller: Caller, request: Request, path: string): void;
  /** Pours one request into every bucket of the caller that applies, or into none. */
  pour(caller: Caller, method: string): Allowance;
  /** Pours one failed authentication into the bucket of the address the request came from. */
  failure(request: Request): Allowance;
  /** The bucket of that address as it stands. */
  address(request: Request): Allowance;
}

/** The part of Elysia's request context that the gate reads and writes. */
export interface GateContext {
  readonly request: Request;
  /** As the router reads it: nobody is let in by one path and served by another. */
  readonly path: string;
  readonly set: { headers: Record<string, string | number> };
  passage: Passage;
}

const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** The path of an address, without its query. */
export const pathOf = (url: string): string => {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const end = url.indexOf('?', start);
  return start === -1 ? '/' : end === -1 ? url.slice(start) : url.slice(start, end);
};

/** Tells in the rate headers how a limit stands. */
export const setAllowance = (headers: Record<string, string | number>, allowance: Allowance): void => {
  headers['x-ratelimit-limit'] = `${allowance.limit}`;
  headers['x-ratelimit-remaining'] = `${allowance.remaining}`;
  headers['x-ratelimit-reset'] = `${allowance.resetAt}`;
};

const limited = (allowance: Allowance): Problem =>
  new Problem(429, 'rate_limited', `Too many requests. Wait ${allowance.retryAfter} seconds and send it again.`, {
    retryAfter: allowance.retryAfter,
    category: allowance.category,
  });

const checkVersion = (headers: Headers): void => {
  const version = headers.get('x-service-version');
  if (version !== null && version !== API_VERSION) {
    throw new Problem(
      400,
      'version_unsupported',
      `The version '${version}' is not supported. Supported: ${API_VERSION}.`,
      {
        param: 'X-Service-Version',
      },
    );
  }
};

/**
 * The first thing every request meets, before routing, bodies and rules (conventions.md): request id, version,
 * credential, limits, scope. Whatever is not declared public needs a credential. The rate headers are set before
 * anything can be refused, so that every response bears them.
 */
export const createGate = (door: Doorkeeper, random: Random, cors: Cors) => {
  const identify = (request: Request, path: string, headers: Record<string, string | number>): Caller => {
    try {
      return door.identify(request, path);
    } catch (error) {
      const isRefused = error instanceof Problem && error.status === 401;
      const allowance = isRefused ? door.failure(request) : door.address(request);
      setAllowance(headers, allowance);
      throw isRefused && !allowance.allowed ? limited(allowance) : error;
    }
  };

  const admit = (context: GateContext, path: string, headers: Record<string, string | number>): Caller | undefined => {
    const { request } = context;
    if (door.isPublic(path)) {
      setAllowance(headers, door.address(request));
      checkVersion(request.headers);
      return undefined;
    }
    const isMember = door.isMember(path);
    if (isMember) {
      cors.allow(request, headers);
      headers['x-ratelimit-category'] = request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write';
    }
    const caller = identify(request, path, headers);
    const allowance = door.pour(caller, request.method);
    setAllowance(headers, allowance);
    if (!allowance.allowed) throw limited(allowance);
    checkVersion(request.headers);
    const scope = door.scopeFor(request.method, path);
    if (scope !== undefined && caller.kind === 'business') door.requireScope(caller, scope);
    if (caller.actor !== undefined) door.permit(caller, request, path);
    return isMember ? door.onBehalf(caller, request) : caller;
  };

  // Request ids tell requests apart and are no secret: a random beginning for this process, then a count.
  const firstPart = `req_${randomText(random, 12)}`;
  let requests = 1_000_000;

  return (context: GateContext): void => {
    const { request } = context;
    const { headers } = context.set;
    const given = request.headers.get('x-request-id');
    const requestId = given !== null && REQUEST_ID.test(given) ? given : `${firstPart}${(requests++).toString(36)}`;
    headers['x-request-id'] = requestId;
    headers['x-service-version'] = API_VERSION;
    const startedAt = stopwatch();
    const passage: Passage = { requestId, startedAt, caller: undefined, route: undefined };
    context.passage = passage;
    passage.caller = admit(context, context.path, headers);
  };
};
