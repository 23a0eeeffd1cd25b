import { eq, sql } from 'drizzle-orm';
import { integer, line } from '../../src/kernel/schemas.ts';
import * as field from '../../src/records/fields.ts';
import { pagesOf } from '../../src/records/pages.ts';
import { named } from '../../src/records/query.ts';
import { type RowOf, record } from '../../src/records/record.ts';
import { type MadeUpStore, openMadeUpStore } from '../helpers/made-up-store.ts';
import type { Choices } from '../helpers/seeded.ts';

export const KINDS = ['red', 'green', 'blue'] as const;
export const SITES = ['a', 'b', 'c', 'd'].map((digit) => `01950000-0000-7000-8000-00000000000${digit}`);

/** A made-up record with two lists: the newest first, and by the time of their start. */
export const Entry = record(
  'entry',
  'entries',
  () => ({
    kind: field.word(KINDS),
    code: field.text(line(10)),
    siteId: field.id(),
    startsAt: field.instant(),
    rank: field.integer(integer(0, 999)),
  }),
  { sites: 'siteId' },
);

export type Entry = RowOf<typeof Entry>;

const TABLE = `create table entries (id text primary key, kind text not null, code text not null,
  siteId text not null, startsAt text not null, rank integer not null, createdAt text not null, updatedAt text not null)`;

/** Each list has its own indexes, as in the migrations. */
const INDEXES = {
  newest: ['code, id', 'kind, id', 'siteId, id', 'siteId, kind, id'],
  byStart: ['code, startsAt, id', 'kind, startsAt, id', 'siteId, startsAt, id', 'startsAt, id'],
  byRank: ['siteId, rank, id', 'rank, id'],
};

const indexName = (columns: string): string =>
  `entriesBy${columns
    .split(', ')
    .map((column) => `${column[0]?.toUpperCase()}${column.slice(1)}`)
    .join('')}`;

/** A store in memory with the table of entries and the indexes of one list. */
export const openEntries = (list: keyof typeof INDEXES): MadeUpStore =>
  openMadeUpStore(
    TABLE,
    ...INDEXES[list].map((columns) => `create index ${indexName(columns)} on entries (${columns})`),
  );

const { table } = Entry;
const filters = { from: sql`${table.startsAt} >= ${named('from')}` };
const indexed = {
  code: eq(table.code, named('code')),
  kind: eq(table.kind, named('kind')),
};

/** The lists, made anew so that their statements are prepared again. */
export const listsOf = () => ({
  newest: pagesOf<Entry>(table, () => ({
    direction: 'descending',
    filters,
    indexed,
    indexedBySite: ['kind'],
    sites: Entry.sites,
  })),
  oldest: pagesOf<Entry>(table, () => ({ direction: 'ascending', filters, indexed, sites: Entry.sites })),
  byStart: pagesOf<Entry>(table, () => ({
    orderBy: table.startsAt,
    direction: 'ascending',
    filters,
    indexed,
    sites: Entry.sites,
  })),
  latest: pagesOf<Entry>(table, () => ({
    orderBy: table.startsAt,
    direction: 'descending',
    filters,
    indexed,
    sites: Entry.sites,
  })),
  byRank: pagesOf<Entry>(table, () => ({
    orderBy: table.rank,
    direction: 'ascending',
    filters: {},
    sites: Entry.sites,
  })),
});

/** Stores random entries, several of which start at the same time, and returns them. */
export const addEntries = ({ store }: MadeUpStore, choices: Choices, count: number): Promise<Entry[]> =>
  store.write((tx) =>
    Array.from({ length: count }, () => {
      const body = {
        kind: choices.of(KINDS) ?? 'red',
        code: `x${choices.below(4)}`,
        siteId: choices.of(SITES) ?? '',
        startsAt: `2026-03-0${1 + choices.below(5)}T09:00:00.000Z`,
        rank: choices.below(200),
      };
      const entry = Entry.make(tx, body, {});
      Entry.rows.insert(tx, entry);
      return entry;
    }),
  );
