import { describe, expect, test } from 'bun:test';
import { endpointOwners } from '../../../src/app/webhooks.ts';
import { MINUTE_MS } from '../../../src/kernel/durations.ts';
import { addDays, wallClock } from '../../../src/kernel/local-time.ts';
import { SITES, STAFF, WEBHOOKS } from '../../../src/resources/demo-ids.ts';
import { createWebhooks } from '../../../src/sandbox/demo/webhook.ts';
import { testsEverything } from '../../helpers/everything.ts';
import { type OpenedDemo, openDemo } from './open.ts';

interface Held {
  readonly name: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly roomName: string | null;
  readonly instructorId: string | null;
  readonly seats: number;
  readonly visits: number;
}

const classesOf = ({ all }: OpenedDemo): Held[] =>
  all<Held>(
    `select name, startTime, endTime, roomName, instructorId, attendedCount as visits,
     confirmedCount + attendedCount + noShowCount as seats from sessions where siteId = ? and cancelledAt is null
     order by startTime`,
    SITES.downtown,
  );

/** Pairs of what one person, teacher or room has at the same time. */
const clashes = <Timed extends { readonly startTime: string; readonly endTime: string }>(
  rows: readonly Timed[],
  keyOf: (row: Timed) => string | null,
): string[] =>
  [...Map.groupBy(rows, keyOf)].flatMap(([key, own]) => {
    const ordered = own.toSorted((left, right) => (left.startTime < right.startTime ? -1 : 1));
    return ordered.flatMap(({ startTime }, index) => {
      const before = ordered[index - 1];
      return key !== null && before !== undefined && before.endTime > startTime ? [`${key} at ${startTime}`] : [];
    });
  });

const twiceAtOnce = ({ zone, all }: OpenedDemo): string[] => {
  const dateOf = (instant: string) => wallClock(Date.parse(instant), zone).date;
  const seats = all<{ clientId: string; startTime: string; endTime: string }>(
    `select bookings.clientId, sessions.startTime, sessions.endTime from bookings join sessions on sessions.id = bookings.sessionId
     where bookings.status in ('confirmed', 'attended', 'noshow') and bookings.siteId = ?`,
    SITES.downtown,
  );
  const perDay = Map.groupBy(seats, ({ clientId, startTime }) => `${clientId} on ${dateOf(startTime)}`);
  return [
    ...clashes(seats, ({ clientId }) => clientId),
    ...[...perDay].flatMap(([day, own]) => (own.length > 2 ? [`${own.length} of ${day}`] : [])),
  ];
};

/** Around midnight, days on which the clocks change, and elsewhere; then in New York 5, 6:05, 9 and 12 o'clock, and 6:15 PM. */
const STARTS: readonly (readonly [startAt: string, zone?: string])[] = [
  ['2026-03-03T05:30:00.000Z'],
  ['2026-12-01T04:30:00.000Z'],
  ['2026-03-08T06:30:00.000Z'],
  ['2026-11-01T23:20:00.000Z'],
  ['2026-06-10T06:40:00.000Z', 'Pacific/Auckland'],
  ['2026-03-04T10:00:00.000Z'],
  ['2026-03-05T11:05:00.000Z'],
  ['2026-03-06T14:00:00.000Z'],
  ['2026-03-07T17:00:00.000Z'],
  ['2026-11-27T23:15:00.000Z'],
  ['2026-11-30T02:50:00.000Z'],
  ['2026-03-29T09:00:00.000Z', 'Europe/Lisbon'],
  ['2026-06-10T04:10:00.000Z', 'Asia/Kolkata'],
];

