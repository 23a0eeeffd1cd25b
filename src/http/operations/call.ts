import type { TSchema } from '@sinclair/typebox';
import type { Tx } from '../../database/database.ts';
import type { WouldRaise } from '../../database/dry-run.ts';
import type { Synchronous } from '../../database/queued-write.ts';
import type { AnyCaller } from '../../kernel/caller.ts';
import type { Page, PageRequest } from '../../records/pages.ts';
import type { Reply } from '../reply.ts';
import type { FormFile } from './forms.ts';

export interface Call<Person, Query, Body, Row> {
  readonly caller: Person;
  readonly params: Readonly<Record<string, string>>;
  /** The first parameter of the path. */
  readonly id: string;
  readonly record: Row;
  readonly query: Query;
  readonly body: Body;
  /** The file of a multipart form. It is removed after the operation, unless the rule has moved it. */
  readonly file?: FormFile;
  /** Identifies repeats of this request: its credential and its idempotency key, if it has one. */
  readonly requestKey?: string;
  /** Only for an operation that `seesRequest`. */
  readonly request?: Request;
  /** Only for a protocol: judges the credential again. @throws Problem 401 or 403 when it has ended. */
  readonly requireStill?: () => void;
}

/** The call of a flow, which may write in several transactions. */
export interface FlowCall<Person, Query, Body, Row> extends Call<Person, Query, Body, Row> {
  /**
   * Runs the change of a flow with `changesBefore`, in a transaction that others follow: compares `If-Match` with the record,
   * and adds the entry of the audit log.
   * @param how says that the transactions that follow remove the record.
   * @throws Problem 412 `record_changed`.
   */
  change<Result>(tx: Tx, work: () => Result, how?: 'removed'): Result;
}

/** The response of a rule. Not a promise: what it awaited would run after the commit. */
export type RuleResponse = object & { readonly then?: never };

/** A response with one of the statuses of `alsoResponds`. */
export class WithStatus {
  constructor(
    readonly status: number,
    readonly response: object,
  ) {}
}

/** A response that sets cookies, such as that of a session. A replay of the response does not set them. */
export class WithCookies {
  /** @param cookies values of `Set-Cookie`. */
  constructor(
    readonly response: object,
    readonly cookies: readonly string[],
  ) {}
}

/** The reply of a flow. Only `conclude` creates one, so a flow that does not call it does not compile. */
export class Concluded {
  readonly #reply: Reply;

  constructor(reply: Reply) {
    this.#reply = reply;
  }

  get reply(): Reply {
    return this.#reply;
  }
}

/** What continues after the transaction of a flow, and the response when it is finished, in place of the one before. */
interface Rest {
  finish(): Promise<unknown>;
  response(tx: Tx): RuleResponse;
}

/**
 * Runs the last write of a flow, which compares `If-Match` and is audited unless the flow `changesBefore`. `work` returns the
 * response, which is stored for the idempotency key in its transaction. With a `rest`, a replay has the response after it.
 */
export type Conclude = (work: (tx: Tx) => RuleResponse, rest?: Rest) => Promise<Concluded>;

interface SharedQuery {
  readonly limit?: number;
  readonly starting_after?: string;
  readonly ending_before?: string;
  readonly cursor?: string;
  readonly 'expand[]'?: readonly string[];
}

export interface Visited {
  readonly response: RuleResponse;
  /** Records the visit; undefined when there is nothing to record. */
  readonly record?: ((tx: Tx) => void) | undefined;
}

/** A request of any operation. Its types were checked where the operation is declared. */
export type AnyCall = Call<AnyCaller, SharedQuery, unknown, unknown>;
export type AnyFlowCall = FlowCall<AnyCaller, SharedQuery, unknown, unknown>;

export interface ListCall<Person, Query, Parent> extends Call<Person, Query, undefined, Parent> {
  readonly page: PageRequest;
}

export interface ListResult<Row> {
  readonly page: Page<Row & { readonly id: string }>;
  view(row: Row): object;
  /** Fields that the envelope has besides, or in another form. */
  readonly added?: object;
}

/** Runs `work` in a transaction that is rolled back. Each call has one of its own. */
export type Simulate = <Result>(
  work: (tx: Tx, events: readonly WouldRaise[]) => Synchronous<Result>,
) => Promise<Result>;

/** What the rule of the operation has done in the transaction that is rolled back. */
export interface Tried {
  readonly response: RuleResponse;
  readonly events: readonly WouldRaise[];
}

/** The dry run of an operation with one transaction: `act` runs its rule, and what it reads before and after is the response. */
interface Preview<ApiCall> {
  /** The schema of its response, whose `object` ends with `_preview`. */
  readonly response: TSchema;
  preview(tx: Tx, call: ApiCall, act: () => Tried): RuleResponse;
}

/** The dry run of an operation that awaits something outside, or takes several transactions. */
export interface Trial<ApiCall> {
  readonly response: TSchema;
  run(call: ApiCall, simulate: Simulate): Promise<RuleResponse>;
}

export type DryRun<ApiCall> = Preview<ApiCall> | Trial<ApiCall>;
