import { afterEach, describe, expect, test } from 'bun:test';
import { migrations } from '../../../src/database/migrate.ts';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import type { Fact } from '../../../src/resources/facts/tables.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { waitFor } from '../../helpers/wait.ts';

const studio = forEachTest(openStudio);
const ann = forEachTest(async () => ({ id: await addClient(studio) }));
afterEach(() => studio.app.stop());

interface StoredFact extends Fact {
  readonly number: number;
}
const facts = (): StoredFact[] => studio.db.query('select * from facts order by number').all() as StoredFact[];
const live = (): StoredFact[] => facts().filter(({ takenBackAt }) => takenBackAt === null);
const comeIn = async (body: object = {}) =>
  (await studio.post('/v2/checkins', { clientId: ann.id, locationId: MAIN_SITE, ...body })).body;

describe('a visit is a fact', () => {
  test('of the site, the instant and the local dates; a second check-in of the day is none', async () => {
    const { id } = await comeIn({ checkedInAt: '2026-03-02T03:30:00.000Z' });
    await comeIn();
    await comeIn({ checkedInAt: '2026-03-02T04:00:00.000Z' });
    expect(facts()).toEqual([
      {
        number: 1,
        id: expect.any(String),
        kind: 'visit',
        clientId: ann.id,
        siteId: MAIN_SITE,
        at: '2026-03-02T03:30:00.000Z',
        // In New York.
        localDate: '2026-03-01',
        homeDate: '2026-03-01',
        sourceId: id,
        value: 0,
        createdAt: expect.any(String),
        takenBackAt: null,
      },
      expect.objectContaining({ localDate: '2026-03-02', homeDate: '2026-03-02' }),
    ]);
  });

  test('at another site, with the dates of both sites', async () => {
    const { body: site } = await studio.post('/v2/sites', { name: 'Sydney', timezone: 'Australia/Sydney' });
    await comeIn({ locationId: site.id, checkedInAt: '2026-03-01T15:00:00.000Z' });
    expect(facts()).toMatchObject([{ siteId: site.id, localDate: '2026-03-02', homeDate: '2026-03-01' }]);
  });

  test('keeps its dates when the site moves to another time zone', async () => {
    await comeIn({ checkedInAt: '2026-03-02T03:30:00.000Z' });
    expect((await studio.patch(`/v2/sites/${MAIN_SITE}`, { timezone: 'Europe/London' })).status).toBe(200);
    expect(facts()).toMatchObject([{ localDate: '2026-03-01', homeDate: '2026-03-01' }]);
  });

  test('of a booking in place of a check-in without one, and of that again when the booking is cancelled', async () => {
    const sessionId = await addSession(studio, { startsIn: HOUR_MS });
    const entry = await comeIn({ sessionId });
    expect(live()).toMatchObject([{ sourceId: entry.id, value: 60 }]);
    const booking = await addBooking(studio, ann.id, sessionId);
    expect((await studio.post(`/v2/bookings/${booking}/checkin`)).status).toBe(200);
    expect(live()).toMatchObject([{ sourceId: booking, value: 60 }]);
    expect((await studio.post(`/v2/bookings/${booking}/cancel`)).status).toBe(200);
    expect(live()).toMatchObject([{ sourceId: entry.id }]);
    expect(facts().map(({ takenBackAt }) => takenBackAt === null)).toEqual([false, false, true]);
  });

  test('no fact of a no-show until the client comes after all, and none when the client is archived before', async () => {
    const booking = await addBooking(studio, ann.id, await addSession(studio, { startsIn: HOUR_MS }));
    await studio.post(`/v2/bookings/${booking}/noshow`);
    expect(facts()).toEqual([]);
    await studio.post(`/v2/bookings/${booking}/checkin`);
    expect(live()).toMatchObject([{ sourceId: booking }]);
    await studio.delete(`/v2/clients/${ann.id}`);
    expect(live()).toEqual([]);
  });

  test('that nothing changes but taking it back', async () => {
    await comeIn();
    expect(() => studio.db.run('update facts set value = 2')).toThrow('facts do not change');
    expect(() => studio.db.run('delete from facts')).toThrow('facts do not change');
    studio.db.run("update facts set takenBackAt = '2026-03-02T09:00:00.000Z'");
    expect(() => studio.db.run('update facts set takenBackAt = null')).toThrow('facts do not change');
  });
});

describe('a database from before there were facts', () => {
  test('gets those of its visits at the start, and raises nothing', async () => {
    const sessionId = await addSession(studio, { startsIn: HOUR_MS });
    const booking = await addBooking(studio, ann.id, sessionId);
    await studio.post(`/v2/bookings/${booking}/checkin`);
    for (let day = 1; day < 29; day += 1) {
      await comeIn({ checkedInAt: `2026-02-${String(day).padStart(2, '0')}T09:00:00.000Z` });
    }
    const before = live().map(({ number: _number, id: _id, createdAt: _at, ...fact }) => fact);
    expect(before).toHaveLength(29);
    studio.events();
    studio.db.run('drop table facts');
    for (const name of ['CREATE TABLE facts (', 'CREATE TABLE factsInOrder (']) {
      const statements = migrations.find((statements) => statements.includes(name)) ?? '';
      studio.db.run(statements.slice(statements.indexOf(name)).split('CREATE TABLE streakCursors')[0] ?? '');
    }
    expect(live()).toEqual([]);
    await studio.store.write(() => undefined);
    await waitFor(() => studio.db.query('select 1 from unfinishedChanges').get() === null);
    const after = live().map(({ number: _number, id: _id, createdAt: _at, ...fact }) => fact);
    const bySource = (left: { sourceId: string }, right: { sourceId: string }) =>
      left.sourceId < right.sourceId ? -1 : 1;
    expect(after.toSorted(bySource)).toEqual(before.toSorted(bySource));
    expect(studio.events()).toEqual([]);
  });
});
