// A session whose capacity is raised while more clients wait than one transaction gives seats to.

import { describe, expect, test } from 'bun:test';
import { HOUR_MS, MINUTE_MS } from '../../../../src/kernel/durations.ts';
import { openStudio, type Studio } from '../../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../../helpers/bookings.ts';
import { watchCommits } from '../../../helpers/commits.ts';
import { copyWaits } from '../../../helpers/copy-bookings.ts';
import { distinct, typesOf } from '../../../helpers/daily.ts';
import { until } from '../../../helpers/process.ts';
import { slowDown } from '../../../helpers/stopwatch.ts';
import { isLeft, whileLeft } from '../../../helpers/unfinished.ts';
import { addWaitlist, joinWaitlist } from '../../../helpers/waitlist.ts';

const WAITING = 500;
/** The places of a transaction, and the events of the session itself. */
const MOST = 52;
/** Places that a transaction looks at however long that takes. */
const FEWEST = 5;

/** A session with one seat, which is taken, and so many clients waiting. */
const openWaiting = async (count = WAITING, booking: object = {}) => {
  const studio = await openStudio();
  await studio.patch('/v2/settings', { booking });
  const sessionId = await addSession(studio, { capacity: 1 });
  const seated = await addBooking(studio, await addClient(studio), sessionId);
  const first = await joinWaitlist(studio, await addClient(studio), sessionId);
  copyWaits(studio.db, first, count - 1);
  studio.events();
  const path = `/manage/sessions/${sessionId}`;
  return {
    studio,
    sessionId,
    seated,
    first,
    path,
    raise: async (capacity: number | null) => {
      const { status } = await studio.patch(path, { capacity });
      expect(status).toBe(200);
    },
    session: async () => (await studio.get(`/v2/sessions/${sessionId}`)).body,
  };
};

const isUnfinished = (studio: Studio) => isLeft(studio, 'waitlist');
const finished = (studio: Studio) => until(() => !isUnfinished(studio));
const inLine = ({ db }: Studio, status: string): string[] =>
  db
    .query<{ id: string }, string>(
      'select id from bookings where status = ? and joinedAt is not null order by joinedAt, id',
    )
    .all(status)
    .map(({ id }) => id);

const suspendWaiting = ({ db }: Studio): void =>
  void db.run(
    "update clients set status = 'suspended' where id in (select clientId from bookings where status = 'waitlisted')",
  );

