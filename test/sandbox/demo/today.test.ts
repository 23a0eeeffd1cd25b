import { describe, expect, test } from 'bun:test';
import { MINUTE_MS } from '../../../src/kernel/durations.ts';
import { BOOKINGS, METHODS, PACKAGES, PAYMENTS, SESSIONS, SITES, STAFF } from '../../../src/resources/demo-ids.ts';
import { idOf } from '../../../src/sandbox/demo/today/people.ts';
import { testsEverything } from '../../helpers/everything.ts';
import { type OpenedDemo, openDemo } from './open.ts';

/** The classes of today at the physical site: name, capacity, who is expected, here and missing, who waits, and seats on offer. */
const today = ({ all, at, plan }: OpenedDemo) =>
  all(
    `select name, capacity, confirmedCount as expected, attendedCount as here, noShowCount as missing,
     waitlistedCount as waiting, offersHeld as held from sessions
     where siteId = ? and startTime between ? and ? and cancelledAt is null order by startTime, name`,
    SITES.downtown,
    at(plan.morning - 60 * MINUTE_MS),
    at(plan.closing),
  ).map((row) => Object.values(row).join(' '));

// At dinner, as in the pictures; in the morning, at noon, at 6:15 PM, on days on which the clocks change, and on a leap day.
const OPEN = [
  '2026-11-27T22:42:00.000Z',
  '2026-03-02T12:10:00.000Z',
  '2026-06-15T16:07:31.000Z',
  '2026-07-01T22:15:00.000Z',
  '2026-11-01T15:30:00.000Z',
  '2026-03-08T13:00:00.000Z',
  '2028-02-29T15:00:00.000Z',
];

describe('the day of the demo studio', () => {
  test('is over, runs, and goes on at dinner', async () => {
    const demo = await openDemo('2026-11-27T22:42:00.000Z');
    expect(today(demo)).toEqual([
      'Morning Flow 12 0 7 1 0 0',
      'Reformer Basics 8 0 5 0 0 0',
      'Lunch Ride 20 2 4 0 0 0',
      'Vinyasa Flow 14 2 8 0 0 0',
      'Strength Basics 8 4 3 0 2 1',
      'Evening Ride 20 8 0 0 0 0',
      'Yin and Breath 14 6 0 0 0 0',
      'Climbing: First Ropes 6 6 0 0 1 0',
    ]);
    const [climbing] = demo.all(
      'select instructorId, originalInstructorId from sessions where id = ?',
      SESSIONS.climbing,
    );
    expect(climbing).toEqual({ instructorId: STAFF.noor, originalInstructorId: STAFF.ben });
  });

  test.each(testsEverything ? OPEN : OPEN.slice(0, 2))(
    'has a class that runs, and one that is next with an offer, at %s',
    async (startAt) => {
      const { all, plan, at, now } = await openDemo(startAt);
      expect(plan.running).toBeLessThan(now);
      expect(plan.running + 60 * MINUTE_MS).toBeGreaterThan(now);
      expect((plan.next - now) / MINUTE_MS).toBeGreaterThanOrEqual(12);
      expect((plan.next - now) / MINUTE_MS).toBeLessThanOrEqual(27);
      const [offer] = all(
        'select clientId, offerExpiresAt from bookings where holdsSeat = 1 and startTime = ?',
        at(plan.next),
      );
      expect(offer).toEqual({ clientId: idOf('Tomas'), offerExpiresAt: at(plan.next - 5 * MINUTE_MS) });
      expect(all('select count(*) as n from bookings where createdAt > ?', at(now))).toEqual([{ n: 0 }]);
    },
  );

  test('begins with nobody here, at night', async () => {
    const demo = await openDemo('2026-07-01T05:00:00.000Z');
    const classes = today(demo);
    expect(classes).toHaveLength(8);
    for (const line of classes) expect(line).toMatch(/^[\w: ]+ \d+ [1-9]\d* 0 0 \d \d$/);
  });

  test('ends with everybody here or missing', async () => {
    const demo = await openDemo('2026-07-02T03:00:00.000Z');
    const classes = today(demo);
    expect(classes).toHaveLength(8);
    for (const line of classes) expect(line).toMatch(/^[\w: ]+ \d+ 0 [1-9]\d* \d \d 0$/);
  });

  test('has what waits for a decision, and what the desk should know', async () => {
    const { all } = await openDemo('2026-11-27T22:42:00.000Z');
    const fees = all(
      `select clientId, penalty ->> '$.status' as status, penalty ->> '$.amount' as amount from bookings
       where penalty is not null and siteId = ? order by amount`,
      SITES.downtown,
    );
    expect(fees).toEqual([
      { clientId: idOf('Luca'), status: 'pending', amount: 1_500 },
      { clientId: idOf('Ivan'), status: 'failed', amount: 2_000 },
    ]);
    const [ivan] = all('select accountBalances from clients where id = ?', idOf('Ivan'));
    expect(JSON.parse(String(ivan?.accountBalances))).toEqual([{ amount: -2_000, currency: 'USD' }]);
    expect(all(`select id, bookingId, packageId, amount from payments where status = 'failed' order by id`)).toEqual([
      { id: PAYMENTS.renewal, bookingId: null, packageId: PACKAGES.membership, amount: 12_900 },
      { id: PAYMENTS.fee, bookingId: BOOKINGS.owed, packageId: null, amount: 2_000 },
    ]);
    const [membership] = all('select * from packages where id = ?', PACKAGES.membership);
    expect(membership).toMatchObject({
      clientId: idOf('Priya'),
      status: 'active',
      renewalAttempts: 1,
      paymentMethodId: METHODS.empty,
      nextRenewalAt: '2026-11-28T05:01:00.000Z',
    });
    const ofToday = `select clientId from packages where status = 'depleted' and id not like '00ff%' and name = 'Ten classes'`;
    expect(all(ofToday)).toEqual([{ clientId: idOf('Grace') }]);
    const client = (name: string) => all('select * from clients where id = ?', idOf(name))[0];
    expect(client('Chloé')?.dateOfBirth).toBe('1996-11-27');
    expect(String(client('Marcus')?.alerts)).toContain('no jumps');
    expect([client('Mateo')?.visits, String(client('Mateo')?.waiver)]).toEqual([0, expect.stringContaining('none')]);
  });

  test('is the same for the same clock', async () => {
    const [one, other] = [await openDemo('2026-11-27T22:42:00.000Z'), await openDemo('2026-11-27T22:42:00.000Z')];
    for (const table of [
      'sessions',
      'bookings',
      'packages',
      'payments',
      'checkins',
      'schedules',
      'clients',
      'events',
    ]) {
      const rows = ({ all }: OpenedDemo) => all(`select * from "${table}" order by id`);
      expect(rows(one)).toEqual(rows(other));
    }
  });
});
