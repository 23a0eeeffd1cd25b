import { expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import type { SessionRow } from '../../../src/resources/sessions/record.ts';
import { forEachTest, inHours } from '../../helpers/api.ts';
import { addBooking, addClient, addSessionInUtc } from '../../helpers/bookings.ts';
import { openStudioForMembers } from '../../helpers/members.ts';
import { isCostly, plansOf } from '../../helpers/query-plans.ts';
import { sellPackage } from '../../helpers/sales.ts';

// The clock of the tests stands on Monday, 2 March 2026.
const studio = forEachTest(openStudioForMembers);
const member = forEachTest(async () => studio.signIn(await addClient(studio)));

const WEEK_MS = 7 * DAY_MS;
const classAt = (startsIn: number, name: string, given: Partial<SessionRow> = {}) =>
  addSessionInUtc(studio, startsIn, { name, ...given });

/** The member has been to a class of a name, some weeks ago. */
const took = async (name: string, startsIn: number, weeks: number, status = 'attended', at = studio) => {
  for (let week = 1; week <= weeks; week += 1) {
    const id = await addBooking(at, member.id, await addSessionInUtc(at, startsIn, { name }));
    const startTime = inHours((startsIn - week * WEEK_MS) / HOUR_MS);
    at.db.run('update bookings set status = ?, startTime = ? where id = ?', [status, startTime, id]);
    at.db.run(
      `update sessions set startTime = ?, localDate = ?, completedAt = ?
        where id = (select sessionId from bookings where id = ?)`,
      [startTime, startTime.slice(0, 10), startTime, id],
    );
  }
};
const regulars = async () => {
  studio.events();
  const { status, body } = await member.get('/schedule/regulars');
  expect([status, studio.events()]).toEqual([200, []]);
  return body;
};
const shown = async () =>
  (await regulars()).regulars.map(
    ({ weekday, timesTaken, session }: { [key: string]: { name: string; id: string } }) => [
      weekday,
      timesTaken,
      session?.name,
      session?.id,
    ],
  );

test('200 nothing for who has taken no class', async () => {
  await classAt(DAY_MS, 'Flow');
  expect(await regulars()).toEqual({ object: 'member_regulars', siteId: expect.any(String), regulars: [] });
});

test('200 what was attended most comes first, by name and day of the week, each with its next session', async () => {
  await took('Flow', DAY_MS, 3);
  await took('Ropes', 2 * DAY_MS, 1);
  await took('Flow', 2 * DAY_MS, 2);
  await took('Stretch', 3 * DAY_MS, 5, 'noshow');
  await took('Gone', 3 * DAY_MS, 4);
  const [tuesday, wednesday] = [await classAt(DAY_MS, 'Flow'), await classAt(2 * DAY_MS, 'Flow')];
  const ropes = await classAt(2 * DAY_MS + HOUR_MS, 'Ropes');
  await classAt(3 * DAY_MS, 'Stretch');
  await classAt(DAY_MS + WEEK_MS, 'Flow');
  expect(await shown()).toEqual([
    ['TU', 3, 'Flow', tuesday],
    ['WE', 2, 'Flow', wednesday],
    ['WE', 1, 'Ropes', ropes],
  ]);
});

test('200 each session says what the member can do, and who teaches it', async () => {
  const person = { firstName: 'Ana', lastName: 'Ruiz', email: 'ana@example.com' };
  const instructorId = (await studio.given(studio.post('/v2/instructors', person))).id;
  await took('Flow', DAY_MS, 1);
  const id = await classAt(DAY_MS, 'Flow', { instructorId });
  const [regular] = (await regulars()).regulars;
  expect(regular).toMatchObject({
    weekday: 'TU',
    lastTakenAt: inHours(24 - 7 * 24),
    session: {
      id,
      eligibility: { action: 'none', reason: 'no_eligible_package' },
      instructor: { displayName: 'Ana Ruiz' },
    },
  });
  await sellPackage(studio, member.id, {});
  expect((await regulars()).regulars[0].session.eligibility).toMatchObject({ action: 'book', canBook: true });
});

test('200 another day of the week, where the class is on no day on which it was taken', async () => {
  await took('Flow', DAY_MS, 2);
  await took('Flow', 2 * DAY_MS, 1);
  const moved = await classAt(4 * DAY_MS, 'Flow');
  expect(await shown()).toEqual([['TU', 2, 'Flow', moved]]);
});

test('200 neither cancelled nor private sessions, nor those of other sites, nor in more than two weeks', async () => {
  await took('Flow', DAY_MS, 1);
  const other = (await studio.given(studio.post('/v2/sites', { name: 'North', timezone: 'UTC' }))).id;
  await classAt(DAY_MS, 'Flow', { cancelledAt: inHours(0) });
  await classAt(DAY_MS, 'Flow', { isPrivate: 1 });
  await classAt(DAY_MS, 'Flow', { siteId: other });
  await classAt(DAY_MS + 2 * WEEK_MS, 'Flow');
  expect(await shown()).toEqual([]);
  expect((await member.send('GET', '/schedule/regulars', undefined, { 'x-site-id': other })).body.regulars).toEqual([]);
});

test('200 at most ten', async () => {
  for (let number = 0; number < 12; number += 1) {
    await took(`Class ${number}`, DAY_MS, 1);
    await classAt(DAY_MS, `Class ${number}`);
  }
  expect((await regulars()).regulars).toHaveLength(10);
});

test('no query scans a table or sorts what it finds', async () => {
  for (const table of ['sessions', 'bookings']) {
    const fresh = await openStudioForMembers();
    const one = await fresh.signIn(await addClient(fresh));
    const id = await addBooking(fresh, one.id, await addSessionInUtc(fresh, DAY_MS, { name: 'Flow' }));
    fresh.db.run(`update bookings set status = 'attended' where id = ?`, [id]);
    const steps = await plansOf(fresh, table, async () => {
      expect((await one.get('/schedule/regulars')).body.regulars).toHaveLength(1);
    });
    // The newest bookings of one client, which the inner query has found by its index.
    expect(steps.filter((step) => isCostly(step) && step !== 'SCAN newest')).toEqual([]);
  }
});
