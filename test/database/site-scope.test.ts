import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { list, text } from '../../src/database/fields.ts';
import { pagesOf } from '../../src/database/pages.ts';
import { record } from '../../src/database/record.ts';
import { Store } from '../../src/database/store.ts';
import { createIds } from '../../src/kernel/ids.ts';
import { Problem } from '../../src/kernel/problem.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { id, line, listOfUpTo } from '../../src/kernel/schemas.ts';
import { Timeline } from '../../src/kernel/timer.ts';

const fields = { name: text(line(100)), siteId: text(id()), siteIds: list(listOfUpTo(10, id())) };
const [NORTH, SOUTH] = ['north', 'south'];

const setUp = () => {
  const db = new Database(':memory:', { strict: true });
  db.run(
    'create table things (id text primary key, name text, siteId text, siteIds text, createdAt text, updatedAt text)',
  );
  const insert = db.query("insert into things values (?, ?, ?, ?, '', '')");
  insert.run('1', 'of no list', 'north', null);
  insert.run('2', 'of the north', 'north', '["north"]');
  insert.run('3', 'of the south', 'south', '["south"]');
  insert.run('4', 'of both', 'south', '["north","south"]');
  const clock = new Timeline(0);
  return new Store(db, clock, createIds(clock, systemRandom()));
};

const one = record('thing', 'things', fields, { sites: 'siteId' });
const some = record('thing', 'things', fields, { sites: { list: 'siteIds' } });
const all = record('thing', 'things', fields, { sites: { list: 'siteIds', needs: 'all' } });
const brand = record('thing', 'things', fields);

describe('records that a caller may see', () => {
  const cases: readonly [string, typeof one, readonly string[] | null, string[]][] = [
    ['a site in a column', one, [NORTH], ['1', '2']],
    ['one of a list, or an empty list', some, [NORTH], ['1', '2', '4']],
    ['all of a list, which is not empty', all, [NORTH], ['2']],
    ['all of a list, for a caller of all of them', all, [NORTH, SOUTH], ['2', '3', '4']],
    ['records of the brand', brand, [NORTH], ['1', '2', '3', '4']],
    ['any record, without a restriction', all, null, ['1', '2', '3', '4']],
    ['no record, without any site', one, [], []],
  ];
  test.each(cases)('%s', (_name, type, siteIds, expected) => {
    const read = setUp().view();
    const page = pagesOf<{ id: string }>(type.table, { direction: 'ascending', filters: {}, sites: type.sites });
    expect(page(read, { limit: 10 }, {}, siteIds).rows.map((row) => row.id)).toEqual(expected);
    const found = ['1', '2', '3', '4'].filter((each) => {
      try {
        return type.find(read, { siteIds }, each).id === each;
      } catch (error) {
        expect(error).toMatchObject({ status: 404, message: `There is no thing with the id '${each}'.` });
        return !(error instanceof Problem);
      }
    });
    expect(found).toEqual(expected);
  });
});

test('a list rejects a filter that it does not have', () => {
  const read = setUp().view();
  const page = pagesOf<{ id: string }>(one.table, { direction: 'ascending', filters: {}, sites: null });
  expect(() => page(read, { limit: 10 }, { siteId: NORTH })).toThrow("this list has no filter 'siteId'");
});
