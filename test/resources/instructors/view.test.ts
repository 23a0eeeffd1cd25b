import type { Database, SQLQueryBindings } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import type { Read } from '../../../src/database/database.ts';
import { ExpansionBound } from '../../../src/http/expansion-bound.ts';
import { instructorExpansion, instructorViews } from '../../../src/resources/instructors/view.ts';
import { Staff } from '../../../src/resources/staff/record.ts';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { addSession } from '../../helpers/bookings.ts';

const EVERYBODY = {
  credentialId: 'test',
  kind: 'business',
  scopes: new Set(['*']),
  siteIds: null,
  tier: 'unlimited',
} as const;

const api = forEachTest(openStudio);

const add = async (email: string): Promise<string> => {
  const payRate = { type: 'hourly', amount: 3000, currency: 'USD' };
  const { body } = await api.post('/v2/instructors', { firstName: 'Eve', lastName: 'Stretch', email, payRate });
  return body.id;
};

/** A read that counts its queries. */
const counted = (): { read: Read; queries: () => number } => {
  let count = 0;
  const query = (text: string) => ({
    all: (...values: SQLQueryBindings[]) => {
      count += 1;
      return api.db.query(text).all(...values);
    },
  });
  const { now, nowMs } = api.store.view();
  return { read: { now, nowMs, db: { query } as unknown as Database }, queries: () => count };
};

describe('the view of instructors', () => {
  test('counts the upcoming sessions of a page in one query', async () => {
    const ids = [await add('a@example.com'), await add('b@example.com'), await add('c@example.com')];
    await addSession(api, { instructorId: ids[1] ?? null });
    const rows = Staff.rows.findAll(api.store.view(), ids);
    const { read, queries } = counted();
    const view = instructorViews(read, EVERYBODY, rows);
    expect(new Map(rows.map((row) => [row.id, view(row).upcomingSessionCount]))).toEqual(
      new Map(ids.map((id, index) => [id, index === 1 ? 1 : 0])),
    );
    expect(queries()).toBe(1);
  });

  test('as an expansion takes two queries, and shows no pay', async () => {
    const ids = [await add('a@example.com'), await add('b@example.com')];
    const { read, queries } = counted();
    const loaded = instructorExpansion('instructorId').load(read, ids, EVERYBODY, new ExpansionBound());
    expect(queries()).toBe(2);
    expect([...loaded.keys()].sort()).toEqual(ids);
    expect(loaded.get(String(ids[0]))).toMatchObject({ object: 'instructor', upcomingSessionCount: 0 });
    expect(loaded.get(String(ids[0]))).not.toHaveProperty('payRate');
  });
});
