import type { Static, TObject, TProperties } from '@sinclair/typebox';
import type { Read, Tx } from '../../database/database.ts';
import type { AnyCaller, Caller, KioskCaller, MemberCaller, PublicCaller, StaffCaller } from '../../kernel/caller.ts';
import { extensionParameter, flag, object } from '../../kernel/schemas.ts';
import type { Scope, ScopeFamily } from '../../kernel/scopes.ts';
import { cursorQuery, expandField, listQuery } from '../paging.ts';
import type {
  AnyCall,
  Call,
  Conclude,
  Concluded,
  DryRun,
  FlowCall,
  ListCall,
  ListResult,
  RuleResponse,
  Trial,
  Visited,
} from './call.ts';
import type { FileFormat, FileReceiver, SentFile } from './files.ts';
import {
  type Audience,
  type BodySpec,
  type Exchange,
  type Exchanging,
  type Expanding,
  type Finder,
  type Handler,
  METHODS,
  type Method,
  type Operation,
  type OperationGroup,
  type Route,
  type SiteRule,
  type Spec,
  type StaffRule,
} from './operation.ts';

type NoFields = TObject<Record<never, never>>;

/** The record of the path, whose sites restrict the operation unless it belongs to the brand, or the site rule of an operation without a record. */
type Target<Row> =
  | { readonly on: Finder<Row>; readonly sites?: 'brand' }
  | { readonly on?: never; readonly sites: Exclude<SiteRule, 'record' | 'own'> };

interface BusinessAccess {
  readonly staff: StaffRule;
  /** A scope other than the group's. */
  readonly scope?: Scope;
}

/** The functions that declare operations, by kind. `Access` has the access rules that the audience requires. */
interface Builders<Person extends AnyCaller, Access> {
  /** Only reads. It responds synchronously. */
  read<Row = undefined, Query extends TObject = NoFields>(
    route: `GET /${string}`,
    id: string,
    spec: Spec<Query> & Expanding<Person> & Access & TargetOf<Access, Person, Row>,
    rule: (read: Read, call: Call<Person, Static<Query>, undefined, Row>) => RuleResponse,
  ): Operation;
  /** Reads, then records that, such as a view. The response never depends on it: it is sent on a full disk too. */
  visit<Row = undefined, Query extends TObject = NoFields>(
    route: `GET /${string}`,
    id: string,
    spec: Spec<Query> & Access & TargetOf<Access, Person, Row>,
    rule: (read: Read, call: Call<Person, Static<Query>, undefined, Row>) => Visited,
  ): Operation;
  /** Lists the records of the caller's sites, a page at a time (conventions.md "Lists"). */
  list<Row extends object, Filters extends TProperties = Record<never, never>, Parent = undefined>(
    route: `GET /${string}`,
    id: string,
    spec: ListSpec<Filters> & Expanding<Person> & Access & { readonly on?: Finder<Parent, Person> },
    rule: (read: Read, call: ListCall<Person, Static<TObject<Filters>>, Parent>) => ListResult<Row>,
  ): Operation;
  /**
   * Writes. The rule runs in one transaction, with its events and its stored response. All that it changes is in the database,
   * since it may be undone and run again.
   */
  write<Row = undefined, Query extends TObject = NoFields, Body extends TObject = NoFields>(
    route: Exclude<Route, `GET /${string}`>,
    id: string,
    spec: Spec<Query> &
      BodySpec<Body> & {
        readonly dryRun?: DryRun<Call<Person, Static<Query>, Static<Body>, Row>>;
      } & Access &
      TargetOf<Access, Person, Row>,
    rule: (tx: Tx, call: Call<Person, Static<Query>, Static<Body>, Row>) => RuleResponse,
  ): Operation;
  /** Awaits something external, such as the card processor, and then writes with `conclude`. */
  flow<Row = undefined, Query extends TObject = NoFields, Body extends TObject = NoFields>(
    route: Exclude<Route, `GET /${string}`>,
    id: string,
    spec: Spec<Query> &
      BodySpec<Body> & {
        readonly dryRun?: Trial<Call<Person, Static<Query>, Static<Body>, Row>>;
      } & Access &
      TargetOf<Access, Person, Row>,
    rule: (call: FlowCall<Person, Static<Query>, Static<Body>, Row>, conclude: Conclude) => Promise<Concluded>,
  ): Operation;
  sendFile<Query extends TObject>(
    route: `GET /${string}`,
    id: string,
    spec: Spec<Query> & Access & TargetOf<Access, Person, undefined>,
    rule: (call: Call<Person, Static<Query>, undefined, undefined>) => SentFile,
  ): Operation;
  receiveFile<Query extends TObject>(
    route: `POST /${string}`,
    id: string,
    spec: Spec<Query> & Access & TargetOf<Access, Person, undefined>,
    rule: (
      call: Call<Person, Static<Query>, undefined, undefined>,
      format: FileFormat,
      charset: string | undefined,
    ) => FileReceiver<object> | Promise<FileReceiver<object>>,
  ): Operation;
  /** Speaks a protocol of its own, such as tus: it reads the body and makes the response. It has no idempotency keys. */
  exchange<Row = undefined>(
    route: Route,
    id: string,
    spec: Spec<NoFields> & Required<Exchanging> & Access & TargetOf<Access, Person, Row>,
    rule: Exchange<Call<Person, object, undefined, Row>>,
  ): Operation;
}

