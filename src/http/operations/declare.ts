import type { Static, TObject, TProperties } from '@sinclair/typebox';
import type { Read, Tx } from '../../database/database.ts';
import type { Caller, MemberCaller } from '../../kernel/caller.ts';
import { part } from '../../kernel/schemas.ts';
import type { Scope, ScopeFamily } from '../../kernel/scopes.ts';
import { cursorQuery, expandField, listQuery } from '../paging.ts';
import type { FileFormat, FileReceiver, SentFile } from './files.ts';
import type {
  Audience,
  BodySpec,
  Call,
  Conclude,
  Concluded,
  Expanding,
  Finder,
  Handler,
  ListCall,
  ListResult,
  Method,
  Operation,
  Route,
  SiteRule,
  Spec,
  StaffRule,
} from './operation.ts';

type NoFields = TObject<Record<never, never>>;

/** The record that a path addresses, whose sites bind the operation; or the site rule of an operation without one. */
type Target<Row> =
  | { readonly on: Finder<Row>; readonly sites?: never }
  | { readonly on?: never; readonly sites: Exclude<SiteRule, 'record' | 'own'> };

/** What a business operation says of its access. */
interface BusinessAccess {
  readonly staff: StaffRule;
  /** Another scope than the family's. */
  readonly scope?: Scope;
}

/** The kinds of operation. `Access` is what the audience demands of each. */
interface Builders<Person, Access> {
  /** Only reads: answered in one synchronous stretch. */
  read<Row = undefined, Query extends TObject = NoFields>(
    route: `GET /${string}`,
    id: string,
    spec: Spec<Query> & Expanding<Person> & Access & TargetOf<Access, Person, Row>,
    rule: (read: Read, call: Call<Person, Static<Query>, undefined, Row>) => object,
  ): Operation;
  /** A page of records, in the list envelope (conventions.md "Lists"), of the caller's sites. */
  list<Row, Filters extends TProperties = Record<never, never>, Parent = undefined>(
    route: `GET /${string}`,
    id: string,
    spec: ListSpec<Filters> & Expanding<Person> & Access & { readonly on?: Finder<Parent, Person> },
    rule: (read: Read, call: ListCall<Person, Static<TObject<Filters>>, Parent>) => ListResult<Row>,
  ): Operation;
  /** Changes something: its rule runs in one transaction with its events and its stored answer. */
  write<Row = undefined, Query extends TObject = NoFields, Body extends TObject = NoFields>(
    route: Exclude<Route, `GET /${string}`>,
    id: string,
    spec: Spec<Query> & BodySpec<Body> & Access & TargetOf<Access, Person, Row>,
    rule: (tx: Tx, call: Call<Person, Static<Query>, Static<Body>, Row>) => object,
  ): Operation;
  /** Awaits something outside between its read and its write, which goes through `conclude`. */
  flow<Row = undefined, Query extends TObject = NoFields, Body extends TObject = NoFields>(
    route: Exclude<Route, `GET /${string}`>,
    id: string,
    spec: Spec<Query> & BodySpec<Body> & Access & TargetOf<Access, Person, Row>,
    rule: (call: Call<Person, Static<Query>, Static<Body>, Row>, conclude: Conclude) => Promise<Concluded>,
  ): Operation;
  /** Answers with a file. */
  sendFile<Query extends TObject>(
    route: `GET /${string}`,
    id: string,
    spec: Spec<Query> & Access & TargetOf<Access, Person, undefined>,
    rule: (call: Call<Person, Static<Query>, undefined, undefined>) => SentFile,
  ): Operation;
  /** Takes a file as its body, read as it comes in. */
  receiveFile<Query extends TObject>(
    route: `POST /${string}`,
    id: string,
    spec: Spec<Query> & Access & TargetOf<Access, Person, undefined>,
    rule: (call: Call<Person, Static<Query>, undefined, undefined>, format: FileFormat) => FileReceiver<object>,
  ): Operation;
}

type TargetOf<Access, Person, Row> = Access extends BusinessAccess
  ? Target<Row>
  : { readonly on?: Finder<Row, Person> };

/** The tag of a family in the OpenAPI document; the list that introduces it says what it is about. */
type Tag = string | { readonly tag: string; readonly about: string };

interface Family {
  readonly tag: Tag;
  readonly audience: Audience;
  readonly scopeOf: (method: Method, path: string) => Scope | undefined;
}

