import type { TObject, TSchema } from '@sinclair/typebox';
import type { Read, Tx } from '../../database/database.ts';
import type { Page, PageRequest } from '../../database/pages.ts';
import type { Actor, Caller } from '../../kernel/caller.ts';
import type { Permission } from '../../kernel/permissions.ts';
import type { Scope } from '../../kernel/scopes.ts';
import type { Expansions } from '../expansions.ts';
import type { FileFormat, FileReceiver, SentFile } from './files.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Method and path of an operation: `GET /v2/clients/:id`. */
export type Route = `${Method} /${string}`;

/** Who an operation is for: integrations and staff, members, or everybody. */
export type Audience = 'business' | 'member' | 'public';

/** A request of a staff member as a rule about ownership sees it. */
export interface OwnRequest {
  readonly read: Read;
  readonly actor: Actor;
  /** The `id` of the path. */
  readonly id: string;
  readonly query: URLSearchParams;
}

/** A permission that is enough where the record is the person's own. */
export interface OwnPermission {
  readonly permission: Permission;
  isOwn(request: OwnRequest): boolean;
}

/** The permission that an operation takes of a staff member, and the lesser one that is enough for their own records. */
export type StaffRule = Permission | readonly [permission: Permission, own: OwnPermission];

/**
 * What a credential that is restricted to sites gets of another site: `record`: 404, as if the record were not there;
 * `filtered`: the list without it; `named`: 403 `site_not_allowed` where the request names the site; `brand`: the same
 * as everybody, since no site is concerned; `own`: a member reaches their own records only.
 */
export type SiteRule = 'record' | 'filtered' | 'named' | 'brand' | 'own';

/** Finds the record that a path addresses. @throws Problem 404 when there is none, or the caller may not see it. */
export interface Finder<Row, Person = Caller> {
  readonly find: (read: Read, caller: Person, id: string) => Row;
}

/** What every operation says of itself. */
export interface Spec<Query extends TObject> {
  readonly summary: string;
  readonly description?: string;
  readonly query?: Query;
  /** The success status; 200 when absent. */
  readonly status?: number;
  /** The shape of the answer; absent where it is a file. */
  readonly answer?: TSchema;
  /** Further success answers by status. */
  readonly alsoAnswers?: Readonly<Record<number, TSchema>>;
  /** The error statuses of its own; those of every operation of its kind are added. */
  readonly errors?: readonly number[];
  /** Our own addition inside the interface's paths. */
  readonly isExtension?: boolean;
}

/** What an operation with related records says besides. */
export interface Expanding<Person> {
  /** The kind of record whose relations `expand[]` can name, or the expansions of a caller. */
  readonly expands?: string | ((caller: Person) => Expansions);
}

/** What an operation with a body says besides. */
export interface BodySpec<Body extends TObject> {
  /** The body's shape; an action without fields takes none. */
  readonly body?: Body;
  /** An absent body is refused, although every field of it may be left out. */
  readonly isBodyRequired?: boolean;
}

/** A request as a rule sees it: validated, with its caller and the record that its path addresses. */
export interface Call<Person, Query, Body, Row> {
  readonly caller: Person;
  readonly params: Readonly<Record<string, string>>;
  /** The first parameter of the path. */
  readonly id: string;
  /** What `on` found. */
  readonly record: Row;
  readonly query: Query;
  readonly body: Body;
  /** Identifies repeats of this request: its credential and idempotency key, if it has one. */
  readonly requestKey?: string;
  /** Changes the success status of this answer. */
  answerWith(status: number): void;
}

/** The stored answer of a flow; only `conclude` makes one, so that a flow that forgets it does not compile. */
export class Concluded {
  readonly #answer: object;

  constructor(answer: object) {
    this.#answer = answer;
  }

  get answer(): object {
    return this.#answer;
  }
}

/** Runs the last write of a flow; what `work` returns is the answer, stored for the idempotency key in its transaction. */
export type Conclude = (work: (tx: Tx) => object) => Promise<Concluded>;

/** The query parameters that the mechanism itself reads. */
export interface SharedQuery {
  readonly limit?: number;
  readonly starting_after?: string;
  readonly ending_before?: string;
  readonly cursor?: string;
  readonly 'expand[]'?: readonly string[];
}

/** A request of any operation: `builders` checked the types where the operation was declared. */
export type AnyCall = Call<Caller | undefined, SharedQuery, unknown, unknown>;

/** How an operation runs. */
export type Handler =
  | { readonly kind: 'read'; run(read: Read, call: AnyCall): object }
  | { readonly kind: 'list'; run(read: Read, call: AnyCall & { readonly page: PageRequest }): ListResult<object> }
  | { readonly kind: 'write'; run(tx: Tx, call: AnyCall): object }
  | { readonly kind: 'flow'; run(call: AnyCall, conclude: Conclude): Promise<Concluded> }
  | { readonly kind: 'sendFile'; run(call: AnyCall): SentFile }
  | { readonly kind: 'receiveFile'; run(call: AnyCall, format: FileFormat): FileReceiver<object> };

/** A request for a page of a list. */
export interface ListCall<Person, Query, Parent> extends Call<Person, Query, undefined, Parent> {
  readonly page: PageRequest;
}

/** A page and how each of its rows is answered. */
export interface ListResult<Row> {
  readonly page: Page<Row & { readonly id: string }>;
  readonly view: (row: Row) => object;
}

/** Everything that is known of an operation: route, access, shapes and rule. */
export interface Operation extends Spec<TObject>, BodySpec<TObject>, Expanding<Caller | undefined> {
  readonly id: string;
  readonly tag: string;
  /** What the operations of this tag are about, where this list introduces it. */
  readonly about?: string;
  readonly method: Method;
  readonly path: `/${string}`;
  readonly audience: Audience;
  /** The scope that a business credential needs; undefined for public operations. */
  readonly scope: Scope | undefined;
  /** What it asks of the staff member for whom a credential acts; undefined where none is let in. */
  readonly staff: StaffRule | undefined;
  readonly sites: SiteRule;
  readonly on?: Finder<unknown, Caller | undefined>;
  readonly isExtension: boolean;
  readonly handler: Handler;
}
