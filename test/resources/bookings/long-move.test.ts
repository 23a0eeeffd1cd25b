// A session with more bookings than one transaction moves.

import { beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { updateWaitlists } from '../../../src/resources/bookings/jobs.ts';
import { confirmedBookings } from '../../../src/resources/checkins/queries.ts';
import { countUses } from '../../../src/resources/packages/credits/queries.ts';
import { inHours, MAIN_SITE, openStudio, type Studio, TEST_START } from '../../helpers/api.ts';
import { addBooking, addClient, addSession, bookingOf } from '../../helpers/bookings.ts';
import { copyBookings, copyWaits } from '../../helpers/copy-bookings.ts';
import { until } from '../../helpers/process.ts';
import { sellPackage } from '../../helpers/sales.ts';
import { slowDown } from '../../helpers/stopwatch.ts';
import { joinWaitlist } from '../../helpers/waitlist.ts';

const BOOKINGS = 2_000;

// Each transaction moves 250 bookings.
let endSlowness: () => void;
beforeEach(() => {
  endSlowness = slowDown();
});

/** Prevents that a booking is moved, so that the move of its session stays unfinished. */
const hold = ({ db }: Studio, id: string): void => {
  db.run(`create trigger held before update of startTime on bookings when old.id = '${id}'
    begin select raise(abort, 'held'); end`);
};

/** A session a day ahead with so many bookings; the newest is moved last. */
const openBooked = async (count = BOOKINGS, startsIn = 24) => {
  const studio = await openStudio();
  const { db } = studio;
  const sessionId = await addSession(studio, { startsIn: startsIn * HOUR_MS, capacity: null });
  const bookingId = await addBooking(studio, await addClient(studio), sessionId);
  copyBookings(db, bookingId, count - 2);
  const clientId = await addClient(studio);
  const last = await addBooking(studio, clientId, sessionId);
  const left = (startTime: string): number =>
    db.query('select 1 from bookings where sessionId = ? and startTime <> ?').all(sessionId, startTime).length;
  const path = `/manage/sessions/${sessionId}`;
  const isUnfinished = () => db.query("select 1 from unfinishedChanges where kind = 'move'").get() !== null;
  return {
    studio,
    sessionId,
    clientId,
    last,
    path,
    left,
    isUnfinished,
    /** Moves the session, and returns as soon as the request is answered. */
    move: async (startTime: string, others: object = {}) => {
      expect((await studio.patch(path, { startTime, ...others })).status).toBe(200);
      expect(isUnfinished()).toBe(true);
    },
    finished: () => {
      endSlowness();
      return until(() => !isUnfinished());
    },
  };
};

/** A session with one seat, which is taken. Returns its id and that of the booking. */
const openSeated = async (studio: Studio, hours: number): Promise<[sessionId: string, bookingId: string]> => {
  const sessionId = await addSession(studio, { startsIn: hours * HOUR_MS, capacity: 1 });
  return [sessionId, await addBooking(studio, await addClient(studio), sessionId)];
};

describe('200 a session is moved', () => {
  test('its bookings follow in short transactions, and there is one event', async () => {
    const { studio, move, left, isUnfinished, sessionId } = await openBooked();
    const site = (await studio.given(studio.post('/v2/sites', { name: 'Uptown' }))).id;
    let [before, most] = [BOOKINGS, 0];
    studio.store.onCommit(() => {
      const now = left(inHours(48));
      most = Math.max(most, before - now);
      before = now;
    });
    await move(inHours(48), { siteId: site });
    await until(() => !isUnfinished());
    expect([left(inHours(48)), most]).toEqual([0, 250]);
    expect(studio.db.query('select distinct siteId from bookings where sessionId = ?').values(sessionId)).toEqual([
      [site],
    ]);
    expect(studio.events()).toEqual(['session.updated']);
    expect(studio.reportedErrors).toEqual([]);
  }, 60_000);

  test('fewer bookings follow in the same transaction', async () => {
    const { studio, path, left, isUnfinished } = await openBooked(200);
    await studio.patch(path, { startTime: inHours(48) });
    expect([left(inHours(48)), isUnfinished(), studio.events()]).toEqual([0, false, ['session.updated']]);
  });

  test('and moved again meanwhile: all of them have the time of the second move', async () => {
    const { studio, move, left, finished } = await openBooked();
    await move(inHours(48));
    await move(inHours(72));
    await finished();
    expect([left(inHours(72)), studio.events()]).toEqual([0, ['session.updated', 'session.updated']]);
  }, 60_000);

  test('and cancelled meanwhile: each booking is cancelled once', async () => {
    const { studio, move, path, left } = await openBooked();
    await move(inHours(48));
    expect((await studio.post(`${path}/cancel`)).status).toBe(200);
    endSlowness();
    await until(() => studio.db.query('select 1 from unfinishedChanges').get() === null);
    const events = studio.events();
    expect(events.slice(0, 2)).toEqual(['session.updated', 'session.cancelled']);
    expect(events.slice(2)).toEqual(Array<string>(BOOKINGS).fill('booking.cancelled'));
    expect([left(inHours(48)), studio.reportedErrors]).toEqual([0, []]);
  }, 60_000);
});

describe('while bookings are moved', () => {
  test('a new booking has the new time', async () => {
    const { studio, move, sessionId, left, finished, isUnfinished } = await openBooked();
    const newcomer = await addClient(studio);
    await move(inHours(48));
    const id = await addBooking(studio, newcomer, sessionId);
    expect([(await bookingOf(studio, id)).cancellableUntil, isUnfinished()]).toEqual([inHours(48), true]);
    await finished();
    expect(left(inHours(48))).toBe(0);
  }, 60_000);

  test('a booking that is left has the time and the deadlines of its session', async () => {
    const { studio, move, last, left } = await openBooked();
    hold(studio, last);
    await move(inHours(48));
    const { cancellableUntil, freeCancelUntil } = await bookingOf(studio, last);
    expect([cancellableUntil, freeCancelUntil, left(inHours(48)) > 0]).toEqual([inHours(48), inHours(48), true]);
  }, 60_000);

  test('200 a cancellation is judged by the new time, also after the old start', async () => {
    const { studio, move, last, isUnfinished } = await openBooked(BOOKINGS, 0.1);
    hold(studio, last);
    await move(inHours(48));
    await studio.time.moveTo(TEST_START + 0.2 * HOUR_MS);
    const { status, body } = await studio.post(`/v2/bookings/${last}/cancel`);
    expect([status, body.isLateCancel, isUnfinished()]).toEqual([200, false, true]);
  }, 60_000);

  test('200 an archived client and a cancelled package lose the bookings whose old start has passed', async () => {
    const { studio, move, clientId, last, sessionId, isUnfinished } = await openBooked(BOOKINGS, 0.1);
    const holder = await addClient(studio);
    const pack = await sellPackage(studio, holder);
    await studio.patch('/v2/settings', { membership: { cancelFutureBookingsOnPackageCancel: true } });
    const paid = await addBooking(studio, holder, sessionId);
    hold(studio, paid);
    await move(inHours(48));
    await studio.time.moveTo(TEST_START + 0.2 * HOUR_MS);
    await studio.delete(`/v2/clients/${clientId}`);
    await studio.post(`/v2/packages/${pack.id}/cancel`);
    const found = [await bookingOf(studio, last), await bookingOf(studio, paid)];
    expect(found.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
    expect(isUnfinished()).toBe(true);
  }, 60_000);

  test('a check-in finds the booking by the new time and site, and a usage limit counts by the new time', async () => {
    const { studio, move, sessionId, isUnfinished } = await openBooked();
    const uptown = (await studio.post('/v2/sites', { name: 'Uptown' })).body.id;
    const clientId = await addClient(studio);
    const pack = await sellPackage(studio, clientId);
    const id = await addBooking(studio, clientId, sessionId);
    const foundAt = (siteId: string, hours: number) =>
      studio.store.read((read) => confirmedBookings(read, clientId, siteId, inHours(hours - 1), inHours(hours + 1)));
    const usedAt = (hours: number) =>
      studio.store.read((read) =>
        countUses(read, [{ key: 'one', id: pack.id, from: inHours(hours - 1), to: inHours(hours + 1) }]).get('one'),
      );
    expect([foundAt(MAIN_SITE, 24), foundAt(uptown, 48), usedAt(24), usedAt(48)]).toEqual([
      [{ id, sessionId }],
      [],
      1,
      0,
    ]);
    hold(studio, id);
    await move(inHours(48), { siteId: uptown });
    expect([foundAt(MAIN_SITE, 24), foundAt(uptown, 48), usedAt(24), usedAt(48)]).toEqual([
      [],
      [{ id, sessionId }],
      0,
      1,
    ]);
    expect(isUnfinished()).toBe(true);
  }, 60_000);

  test('an overlap is judged by the new time', async () => {
    const { studio, move, last, clientId, isUnfinished } = await openBooked();
    await studio.patch('/v2/settings', { booking: { allowOverlappingBookings: false } });
    const [then, thenSeated] = await openSeated(studio, 48);
    const [before, beforeSeated] = await openSeated(studio, 24);
    const waits = [await joinWaitlist(studio, clientId, then), await joinWaitlist(studio, clientId, before)];
    hold(studio, last);
    await move(inHours(48));
    for (const id of [thenSeated, beforeSeated]) await studio.post(`/v2/bookings/${id}/cancel`);
    const found = await Promise.all(waits.map((id) => bookingOf(studio, id)));
    expect(found.map(({ status, waitlist }) => [status, waitlist.lastSkipReason])).toEqual([
      ['waitlisted', 'overlapping_booking'],
      ['confirmed', null],
    ]);
    expect(isUnfinished()).toBe(true);
  }, 60_000);
});

describe('while the bookings of a waitlist are moved', () => {
  /** A full session, by default a day ahead, moved to the day after that, with two clients last in line who are not moved yet. */
  const openMoving = async (startsIn = 24) => {
    const studio = await openStudio();
    await studio.patch('/v2/settings', { booking: { allowOverlappingBookings: false } });
    const [moving] = await openSeated(studio, startsIn);
    copyWaits(studio.db, await joinWaitlist(studio, await addClient(studio), moving), 500);
    const clients = [await addClient(studio), await addClient(studio)] as const;
    const waits = [await joinWaitlist(studio, clients[0], moving), await joinWaitlist(studio, clients[1], moving)];
    const move = async () => {
      hold(studio, String(waits[0]));
      expect((await studio.patch(`/manage/sessions/${moving}`, { startTime: inHours(48) })).status).toBe(200);
    };
    const statuses = async () => Promise.all(waits.map(async (id) => (await bookingOf(studio, id)).status));
    return { studio, clients, move, statuses };
  };

  test('a promotion clears the waits that overlap by the new time, and no others', async () => {
    const { studio, clients, move, statuses } = await openMoving();
    const [then, thenSeated] = await openSeated(studio, 48);
    const [before, beforeSeated] = await openSeated(studio, 24);
    await joinWaitlist(studio, clients[0], then);
    await joinWaitlist(studio, clients[1], before);
    await move();
    for (const id of [thenSeated, beforeSeated]) await studio.post(`/v2/bookings/${id}/cancel`);
    expect(await statuses()).toEqual(['cancelled', 'waitlisted']);
  }, 60_000);

  test('nobody stops waiting at the old start', async () => {
    const { studio, move, statuses } = await openMoving(0.1);
    await move();
    await studio.time.moveTo(TEST_START + 0.2 * HOUR_MS);
    await updateWaitlists(studio.store);
    expect(await statuses()).toEqual(['waitlisted', 'waitlisted']);
  }, 60_000);
});
