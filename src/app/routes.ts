import type { AnyElysia } from 'elysia';
import { pathOf } from '../http/authenticate.ts';
import { respondWithError } from '../http/errors.ts';
import { staffNotAllowed } from '../http/operations/authorize.ts';
import type { OperationDeps } from '../http/operations/execution.ts';
import { mountOperations, router } from '../http/operations/mount.ts';
import type { Operation } from '../http/operations/operation.ts';
import type { Server } from '../http/server.ts';
import { type Caller, requireScope } from '../kernel/caller.ts';
import type { HealthChecks } from '../resources/health/operations.ts';

interface RoutesDeps {
  readonly server: Server;
  readonly operations: readonly Operation[];
  readonly operationDeps: OperationDeps;
  /** Whether a path belongs to the member API. */
  readonly isMember: (path: string) => boolean;
  readonly isReady: () => boolean;
  readonly checks: HealthChecks;
  /** Pages and other routes that are no operations. */
  readonly pages: readonly AnyElysia[];
}

/** The error for an unknown path: 403 for callers who may not call any operation there, otherwise 404. */
const unknownPathError = (
  { isMember, operationDeps }: RoutesDeps,
  notFound: unknown,
  request: Request,
  caller: Caller | undefined,
): unknown => {
  if (caller?.actor !== undefined) return staffNotAllowed();
  if (caller === undefined || !isMember(pathOf(request.url))) return notFound;
  try {
    if (caller.kind === 'business') requireScope(caller, 'members:act');
    operationDeps.memberFor(caller, request);
    return notFound;
  } catch (error) {
    return error;
  }
};

/** All routes: the probes, the operations and the pages, with authentication and error handling. */
export const createRoutes = (deps: RoutesDeps): AnyElysia => {
  const { server, operations, operationDeps, isReady, checks, pages } = deps;
  const root = router().onRequest(server.onRequest);
  root.get('/livez', () => ({ status: 'alive' }));
  root.get('/readyz', ({ set }) => {
    const database = checks.database();
    const isServing = isReady() && database === 'ok';
    if (!isServing) set.status = 503;
    return { status: isServing ? 'ready' : 'not ready', checks: { database } };
  });
  mountOperations(root, operations, operationDeps);
  // Registered after the operations, which handle their own errors: Elysia runs routes without error hooks synchronously.
  root.onError(({ error, code, set, request, requestContext: { requestId, caller } }) => {
    const reason = code === 'NOT_FOUND' ? unknownPathError(deps, error, request, caller) : error;
    return respondWithError({ set, requestId }, reason, operationDeps.reportError, code);
  });
  for (const page of pages) root.use(page);
  return root;
};
