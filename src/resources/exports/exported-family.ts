import { OptionalKind, type TProperties, Type } from '@sinclair/typebox';
import type { Read } from '../../database/database.ts';
import { type Caller, hasPermission } from '../../kernel/caller.ts';
import { lazily } from '../../kernel/lazily.ts';
import type { Permission } from '../../kernel/permissions.ts';
import type { TObject } from '../../kernel/schemas.ts';
import type { Filters, PageOf } from '../../records/pages.ts';
import type { ExportQuery } from './filters.ts';

interface ExportedPage {
  readonly records: readonly object[];
  readonly next: string | undefined;
}

export interface ExportFamily {
  readonly name: string;
  /** The operations that read what its files have; of each list a caller needs what one of them needs. */
  readonly readBy: readonly (readonly string[])[];
  /** What a staff member needs besides. */
  readonly permission?: Permission;
  /** The same family as a staff member without a permission gets it: with fewer fields. */
  readonly lesser?: { readonly without: Permission; readonly family: ExportFamily };
  readonly shape: TObject;
  /** The filters that its files can have, by their parameters in the query. */
  readonly filters?: ExportFilters;
  /** @param siteIds the sites of a restricted caller; null for all. */
  page(read: Read, siteIds: readonly string[] | null, after: string | undefined, filters?: Filters): ExportedPage;
}

/** The filters of a family, as the list of its page takes them. */
export interface ExportFilters {
  /** The parameters, each with the words that it takes; null for any value. */
  readonly words: Readonly<Record<string, readonly string[] | null>>;
  of(read: Read, caller: Caller, query: ExportQuery): Filters;
}

export const familyFor = (caller: Caller, family: ExportFamily): ExportFamily => {
  const { lesser } = family;
  return lesser === undefined || hasPermission(caller, lesser.without) ? family : lesser.family;
};

/** Records per page: reading and writing them keeps the thread for a few milliseconds. */
export const PAGE_SIZE = 200;

const ownFields = ({ properties }: TObject): TProperties =>
  Object.fromEntries(Object.entries(properties).filter(([, field]) => !(OptionalKind in field)));

export type ExportSource = Pick<ExportFamily, 'name' | 'readBy' | 'permission' | 'lesser'>;

/** A family whose records are exported as its lists show them. */
export const plain = <Row extends { readonly id: string }>(
  source: ExportSource,
  { schema, view }: { readonly schema: TObject; readonly view: (row: Row) => object },
  pageOf: PageOf<Row>,
): ExportFamily => viewed(source, schema, pageOf, () => view);

/** A family whose view needs all rows of a page. @param added the fields that files have besides the fields of the record. */
export const viewed = <Row extends { readonly id: string }>(
  source: ExportSource,
  schema: TObject,
  pageOf: PageOf<Row>,
  viewOf: (read: Read, rows: readonly Row[]) => (row: Row) => object,
  added: TProperties = {},
  filters?: ExportFilters,
): ExportFamily => {
  const shape = lazily(() => Type.Object({ ...ownFields(schema), ...added }));
  return {
    ...source,
    ...(filters === undefined ? {} : { filters }),
    get shape() {
      return shape();
    },
    page(read, siteIds, after, given = {}) {
      const request = { limit: PAGE_SIZE, startingAfter: after, isOwnCursor: true };
      const { rows, hasNext } = pageOf(read, request, given, siteIds);
      return { records: rows.map(viewOf(read, rows)), next: hasNext ? rows.at(-1)?.id : undefined };
    },
  };
};

export const listed = (name: string, ...operations: readonly string[]): ExportSource => ({
  name,
  readBy: [operations],
});

/** Events about what members did show data of clients and of entries. */
export const ofMembers = (name: string): ExportSource => ({
  name,
  readBy: [['listClients'], ['manageListContentEntries']],
});

/** What clients have of records that staff manage: a caller needs to read both. */
export const ofClients = (name: string, operation: string): ExportSource => ({
  name,
  readBy: [['listClients'], [operation]],
});

export const valuesIn = ({ properties }: TObject, values: object): object =>
  Object.fromEntries(Object.keys(properties).map((field) => [field, Reflect.get(values, field)]));
