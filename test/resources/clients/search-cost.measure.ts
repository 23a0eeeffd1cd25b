import { expect, test } from 'bun:test';
import { stopwatch } from '../../../src/kernel/clock.ts';
import { MAIN_SITE, openStudio, type Studio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { measured } from '../../helpers/measured.ts';

/** All of them match one letter. */
const CLIENTS = 60_000;

/** Copies a client, and what the index has of it, as new clients with these columns. */
const addMany = (studio: Studio, id: string, count: number, columns: Record<string, string | null>): void => {
  const { db } = studio;
  const row = db.query('select * from clients where id = ?').get(id) as Record<string, string | null>;
  delete row.rowId;
  const copy: Record<string, string | null> = { ...row, ...columns };
  const names = Object.keys(copy).filter((name) => name !== 'id' && name !== 'email');
  const first = (db.query('select max(rowId) as last from clients').get() as { last: number }).last + 1;
  db.query(
    `with recursive n (i) as (select ?1 union all select i + 1 from n where i < ?1 + ?2 - 1)
     insert into clients (rowId, id, email, ${names.join()})
     select i, printf('01950000-0000-7000-8000-%012d', i), printf('a%d@example.com', i), ${names.map((_, at) => `?${at + 3}`).join()} from n`,
  ).run(first, count, ...names.map((name) => copy[name] ?? null));
};

/** Makes the index again as the migration does, for rows that were not added by the rules. */
const reindex = async (studio: Studio): Promise<void> => {
  const { db } = studio;
  db.run('drop table clientSearchSites');
  for (const name of ['0011_client_search.sql', '0013_phone_search.sql']) {
    db.run(await Bun.file(new URL(`../../../migrations/${name}`, import.meta.url)).text());
  }
};

test('a search of one letter costs about the same wherever the clients are that it may find', async () => {
  const studio = await openStudio();
  const site = async (name: string): Promise<string> => (await studio.post('/v2/sites', { name })).body.id;
  const [rare, empty, archivedAt] = [await site('Rare'), await site('Empty'), '2026-03-02T08:00:00.000Z'];
  const ann = await addClient(studio, { firstName: 'Ann', lastName: 'Lee' });
  addMany(studio, ann, 20, { homeLocationId: rare });
  addMany(studio, ann, CLIENTS, {});
  addMany(studio, ann, CLIENTS, { archivedAt, status: 'archived' });
  await reindex(studio);

  /** The shortest of several searches, ms, and how many it found. */
  const search = async (siteIds: readonly string[] | undefined, more = '') => {
    const key = await studio.withKey(siteIds === undefined ? {} : { siteIds: [...siteIds] });
    let best = Number.POSITIVE_INFINITY;
    let found = 0;
    for (let round = 0; round < 7; round += 1) {
      const start = stopwatch();
      const { body } = await studio.get(`/v2/clients?search=a&limit=10${more}`, key);
      best = Math.min(best, stopwatch() - start);
      found = body.data.length;
    }
    return { best, found };
  };
  const newest = await search(undefined, '&include_archived=true');
  const cases = {
    'behind those that are archived': await search(undefined),
    'of a site with few clients, the oldest': await search([rare]),
    'of several sites': await search([rare, empty]),
    'of a site with most of them': await search([MAIN_SITE]),
    'of a site without clients': await search([empty]),
    'of one email': await search(undefined, '&email=a5@example.com'),
  };
  expect(newest.found).toBe(10);
  expect(Object.values(cases).map(({ found }) => found)).toEqual([10, 10, 10, 10, 0, 1]);
  for (const [name, { best }] of Object.entries(cases))
    measured(`a search of one letter ${name}`, best / newest.best, 'times that of the newest', 'less than 20');
}, 300_000);
