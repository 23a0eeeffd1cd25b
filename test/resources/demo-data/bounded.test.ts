import { expect, spyOn, test } from 'bun:test';
import { REMOVAL } from '../../../src/resources/demo-data/tables.ts';
import { openWithDemoData } from '../../helpers/demo-data.ts';
import { until } from '../../helpers/process.ts';
import { isLeft } from '../../helpers/unfinished.ts';

/** A transaction of the removal looks at 20 pages of 100 rows at most, or removes 20 times 25 rows. */
const MOST = 2_500;

test('no transaction of a removal after the first one reads more than a small part of the demo data', async () => {
  const { studio, owner } = await openWithDemoData();
  const rows = studio.db.query('select count(*) from bookings').values().flat()[0];
  expect(rows).toBeGreaterThan(MOST);
  let read = 0;
  const reads: number[] = [];
  const query = studio.db.query.bind(studio.db);
  const counted = spyOn(studio.db, 'query').mockImplementation(
    (statement: string) =>
      new Proxy(query(statement), {
        get(target, name) {
          const own: unknown = Reflect.get(target, name);
          if (typeof own !== 'function') return own;
          return (...given: unknown[]) => {
            const found: unknown = Reflect.apply(own, target, given);
            if (Array.isArray(found)) read += found.length;
            return found;
          };
        },
      }),
  );
  studio.store.onCommit(() => {
    reads.push(read);
    read = 0;
  });
  expect((await studio.post('/manage/demo-data/remove', {}, owner)).status).toBe(200);
  await until(() => !isLeft(studio, REMOVAL.kind), 60_000);
  counted.mockRestore();
  const [first = 0, ...others] = reads;
  // The answer says what is kept.
  expect(first).toBeGreaterThan(MOST);
  expect(others.length).toBeGreaterThan(5);
  expect(Math.max(...others)).toBeLessThan(MOST);
  expect(studio.count('clients')).toBe(0);
  await studio.app.stop();
});
