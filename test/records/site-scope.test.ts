import { beforeAll, describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import type { Read } from '../../src/database/database.ts';
import type { SiteAccess } from '../../src/kernel/caller.ts';
import { id, listOfUpTo, nullable } from '../../src/kernel/schemas.ts';
import * as field from '../../src/records/fields.ts';
import { pagesOf } from '../../src/records/pages.ts';
import { record } from '../../src/records/record.ts';
import { type MadeUpStore, openMadeUpStore } from '../helpers/made-up-store.ts';
import { choicesOf } from '../helpers/seeded.ts';

const SITES = ['a', 'b', 'c', 'd'].map((digit) => `01950000-0000-7000-8000-00000000000${digit}`);
const siteIds = listOfUpTo(10, id());

const fields = { siteId: field.id().nullable(), siteIds: field.list(siteIds) };
const OfBrand = record('brand_thing', 'siteThings', () => fields);
const OfOneSite = record('one_thing', 'siteThings', () => fields, { sites: 'siteId' });
const OfItself = record('own_thing', 'siteThings', () => fields, { sites: 'id' });
const OfSomeSites = record('some_thing', 'siteThings', () => fields, {
  sites: { list: 'siteIds' },
  label: 'made-up thing',
});
const OfAllItsSites = record('all_thing', 'siteThings', () => fields, { sites: { list: 'siteIds', needs: 'all' } });
const OfNullableSites = record(
  'null_thing',
  'siteThings',
  () => ({
    ...fields,
    siteIds: field.object(siteIds).shownAs(Type.Array(id())).sentAs(nullable(siteIds)).nullable(),
  }),
  { sites: { list: 'siteIds', needs: 'all' } },
);

interface Thing {
  readonly id: string;
  readonly siteId: string | null;
  readonly siteIds: readonly string[];
}

let made: MadeUpStore;
const things: Thing[] = [];

beforeAll(async () => {
  made = openMadeUpStore(
    'create table siteThings (id text primary key, siteId text, siteIds text, createdAt text not null, updatedAt text not null)',
  );
  const choices = choicesOf(7);
  const some = () => SITES.filter(() => choices.once(3));
  await made.store.write((tx) => {
    for (let count = 0; count < 60; count += 1) {
      // A few have the id of a site, as the record of a site itself does.
      const own = count < SITES.length ? { id: String(SITES[count]) } : {};
      const row = OfBrand.make(tx, { siteId: choices.of([...SITES, null]) ?? null, siteIds: some() }, own);
      OfBrand.rows.insert(tx, row);
      things.unshift({ ...OfBrand.view(row) });
    }
  });
  things.sort((left, right) => (left.id > right.id ? -1 : 1));
});

interface Kind extends Pick<typeof OfBrand, 'table' | 'sites'> {
  find(read: Read, caller: SiteAccess, id: string): { readonly id: string };
}

/** The ids that a caller finds by id, and those of the list. */
const seen = (kind: Kind, callerSites: readonly string[] | null) => {
  const read = made.store.view();
  const caller = { siteIds: callerSites };
  const found = things.flatMap(({ id }) => {
    try {
      return [kind.find(read, caller, id).id];
    } catch {
      return [];
    }
  });
  const pages = pagesOf<{ id: string }>(kind.table, () => ({
    direction: 'descending',
    filters: {},
    sites: kind.sites,
  }));
  const listed = pages(read, { limit: 100 }, {}, callerSites).rows.map(({ id }) => id);
  return { found, listed };
};

const RULES: readonly [string, Kind, (thing: Thing, sites: readonly string[]) => boolean][] = [
  ['of one site', OfOneSite, ({ siteId }, sites) => siteId !== null && sites.includes(siteId)],
  ['that is a site', OfItself, ({ id }, sites) => sites.includes(id)],
  [
    'of a list, one of which is enough, where an empty one means every site',
    OfSomeSites,
    ({ siteIds }, sites) => siteIds.length === 0 || siteIds.some((site) => sites.includes(site)),
  ],
  [
    'of a list, all of which are needed, where an empty one means every site',
    OfAllItsSites,
    ({ siteIds }, sites) => siteIds.length > 0 && siteIds.every((site) => sites.includes(site)),
  ],
  [
    'of a list that may be null, all of which are needed',
    OfNullableSites,
    ({ siteIds }, sites) => siteIds.length > 0 && siteIds.every((site) => sites.includes(site)),
  ],
  ['of the brand', OfBrand, () => true],
];

/** Every choice of sites. */
const CALLERS = Array.from({ length: 2 ** SITES.length }, (_, bits) => SITES.filter((_, index) => bits & (1 << index)));

describe('a record', () => {
  for (const [what, kind, reaches] of RULES) {
    test(`${what}: a caller finds by id and in lists what the rule says, for every choice of sites`, () => {
      for (const sites of CALLERS) {
        const expected = things.filter((thing) => reaches(thing, sites)).map(({ id }) => id);
        expect(seen(kind, sites)).toEqual({ found: expected, listed: expected });
      }
    });

    test(`${what}: a caller of the whole brand sees all`, () => {
      const everything = things.map(({ id }) => id);
      expect(seen(kind, null)).toEqual({ found: everything, listed: everything });
    });
  }

  test('404 with the same words for one that is not there and one of another site', () => {
    const read = made.store.view();
    const other = things.find(({ siteId }) => siteId === SITES[0])?.id ?? '';
    const unknown = '01950000-0000-7000-8000-00000000ffff';
    for (const missing of [other, unknown]) {
      const find = () => OfOneSite.find(read, { siteIds: SITES.slice(1) }, missing);
      expect(find).toThrow(`There is no one thing with the id '${missing}'.`);
    }
    expect(() => OfSomeSites.find(read, { siteIds: null }, unknown)).toThrow('There is no made-up thing');
  });
});