export type BusinessBuilders = Builders<Caller, BusinessAccess>;

type TargetOf<Access, Person, Row> = Access extends BusinessAccess
  ? Target<Row>
  : { readonly on?: Finder<Row, Person> };

interface Declared extends OperationGroup {
  readonly audience: Audience;
  readonly scopeOf: (method: Method) => Scope | undefined;
  readonly isExtension?: boolean;
}

interface ListSpec<Filters extends TProperties> extends Omit<Spec<never>, 'query'> {
  /** The query parameters besides those for paging. */
  readonly filters?: Filters;
  /** `cursors`: starting_after and ending_before; `cursor`: a single `cursor` (staff and instructors). */
  readonly paging?: 'cursors' | 'cursor';
  /** The records belong to the brand. */
  readonly sites?: 'brand';
}

interface AnySpec extends Spec<TObject>, BodySpec<TObject>, Exchanging, Expanding<AnyCaller> {
  readonly dryRun?: DryRun<AnyCall>;
  readonly on?: Finder<unknown, AnyCaller>;
  readonly filters?: TProperties;
  readonly paging?: 'cursors' | 'cursor';
  readonly staff?: StaffRule;
  readonly scope?: Scope;
  readonly sites?: SiteRule;
}

const queryOf = (kind: Handler['kind'], spec: AnySpec): TObject | undefined => {
  const { query, filters = {}, paging, expands, dryRun } = spec;
  const listFields = paging === 'cursor' ? cursorQuery : listQuery;
  const own = kind === 'list' ? listFields(filters) : query;
  if (expands === undefined && dryRun === undefined) return own;
  return object(() => ({
    ...own?.properties,
    ...(expands === undefined ? {} : expandField),
    ...(dryRun === undefined ? {} : { dry_run: extensionParameter(flag()) }),
  }));
};

const siteRuleOf = (audience: Audience, kind: Handler['kind']): SiteRule => {
  if (audience === 'member' || audience === 'staff' || audience === 'kiosk') return 'own';
  if (audience === 'public') return 'brand';
  return kind === 'list' ? 'filtered' : 'record';
};

const isChange = ({ kind }: Handler): boolean => !['read', 'list', 'visit', 'exchange'].includes(kind);

