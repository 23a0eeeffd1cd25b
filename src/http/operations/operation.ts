import type { TObject, TSchema } from '@sinclair/typebox';
import type { Read, Tx } from '../../database/database.ts';
import type { Actor, AnyCaller, Caller } from '../../kernel/caller.ts';
import type { ReadableFrom } from '../../kernel/open-paths.ts';
import type { Permission } from '../../kernel/permissions.ts';
import type { Scope } from '../../kernel/scopes.ts';
import type { PageRequest } from '../../records/pages.ts';
import type { Expansions } from '../expansions.ts';
import type { AnyCall, AnyFlowCall, Conclude, Concluded, DryRun, ListResult, RuleResponse, Visited } from './call.ts';
import type { RecordedAnswer, RequestExample } from './example.ts';
import type { FileFormat, FileReceiver, SentFile } from './files.ts';
import type { FormFileSpec } from './forms.ts';
import type { ProtocolSpec } from './protocol.ts';

export const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'] as const;
export type Method = (typeof METHODS)[number];

/** Method and path of an operation: `GET /v2/clients/:id`. */
export type Route = `${Method} /${string}`;

/** The users of an operation: integrations and staff, members, both, everyone, each staff member alone, or kiosks. */
export type Audience = 'business' | 'member' | 'reader' | 'public' | 'staff' | 'kiosk';

interface OwnRequest {
  readonly read: Read;
  readonly actor: Actor;
  readonly id: string;
  readonly query: URLSearchParams;
}

/** A permission for the staff member's own records only. */
export interface OwnPermission {
  readonly permission: Permission;
  isOwn(request: OwnRequest): boolean;
  /** The ids of the staff member's own records among `ids`, in one query, for expansions. Without it there are no own records. */
  among?(read: Read, actor: Actor, ids: readonly string[]): ReadonlySet<string>;
}

/** The permission that staff members need for an operation, and optionally a lesser one for their own records. */
export type StaffRule = Permission | readonly [permission: Permission, own: OwnPermission];

/**
 * How an operation treats a site that a restricted credential does not have. `record`: 404, as if the record did not
 * exist; `filtered`: lists leave its records out; `named`: 403 `site_not_allowed` if the request names the site;
 * `brand`: no restriction, because the operation concerns no site; `own`: members access only their own records.
 */
export type SiteRule = 'record' | 'filtered' | 'named' | 'brand' | 'own';

/** Finds the record of a path. @throws Problem 404 when there is none, or the caller has no access to it. */
export interface Finder<Row, Person = Caller> {
  /** Whether the path may have the slug of the record instead of its id. */
  readonly takesSlug?: boolean;
  find(read: Read, caller: Person, id: string): Row;
  /** The site of such a record for the audit log; null if it belongs to several or to the brand. */
  siteOf?(read: Read, id: string): string | null;
}

/**
 * Whether an operation has an entry in the audit log: always, always but without what was changed, or when its body has
 * one of these fields, such as an override.
 */
type Audited = boolean | 'without changes' | readonly string[];

/**
 * The ids of the operations that read a record: `If-Match` names the ETag of one of them, and the audit log has the record
 * as the first one responds with it. Or a function for the audit log alone, where no operation reads the record on its own.
 */
type Reads = string | readonly [string, ...string[]] | ReadPart;

/** `partId`: the second parameter of the path, or the id of the created record. @throws Problem 404. */
type ReadPart = (read: Read, id: string, partId: string) => object;

export interface OperationGroup {
  readonly tag: string;
  /** The description of the tag; only the list that introduces it has one. */
  readonly about?: string;
  /** Whether each change has an entry in the audit log, unless the operation says otherwise. */
  readonly audited?: boolean;
  /** Which pages of other origins may call public operations; by default none. */
  readonly readableFrom?: ReadableFrom;
  /** The operation that reads the record which they change, unless one says otherwise. */
  readonly reads?: string;
  readonly readsWhole?: string;
}