describe.each(testsEverything ? STARTS : STARTS.slice(0, 5))('the demo studio at %s %s', (startAt, zone) => {
  let opened: Promise<OpenedDemo> | undefined;
  const demo = (): Promise<OpenedDemo> => (opened ??= openDemo(startAt, zone));

  test('has classes at hours at which it is open, and nobody in two at once', async () => {
    const own = await demo();
    const classes = classesOf(own);
    const atNight = classes.filter(({ startTime, endTime }) => {
      const [begin, end] = [wallClock(Date.parse(startTime), own.zone), wallClock(Date.parse(endTime), own.zone)];
      return begin.time < '06:00' || end.time > '22:00' || begin.date !== end.date;
    });
    expect(atNight).toEqual([]);
    expect(clashes(classes, ({ roomName }) => roomName)).toEqual([]);
    expect(clashes(classes, ({ instructorId }) => instructorId)).toEqual([]);
    expect(twiceAtOnce(own)).toEqual([]);
  });

  test('has today about as many people as on the days before', async () => {
    const own = await demo();
    const dayOf = ({ startTime }: Held) => wallClock(Date.parse(startTime), own.zone).date;
    const days = Map.groupBy(classesOf(own), dayOf);
    const sum = (date: string, of: (held: Held) => number) =>
      (days.get(date) ?? []).reduce((total, held) => total + of(held), 0);
    const { date } = own.plan;
    const before = [...days.keys()].filter((each) => each < date).slice(-28);
    const visits = before.map((each) => sum(each, (held) => held.visits));
    expect(before).toHaveLength(28);
    expect(Math.min(...visits)).toBeGreaterThanOrEqual(20);
    expect(Math.max(...visits)).toBeLessThanOrEqual(60);
    const average = visits.reduce((total, each) => total + each, 0) / visits.length;
    const seats = sum(date, (held) => held.seats);
    expect(seats / average).toBeGreaterThan(0.75);
    expect(seats / average).toBeLessThan(1.9);
  });

  test('has classes on each of the 14 days ahead, and fewer people the further they are', async () => {
    const own = await demo();
    const dayOf = ({ startTime }: Held) => wallClock(Date.parse(startTime), own.zone).date;
    const days = Map.groupBy(classesOf(own), dayOf);
    const ahead = Array.from({ length: 14 }, (_, index) => days.get(addDays(own.plan.date, index + 1)) ?? []);
    expect(Math.min(...ahead.map((held) => held.length))).toBeGreaterThanOrEqual(4);
    const seats = ahead.map((held) => held.reduce((total, each) => total + each.seats, 0));
    expect(Math.min(...seats.slice(0, 7))).toBeGreaterThanOrEqual(5);
    const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
    expect(sum(seats.slice(0, 7))).toBeGreaterThan(1.5 * sum(seats.slice(7)));
    // Members book once a class is planned, and can be booked.
    const tooEarly = own.all(
      `select bookings.id from bookings join sessions on sessions.id = sessionId where bookings.startTime > ? and
       (bookedAt < sessions.createdAt or (channel = 'member_app' and julianday(bookings.startTime) - julianday(bookedAt) > 14.05))`,
      own.at(own.now),
    );
    expect(tooEarly).toEqual([]);
  });

  test('has sales at many moments of each day', async () => {
    const { all, at, now, zone: place } = await demo();
    const sold = all<{ paidAt: string }>(
      `select paidAt from payments where status <> 'failed' and amount > 0 and paidAt > ? order by paidAt`,
      at(now - 28 * 24 * 60 * MINUTE_MS),
    ).map(({ paidAt }) => paidAt);
    const minutes = [...Map.groupBy(sold, (paidAt) => paidAt.slice(0, 16)).values()];
    // Three things are sold when the studio opens in the program, a week ago.
    expect(Math.max(...minutes.map((own) => own.length))).toBeLessThanOrEqual(3);
    const perDay = [...Map.groupBy(sold, (paidAt) => wallClock(Date.parse(paidAt), place).date).values()];
    expect(perDay.length).toBeGreaterThan(24);
    expect(Math.max(...perDay.map((own) => own.length))).toBeLessThanOrEqual(12);
  });
});

describe('the demo studio of a sandbox', () => {
  let opened: Promise<OpenedDemo> | undefined;
  const atDinner = (): Promise<OpenedDemo> => (opened ??= openDemo('2026-11-27T22:42:00.000Z'));

  test('is fullest in the morning and in the evening', async () => {
    const own = await atDinner();
    const hourOf = ({ startTime }: Held) => Number(wallClock(Date.parse(startTime), own.zone).time.slice(0, 2));
    const past = classesOf(own).filter(({ startTime }) => startTime < own.at(own.plan.morning));
    const visits = (from: number, until: number) =>
      past
        .filter((held) => hourOf(held) >= from && hourOf(held) < until)
        .reduce((total, held) => total + held.visits, 0);
    expect(visits(17, 22)).toBeGreaterThan(2 * visits(12, 17));
    expect(visits(6, 10)).toBeGreaterThan(visits(12, 17));
  });

  test('has people who come in each of the three months, and people who pay by the month', async () => {
    const { all, at, now } = await atDinner();
    const months = [0, 30, 60].map((days) => {
      const [from, to] = [at(now - (days + 30) * 24 * 60 * MINUTE_MS), at(now - days * 24 * 60 * MINUTE_MS)];
      const [found] = all<{ people: number }>(
        `select count(distinct clientId) as people from bookings where status = 'attended' and startTime between ? and ?`,
        from,
        to,
      );
      const [sold] = all<{ n: number }>(
        `select count(*) as n from payments join plans on plans.id = payments.planId
         where plans.type = 'unlimited' and status = 'completed' and paidAt between ? and ?`,
        from,
        to,
      );
      return [Number(found?.people) > 50, Number(sold?.n) > 25];
    });
    expect(months).toEqual([
      [true, true],
      [true, true],
      [true, true],
    ]);
  });

  test('has staff who have signed in, but for the one who is invited', async () => {
    const { all, at, now } = await atDinner();
    expect(all('select id from staff where lastLoginAt is null')).toEqual([{ id: STAFF.ben }]);
    expect(all('select id from staff where lastLoginAt > ?', at(now))).toEqual([]);
  });

  test('has an endpoint that fails, with three attempts for each of three events', async () => {
    const { store, all, secrets, at, now } = await atDinner();
    await store.write((tx) => createWebhooks(tx, 'http://127.0.0.1:8420', { secrets, owners: endpointOwners }));
    const deliveries = all<{ eventId: string; event: string | null; attempt: number; createdAt: string }>(
      `select webhookDeliveries.eventId, events.id as event, attempt, webhookDeliveries.createdAt
       from webhookDeliveries left join events on events.id = eventId
       where endpointId = ? and status = 'failed' and responseStatus = 500 order by webhookDeliveries.id`,
      WEBHOOKS.failing,
    );
    expect(deliveries.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3]);
    expect(deliveries.filter(({ eventId, event }) => eventId !== event)).toEqual([]);
    const times = deliveries.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted());
    expect(String(times.at(-1)) < at(now)).toBe(true);
    expect(
      all('select status, consecutiveFailures, lastFailureAt from webhookEndpoints where id = ?', WEBHOOKS.failing),
    ).toEqual([{ status: 'failing', consecutiveFailures: 3, lastFailureAt: times.at(-1) }]);
  });
});
