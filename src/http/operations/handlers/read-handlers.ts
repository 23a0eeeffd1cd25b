import type { Read, Tx } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { stopwatch } from '../../../kernel/clock.ts';
import { withOrigin } from '../../../kernel/origin.ts';
import { Problem } from '../../../kernel/problem.ts';
import { responseText } from '../../../kernel/record-text.ts';
import { runInSlices } from '../../../kernel/slices.ts';
import { expand, type RequireReading } from '../../expansions.ts';
import { pageResponse } from '../../page-response.ts';
import { listResponse, parsePageRequest } from '../../paging.ts';
import type { Reply } from '../../reply.ts';
import type { HandlerContext } from '../../request-context.ts';
import { authorizeFor, requireSameRights } from '../authorize.ts';
import type { OperationsById } from '../by-id.ts';
import type { AnyCall, RuleResponse } from '../call.ts';
import { fileResponse, HtmlPage, TextFile, textResponse } from '../files.ts';
import type { HandlerOf, Operation } from '../operation.ts';
import { auditFor } from './audit.ts';
import { etagOf, expandedReply, readsRecord, recordReply } from './etags.ts';
import { callFor, type OperationDeps, originOf, statusOf, verifyResponse, withRecord } from './execution.ts';
import { InSteps } from './in-steps.ts';
import { LONG_READ_MS, slicedList } from './large-lists.ts';
import { LargeReads } from './large-reads.ts';

/** The reply with what lets browsers keep it, and ask whether it has changed. */
const cachedReply = (reply: Reply, seconds: number): Reply => {
  const body = typeof reply.body === 'string' ? reply.body : (responseText(reply.body) ?? JSON.stringify(reply.body));
  return {
    ...reply,
    body,
    headers: { ...reply.headers, etag: etagOf(body), 'cache-control': `public, max-age=${seconds}` },
  };
};

const expanderFor = ({ expansions, requireReading }: ReadDeps, { expands }: Operation) => {
  if (expands === undefined) return undefined;
  const of = (caller: Caller) => (typeof expands === 'string' ? (expansions[expands] ?? {}) : expands(caller));
  return (read: Read, records: readonly object[], { caller, query }: AnyCall): readonly object[] => {
    if (caller.kind === 'public' || caller.kind === 'kiosk') throw new Error('only callers with rights can expand');
    return expand(read, records, query['expand[]'], of(caller), { caller, requireReading });
  };
};

/** The dependencies of operations that read. The access check of expansions needs all operations. */
export interface ReadDeps extends OperationDeps {
  readonly requireReading: RequireReading;
  /** All operations: those that change a record obey its ETag. */
  readonly byId: OperationsById;
  readonly largeReads: ReturnType<typeof createLargeReads>;
}

type Replied = Reply | Response | Promise<Reply | Response>;

/** The handler of an operation that only reads. It responds synchronously, unless reads have to wait for writes. */
const readingHandler = (deps: ReadDeps, operation: Operation, reply: (call: AnyCall) => Replied) => {
  const { store } = deps;
  // What watches the server, such as a load balancer, has a timeout.
  const mayWait = operation.audience !== 'public';
  const { cacheSeconds } = operation;
  const authorize = authorizeFor(operation, deps);
  const callOf = callFor(operation);
  return (context: HandlerContext): Replied => {
    const call = callOf(context, authorize(context));
    if (cacheSeconds !== undefined) {
      const found = reply(call);
      return found instanceof Response || found instanceof Promise ? found : cachedReply(found, cacheSeconds);
    }
    if (mayWait && store.readsWait) return store.readLater<Reply | Response>(() => reply(call));
    return reply(call);
  };
};

/** The characters of a list. One that is sent in pieces is large. */
const lengthOf = (reply: Reply | Response): number =>
  reply instanceof Response ? Number.POSITIVE_INFINITY : typeof reply.body === 'string' ? reply.body.length : 0;

/** For the lists of all operations: a credential may ask for several at the same time. */
export const createLargeReads = (underWay: () => number) => new LargeReads(lengthOf, underWay);

