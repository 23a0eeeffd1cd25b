import { type Static, type TObject, type TOptional, type TSchema, Type } from '@sinclair/typebox';
import type { SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { isWithoutEvents, type Read, type Tx } from '../database/database.ts';
import { type KeyedTable, lazyTable } from '../database/lazy-table.ts';
import type { SiteAccess } from '../kernel/caller.ts';
import { lazily } from '../kernel/lazily.ts';
import { type Detail, notFound } from '../kernel/problem.ts';
import {
  archivedFields,
  deletedShape,
  listOf,
  object as objectSchema,
  recordFields,
  shape,
  withoutDefault,
  withoutDefaults,
} from '../kernel/schemas.ts';
import { requireNoWords } from './erased.ts';
import { requireFreeExternalId } from './external-ids.ts';
import {
  type Imports,
  type Inputs,
  importsOf,
  inputsOf,
  type Responses,
  responsesOf,
  type State,
  stateSchemasOf,
} from './field-shapes.ts';
import type { Definition, Derived, Fields } from './fields.ts';
import { pack, unpack } from './json.ts';
import { type Mergeable, mergeable, mergedObject, mergeMetadata } from './merges.ts';
import type { Mask } from './personal.ts';
import { type TableRows, tableRows } from './query.ts';
import { recordSites, type SiteScope, type SitesOf } from './site-scope.ts';
import { tableOf } from './table.ts';
import { compileState, compileText, compileView, definitionsOf, partOf } from './views.ts';

type ColumnNames<F extends Fields> = { [K in keyof F]: [F[K]['column']] extends [never] ? never : K }[keyof F];

type RowFields<F extends Fields> = { -readonly [K in ColumnNames<F>]: F[K]['column'] } & {
  id: string;
  createdAt: string;
  updatedAt: string;
};
type Flat<T> = { [K in keyof T]: T[K] };

type ComputedFrom<F extends Fields> = {
  [K in keyof F]: F[K] extends { readonly row: infer Row } ? (row: Row) => void : never;
}[keyof F] extends (row: infer Row) => void
  ? Row
  : never;

type FromCode<F extends Fields> = {
  [K in ColumnNames<F> as F[K]['from'] extends 'code' ? K : never]: F[K]['column'];
};

type FromDefault<F extends Fields> = {
  [K in ColumnNames<F> as F[K]['from'] extends 'default' ? K : never]: F[K]['column'];
};

type ResponseShape<Name extends string, F extends Fields> = TObject<
  Flat<ReturnType<typeof recordFields<Name>> & Responses<F>>
>;
type DerivedNames<F extends Fields> = { [K in keyof F]: F[K]['response'] extends Derived ? K : never }[keyof F];
type PatchShape<F extends Fields> = TObject<{ [K in keyof Inputs<F>]: TOptional<Mergeable<Inputs<F>[K]>> }>;

/** A body that changes some fields; undefined ones stay unchanged. */
type ChangeBody<F extends Fields> = {
  readonly [K in keyof Inputs<F>]?: Static<Mergeable<Inputs<F>[K]>> | undefined;
};

interface Options<F extends Fields> {
  /** The sites of a record, which limit lists and reads for restricted callers; absent if it belongs to the brand. */
  readonly sites?: SitesOf<ColumnNames<F>>;
  /** Its name in the OpenAPI document; by default `MemberLink` for `member_link`. */
  readonly title?: string;
  /** Its name in error messages; by default `member link` for `member_link`. */
  readonly label?: string;
  /** What else the 404 of an id says, such as where the record has gone. */
  readonly gone?: (read: Read, caller: SiteAccess, id: string) => readonly Detail[] | undefined;
}

/** Everything that is derived from the fields of a record. */
export interface RecordType<Name extends string, F extends Fields> {
  readonly object: Name;
  readonly table: KeyedTable & { readonly [K in ColumnNames<F>]: SQLiteColumn } & {
    readonly createdAt: SQLiteColumn;
    readonly updatedAt: SQLiteColumn;
  };
  readonly rows: TableRows<Flat<RowFields<F>>>;
  readonly schema: ResponseShape<Name, F>;
  readonly create: TObject<Flat<Inputs<F>>>;
  readonly patch: PatchShape<F>;
  /** The fields of a row of an import: those that callers set, and those that say what happened elsewhere. */
  readonly imported: TObject<Imports<F>>;
  readonly list: ReturnType<typeof listOf<ResponseShape<Name, F>>>;
  readonly archived: ReturnType<typeof deletedShape<typeof archivedFields>>;
  /** The conditions that limit lists to the sites of a restricted caller; null for records of the brand. */
  readonly sites: SiteScope | null;
  canAccess(caller: SiteAccess, row: Flat<RowFields<F>>): boolean;
  /** The site of the record with this id; null if it belongs to several or to the brand, and where there is none. */
  siteOf(read: Read, id: string): string | null;
  /** The row with this id; undefined when there is none, or the caller has no access to its site. */
  lookUp(read: Read, caller: SiteAccess, id: string | null | undefined): Flat<RowFields<F>> | undefined;
  /** The row with this id. @throws Problem 404 when there is none, or the caller has no access to its site. */
  find(read: Read, caller: SiteAccess, id: string): Flat<RowFields<F>>;
  /** The same for rows that a query of the family reads. */
  finder<Given extends Flat<RowFields<F>>>(
    byId: (read: Read, id: string) => Given | undefined,
  ): (read: Read, caller: SiteAccess, id: string) => Given;
  /** A row in its form for responses, without the fields that the family's own view adds. */
  view(row: Flat<RowFields<F>> & ComputedFrom<F>): Omit<Static<ResponseShape<Name, F>>, DerivedNames<F>>;
  /**
   * The column `json` of a statement: the JSON text of what `view` gives. Records with other computed fields than formulas
   * have none.
   * @param joined the columns that the statement joins, and those that it takes from elsewhere.
   */
  json(joined?: Readonly<Record<string, SQL>>): SQL.Aliased<string>;
  /** A body's columns; objects and metadata merge into `current`. @throws Problem 400 for a missing required field. */
  columns(body: ChangeBody<F>, current?: Flat<RowFields<F>>): Partial<Flat<RowFields<F>>>;
  /** What exports have in `state`, and the same of a row. */
  readonly state: TObject<State<F>>;
  stateOf(row: Flat<RowFields<F>>): Static<TObject<State<F>>>;
  /** The columns that the values of an import set, of any of the fields that have one. */
  restored(values: object): Partial<Flat<RowFields<F>>>;
  /** The columns with personal data. */
  personal(): readonly string[];
  /** The columns of a row that change when its client is erased. */
  erased(row: Flat<RowFields<F>>, mask?: Mask): Partial<Flat<RowFields<F>>>;
  /** The id, times and defaults of a new row. */
  initial(tx: Tx, id?: string): Flat<Pick<RowFields<F>, 'id' | 'createdAt' | 'updatedAt'> & FromDefault<F>>;
  /** A new row, not stored yet: the defaults, overridden by `given`, overridden by the body. */
  make(tx: Tx, body: Static<TObject<Flat<Inputs<F>>>>, given: FromCode<F> & Partial<RowFields<F>>): Flat<RowFields<F>>;
}

export type RowOf<R extends { readonly rows: TableRows<never> | object }> = R extends {
  readonly rows: TableRows<infer Row>;
}
  ? Row
  : never;
export type ResponseOf<R extends { readonly schema: TObject }> = Static<R['schema']>;
export type CreateOf<R extends { readonly create: TObject }> = Static<R['create']>;
export type PatchOf<R extends { readonly patch: TObject }> = Static<R['patch']>;

/** Whether a PATCH merges the object of a field. */
const isMerged = ({ codec, isReplaced }: Definition): boolean => codec === 'object' && isReplaced !== true;

/** The column value for a value in a request; `current` is the stored column value. */
const encode = (name: string, definition: Definition, value: unknown, current: unknown): unknown => {
  const { codec, input } = definition;
  if (codec === 'pairs')
    return mergeMetadata((current as string | null) ?? null, value as Record<string, string | null>);
  if (value === null || codec === 'plain') return value;
  if (codec === 'flag') return Number(value);
  if (codec === 'json') return JSON.stringify(value);
  const whole =
    input !== undefined && isMerged(definition)
      ? mergedObject(name, input, typeof current === 'string' ? unpack(current) : null, value)
      : value;
  const stored = partOf(definition, whole);
  return codec === 'instant' || codec === 'seen' ? stored : pack(stored as object);
};

const titleOf = (object: string): string =>
  object.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Declares a record once: its table, row type, schemas, defaults and view are derived from its fields.
 * @param object the value of its `object` field, such as `member_link`.
 * @param tableName its table; the migration that creates it is written by hand and compared with this by a test.
 * @param makeFields called when one of its fields is first used.
 */
export const record = <const Name extends string, F extends Fields>(
  object: Name,
  tableName: string,
  makeFields: () => F,
  { sites, title = titleOf(object), label = object.replaceAll('_', ' '), gone }: Options<F> = {},
): RecordType<Name, F> => {
  const fields = lazily(makeFields);
  const table = lazyTable(() => tableOf(tableName, fields()));
  const schema = shape(title, () => ({ ...recordFields(object), ...responsesOf(fields()) }));
  const create = shape(`Create${title}Request`, () => inputsOf(fields()));
  const patch = shape(`Update${title}Request`, () => {
    const changes = Object.entries<TSchema>(create.properties).map(([name, input]): [string, TSchema] => {
      const definition = fields()[name]?.definition;
      return [
        name,
        definition !== undefined && isMerged(definition) ? withoutDefaults(mergeable(input)) : withoutDefault(input),
      ];
    });
    return Type.Partial(Type.Object(Object.fromEntries(changes))).properties;
  });
  const imported = objectSchema(() => importsOf(fields()));
  const state = objectSchema(() => stateSchemasOf(fields()));
  const viewState = lazily(() => compileState(fields()));
  const list = lazily(() => listOf(schema));
  const archived = lazily(() => deletedShape(object, archivedFields));
  const columns = lazily(() => definitionsOf(fields()).filter(([, { type }]) => type !== undefined));
  const sendable = lazily(() => columns().filter(([, { input }]) => input !== undefined));
  let view: ((row: object) => object) | undefined;
  type Values = Readonly<Record<string, unknown>>;
  const columnsOf = (body: Values, current?: Values, settable = sendable()) => {
    const set: Record<string, unknown> = {};
    for (const [name, definition] of settable) {
      if (body[name] !== undefined) set[name] = encode(name, definition, body[name], current?.[name]);
    }
    return set;
  };
  let defaults: object | undefined;
  const initial = (tx: Tx, id = tx.id()): object => {
    defaults ??= Object.fromEntries(
      columns().flatMap(([name, definition]) =>
        definition.initial === undefined ? [] : [[name, encode(name, definition, definition.initial, null)]],
      ),
    );
    return { id, ...defaults, createdAt: tx.now, updatedAt: tx.now };
  };
  const rows = tableRows(table, (tx, row) => {
    requireFreeExternalId(tx, { table: tableName, label }, row);
    if (isOfClient()) requireNoWords(tx, { table: tableName, personal, sent, erased }, row, isWithoutEvents(tx));
  });
  const personal = (): string[] => columns().flatMap(([name, { erase }]) => (erase === undefined ? [] : [name]));
  const sent = (): string[] => sendable().map(([name]) => name);
  /** Whether callers write words about a client into it. */
  const isOfClient = lazily(() => {
    const names = new Set(columns().map(([name]) => name));
    return names.has('clientId') && names.has('externalId');
  });
  const erased = (row: object, mask: Mask = (text) => text): object => {
    const set: Record<string, unknown> = {};
    for (const [name, { erase }] of columns()) {
      const value = Reflect.get(row, name) ?? null;
      if (erase === undefined || value === null) continue;
      const left = erase(value, mask);
      if (left !== value) set[name] = left;
    }
    return set;
  };
  const bound = recordSites(table, sites as SitesOf<string> | undefined);
  const canAccess = (caller: SiteAccess, row: object): boolean =>
    caller.siteIds === null || (bound?.has(row, caller) ?? true);
  const siteOf = (read: Read, id: string): string | null => {
    const row = bound === undefined ? undefined : rows.find(read, id);
    return row === undefined ? null : (bound?.siteOf(row) ?? null);
  };
  const finder = (byId: typeof rows.find) => (read: Read, caller: SiteAccess, id: string) => {
    const row = byId(read, id);
    if (row === undefined || !canAccess(caller, row)) throw notFound(label, id, gone?.(read, caller, id));
    return row;
  };
  const lookUp = (read: Read, caller: SiteAccess, id: string | null | undefined) => {
    const row = typeof id === 'string' ? rows.find(read, id) : undefined;
    return row !== undefined && canAccess(caller, row) ? row : undefined;
  };
  return {
    object,
    table,
    rows,
    sites: bound?.scope ?? null,
    canAccess,
    siteOf,
    lookUp,
    find: finder(rows.find),
    finder,
    schema,
    create,
    patch,
    get list() {
      return list();
    },
    get archived() {
      return archived();
    },
    view(row: object) {
      view ??= compileView(object, fields());
      return view(row);
    },
    json: (joined?: Readonly<Record<string, SQL>>) => compileText(object, tableName, fields(), joined),
    columns: (body: Values, current?: Values) => columnsOf(body, current),
    imported,
    state,
    stateOf: (row: object) => viewState()(row),
    restored: (values: Values) => columnsOf(values, undefined, columns()),
    personal,
    erased,
    initial,
    make: (tx: Tx, body: Values, given: { readonly id?: string }) => ({
      ...initial(tx, given.id),
      ...given,
      ...columnsOf(body),
    }),
  } as unknown as RecordType<Name, F>;
};
