import { errorPage, errorReply, type RefusedPage } from '../http/errors.ts';
import { kioskNotAllowed, staffNotAllowed } from '../http/operations/authorize.ts';
import type { OperationDeps } from '../http/operations/handlers/execution.ts';
import { operationRoutes, router } from '../http/operations/mount.ts';
import type { Operation } from '../http/operations/operation.ts';
import { pathOf } from '../http/request-url.ts';
import type { Routes, Server } from '../http/server.ts';
import { createStrays, type Strays } from '../http/strays.ts';
import { type Route, unknownRoute } from '../http/unknown-route.ts';
import { type Authenticated, requireScope } from '../kernel/caller.ts';
import { lazily } from '../kernel/lazily.ts';
import { isOfMembers, type PathAudience } from '../kernel/path-audience.ts';
import type { Page } from './pages.ts';
import { matcherOf } from './paths.ts';

interface RoutesDeps {
  readonly server: Server;
  readonly operations: readonly Operation[];
  readonly operationDeps: OperationDeps;
  readonly audienceOf: (path: string) => PathAudience;
  readonly refusedPage: RefusedPage;
  /** Their paths must not begin with the first two segments of an operation's. */
  readonly pages: readonly Page[];
}

/** The error for an unknown path or method: 403 for callers who may not call any operation there, otherwise 404 or 405. */
const unknownPathError = (
  { audienceOf, operationDeps, operations }: RoutesDeps,
  routes: Iterable<Route>,
  request: Request,
  caller: Authenticated | undefined,
): unknown => {
  const path = pathOf(request.url);
  const isForMembers = isOfMembers(audienceOf(path));
  // A key of a staff member is for the paths that its role may call; a person who is signed in may mistype one.
  if (caller?.kind === 'staff' && (caller.session === undefined || isForMembers)) return staffNotAllowed();
  if (caller?.kind === 'kiosk') return kioskNotAllowed();
  const notFound = unknownRoute(routes, operations, request.method, path);
  if (caller === undefined || !isForMembers) return notFound;
  try {
    if (caller.kind === 'business') requireScope(caller, 'members:act');
    operationDeps.requireMember(operationDeps.readShared(), caller, request, '');
    return notFound;
  } catch (error) {
    return error;
  }
};

/** The first two segments, such as `/v2/clients`, that a family's operations share; '' for a shorter path. */
const familyOf = (path: string): string => {
  const second = path.indexOf('/', 1) + 1;
  if (second === 0 || second === path.length) return '';
  const end = path.indexOf('/', second);
  return end === -1 ? path : path.slice(0, end);
};

const addErrorHandler = (app: ReturnType<typeof router>, deps: RoutesDeps, strays: Strays): void => {
  app.onError(({ error, code, set, request, requestContext: { requestId, caller } }) => {
    const reason = code === 'NOT_FOUND' ? unknownPathError(deps, app.routes, request, caller) : error;
    const reply = errorReply(reason, requestId, deps.operationDeps);
    const way = strays(request, reply.status);
    if (way === 'gone') return deps.refusedPage(request, { status: 404, seconds: 1 });
    if (way !== undefined) return new Response(null, { status: 308, headers: { location: way.to } });
    set.status = reply.status;
    Object.assign(set.headers, reply.headers);
    return errorPage(request, reply, deps.refusedPage) ?? reply.body;
  });
};

/**
 * All routes, with authentication and error handling: an instance of Elysia for the operations of each family, one for each
 * page that is loaded later, and one for all other paths. Elysia prepares all routes of an instance for its first request, so an
 * instance is made then: with one for all, the first response of a server waited for 270 operations.
 */
export const createRoutes = (deps: RoutesDeps): Routes => {
  const { server, operations, operationDeps, pages } = deps;
  const add = lazily(() => operationRoutes(operations, operationDeps));
  const strays = createStrays(operations, pages);
  const routesOf = (own: readonly Operation[]) => {
    const app = router().onRequest(server.onRequest);
    add()(app, own);
    // Registered after the operations, which handle their own errors: Elysia runs routes without error hooks synchronously.
    addErrorHandler(app, deps, strays);
    return app;
  };
  const { '': others = [], ...families } = Object.groupBy(operations, ({ path }) => familyOf(path));
  const byFamily = new Map(
    Object.entries(families).map(([family, own = []]) => [family, lazily(() => routesOf(own))] as const),
  );
  const common = lazily(() => {
    const app = routesOf(others);
    for (const page of pages) if ('routes' in page) app.use(page.routes());
    return app;
  });
  const later = pages.flatMap((page) =>
    'load' in page ? [{ has: matcherOf([page]), app: lazily(async () => routesOf([]).use(await page.load())) }] : [],
  );
  return (path) => (byFamily.get(familyOf(path)) ?? later.find(({ has }) => has(path))?.app ?? common)();
};
