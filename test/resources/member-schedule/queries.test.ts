import { expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import type { SessionRow } from '../../../src/resources/sessions/record.ts';
import { forEachTest } from '../../helpers/api.ts';
import { addBooking, addClient, addSession, addSessionInUtc } from '../../helpers/bookings.ts';
import { openStudioForMembers, setBooking } from '../../helpers/members.ts';
import { isCostly, plansOf } from '../../helpers/query-plans.ts';
import { sellPackage } from '../../helpers/sales.ts';
import { countExecutions, fewestOf } from '../../helpers/statements.ts';

const studio = forEachTest(openStudioForMembers);
const member = forEachTest(async () => studio.signIn(await addClient(studio)));

const sessionAt = (startsIn: number, given: Partial<SessionRow> = {}) => addSessionInUtc(studio, startsIn, given);

test('the schedule takes as many queries for a few sessions as for many', async () => {
  const queries = countExecutions(studio.db);
  const limited = { type: 'limited_membership', creditsTotal: null, usageLimit: { count: 9, period: 'week' } };
  await sellPackage(studio, member.id, limited);
  await sellPackage(studio, member.id, { activationType: 'on_first_booking' });
  await setBooking(studio, { maxActiveBookingsPerClient: 50 });
  for (let hour = 1; hour <= 20; hour += 1) {
    const id = await sessionAt(hour * 5 * HOUR_MS, { capacity: 1 });
    if (hour % 3 === 0) await addBooking(studio, member.id, id);
    if (hour % 3 === 1) await addBooking(studio, await addClient(studio), id);
  }
  const queriesOf = (query: string): Promise<number> =>
    fewestOf(async () => {
      const before = queries.executed;
      expect((await member.get(`/schedule${query}`)).status).toBe(200);
      return queries.executed - before;
    });
  const few = await queriesOf('?limit=5');
  expect(few).toBeGreaterThan(8);
  expect(await queriesOf('?limit=20')).toBe(few);
});

test('no query scans a table or sorts a page', async () => {
  const paths = [
    '/schedule',
    '/schedule?category=Yoga&limit=3',
    `/schedule?starting_after=${await sessionAt(HOUR_MS)}`,
    '/bookings',
    `/bookings?starting_after=${await addBooking(studio, member.id, await sessionAt(HOUR_MS))}&status=confirmed`,
    '/bookings?start_time_gte=2026-03-02T00:00:00Z&expand[]=session',
  ];
  for (const table of ['sessions', 'bookings', 'packages']) {
    const fresh = await openStudioForMembers();
    const one = await fresh.signIn(await addClient(fresh));
    await addSession(fresh);
    const steps = await plansOf(fresh, table, async () => {
      for (const path of paths) await one.get(path);
    });
    // The few packages of one member are sorted as they come.
    const mayBe = table === 'packages' ? 'USE TEMP B-TREE' : 'nothing';
    expect(steps.filter((step) => isCostly(step) && !step.startsWith(mayBe))).toEqual([]);
  }
});
