import type { TObject } from '@sinclair/typebox';
import { type AnyElysia, Elysia } from 'elysia';
import type { Tx } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import type { Caller } from '../../kernel/caller.ts';
import { invalidParam } from '../../kernel/problem.ts';
import { part } from '../../kernel/schemas.ts';
import { parseBody, readText } from '../body.ts';
import { type ErrorReporter, respondWithError } from '../errors.ts';
import { type ExpansionsFor, expand } from '../expansions.ts';
import type { Idempotency, KeyUse } from '../idempotency.ts';
import { listAnswer, pageRequest } from '../paging.ts';
import { parseQuery } from '../query-string.ts';
import { callerOf, type HandlerContext, NO_PARAMS, type RequestContext } from '../request-context.ts';
import { checked } from '../validation.ts';
import { type AccessDeps, authorizeFor } from './authorize.ts';
import { fileFormatOf, fileResponse, receiveFile } from './files.ts';
import { createRunOnce } from './idempotent.ts';
import { hookOf } from './openapi-hook.ts';
import type { Call, Concluded, Handler, Operation } from './operation.ts';

/** What operations are mounted with. */
export interface OperationDeps extends AccessDeps {
  readonly store: Store;
  readonly idempotency: Idempotency;
  readonly reportError: ErrorReporter;
  /** What `expand[]` can name, by kind of record. */
  readonly expansions: Readonly<Record<string, ExpansionsFor>>;
  /** `document` gives the schemas to the OpenAPI document; `verify` also checks answers against theirs (tests). */
  readonly mode: 'serve' | 'verify' | 'document';
}

type AnyCall = Call<Caller, unknown, unknown, unknown>;
type Rule<Kind extends Handler['kind']> = Extract<Handler, { kind: Kind }>['run'];

const NO_FIELDS = part({});
const NO_CONTEXT: RequestContext = { requestId: '', startedAt: 0, caller: undefined, route: undefined };

/** An Elysia instance whose handlers find the request context. */
export const router = (prefix = '') => new Elysia({ prefix, normalize: false }).decorate('requestContext', NO_CONTEXT);

/** @throws Error when an answer is not what the operation declares (tests only). */
const verify = (operation: Operation, status: number, answer: unknown): void => {
  const schema = operation.alsoAnswers?.[status] ?? operation.answer;
  if (schema === undefined) return;
  const [problem] = checked(schema).problems(JSON.parse(JSON.stringify(answer)));
  if (problem !== undefined) throw new Error(`${operation.id} answers what it does not declare: ${problem.message}`);
};