/** What a list says of itself. */
interface ListSpec<Filters extends TProperties> extends Omit<Spec<never>, 'query'> {
  /** The query parameters besides those of paging. */
  readonly filters?: Filters;
  /** `cursors`: starting_after and ending_before; `cursor`: one `cursor`, as staff and instructors have it. */
  readonly paging?: 'cursors' | 'cursor';
}

/** What a spec may say, whichever builder took it. */
interface AnySpec extends Spec<TObject>, BodySpec<TObject>, Expanding<Caller | undefined> {
  readonly on?: Finder<unknown, Caller | undefined>;
  readonly filters?: TProperties;
  readonly paging?: 'cursors' | 'cursor';
  readonly staff?: StaffRule;
  readonly scope?: Scope;
  readonly sites?: SiteRule;
}

const queryOf = (kind: Handler['kind'], { query, filters = {}, paging, expands }: AnySpec): TObject | undefined => {
  const pages = paging === 'cursor' ? cursorQuery : listQuery;
  const asked = kind === 'list' ? pages(filters) : query;
  return expands === undefined ? asked : part({ ...asked?.properties, ...expandField });
};

/** Outside `/v2` and `/public-api/v2` everything is our own. */
const isOurs = (path: string): boolean => path.startsWith('/manage/');

const siteRuleOf = (audience: Audience, kind: Handler['kind']): SiteRule => {
  if (audience !== 'business') return audience === 'member' ? 'own' : 'brand';
  return kind === 'list' ? 'filtered' : 'record';
};

const declare = (family: Family, route: string, id: string, spec: AnySpec, handler: Handler): Operation => {
  const [method, path] = route.split(' ') as [Method, `/${string}`];
  const query = queryOf(handler.kind, spec);
  return {
    ...spec,
    ...(query === undefined ? {} : { query }),
    id,
    method,
    path,
    ...(typeof family.tag === 'string' ? { tag: family.tag } : family.tag),
    audience: family.audience,
    scope: spec.scope ?? family.scopeOf(method, path),
    staff: spec.staff,
    sites: spec.sites ?? siteRuleOf(family.audience, handler.kind),
    isExtension: spec.isExtension ?? isOurs(path),
    handler,
  };
};

const buildersFor = <Person, Access>(family: Family): Builders<Person, Access> => {
  const builder =
    (kind: Handler['kind']) =>
    (route: string, id: string, spec: object, run: unknown): Operation =>
      declare(family, route, id, spec as AnySpec, { kind, run } as Handler);
  const kinds = ['read', 'list', 'write', 'flow', 'sendFile', 'receiveFile'] as const;
  return Object.fromEntries(kinds.map((kind) => [kind, builder(kind)])) as unknown as Builders<Person, Access>;
};

type Declare<Person, Access> = (builders: Builders<Person, Access>) => readonly Operation[];

/**
 * The operations of a family of the Business API or of `/manage`. Each says which permission it asks of staff and what
 * it means for a credential of another site.
 * @param scopes the family whose `:read` scope GET needs and whose `:write` scope everything else needs; or `manage`.
 */
export const businessOperations = (
  tag: Tag,
  scopes: ScopeFamily | 'manage',
  operations: Declare<Caller, BusinessAccess>,
): readonly Operation[] => {
  const scopeOf = (method: Method): Scope =>
    scopes === 'manage' ? 'manage' : `${scopes}:${method === 'GET' ? 'read' : 'write'}`;
  return operations(buildersFor({ tag, audience: 'business', scopeOf }));
};

const MEMBER = {
  tag: 'Member',
  about: 'What members do for themselves, with the ID token of the provider they sign in with.',
};

/**
 * The operations of a family of the member API, in which one client acts: a member who has signed in or, below
 * `/v2/member/`, a business credential with the scope `members:act`.
 */
export const memberOperations = (operations: Declare<MemberCaller, unknown>): readonly Operation[] => {
  const scopeOf = (_method: Method, path: string) => (path.startsWith('/v2/') ? 'members:act' : undefined);
  return operations(buildersFor({ tag: MEMBER, audience: 'member', scopeOf }));
};

/** The operations that need no credential. */
export const publicOperations = (tag: Tag, operations: Declare<undefined, unknown>): readonly Operation[] =>
  operations(buildersFor({ tag, audience: 'public', scopeOf: () => undefined }));
