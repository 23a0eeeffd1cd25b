import { describe, expect, test } from 'bun:test';
import { openInMemory } from '../../../src/database/data-directory.ts';
import { createSeal, temporaryKey } from '../../../src/database/seal.ts';
import { Store } from '../../../src/database/store.ts';
import { MINUTE_MS } from '../../../src/kernel/durations.ts';
import { createIds } from '../../../src/kernel/ids.ts';
import { systemRandom } from '../../../src/kernel/random.ts';
import { Timeline } from '../../../src/kernel/timer.ts';
import { createSandboxProcessor } from '../../../src/payments-processor/sandbox/processor.ts';
import { BOOKINGS, METHODS, PACKAGES, PAYMENTS, SESSIONS, SITES, STAFF } from '../../../src/resources/demo-ids.ts';
import { saveDemoCards } from '../../../src/sandbox/demo/card.ts';
import { createDemoStudio } from '../../../src/sandbox/demo/studio.ts';
import { idOf } from '../../../src/sandbox/demo/today/people.ts';
import { planOf } from '../../../src/sandbox/demo/today/plan.ts';

type Row = Record<string, unknown>;

const random = systemRandom();

/** The demo studio of a sandbox with cards, and what its tables have. */
const open = async (startAt: string) => {
  const now = Date.parse(startAt);
  const time = new Timeline(now);
  const store = new Store(openInMemory('test', random).db, time, createIds(time, random));
  const processor = createSandboxProcessor(store, random, createSeal(temporaryKey(random), random), 'signature');
  await createDemoStudio(store);
  await saveDemoCards(store, processor);
  const all = (statement: string, ...values: string[]) => store.db.query(statement).all(...values) as Row[];
  const plan = planOf(now, 'America/New_York');
  const at = (time: number) => new Date(time).toISOString();
  const today = () =>
    all(
      `select name, roomName, capacity, confirmedCount as expected, attendedCount as here, noShowCount as missing,
       waitlistedCount as waiting, offersHeld as held from sessions
       where siteId = ? and startTime between ? and ? and cancelledAt is null order by startTime`,
      SITES.downtown,
      at(plan.morning),
      at(plan.climbing),
    );
  return { all, plan, at, today, now };
};

// At dinner, as in the pictures; early and late, at noon, and on the nights on which the clocks change.
const STARTS = [
  '2026-11-27T22:42:00.000Z',
  '2026-03-02T08:00:00.000Z',
  '2026-06-15T16:07:31.000Z',
  '2026-07-01T03:59:00.000Z',
  '2026-07-01T04:00:00.000Z',
  '2026-11-01T05:30:00.000Z',
  '2026-11-01T06:10:00.000Z',
  '2026-03-08T06:59:00.000Z',
  '2028-02-29T15:00:00.000Z',
];

describe('the day of the demo studio', () => {
  test.each(STARTS)('has classes before, now and later at %s', async (startAt) => {
    const { all, plan, at, today, now } = await open(startAt);
    expect(today()).toEqual([
      {
        name: 'Morning Flow',
        roomName: 'Studio A',
        capacity: 12,
        expected: 0,
        here: 11,
        missing: 1,
        waiting: 0,
        held: 0,
      },
      {
        name: 'Reformer Basics',
        roomName: 'Studio B',
        capacity: 8,
        expected: 0,
        here: 8,
        missing: 0,
        waiting: 0,
        held: 0,
      },
      { name: 'Lunch Ride', roomName: 'Cycle', capacity: 20, expected: 2, here: 14, missing: 0, waiting: 0, held: 0 },
      {
        name: 'Vinyasa Flow',
        roomName: 'Studio A',
        capacity: 14,
        expected: 2,
        here: 10,
        missing: 0,
        waiting: 0,
        held: 0,
      },
      { name: 'Strength Basics', roomName: 'Gym', capacity: 8, expected: 4, here: 3, missing: 0, waiting: 2, held: 1 },
      { name: 'Evening Ride', roomName: 'Cycle', capacity: 20, expected: 11, here: 0, missing: 0, waiting: 0, held: 0 },
      {
        name: 'Yin and Breath',
        roomName: 'Studio A',
        capacity: 14,
        expected: 9,
        here: 0,
        missing: 0,
        waiting: 0,
        held: 0,
      },
      {
        name: 'Climbing: First Ropes',
        roomName: 'Wall',
        capacity: 6,
        expected: 6,
        here: 0,
        missing: 0,
        waiting: 1,
        held: 0,
      },
    ]);
    // One runs, and the next begins in some minutes.
    expect(plan.running).toBeLessThan(now);
    expect(plan.running + 60 * MINUTE_MS).toBeGreaterThan(now);
    expect((plan.next - now) / MINUTE_MS).toBeGreaterThanOrEqual(12);
    expect((plan.next - now) / MINUTE_MS).toBeLessThanOrEqual(27);
    const [offer] = all(
      `select clientId, offerExpiresAt from bookings where holdsSeat = 1 and startTime = ?`,
      at(plan.next),
    );
    expect(offer).toEqual({ clientId: idOf('Tomas'), offerExpiresAt: at(plan.next - 5 * MINUTE_MS) });
    const [climbing] = all('select instructorId, originalInstructorId from sessions where id = ?', SESSIONS.climbing);
    expect(climbing).toEqual({ instructorId: STAFF.noor, originalInstructorId: STAFF.ben });
    expect(all('select count(*) as n from bookings where createdAt > ?', at(now))).toEqual([{ n: 0 }]);
  });

  test('has what waits for a decision, and what the desk should know', async () => {
    const { all } = await open('2026-11-27T22:42:00.000Z');
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
    const ofToday = `select clientId from packages where status = 'depleted' and id not like '00ff%'`;
    expect(all(ofToday)).toEqual([{ clientId: idOf('Grace') }]);
    const client = (name: string) => all('select * from clients where id = ?', idOf(name))[0];
    expect(client('Chloé')?.dateOfBirth).toBe('1996-11-27');
    expect(String(client('Marcus')?.alerts)).toContain('no jumps');
    expect([client('Mateo')?.visits, String(client('Mateo')?.waiver)]).toEqual([0, expect.stringContaining('none')]);
  });

  test('is the same for the same clock', async () => {
    const [one, other] = [await open('2026-11-27T22:42:00.000Z'), await open('2026-11-27T22:42:00.000Z')];
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
      const rows = ({ all }: typeof one) => all(`select * from "${table}" order by id`);
      expect(rows(one)).toEqual(rows(other));
    }
  });
});