const declare = (group: Declared, route: Route, id: string, spec: AnySpec, handler: Handler): Operation => {
  const space = route.indexOf(' ');
  const method = METHODS.find((each) => each === route.slice(0, space));
  if (method === undefined) throw new Error(`the route '${route}' has no method`);
  const path = route.slice(space + 1);
  const query = queryOf(handler.kind, spec);
  const { tag, about, audience, audited = false, reads, readsWhole, readableFrom } = group;
  // The fields that all operations have come first: objects whose fields begin alike share their layout in memory.
  return {
    id,
    method,
    path,
    params: [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
    tag,
    audience,
    handler,
    audited: audited && isChange(handler),
    sites: siteRuleOf(audience, handler.kind),
    isExtension: group.isExtension === true,
    staff: undefined,
    scope: group.scopeOf(method),
    ...(isChange(handler) && reads !== undefined ? { reads } : {}),
    ...(readsWhole === undefined ? {} : { readsWhole }),
    ...(readableFrom === undefined ? {} : { readableFrom }),
    ...spec,
    ...(query === undefined ? {} : { query }),
    ...(about === undefined ? {} : { about }),
  };
};

const buildersFor = <Person extends AnyCaller, Access>(group: Declared): Builders<Person, Access> => ({
  read: (route, id, spec, run) => declare(group, route, id, spec, { kind: 'read', run }),
  visit: (route, id, spec, run) => declare(group, route, id, spec, { kind: 'visit', run }),
  list: (route, id, spec, run) => declare(group, route, id, spec, { kind: 'list', run }),
  write: (route, id, spec, run) => declare(group, route, id, spec, { kind: 'write', run }),
  flow: (route, id, spec, run) => declare(group, route, id, spec, { kind: 'flow', run }),
  sendFile: (route, id, spec, run) => declare(group, route, id, spec, { kind: 'sendFile', run }),
  receiveFile: (route, id, spec, run) => declare(group, route, id, spec, { kind: 'receiveFile', run }),
  exchange: (route, id, spec, run) => declare(group, route, id, spec, { kind: 'exchange', run }),
});

type Declare<Person extends AnyCaller, Access> = (builders: Builders<Person, Access>) => readonly Operation[];

/**
 * Declares operations of the Business API or of `/manage`. Each has the permission that staff members need and a site
 * rule.
 * @param scopes the family of the scopes: GET needs its `:read` scope, other methods its `:write` scope. Or `manage`.
 */
export const businessOperations = (
  group: OperationGroup,
  scopes: ScopeFamily | 'manage',
  operations: Declare<Caller, BusinessAccess>,
): readonly Operation[] => {
  const isExtension = scopes === 'manage';
  const scopeOf = (method: Method): Scope =>
    isExtension ? 'manage' : `${scopes}:${method === 'GET' ? 'read' : 'write'}`;
  return operations(buildersFor({ ...group, audience: 'business', scopeOf, isExtension }));
};

const MEMBER = {
  tag: 'Member',
  about: "Operations for members, with an ID token from the studio's sign-in provider.",
};

/**
 * Declares operations of the member API, below `/v2/member/`. The caller is one client: a member who has signed in, or a
 * business credential with the scope `members:act` that acts for the client.
 */
export const memberOperations = (operations: Declare<MemberCaller, unknown>): readonly Operation[] =>
  operations(buildersFor({ ...MEMBER, audience: 'member', scopeOf: () => 'members:act' }));

/** Declares operations of the member API, below `/public-api/v2/member/`, that only members who have signed in may call. */
export const memberOnlyOperations = (operations: Declare<MemberCaller, unknown>): readonly Operation[] =>
  operations(buildersFor({ ...MEMBER, audience: 'member', scopeOf: () => undefined }));

/**
 * Declares operations that integrations, staff and members read. A member has access to the records of
 * their home site only; `siteIds` restricts business credentials and members in the same way. A business
 * credential that sends X-Client-ID and has the scope `members:act` reads as that member.
 */
export const readerOperations = (
  group: OperationGroup,
  scopes: ScopeFamily,
  operations: Declare<Caller, BusinessAccess>,
): readonly Operation[] => operations(buildersFor({ ...group, audience: 'reader', scopeOf: () => `${scopes}:read` }));

export const publicOperations = (
  group: OperationGroup,
  operations: Declare<PublicCaller, unknown>,
  isExtension = false,
): readonly Operation[] =>
  operations(buildersFor({ ...group, audience: 'public', scopeOf: () => undefined, isExtension }));

/** Declares operations that only kiosks call, each for its site. */
export const kioskOperations = (
  group: OperationGroup,
  operations: Declare<KioskCaller, unknown>,
): readonly Operation[] =>
  operations(buildersFor({ ...group, audience: 'kiosk', scopeOf: () => undefined, isExtension: true }));

/** Declares operations that each staff member calls for themselves, whatever their role: signed in, or with a key. */
export const staffOperations = (
  group: OperationGroup,
  operations: Declare<StaffCaller, unknown>,
): readonly Operation[] =>
  operations(buildersFor({ ...group, audience: 'staff', scopeOf: () => undefined, isExtension: true }));
