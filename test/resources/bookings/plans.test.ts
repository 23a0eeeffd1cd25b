import { beforeEach, describe, expect, test } from 'bun:test';
import { openStudio, type Studio, TEST_START } from '../../helpers/api.ts';
import { addLine, joinLine, type Line } from '../../helpers/line.ts';
import { sold } from '../../helpers/money.ts';
import { isCostly } from '../../helpers/plans.ts';
import { addBooking, addClient, addSession } from '../../helpers/spine.ts';

const HOUR = 3_600_000;
const TABLES = ['bookings', 'sessions', 'clients', 'packages', 'packageUses'];

let studio: Studio;
let line: Line;
let seen: Set<string>;
let asked: number;

/** A statement that counts how often it is asked. */
const counted = (statement: object): object =>
  new Proxy(statement, {
    get: (target, name) => {
      if (name === 'get' || name === 'all') asked += 1;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

beforeEach(async () => {
  studio = await openStudio();
  seen = new Set();
  asked = 0;
  // From the beginning, since each statement is prepared at its first use only.
  const prepare = studio.db.query.bind(studio.db);
  const spied = studio.db as unknown as { query(sql: string): unknown };
  spied.query = (sql) => {
    if (sql.startsWith('select') && TABLES.some((table) => sql.includes(`"${table}"`))) seen.add(sql);
    return counted(prepare(sql));
  };
  line = await addLine(studio, 2, 3);
});

/** The steps of every question that was asked so far of what grows with the business. */
const steps = (): string[] => {
  Reflect.deleteProperty(studio.db, 'query');
  return [...seen].flatMap((sql) => {
    const statement = studio.db.query<{ detail: string }, null[]>(`explain query plan ${sql}`);
    return statement.all(...Array<null>(statement.paramsCount).fill(null)).map(({ detail }) => detail);
  });
};

const expectWays = (ways: readonly RegExp[]): void => {
  const found = steps();
  expect(found.filter(grows)).toEqual([]);
  for (const way of ways) expect(found.filter((step) => way.test(step))).not.toEqual([]);
};

/** Sorting the packages of one client, or the few rows that overlap or are due, is no cost that grows. */
const grows = (step: string): boolean => isCostly(step) && !step.includes('TEMP B-TREE');

describe('each question about lines is a seek', () => {
  test('who is next, whether they are elsewhere, what pays, and where else they wait', async () => {
    await sold(studio, line.clients[0] as string);
    await studio.post(`/v2/bookings/${line.seated[0]}/cancel`);
    expectWays([
      /bookings USING INDEX bookingsWaiting \(sessionId=\? AND \(joinedAt,id\)>/,
      /bookings USING INDEX bookingsUpcoming \(clientId=\? AND startTime>\? AND startTime<\?\)/,
      /bookings USING INDEX bookingsWaitingByClient \(clientId=\? AND status=\? AND startTime>\? AND startTime<\?\)/,
      /packages USING INDEX packagesUsable \(clientId=\?\)/,
    ]);
  });

  test('the places of a whole page are one question of the index of the lines', async () => {
    const { body } = await studio.get('/v2/bookings?status=waitlisted');
    const places = body.data.map((each: { waitlist: { position: number } }) => each.waitlist.position);
    expect(places).toEqual([3, 2, 1]);
    expect([...seen].filter((sql) => sql.includes('as "waiting"'))).toHaveLength(1);
    expectWays([/waiting USING COVERING INDEX bookingsWaiting \(sessionId=\?/]);
  });

  test('a page asks as much for many who wait as for one', async () => {
    const statements = async (limit: number) => {
      const before = asked;
      await studio.get(`/v2/bookings?status=waitlisted&limit=${limit}&expand[]=package&expand[]=session`);
      return asked - before;
    };
    await statements(1);
    const forOne = await statements(1);
    expect(forOne).toBeGreaterThan(3);
    expect(await statements(3)).toBe(forOne);
  });

  test('joining, promoting, checking in, archiving and cancelling a package', async () => {
    const clientId = await addClient(studio);
    const pack = await sold(studio, clientId);
    await studio.patch('/v2/settings', { membership: { cancelFutureBookingsOnPackageCancel: true } });
    await addBooking(studio, clientId, await addSession(studio, { startsIn: 30 * HOUR }));
    await joinLine(studio, clientId, line.sessionId, { packageId: pack.id });
    await studio.post(`/v2/bookings/${line.waiting[1]}/checkin`);
    await studio.post(`/v2/bookings/${line.seated[1]}/noshow`);
    await studio.patch('/v2/settings', { booking: { waitlistPromotionMode: 'manual' } });
    await studio.post(`/v2/bookings/${line.seated[0]}/cancel`);
    await studio.post(`/manage/bookings/${line.waiting[2]}/promote`);
    await studio.post(`/v2/packages/${pack.id}/cancel`);
    await studio.delete(`/v2/clients/${clientId}`);
    await studio.get(`/v2/clients/${clientId}`);
    expectWays([/packageUses USING (?:COVERING )?INDEX packageUsesByStart \(packageId=\? AND startTime>\?\)/]);
  });

  test('what is due: the sweep seeks to it', async () => {
    await studio.patch('/v2/settings', {
      booking: { waitlistPromotionMode: 'confirmation_window', autoNoShowMinutesAfterEnd: 0 },
    });
    await studio.post(`/v2/bookings/${line.seated[0]}/cancel`);
    await studio.time.moveTo(TEST_START + 26 * HOUR);
    expectWays([
      /bookings USING INDEX bookingsOffered \(offerExpiresAt<\?\)/,
      /bookings USING INDEX bookingsWaitingByStart \(status=\? AND startTime<\?\)/,
      /bookings USING INDEX bookingsWaitingByStart \(status=\? AND startTime>\?\)/,
      /sessions USING (?:COVERING )?INDEX sessionsToMarkNoShows \(noShowsDueAt<\?\)/,
    ]);
  });
});