export interface Spec<Query extends TObject> {
  readonly summary: string;
  readonly description?: string;
  readonly query?: Query;
  /** The success status; by default 200. */
  readonly status?: number;
  /** The schema of the response; absent if it is a file. */
  readonly response?: TSchema;
  /** The format of a file that a read sends where the query asks for it. */
  readonly alsoSends?: 'csv' | 'html';
  /** Whether the file that it sends is one JSON object, not a list of records as CSV or JSON. */
  readonly sendsObject?: true;
  /** The only format of the files that it takes; absent if it takes all. */
  readonly takesOnly?: FileFormat;
  readonly alsoResponds?: Readonly<Record<number, TSchema>>;
  /** A request of the demo studio, for the document. Without it, one that sends nothing. */
  readonly example?: RequestExample;
  /** Error statuses besides the common ones of its kind. */
  readonly errors?: readonly number[];
  /** Whether it extends the contract. */
  readonly isExtension?: boolean;
  /** By default as its group says. */
  readonly audited?: Audited;
  /** Whether a flow changes its record with `change`, in a transaction before the one of `conclude`. */
  readonly changesBefore?: true;
  /** What reads the record that this operation creates, changes or removes; by default as its group says. */
  readonly reads?: Reads;
  /** false for an operation that `reads` its record for the audit log alone, and has no ETag. */
  readonly hasEtag?: false;
  /** The field that it sets, such as `brand.logoUrl`: `If-None-Match: *` lets it set what is null. By default the whole record. */
  readonly sets?: string;
  /** The operation that reads the record around the one of `reads`, whose client and site the audit log has too. */
  readonly readsWhole?: string;
  /** Whether the transaction of a flow judges its credential again, as every write does: for what gives rights to someone. */
  readonly givesRights?: true;
  /** Whether a person who is signed in gives the password again, unless they did within the last 15 minutes. */
  readonly sensitive?: true;
  /** Whether its request has what only a link, a device or another response gives: it has no example that works on its own. */
  readonly isInteractive?: true;
  /** What it responds, by status, for the document: where `isInteractive` keeps it from being recorded. */
  readonly answers?: Readonly<Record<number, object | RecordedAnswer>>;
  /** Counts each request in the bucket of the client address, for what strangers call, or in the member's own of heartbeats. */
  readonly limitedBy?: 'address' | 'heartbeat';
  /** For how long a response may be shown again without asking, seconds. The response has an ETag. */
  readonly cacheSeconds?: number;
  /** Which pages of other origins may call a public operation; by default as its group says. */
  readonly readableFrom?: ReadableFrom;
  /** Whether its rule needs the request itself, such as for the address of a browser. */
  readonly seesRequest?: true;
}

/** The expansions for a caller. The type of a method, since operations of every kind of caller are in one list. */
type CallerExpansions<Person> = { of(caller: Person): Expansions }['of'];

export interface Expanding<Person> {
  /** The kind of record whose expansions `expand[]` accepts, or a function that returns the expansions. */
  readonly expands?: string | CallerExpansions<Person>;
}

export interface BodySpec<Body extends TObject> {
  /** The schema of the body; absent for an action without fields. */
  readonly body?: Body;
  /** A missing body is an error, although all of its fields are optional. */
  readonly isBodyRequired?: boolean;
  /** The file that the operation also takes, as a part of a multipart form with the fields of the body beside it. */
  readonly file?: FormFileSpec;
}

export interface Exchanging {
  readonly protocol?: ProtocolSpec;
}

/**
 * Handles a request of a protocol and makes its response. `headers` are set on every response, errors included.
 * `conclude` belongs into the transaction of the change: it adds the entry of an audited operation to the audit log, and
 * stores what a POST has made for its idempotency key. A POST that is refused after that concludes once more, as `refused`:
 * its key may be used again. `earlier` is what an earlier POST with the same key has made.
 */
export type Exchange<ApiCall> = (
  call: ApiCall,
  request: Request,
  headers: Record<string, string | number>,
  conclude: (tx: Tx, made: object, outcome?: 'refused') => void,
  earlier?: unknown,
) => Promise<Response>;

export type Handler =
  | { readonly kind: 'read'; run(read: Read, call: AnyCall): RuleResponse }
  | { readonly kind: 'list'; run(read: Read, call: AnyCall & { readonly page: PageRequest }): ListResult<object> }
  | { readonly kind: 'visit'; run(read: Read, call: AnyCall): Visited }
  | { readonly kind: 'write'; run(tx: Tx, call: AnyCall): RuleResponse }
  | { readonly kind: 'flow'; run(call: AnyFlowCall, conclude: Conclude): Promise<Concluded> }
  | { readonly kind: 'sendFile'; run(call: AnyCall): SentFile }
  | {
      readonly kind: 'receiveFile';
      /** `charset`: what the content type declares. */
      run(
        call: AnyCall,
        format: FileFormat,
        charset: string | undefined,
      ): FileReceiver<object> | Promise<FileReceiver<object>>;
    }
  | { readonly kind: 'exchange'; run(...args: Parameters<Exchange<AnyCall>>): Promise<Response> };

export type HandlerOf<Kind extends Handler['kind']> = Extract<Handler, { kind: Kind }>;

export interface Operation extends Spec<TObject>, BodySpec<TObject>, Exchanging, Expanding<AnyCaller> {
  readonly id: string;
  readonly tag: string;
  /** The description of the tag; only on operations of the list that introduces it. */
  readonly about?: string;
  readonly method: Method;
  readonly path: string;
  readonly params: readonly string[];
  readonly audience: Audience;
  /** The scope that business credentials need; undefined for public operations. */
  readonly scope: Scope | undefined;
  /** The permission that staff members need; undefined if staff credentials may not call it. */
  readonly staff: StaffRule | undefined;
  readonly sites: SiteRule;
  readonly on?: Finder<unknown, AnyCaller>;
  readonly dryRun?: DryRun<AnyCall>;
  readonly isExtension: boolean;
  readonly handler: Handler;
}
