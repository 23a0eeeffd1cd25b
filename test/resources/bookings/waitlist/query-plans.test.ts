import { beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, openStudio, TEST_START } from '../../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../../helpers/bookings.ts';
import { isCostly } from '../../../helpers/query-plans.ts';
import { sellPackage } from '../../../helpers/sales.ts';
import { fewestOf } from '../../../helpers/statements.ts';
import { addWaitlist, joinWaitlist, type Waitlist } from '../../../helpers/waitlist.ts';

const TABLES = ['bookings', 'sessions', 'clients', 'packages', 'packageUses'];

let waitlist: Waitlist;
let seen: Set<string>;
let runs: number;

/** A statement that counts how often it runs. */
const counted = (statement: object): object =>
  new Proxy(statement, {
    get: (target, name) => {
      if (name === 'get' || name === 'all') runs += 1;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

const studio = forEachTest(openStudio);
beforeEach(async () => {
  seen = new Set();
  runs = 0;
  // From the start, since each statement is prepared at its first use only.
  const prepare = studio.db.query.bind(studio.db);
  const spied = studio.db as unknown as { query(sql: string): unknown };
  spied.query = (sql) => {
    if (sql.startsWith('select') && TABLES.some((table) => sql.includes(`"${table}"`))) seen.add(sql);
    return counted(prepare(sql));
  };
  waitlist = await addWaitlist(studio, 2, 3);
});

const stepsOf = (statements: readonly string[]): string[] =>
  statements.flatMap((sql) => {
    const statement = studio.db.query<{ detail: string }, null[]>(`explain query plan ${sql}`);
    return statement.all(...Array<null>(statement.paramsCount).fill(null)).map(({ detail }) => detail);
  });

/** The steps of every statement so far that reads a large table. */
const steps = (): string[] => {
  Reflect.deleteProperty(studio.db, 'query');
  return stepsOf([...seen]);
};

const expectSteps = (expected: readonly RegExp[]): void => {
  const found = steps();
  expect(found.filter(grows)).toEqual([]);
  for (const pattern of expected) expect(found.filter((step) => pattern.test(step))).not.toEqual([]);
};

/** Sorting the packages of one client, or the few rows that overlap or are due, does not get slower with time. */
const grows = (step: string): boolean => isCostly(step) && !step.includes('TEMP B-TREE');

describe('each statement about waitlists is a seek', () => {
  test('the next client, overlaps, what pays, and overlapping waits', async () => {
    await sellPackage(studio, waitlist.clients[0] as string);
    await studio.post(`/v2/bookings/${waitlist.seated[0]}/cancel`);
    expectSteps([
      /bookings USING INDEX bookingsWaiting \(sessionId=\? AND \(joinedAt,id\)>/,
      /bookings USING INDEX bookingsUpcoming \(clientId=\? AND startTime>\? AND startTime<\?\)/,
      /bookings USING INDEX bookingsWaitingByClient \(clientId=\? AND status=\? AND startTime>\? AND startTime<\?\)/,
      /packages USING INDEX packagesUsable \(clientId=\?\)/,
    ]);
  });

  test('who in line is eligible, and the open offers that end earlier or are withdrawn', async () => {
    await studio.patch('/v2/settings', { booking: { waitlistPromotionMode: 'confirmation_window' } });
    const path = `/manage/sessions/${waitlist.sessionId}`;
    await studio.patch(path, { capacity: 4 });
    await studio.patch('/v2/settings', { booking: { lateCancelWindowMinutes: 23 * 60 } });
    await studio.patch(path, { startTime: '2026-03-03T07:30:00.000Z' });
    await studio.patch(path, { capacity: 3 });
    await studio.patch(`/v2/clients/${waitlist.clients[1]}`, { status: 'suspended' });
    await studio.patch(`/v2/clients/${waitlist.clients[2]}`, { status: 'suspended' });
    await studio.patch(path, { capacity: 4 });
    await studio.post('/v2/bookings', { clientId: await addClient(studio), sessionId: waitlist.sessionId });
    const own = [...seen].filter((sql) => /"holdsSeat" = 1|"bookings"."holdsSeat"/.test(sql) && !/min\(/.test(sql));
    expect(own.length).toBeGreaterThanOrEqual(5);
    expectSteps([
      /bookings USING INDEX bookingsWaiting \(sessionId=\? AND \(joinedAt,id\)>/,
      /bookings USING INDEX bookingsWaiting \(sessionId=\?\)/,
    ]);
    const few = /\bbookings USING INDEX (?:bookingsWaiting \(sessionId=\?|bookingsOffered)/;
    const others = stepsOf(own).filter((step) => /^\S+ bookings\b/.test(step) && !few.test(step));
    expect(others).toEqual([]);
  });

  test('the positions of a whole page are one statement on the index of waitlists', async () => {
    const { body } = await studio.get('/v2/bookings?status=waitlisted');
    const positions = body.data.map((each: { waitlist: { position: number } }) => each.waitlist.position);
    expect(positions).toEqual([3, 2, 1]);
    expect([...seen].filter((sql) => sql.includes('as "waiting"'))).toHaveLength(1);
    expectSteps([/waiting USING COVERING INDEX bookingsWaiting \(sessionId=\?/]);
  });

  test('a page of many waitlisted bookings takes as many statements as one of one', async () => {
    const statements = (limit: number) =>
      fewestOf(async () => {
        const before = runs;
        await studio.get(`/v2/bookings?status=waitlisted&limit=${limit}&expand[]=package&expand[]=session`);
        return runs - before;
      });
    const forOne = await statements(1);
    expect(forOne).toBeGreaterThan(3);
    expect(await statements(3)).toBe(forOne);
  });

  test('joining, promoting, checking in, archiving and cancelling a package', async () => {
    const clientId = await addClient(studio);
    const pack = await sellPackage(studio, clientId);
    await studio.patch('/v2/settings', { membership: { cancelFutureBookingsOnPackageCancel: true } });
    await addBooking(studio, clientId, await addSession(studio, { startsIn: 30 * HOUR_MS }));
    await joinWaitlist(studio, clientId, waitlist.sessionId, { packageId: pack.id });
    await studio.post(`/v2/bookings/${waitlist.waiting[1]}/checkin`);
    await studio.post(`/v2/bookings/${waitlist.seated[1]}/noshow`);
    await studio.patch('/v2/settings', { booking: { waitlistPromotionMode: 'manual' } });
    await studio.post(`/v2/bookings/${waitlist.seated[0]}/cancel`);
    await studio.post(`/manage/bookings/${waitlist.waiting[2]}/promote`);
    await studio.post(`/v2/packages/${pack.id}/cancel`);
    await studio.delete(`/v2/clients/${clientId}`);
    await studio.get(`/v2/clients/${clientId}`);
    expectSteps([/packageUses USING (?:COVERING )?INDEX packageUsesByStart \(packageId=\? AND startTime>\?\)/]);
  });

  test('the job that finds what is due', async () => {
    await studio.patch('/v2/settings', {
      booking: { waitlistPromotionMode: 'confirmation_window', autoNoShowMinutesAfterEnd: 0 },
    });
    await studio.post(`/v2/bookings/${waitlist.seated[0]}/cancel`);
    await studio.time.skipTo(TEST_START + 26 * HOUR_MS);
    expectSteps([
      /bookings USING INDEX bookingsOffered \(offerExpiresAt<\?\)/,
      /bookings USING INDEX bookingsWaitingByStart \(status=\? AND startTime<\?\)/,
      /sessions USING INDEX sessionsToFill \(\(startTime,id\)>/,
      /sessions USING (?:COVERING )?INDEX sessionsToMarkNoShows \(noShowsDueAt<\?\)/,
      /bookings USING INDEX bookingsBySession \(sessionId=\?\)/,
    ]);
    // There is no end to those that are confirmed.
    expect(steps().filter((step) => step.endsWith('bookingsByStatus (status=?)'))).toEqual([]);
  });
});
