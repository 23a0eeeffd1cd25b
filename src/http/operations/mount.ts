import { Elysia } from 'elysia';
import { compileHotCode } from '../../kernel/compiler.ts';
import { lazily } from '../../kernel/lazily.ts';
import { isUnchanged } from '../../kernel/preconditions.ts';
import { errorReply } from '../errors.ts';
import { jsonResponse, notModifiedReply, type Reply } from '../reply.ts';
import type { HandlerContext, RequestContext } from '../request-context.ts';
import { operationsById } from './by-id.ts';
import type { OperationDeps } from './handlers/execution.ts';
import {
  createLargeReads,
  listHandler,
  type ReadDeps,
  readHandler,
  sendFileHandler,
  visitHandler,
} from './handlers/read-handlers.ts';
import { exchangeHandler, receiveFileHandler, type WriteDeps, writeHandler } from './handlers/write-handlers.ts';
import type { Operation } from './operation.ts';
import { requireReadingBy } from './rights.ts';

const NO_CONTEXT: RequestContext = {
  requestId: '',
  startedAt: 0,
  caller: undefined,
  route: undefined,
  staysOpen: false,
  isBrowser: false,
};

export const router = (prefix = '') => new Elysia({ prefix, normalize: false }).decorate('requestContext', NO_CONTEXT);

const handlerOf = (deps: ReadDeps & WriteDeps, operation: Operation) => {
  // The first request of any operation ends the start.
  compileHotCode();
  const { handler } = operation;
  switch (handler.kind) {
    case 'read':
      return readHandler(deps, operation, handler);
    case 'list':
      return listHandler(deps, operation, handler);
    case 'visit':
      return visitHandler(deps, operation, handler);
    case 'sendFile':
      return sendFileHandler(deps, operation, handler);
    case 'receiveFile':
      return receiveFileHandler(deps, operation, handler);
    case 'exchange':
      return exchangeHandler(deps, operation, handler);
    default:
      return writeHandler(deps, operation, handler);
  }
};

/** The handler of a route. An operation is prepared with its first request: a server has 270 and uses few. */
const routeOf = (deps: ReadDeps & WriteDeps, operation: Operation) => {
  const handler = lazily(() => handlerOf(deps, operation));
  const isRead = operation.method === 'GET';
  const replied = (context: HandlerContext, result: Reply | Response): Response => {
    if (result instanceof Response) return result;
    const { request, set, requestContext } = context;
    const etag = result.headers?.etag;
    if (etag === undefined) return jsonResponse(set, result);
    const isKept = requestContext.caller !== undefined && !requestContext.isBrowser;
    if (isKept) set.headers['cache-control'] = 'private, no-cache';
    if (isRead && isUnchanged(request.headers, { etag })) return notModifiedReply(context, result, etag);
    return jsonResponse(set, result);
  };
  const failed = ({ set, requestContext: { requestId } }: HandlerContext, error: unknown): Response =>
    jsonResponse(set, errorReply(error, requestId, deps));
  const settled = async (context: HandlerContext, result: Promise<Reply | Response>): Promise<Response> => {
    try {
      return replied(context, await result);
    } catch (error) {
      return failed(context, error);
    }
  };
  // Elysia reads the source of a handler: it prepares the parts of the context named in the parameters, and treats a
  // handler that returns the result of a call as asynchronous, also where an arrow function inside it does.
  return ({ request, params, set, requestContext }: HandlerContext): unknown => {
    const context = { request, params, set, requestContext };
    requestContext.route = operation.path;
    let response: Response | Promise<Response>;
    try {
      const result = handler()(context);
      response = result instanceof Promise ? settled(context, result) : replied(context, result);
    } catch (error) {
      response = failed(context, error);
    }
    return response;
  };
};

/** The Elysia hook of an operation: some handlers read the body themselves. */
const hookOf = ({ handler }: Operation): object =>
  ['read', 'list', 'visit', 'sendFile'].includes(handler.kind) ? {} : { parse: 'none' };

/** Returns a function that adds some of all operations to an instance of Elysia as routes. */
export const operationRoutes = (operations: readonly Operation[], deps: OperationDeps) => {
  const byId = operationsById(operations);
  const all = { ...deps, byId, requireReading: requireReadingBy(byId), largeReads: createLargeReads(deps.underWay) };
  return (app: ReturnType<typeof router>, own: readonly Operation[]): void => {
    for (const operation of own) {
      app.route(operation.method, operation.path, routeOf(all, operation), hookOf(operation));
    }
  };
};
