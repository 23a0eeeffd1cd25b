import type { Read, Tx } from '../../database/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { stopwatch } from '../../kernel/clock.ts';
import { withOrigin } from '../../kernel/origin.ts';
import { Problem } from '../../kernel/problem.ts';
import { expand, type RequireReading } from '../expansions.ts';
import { listResponse, pageRequest } from '../paging.ts';
import type { HandlerContext } from '../request-context.ts';
import { auditFor } from './audit.ts';
import { authorizeFor } from './authorize.ts';
import type { OperationsById } from './by-id.ts';
import { jsonWithEtag, readsRecord, setEtag } from './etags.ts';
import { callFor, type OperationDeps, originOf, verifyResponse, withRecord } from './execution.ts';
import { fileResponse } from './files.ts';
import { LONG_READ_MS, slicedList } from './large-lists.ts';
import type { AnyCall, Handler, Operation } from './operation.ts';

type Run<Kind extends Handler['kind']> = Extract<Handler, { kind: Kind }>['run'];

/** Returns a function that gives the records of a response their expansions of `expand[]`. */
const expanderFor = ({ expansions, requireReading }: ReadDeps, { expands }: Operation) => {
  if (expands === undefined) return undefined;
  const of = (caller: Caller) => (typeof expands === 'string' ? (expansions[expands] ?? {}) : expands(caller));
  return (read: Read, records: readonly object[], { caller, query }: AnyCall): readonly object[] => {
    if (caller === undefined) throw new Error('only callers with a credential can expand');
    return expand(read, records, query['expand[]'], of(caller), { caller, requireReading });
  };
};

/** The dependencies of operations that read. The access check of expansions needs all operations. */
export interface ReadDeps extends OperationDeps {
  readonly requireReading: RequireReading;
  /** All operations: those that change a record obey its ETag. */
  readonly byId: OperationsById;
}

/** Responds to a call, and sets the headers of the response. */
type Respond = (call: AnyCall, headers: Headers) => object;
type Headers = HandlerContext['set']['headers'];

/** The response of a list: a page in its envelope, with its expansions. */
export const listResponses = (deps: ReadDeps, operation: Operation, run: Run<'list'>): Respond => {
  const { path } = operation;
  const addExpansions = expanderFor(deps, operation);
  const isNested = path.includes(':');
  const urlOf = ({ params }: AnyCall): string =>
    isNested ? path.replace(/:(\w+)/g, (_, name: string) => String(params[name])) : path;
  return (call) => {
    const read = deps.store.readShared();
    const request = pageRequest(call.query);
    const { page, view, added } = run(read, { ...withRecord(operation, read, call), page: request });
    const response = { ...listResponse(urlOf(call), page, view), ...added };
    return addExpansions === undefined ? response : { ...response, data: addExpansions(read, response.data, call) };
  };
};

/** The response of a read, with its expansions. */
export const readResponses = (deps: ReadDeps, operation: Operation, run: Run<'read'>): Respond => {
  const addExpansions = expanderFor(deps, operation);
  const hasEtag = readsRecord(operation, deps.byId);
  return (call, headers) => {
    const read = deps.store.readShared();
    const response = run(read, withRecord(operation, read, call));
    // Without expansions the handler makes the ETag of the text that it sends.
    if (hasEtag && call.query['expand[]'] !== undefined) setEtag(headers, response);
    return addExpansions?.(read, [response], call)[0] ?? response;
  };
};

/**
 * The handler of an operation that only reads. It responds synchronously, unless reads have to wait for writes; a large list is
 * written in pieces.
 */
export const readHandler = (deps: ReadDeps, operation: Operation, respond: Respond) => {
  const { store } = deps;
  const isVerified = deps.mode === 'verify';
  const hasEtag = readsRecord(operation, deps.byId);
  // What watches the server, such as a load balancer, has a timeout.
  const mayWait = operation.audience !== 'public';
  const authorize = authorizeFor(operation, deps);
  const callOf = callFor(operation);
  const responseOf = (set: HandlerContext['set'], call: AnyCall): object | string => {
    // One record is no large list.
    const started = hasEtag ? 0 : stopwatch();
    const response = respond(call, set.headers);
    const isLarge = !hasEtag && stopwatch() - started > LONG_READ_MS;
    if (isVerified) verifyResponse(operation, Number(set.status ?? 200), response);
    if (hasEtag && set.headers.etag === undefined) return jsonWithEtag(set.headers, response);
    return (isLarge ? slicedList(response) : undefined) ?? response;
  };
  return (context: HandlerContext): object | string | Promise<object | string> => {
    const { set } = context;
    const call = callOf(context, authorize(context));
    return mayWait && store.readsWait ? store.readLater(() => responseOf(set, call)) : responseOf(set, call);
  };
};

/** Whether nothing can be written now: the disk is full, or another process holds the database. */
const isUnavailable = (error: unknown): boolean => error instanceof Problem && error.status === 503;

/** Records what is answered also while nothing can be written. */
const recorderFor =
  ({ store }: OperationDeps) =>
  async (record: (tx: Tx) => void): Promise<void> => {
    try {
      await store.write(record);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
  };

/** The handler of an operation that reads, and then records the visit. */
export const visitHandler = (deps: OperationDeps, operation: Operation, run: Run<'visit'>) => {
  const authorize = authorizeFor(operation, deps);
  const callOf = callFor(operation);
  const recorded = recorderFor(deps);
  const { store } = deps;
  const responseOf = ({ set, requestContext }: HandlerContext, call: AnyCall): object => {
    const read = store.readShared();
    const { response, record } = run(read, withRecord(operation, read, call));
    if (deps.mode === 'verify') verifyResponse(operation, Number(set.status ?? 200), response);
    if (record === undefined) return response;
    return withOrigin(originOf(requestContext, call.caller), () => recorded(record)).then(() => response);
  };
  // Synchronous where nothing is recorded: Elysia answers such a call in its turn, as that of a read.
  return (context: HandlerContext): object => {
    const call = callOf(context, authorize(context));
    return store.readsWait ? store.readLater(() => responseOf(context, call)) : responseOf(context, call);
  };
};

/** The handler of an operation that sends a file. */
export const sendFileHandler = (deps: ReadDeps, operation: Operation, run: Run<'sendFile'>) => {
  const authorize = authorizeFor(operation, deps);
  const callOf = callFor(operation);
  const recorded = recorderFor(deps);
  const audit = auditFor(deps, operation);
  return async (context: HandlerContext): Promise<unknown> => {
    const { set, requestContext } = context;
    const call = callOf(context, authorize(context));
    const auditing = audit(context, call);
    const file = run(call);
    if (auditing !== undefined) await recorded((tx) => auditing.end(tx, { object: file.name }));
    return fileResponse(file, set.headers, (error) => deps.reportError(error, requestContext.requestId));
  };
};
