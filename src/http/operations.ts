import type { Static, TObject, TSchema } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { Read, Tx } from '../database/database.ts';
import type { Store } from '../database/store.ts';
import type { Caller } from '../kernel/caller.ts';
import { invalidParam } from '../kernel/problem.ts';
import { isAdded, part } from '../kernel/schemas.ts';
import type { Passage } from './authenticate.ts';
import { parseBody, readText } from './body.ts';
import { type Fault, refuse } from './errors.ts';
import type { Idempotency } from './idempotency.ts';
import { createOnce } from './idempotent.ts';
import { parseQuery } from './query-string.ts';
import { type Context, callerOf, NO_PARAMS, type Route } from './request-context.ts';
import { type Checked, checked } from './validation.ts';

/** What the routes of every family need. */
export interface RouteDeps {
  readonly store: Store;
  readonly idempotency: Idempotency;
  readonly fault: Fault;
  /** `document` gives the schemas to the OpenAPI document; `verify` also holds answers against theirs (tests). */
  readonly mode: 'serve' | 'verify' | 'document';
}

/** One operation of the interface, as data. */
export interface Operation<Query extends TObject, Body extends TObject> {
  /** The operationId. */
  readonly id: string;
  readonly summary: string;
  readonly query?: Query;
  /** The body's shape; an action without fields takes none. */
  readonly body?: Body;
  /** An absent body is refused, although every field of it may be left out. */
  readonly isBodyRequired?: boolean;
  /** The success status; 200 when absent. */
  readonly status?: number;
  readonly answer: TSchema;
  /** Further success answers by status. */
  readonly alsoAnswers?: Readonly<Record<number, TSchema>>;
  /** The statuses of the refusals that belong to it, besides 401 and 429. */
  readonly refusals?: readonly number[];
  /** It needs no credential, and its rule asks for no caller. */
  readonly isPublic?: boolean;
  /** Our own addition inside the interface's paths. */
  readonly isExtension?: boolean;
}

/** A request as a rule sees it: checked, with its caller. */
export interface Call<Query, Body> {
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
  /** The `id` of the path. */
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
  /** Tells a repeat of this request from another one: its credential and idempotency key, if it bears one. */
  readonly requestKey?: string;
  /** Changes the success status of this answer. */
  answerWith(status: number): void;
}

/** Runs the last write of an operation; what it answers is the answer of the operation. */
export type Conclude = (work: (tx: Tx) => unknown) => Promise<unknown>;

const NO_FIELDS = part({});
const NOWHERE: Passage = { requestId: '', startedAt: 0, caller: undefined, route: undefined };

/** The routes below one prefix; the gate's passage is part of every handler's context. */
export const router = (prefix: string) => new Elysia({ prefix, normalize: false }).decorate('passage', NOWHERE);

/** The query parameters that the interface does not list. */
const addedTo = (query: TObject | undefined): string[] =>
  Object.entries(query?.properties ?? {}).flatMap(([name, schema]) => (isAdded(schema) ? [name] : []));

const hookOf = (mode: RouteDeps['mode'], tag: string, operation: Operation<TObject, TObject>, hasBody: boolean) => {
  const status = operation.status ?? 200;
  const detail = {
    operationId: operation.id,
    summary: operation.summary,
    tags: [tag],
    'x-refusals': operation.refusals ?? [],
    'x-added': addedTo(operation.query),
    ...(operation.isExtension === true ? { 'x-extension': true } : {}),
    ...(operation.isBodyRequired === true ? { 'x-body-required': true } : {}),
  };
  if (mode !== 'document') return hasBody ? { detail, parse: 'none' } : { detail };
  return {
    detail,
    response: { [status]: operation.answer, ...operation.alsoAnswers },
    ...(operation.query === undefined ? {} : { query: operation.query }),
    ...(hasBody && operation.body !== undefined ? { body: operation.body } : {}),
  };
};

const verify = (deps: RouteDeps, operation: Operation<TObject, TObject>, status: number, answer: unknown): void => {
  if (deps.mode !== 'verify') return;
  const schema = operation.alsoAnswers?.[status] ?? operation.answer;
  const [problem] = checked(schema).problems(JSON.parse(JSON.stringify(answer)));
  if (problem !== undefined)
    throw new Error(`${operation.id} answers what its shape does not describe: ${problem.message}`);
};

/**
 * The three kinds of operation, for one family. Each takes the operation as data and its rule, and gives Elysia's
 * handler and documentation; together they are every HTTP manner that operations share.
 */