describe('200 capacity raised', () => {
  test('for some of those who wait: in short transactions, first in, first out, each seat once', async () => {
    const { studio, raise, session } = await openWaiting();
    const line = inLine(studio, 'waitlisted');
    const seen = watchCommits(studio);
    await raise(301);
    await finished(studio);
    expect([seen.mostEvents <= MOST, seen.commits >= 6]).toEqual([true, true]);
    const events = studio.eventsInFull();
    expect(typesOf(events)).toEqual({ 'session.updated': 1, 'booking.waitlist_promoted': 300 });
    expect(distinct(events, 'booking.waitlist_promoted', 'bookingId')).toBe(300);
    expect(inLine(studio, 'confirmed')).toEqual(line.slice(0, 300));
    expect(await session()).toMatchObject({ bookedCount: 301, availableSpots: 0, waitlistCount: WAITING - 300 });
    expect(studio.reportedErrors).toEqual([]);
  }, 60_000);

  test('for all of them: a seat is free at the end, and is said once', async () => {
    const { studio, raise } = await openWaiting();
    await raise(WAITING + 3);
    await finished(studio);
    const events = studio.eventsInFull();
    expect(typesOf(events)).toEqual({
      'session.updated': 1,
      'booking.waitlist_promoted': WAITING,
      'session.spot_available': 1,
    });
    expect(events.at(-1)?.data).toMatchObject({ bookedCount: WAITING + 1, availableSpots: 2 });
  }, 60_000);

  test('in a small session: one transaction', async () => {
    const { studio, raise } = await openWaiting(FEWEST);
    const seen = watchCommits(studio);
    await raise(null);
    expect([isUnfinished(studio), seen.commits]).toEqual([false, 1]);
    expect(studio.events()).toEqual([
      'session.updated',
      ...Array(FEWEST).fill('booking.waitlist_promoted'),
      'session.spot_available',
    ]);
  });

  test('where each seat takes long, as with many webhook endpoints: fewer places in a transaction', async () => {
    const { studio, raise } = await openWaiting(60);
    const line = inLine(studio, 'waitlisted');
    const endSlowness = slowDown();
    const seen = watchCommits(studio);
    try {
      await raise(41);
      await finished(studio);
    } finally {
      endSlowness();
    }
    expect([seen.mostEvents, seen.commits]).toEqual([FEWEST + 1, 40 / FEWEST]);
    expect(inLine(studio, 'confirmed')).toEqual(line.slice(0, 40));
    expect(typesOf(studio.eventsInFull())).toEqual({ 'session.updated': 1, 'booking.waitlist_promoted': 40 });
  });

  test('where nobody may have a seat: in short transactions, and the seats are free', async () => {
    const { studio, raise, session } = await openWaiting();
    suspendWaiting(studio);
    const endSlowness = slowDown();
    let parts = 0;
    studio.store.onCommit(() => {
      parts += Number(isUnfinished(studio));
    });
    await raise(3);
    expect((await session()).waitlistCount).toBe(WAITING);
    await finished(studio);
    endSlowness();
    expect(parts).toBeGreaterThan(1);
    expect(studio.events()).toEqual(['session.updated', 'session.spot_available']);
    const skipped = studio.db.query("select 1 from bookings where lastSkipReason = 'client_suspended'").all();
    expect(skipped).toHaveLength(WAITING);
  }, 60_000);

  test('with offers: each is made once, and all of them expire in short transactions', async () => {
    const { studio, raise, session } = await openWaiting(200, { waitlistPromotionMode: 'confirmation_window' });
    const seen = watchCommits(studio);
    await raise(101);
    await finished(studio);
    expect(typesOf(studio.eventsInFull())).toEqual({ 'session.updated': 1, 'booking.waitlist_offered': 100 });
    expect(await session()).toMatchObject({ bookedCount: 1, availableSpots: 0 });
    const { offerExpiresAt } = studio.db.query('select max(offerExpiresAt) as offerExpiresAt from bookings').get() as {
      offerExpiresAt: string;
    };
    await studio.time.moveTo(Date.parse(offerExpiresAt));
    await until(
      () =>
        studio.db.query('select 1 from bookings where holdsSeat = 1 and offerExpiresAt > ?').all(offerExpiresAt)
          .length === 100,
    );
    await finished(studio);
    expect(typesOf(studio.eventsInFull())).toEqual({ 'booking.updated': 100, 'booking.waitlist_offered': 100 });
    // The job looks once more at a session whose part of the transaction has ended before its most events.
    expect(seen.mostEvents).toBeLessThanOrEqual(2 * MOST);
    expect(studio.reportedErrors).toEqual([]);
  }, 60_000);
});