/** The handlers of operations, all HTTP behaviour that they share: access, validation, idempotency, errors. */
const handlersFor = (deps: OperationDeps) => {
  const { store } = deps;
  const isVerified = deps.mode === 'verify';
  const runOnce = createRunOnce(deps);

  const failed = ({ set, requestContext }: HandlerContext, error: unknown) =>
    respondWithError({ set, requestId: requestContext.requestId }, error, deps.reportError);

  const callFor = (operation: Operation) => {
    const query = checked((operation.query ?? NO_FIELDS) as TObject);
    return (context: HandlerContext, caller: Caller | undefined, body: unknown): AnyCall => ({
      caller: caller as Caller,
      params: context.params ?? NO_PARAMS,
      id: context.params?.id ?? '',
      record: undefined,
      query: parseQuery(context.request.url, query),
      body,
      answerWith: (status) => {
        context.set.status = status;
      },
    });
  };

  const expansionsOf = ({ expands }: Operation, caller: Caller) => {
    if (typeof expands !== 'string') return expands?.(caller as never) ?? {};
    return deps.expansions[expands]?.(caller.siteIds) ?? {};
  };

  /** What a read or a list answers, its related records included. */
  const answerFor = (operation: Operation) => {
    const { handler, on, expands, path } = operation;
    return (call: AnyCall): unknown => {
      const read = store.readShared();
      const found = on === undefined ? call : { ...call, record: on.find(read, call.caller as never, call.id) };
      const { 'expand[]': paths } = call.query as { 'expand[]'?: string[] };
      if (handler.kind === 'list') {
        const page = pageRequest(call.query as object);
        const result = handler.run(read, { ...found, page } as never);
        const url = path.replace(/:(\w+)/g, (_, name: string) => String(call.params[name]));
        const answer = listAnswer(url, result.page, result.view as (row: object) => object);
        if (expands !== undefined) expand(read, answer.data, paths, expansionsOf(operation, call.caller));
        return answer;
      }
      const answer = (handler.run as Rule<'read'>)(read, found as never);
      if (expands === undefined) return answer;
      return expand(read, [answer as object], paths, expansionsOf(operation, call.caller))[0];
    };
  };

  const reads = (operation: Operation) => {
    const { path } = operation;
    const authorize = authorizeFor(operation, deps);
    const callOf = callFor(operation);
    const answerTo = answerFor(operation);
    // Elysia reads the source of a handler: it prepares what is named here, and takes a function that returns the
    // result of a call for an asynchronous one.
    return ({ request, params, set, requestContext }: HandlerContext): unknown => {
      const context = { request, params, set, requestContext };
      requestContext.route = path;
      let answer: unknown;
      try {
        answer = answerTo(callOf(context, authorize(context), undefined));
        if (isVerified) verify(operation, Number(set.status ?? 200), answer);
      } catch (error) {
        answer = failed(context, error);
      }
      return answer;
    };
  };

  /** The handler of an operation that awaits something. */
  const asynchronous = (
    operation: Operation,
    handle: (context: HandlerContext, caller: Caller | undefined) => Promise<unknown>,
  ) => {
    const authorize = authorizeFor(operation, deps);
    return async ({ request, params, set, requestContext }: HandlerContext): Promise<unknown> => {
      const context = { request, params, set, requestContext };
      requestContext.route = operation.path;
      try {
        return await handle(context, authorize(context));
      } catch (error) {
        return failed(context, error);
      }
    };
  };

  /** The idempotency key of a request, or undefined when it has none or is no POST. */
  const keyUseOf = ({ request, requestContext }: HandlerContext, content: string): KeyUse | undefined =>
    request.method === 'POST' ? deps.idempotency.use(request, callerOf(requestContext), content) : undefined;

  const changes = (operation: Operation) => {
    const { handler, on, status: success = 200 } = operation;
    const callOf = callFor(operation);
    const body = checked((operation.body ?? NO_FIELDS) as TObject);

    const conclude = (context: HandlerContext, use: KeyUse | undefined, work: (tx: Tx) => object) =>
      store.write((tx) => {
        const answer = work(tx);
        const status = Number(context.set.status);
        if (isVerified) verify(operation, status, answer);
        if (use !== undefined) deps.idempotency.remember(tx, use, status, answer);
        return answer;
      });

    const run = (context: HandlerContext, call: AnyCall, use: KeyUse | undefined): Promise<unknown> => {
      context.set.status = success;
      if (handler.kind === 'write') {
        return conclude(context, use, (tx) => {
          const found = on === undefined ? call : { ...call, record: on.find(tx, call.caller as never, call.id) };
          return handler.run(tx, found as never);
        });
      }
      const found = on === undefined ? call : { ...call, record: on.find(store.view(), call.caller as never, call.id) };
      const concluded = (work: (tx: Tx) => object) => conclude(context, use, work) as Promise<unknown>;
      return (handler.run as Rule<'flow'>)(found as never, concluded as (work: unknown) => Promise<Concluded>);
    };

    const handle = async (context: HandlerContext, caller: Caller | undefined): Promise<unknown> => {
      const text = await readText(context.request);
      if (operation.isBodyRequired === true && text === '') {
        throw invalidParam('body', "The body is missing. Send at least an empty object, '{}'.", 'parameter_missing');
      }
      const use = keyUseOf(context, text);
      const call = callOf(context, caller, parseBody(text, body));
      const keyed = use === undefined ? call : { ...call, requestKey: `${use.credentialId} ${use.key}` };
      return runOnce(context, use, () => run(context, keyed, use));
    };

    return asynchronous(operation, handle);
  };

  const sendsFile = (operation: Operation, run: Rule<'sendFile'>) => {
    const authorize = authorizeFor(operation, deps);
    const callOf = callFor(operation);
    return ({ request, params, set, requestContext }: HandlerContext): unknown => {
      const context = { request, params, set, requestContext };
      requestContext.route = operation.path;
      try {
        const file = run(callOf(context, authorize(context), undefined) as never);
        return fileResponse(file, set.headers, (error) => deps.reportError(error, requestContext.requestId));
      } catch (error) {
        return failed(context, error);
      }
    };
  };

  const receivesFile = (operation: Operation, run: Rule<'receiveFile'>) => {
    const callOf = callFor(operation);
    return asynchronous(operation, async (context, caller) => {
      const receiver = run(callOf(context, caller, undefined) as never, fileFormatOf(context.request));
      const digest = await receiveFile(context.request, (bytes) => receiver.push(bytes));
      const use = keyUseOf(context, digest);
      return runOnce(context, use, () =>
        receiver.end((tx, answer) => {
          if (use !== undefined) deps.idempotency.remember(tx, use, 200, answer);
        }),
      );
    });
  };

  return (operation: Operation) => {
    const { handler } = operation;
    if (handler.kind === 'read' || handler.kind === 'list') return reads(operation);
    if (handler.kind === 'sendFile') return sendsFile(operation, handler.run);
    if (handler.kind === 'receiveFile') return receivesFile(operation, handler.run);
    return changes(operation);
  };
};

/** The operations as routes of Elysia. */
export const mountOperations = (operations: readonly Operation[], deps: OperationDeps): AnyElysia => {
  const handlerOf = handlersFor(deps);
  const app: AnyElysia = router();
  for (const operation of operations) {
    app.route(operation.method, operation.path, handlerOf(operation) as never, hookOf(operation, deps.mode) as never);
  }
  return app;
};