export const operations = (deps: RouteDeps, tag: string) => {
  const callOf = <Query extends TObject, Body>(
    context: Context,
    { isPublic }: Pick<Operation<Query, TObject>, 'isPublic'>,
    query: Checked<Query>,
    body: Body,
  ): Call<Static<Query>, Body> => ({
    caller: isPublic === true ? (context.passage.caller as Caller) : callerOf(context.passage),
    params: context.params ?? NO_PARAMS,
    id: context.params?.id ?? '',
    query: parseQuery(context.request.url, query),
    body,
    answerWith: (status) => {
      context.set.status = status;
    },
  });

  const once = createOnce(deps);

  const refused = ({ set, passage }: Context, error: unknown) =>
    refuse({ set, requestId: passage.requestId }, error, deps.fault);

  // Each handler names what it takes from the context: Elysia reads its source and makes nothing else.
  const answered =
    (handle: (context: Context) => Promise<unknown>) =>
    async ({ request, params, set, passage, route }: Context): Promise<unknown> => {
      const context = { request, params, set, passage, route };
      passage.route = route;
      try {
        return await handle(context);
      } catch (error) {
        return refused(context, error);
      }
    };

  const prepare = async <Body extends TSchema>(context: Context, body: Checked<Body>, isRequired: boolean) => {
    const text = await readText(context.request);
    if (isRequired && text === '') {
      throw invalidParam('body', "The body is missing. Send at least an empty object, '{}'.", 'parameter_missing');
    }
    const { request, passage } = context;
    const use = request.method === 'POST' ? deps.idempotency.use(request, callerOf(passage), text) : undefined;
    return { use, body: parseBody(text, body) };
  };

  const changing = <Query extends TObject, Body extends TObject>(
    operation: Operation<Query, Body>,
    flow: (call: Call<Static<Query>, Static<Body>>, conclude: Conclude) => Promise<unknown>,
  ): Route => {
    const query = checked((operation.query ?? NO_FIELDS) as Query);
    const shape = checked((operation.body ?? NO_FIELDS) as Body);
    const handle = async (context: Context): Promise<unknown> => {
      const { use, body } = await prepare(context, shape, operation.isBodyRequired === true);
      const requestKey = use === undefined ? {} : { requestKey: `${use.credentialId} ${use.key}` };
      const call = { ...callOf(context, operation, query, body), ...requestKey };
      return once(context, use, () => {
        context.set.status = operation.status ?? 200;
        return flow(call, (work) =>
          deps.store.write((tx) => {
            const answer = work(tx);
            const status = Number(context.set.status);
            verify(deps, operation, status, answer);
            if (use !== undefined) deps.idempotency.remember(tx, use, status, answer);
            return answer as object;
          }),
        );
      });
    };
    return [answered(handle), hookOf(deps.mode, tag, operation, true)];
  };

  return {
    /** An operation that only reads: answered in one synchronous stretch. */
    reads: <Query extends TObject = typeof NO_FIELDS>(
      operation: Operation<Query, TObject>,
      rule: (read: Read, call: Call<Static<Query>, undefined>) => unknown,
    ): Route => {
      const query = checked((operation.query ?? NO_FIELDS) as Query);
      return [
        // Elysia takes a function whose source returns the result of a call for asynchronous: this one does not.
        ({ request, params, set, passage, route }) => {
          const context = { request, params, set, passage, route };
          passage.route = route;
          let answer: unknown;
          try {
            answer = rule(deps.store.glance(), callOf(context, operation, query, undefined));
            verify(deps, operation, Number(set.status ?? 200), answer);
          } catch (error) {
            answer = refused(context, error);
          }
          return answer;
        },
        hookOf(deps.mode, tag, operation, false),
      ];
    },

    /** An operation that changes something: its rule runs in one transaction with the events and the stored answer. */
    writes: <Query extends TObject = typeof NO_FIELDS, Body extends TObject = typeof NO_FIELDS>(
      operation: Operation<Query, Body>,
      rule: (tx: Tx, call: Call<Static<Query>, Static<Body>>) => unknown,
    ): Route => changing(operation, (call, conclude) => conclude((tx) => rule(tx, call))),

    /**
     * An operation that awaits something outside between its read and its write. Its last write goes through
     * `conclude`, so that the answer is stored for its idempotency key in the same transaction.
     */
    flows: <Query extends TObject = typeof NO_FIELDS, Body extends TObject = typeof NO_FIELDS>(
      operation: Operation<Query, Body>,
      flow: (call: Call<Static<Query>, Static<Body>>, conclude: Conclude) => Promise<unknown>,
    ): Route => changing(operation, flow),
  };
};