/** The handler of a list: a page in its envelope, with its expansions. A large list is written in pieces. */
export const listHandler = (deps: ReadDeps, operation: Operation, { run }: HandlerOf<'list'>) => {
  const { path, params, status = 200 } = operation;
  const addExpansions = expanderFor(deps, operation);
  const urlOf = (call: AnyCall): string =>
    params.reduce((url, name) => url.replace(`:${name}`, String(call.params[name])), path);
  const make = (call: AnyCall): Reply | Response => {
    const started = stopwatch();
    const read = deps.store.readShared();
    const request = parsePageRequest(call.query);
    const { page, view, added } = run(read, { ...withRecord(operation, read, call), page: request });
    const list = { ...listResponse(urlOf(call), page, view), ...added };
    const response = addExpansions === undefined ? list : { ...list, data: addExpansions(read, list.data, call) };
    const isLarge = stopwatch() - started > LONG_READ_MS;
    if (deps.mode === 'verify') verifyResponse(operation, status, response);
    const sliced = isLarge ? slicedList(response) : undefined;
    if (sliced instanceof Response) return sliced;
    return { status, body: sliced ?? responseText(response) ?? JSON.stringify(response) };
  };
  return readingHandler(deps, operation, (call) =>
    call.caller.kind === 'public' ? make(call) : deps.largeReads.run(call.caller.credentialId, make, call),
  );
};

/** The handler of an operation that reads a record, with its expansions, or something else. */
export const readHandler = (deps: ReadDeps, operation: Operation, { run }: HandlerOf<'read'>) => {
  const addExpansions = expanderFor(deps, operation);
  const hasEtag = readsRecord(operation, deps.byId);
  const replyOf = (read: Read, call: AnyCall, result: RuleResponse): Reply | Response => {
    if (result instanceof TextFile) return textResponse(result);
    if (result instanceof HtmlPage) {
      const { text, policy } = result;
      return pageResponse({ type: 'text/html', content: text, policy, cache: 'no-store' });
    }
    const { status, response: record } = statusOf(operation, result);
    // Before the expansions, which are added to the record.
    const reply: Reply = { status, ...(hasEtag ? recordReply(record) : { body: record }) };
    const [response = record] = addExpansions?.(read, [record], call) ?? [];
    if (deps.mode === 'verify') verifyResponse(operation, status, response);
    if (call.query['expand[]'] === undefined) return reply;
    const etag = reply.headers?.etag;
    return { status, ...(etag === undefined ? { body: response } : expandedReply(etag, response)) };
  };
  return readingHandler(deps, operation, (call) => {
    const reads = () => deps.store.readShared();
    const read = reads();
    const result = run(read, withRecord(operation, read, call));
    if (!(result instanceof InSteps)) return replyOf(read, call, result);
    return runInSlices(result.steps(reads)).then((made) => replyOf(reads(), call, made));
  });
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

export const visitHandler = (deps: OperationDeps, operation: Operation, { run }: HandlerOf<'visit'>) => {
  const authorize = authorizeFor(operation, deps);
  const callOf = callFor(operation);
  const recorded = recorderFor(deps);
  const { store } = deps;
  const replyOf = ({ requestContext }: HandlerContext, call: AnyCall): Reply | Promise<Reply> => {
    const read = store.readShared();
    const { response, record } = run(read, withRecord(operation, read, call));
    const { status = 200 } = operation;
    if (deps.mode === 'verify') verifyResponse(operation, status, response);
    const reply = { status, body: response };
    if (record === undefined) return reply;
    return withOrigin(originOf(requestContext, call.caller), () => recorded(record)).then(() => reply);
  };
  // Synchronous where nothing is recorded: Elysia answers such a call in its turn, like a read.
  return (context: HandlerContext): Reply | Promise<Reply> => {
    const call = callOf(context, authorize(context));
    return store.readsWait ? store.readLater(() => replyOf(context, call)) : replyOf(context, call);
  };
};

export const sendFileHandler = (deps: ReadDeps, operation: Operation, { run }: HandlerOf<'sendFile'>) => {
  const authorize = authorizeFor(operation, deps);
  const callOf = callFor(operation);
  const recorded = recorderFor(deps);
  const { store } = deps;
  const audit = auditFor(deps, operation);
  return async (context: HandlerContext): Promise<Response> => {
    const { set, requestContext } = context;
    const call = callOf(context, authorize(context));
    const audited = audit(context, call);
    const file = run(call);
    if (audited !== undefined) await recorded((tx) => audited.add(tx, undefined, { object: file.name }));
    return fileResponse(file, set.headers, {
      requireStill: () => requireSameRights(authorize(context, store.view()), call.caller),
      failed: (error) => deps.reportError(error, requestContext.requestId),
    });
  };
};