describe('while seats are given', () => {
  test('409 a newcomer takes none, and joins the end of the waitlist', async () => {
    const { studio, raise, sessionId, session } = await openWaiting();
    const [refused, joined] = [await addClient(studio), await addClient(studio)];
    const [response, joining] = await whileLeft(studio, 'waitlist', () => raise(401), [
      () => studio.post('/v2/bookings', { clientId: refused, sessionId }),
      () => studio.post('/v2/bookings', { clientId: joined, sessionId, joinWaitlist: true }),
    ]);
    expect([response?.status, response?.body.error.code]).toEqual([409, 'session_full']);
    expect(joining?.body.status).toBe('waitlisted');
    await finished(studio);
    expect(inLine(studio, 'waitlisted').at(-1)).toBe(joining?.body.id);
    expect(await session()).toMatchObject({ bookedCount: 401, availableSpots: 0, waitlistCount: WAITING - 400 + 1 });
    expect(typesOf(studio.eventsInFull())).toEqual({
      'session.updated': 1,
      'booking.waitlist_promoted': 400,
      'booking.created': 1,
      'booking.waitlisted': 1,
    });
  }, 60_000);

  test('200 the session is cancelled: nobody else gets a seat, and none is said to be free', async () => {
    const { studio, raise, path, session } = await openWaiting();
    const [cancelled] = await whileLeft(studio, 'waitlist', () => raise(null), [() => studio.post(`${path}/cancel`)]);
    expect(cancelled?.status).toBe(200);
    await until(() => studio.db.query('select 1 from unfinishedChanges').get() === null);
    expect(await session()).toMatchObject({ status: 'cancelled', bookedCount: 0, waitlistCount: 0 });
    const { 'booking.waitlist_promoted': promoted, ...others } = typesOf(studio.eventsInFull());
    expect(Number(promoted)).toBeLessThan(WAITING / 2);
    expect(others).toEqual({ 'session.updated': 1, 'session.cancelled': 1, 'booking.cancelled': WAITING + 1 });
    expect(studio.reportedErrors).toEqual([]);
  }, 60_000);

  test('200 the capacity is lowered again: no seat beyond it is given, and none was ever free', async () => {
    const { studio, raise } = await openWaiting();
    await whileLeft(studio, 'waitlist', () => raise(401), [() => raise(2)]);
    const seats = inLine(studio, 'confirmed').length;
    await finished(studio);
    expect([seats < WAITING / 2, inLine(studio, 'confirmed').length]).toEqual([true, seats]);
    expect(typesOf(studio.eventsInFull())).toEqual({ 'session.updated': 2, 'booking.waitlist_promoted': seats });
  }, 60_000);

  test('200 it is raised twice at once: in line, each seat once', async () => {
    const { studio, path } = await openWaiting();
    const line = inLine(studio, 'waitlisted');
    const raised = [201, 301].map((capacity) => studio.patch(path, { capacity }));
    expect((await Promise.all(raised)).map(({ status }) => status)).toEqual([200, 200]);
    await finished(studio);
    expect(inLine(studio, 'confirmed')).toEqual(line.slice(0, 300));
    expect(typesOf(studio.eventsInFull())).toEqual({ 'session.updated': 2, 'booking.waitlist_promoted': 300 });
  }, 60_000);

  test('200 a client cancels: that seat too goes to the next in line', async () => {
    const { studio, raise, seated, session } = await openWaiting();
    const line = inLine(studio, 'waitlisted');
    const cancel = () => studio.post(`/v2/bookings/${seated}/cancel`);
    expect((await whileLeft(studio, 'waitlist', () => raise(301), [cancel])).map(({ status }) => status)).toEqual([
      200,
    ]);
    await finished(studio);
    expect(inLine(studio, 'confirmed')).toEqual(line.slice(0, 301));
    expect(await session()).toMatchObject({ bookedCount: 301, availableSpots: 0 });
    expect(typesOf(studio.eventsInFull())).toEqual({
      'session.updated': 1,
      'booking.cancelled': 1,
      'booking.waitlist_promoted': 301,
    });
  }, 60_000);

  test('200 clients who wait come and take the free seats: none was said to be free, and none to be taken', async () => {
    const { studio, raise } = await openWaiting();
    suspendWaiting(studio);
    const came = inLine(studio, 'waitlisted').slice(-3);
    const checkIns = came.map((id) => () => studio.post(`/v2/bookings/${id}/checkin`));
    const endSlowness = slowDown();
    const answers = await whileLeft(studio, 'waitlist', () => raise(4), checkIns).finally(endSlowness);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await finished(studio);
    expect(typesOf(studio.eventsInFull())).toEqual({
      'session.updated': 1,
      'booking.checked_in': 3,
      'checkin.created': 3,
      checkIn: 3,
      'streak.extended': 6,
      'milestone.reached': 3,
    });
  }, 60_000);
});

test('a free seat is found behind more waiting lists with a free seat for which nobody is eligible than are read at once', async () => {
  const studio = await openStudio();
  const suspend = (clientId: string | undefined, status = 'suspended') =>
    studio.patch(`/v2/clients/${clientId}`, { status });
  const blocked = await addWaitlist(studio, 1, 1);
  const last = await addWaitlist(studio, 1, 1, { startsIn: 48 * HOUR_MS });
  for (const { clients, seated } of [blocked, last]) {
    await suspend(clients[0]);
    await studio.post(`/v2/bookings/${seated[0]}/cancel`);
  }
  const { db } = studio;
  const copy = (table: string, id: string | undefined, made: Record<string, string>): void => {
    const names = Object.keys(db.query(`select * from ${table}`).get() as object);
    db.query(
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < 120)
       insert into ${table} (${names.join()}) select ${names.map((name) => made[name] ?? name).join()} from n, ${table} where id = ?`,
    ).run(String(id));
  };
  copy('sessions', blocked.sessionId, { id: "'s' || i", occurrenceKey: 'i' });
  copy('bookings', blocked.waiting[0], { id: "'b' || i", sessionId: "'s' || i" });
  studio.events();
  await studio.time.moveTo(studio.time.now() + MINUTE_MS);
  expect(studio.events()).toEqual([]);
  await studio.given(suspend(last.clients[0], 'active'));
  await studio.time.moveTo(studio.time.now() + MINUTE_MS);
  expect(studio.events()).toEqual(['booking.waitlist_promoted', 'session.full']);
  expect((await studio.get(`/v2/bookings/${last.waiting[0]}`)).body.status).toBe('confirmed');
});
