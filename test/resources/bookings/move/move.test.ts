import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, inHours, MAIN_SITE, openStudio, TEST_START } from '../../../helpers/api.ts';
import { addBooking, addClient, addSession, bookingOf } from '../../../helpers/bookings.ts';
import { errorOf } from '../../../helpers/errors.ts';
import { signedIn } from '../../../helpers/people.ts';
import { sellPackage } from '../../../helpers/sales.ts';
import { tried } from '../../../helpers/unchanged.ts';
import { joinWaitlist } from '../../../helpers/waitlist.ts';

const studio = forEachTest(openStudio);
let clientId: string;
let from: string;
let to: string;
beforeEach(async () => {
  clientId = await addClient(studio, { firstName: 'Mei', lastName: 'Chen' });
  from = await addSession(studio, { startsIn: 2 * DAY_MS, capacity: 2 });
  to = await addSession(studio, { startsIn: 3 * DAY_MS, capacity: 2, name: 'Barre' });
});

const move = (id: string, fields: object = {}, headers = {}, query = '') =>
  studio.post(`/v2/bookings/${id}/move${query}`, { sessionId: to, ...fields }, headers);
const booked = async (id: string) => (await studio.get(`/v2/sessions/${id}`)).body.bookedCount;
const ledger = async (id: string): Promise<unknown> =>
  (await studio.get(`/v2/packages/${id}?expand[]=ledger`)).body.ledger?.map(({ delta }: { delta: number }) => delta);

describe('POST /v2/bookings/{id}/move', () => {
  test('200 it stays the same booking, with its package and credit: nothing moves in the ledger', async () => {
    const { id: packageId } = await sellPackage(studio, clientId, { creditsTotal: 1 });
    const id = await addBooking(studio, clientId, from);
    const { status, body } = await move(id);
    expect([status, body]).toMatchObject([
      200,
      { id, sessionId: to, status: 'confirmed', packageId, creditsUsed: 1, freeCancelUntil: inHours(60) },
    ]);
    expect(studio.eventsInFull().map(({ type, data }) => [type, data])).toEqual([
      [
        'booking.updated',
        {
          bookingId: id,
          clientId,
          sessionId: to,
          siteId: MAIN_SITE,
          changes: { sessionId: to },
          previous: { sessionId: from },
        },
      ],
    ]);
    expect([await booked(from), await booked(to)]).toEqual([0, 1]);
    expect(await ledger(packageId)).toEqual([1, -1]);
    expect((await studio.get(`/v2/clients/${clientId}`)).body.stats).toMatchObject({
      bookings: 1,
      lateCancels: 0,
      nextBookingAt: inHours(72),
    });
    expect((await studio.get(`/v2/bookings?session_id=${to}`)).body.data).toEqual([body]);
    expect((await studio.get(`/v2/bookings?session_id=${from}`)).body.data).toEqual([]);
  });

  test('200 the seat goes to the line once the other one is had, and both are notified', async () => {
    const full = await addSession(studio, { startsIn: 2 * DAY_MS, capacity: 1 });
    const single = await addSession(studio, { startsIn: 3 * DAY_MS, capacity: 1 });
    const id = await addBooking(studio, clientId, full);
    const other = await addClient(studio, { firstName: 'Ann', lastName: 'Lee' });
    const waiting = await joinWaitlist(studio, other, full);
    const preview = await tried(studio, () => move(id, { sessionId: single }, {}, '?dry_run=true'));
    expect(preview).toEqual({
      object: 'booking_move_preview',
      bookingId: id,
      fromSessionId: full,
      sessionId: single,
      keepsCredit: true,
      packageId: null,
      creditsUsed: 0,
      freeCancelUntil: inHours(60),
      notified: [
        { clientId, name: 'Mei Chen', events: ['booking.updated'] },
        { clientId: other, name: 'Ann Lee', events: ['booking.waitlist_promoted'] },
      ],
      notifiedCount: 2,
    });
    expect((await move(id, { sessionId: single })).status).toBe(200);
    expect(studio.events()).toEqual(['booking.updated', 'session.full', 'booking.waitlist_promoted']);
    expect((await bookingOf(studio, waiting)).status).toBe('confirmed');
  });

  test('200 into a session that was rescheduled before, the usual deadline holds; after it, canceling is free', async () => {
    const reschedule = async () => {
      const { id: instructorId } = await studio.given(
        studio.post('/v2/instructors', { firstName: 'Ana', lastName: 'Torres', email: 'ana@example.com' }),
      );
      await studio.given(studio.patch(`/manage/sessions/${to}`, { instructorId }));
    };
    const id = await addBooking(studio, clientId, from);
    await reschedule();
    studio.events();
    expect((await move(id)).body).toMatchObject({ id, freeCancelUntil: inHours(60) });
    expect(studio.events()).toEqual(['booking.updated']);
    expect((await studio.get(`/v2/bookings?session_id=${to}`)).body.data).toMatchObject([
      { id, freeCancelUntil: inHours(60) },
    ]);
    await studio.given(studio.patch(`/manage/sessions/${to}`, { instructorId: null }));
    const rescheduled = await bookingOf(studio, id);
    expect(rescheduled).toMatchObject({ freeCancelUntil: rescheduled.cancellableUntil });
  });

  test('200 another package pays where the first does not cover the session', async () => {
    const { id: first } = await sellPackage(studio, clientId, { creditsTotal: 3, eligibleCategories: ['yoga'] });
    const yoga = await addSession(studio, { startsIn: 2 * DAY_MS, category: 'yoga' });
    const barre = await addSession(studio, { startsIn: 3 * DAY_MS, category: 'barre' });
    const id = await addBooking(studio, clientId, yoga);
    const { body } = await move(id, { sessionId: barre });
    expect([body.error.code, (await bookingOf(studio, id)).sessionId]).toEqual(['package_not_eligible', yoga]);
    expect(studio.events()).toEqual([]);
    const { id: second } = await sellPackage(studio, clientId, { creditsTotal: 5, eligibleCategories: ['barre'] });
    expect((await move(id, { sessionId: barre })).body).toMatchObject({ packageId: second, creditsUsed: 1 });
    expect(studio.events()).toEqual(['package.credits_changed', 'package.credits_changed', 'booking.updated']);
    expect([await ledger(first), await ledger(second)]).toEqual([
      [3, -1, 1],
      [5, -1],
    ]);
  });

  test('409 a full, a started, a canceled session, its own, and one that the client has booked', async () => {
    const id = await addBooking(studio, clientId, from);
    const full = await addSession(studio, { startsIn: DAY_MS, capacity: 1 });
    await addBooking(studio, await addClient(studio), full);
    const begun = await addSession(studio, { startsIn: -HOUR_MS / 2 });
    const cancelled = await addSession(studio, { startsIn: DAY_MS });
    await studio.given(studio.post(`/manage/sessions/${cancelled}/cancel`, {}));
    const own = await addSession(studio, { startsIn: 4 * DAY_MS });
    await addBooking(studio, clientId, own);
    const codes = [];
    for (const sessionId of [full, begun, cancelled, from, own]) codes.push(errorOf(await move(id, { sessionId })));
    expect(codes).toEqual([
      [409, 'session_full'],
      [409, 'session_started'],
      [409, 'session_cancelled'],
      [409, 'already_booked'],
      [409, 'already_booked'],
    ]);
    const { message } = (await move(id, { sessionId: full })).body.error;
    expect(message).toBe('The session is full. Every spot is taken. Choose another session.');
    expect(errorOf(await move(id, { sessionId: id }))).toEqual([400, 'resource_missing']);
    expect([studio.events(), (await bookingOf(studio, id)).sessionId]).toEqual([[], from]);
  });

  test('409 a booking that waits, came, did not come, or is canceled', async () => {
    const full = await addSession(studio, { startsIn: 2 * DAY_MS, capacity: 1 });
    await addBooking(studio, await addClient(studio), full);
    const waiting = await joinWaitlist(studio, clientId, full);
    expect(errorOf(await move(waiting))).toEqual([409, 'already_processed']);
    const id = await addBooking(studio, clientId, from);
    await studio.given(studio.post(`/v2/bookings/${id}/checkin`));
    expect(errorOf(await move(id))).toEqual([409, 'already_processed']);
    await studio.given(studio.post(`/v2/bookings/${id}/cancel`));
    expect(errorOf(await move(id))).toEqual([409, 'already_cancelled']);
  });

  test('409 late_cancel_not_allowed once leaving would cost something, unless staff say so', async () => {
    const id = await addBooking(studio, clientId, from);
    await studio.given(studio.time.skipTo(TEST_START + 47 * HOUR_MS));
    expect(errorOf(await move(id))).toEqual([409, 'late_cancel_not_allowed']);
    expect((await move(id, { isLateCancel: false })).body).toMatchObject({ sessionId: to, isLateCancel: false });
    expect(studio.events()).toEqual(['booking.updated']);
  });

  test('200 at the desk after the start, marked as added afterwards', async () => {
    const soon = await addSession(studio, { startsIn: HOUR_MS });
    const later = await addSession(studio, { startsIn: 2 * HOUR_MS });
    const id = await addBooking(studio, clientId, soon);
    await studio.given(studio.time.skipTo(TEST_START + 2.5 * HOUR_MS));
    const fields = { sessionId: later, isLateCancel: false };
    expect(errorOf(await move(id, fields))).toEqual([409, 'session_started']);
    const { headers } = await signedIn(studio, { role: 'front_desk' });
    expect((await move(id, fields, headers)).body).toMatchObject({ sessionId: later, addedAfterwards: true });
  });

  test('403 without the right to book, or to cancel', async () => {
    const id = await addBooking(studio, clientId, from);
    for (const permission of ['bookings:create', 'bookings:cancel']) {
      const { headers } = await signedIn(studio, { role: 'manager', permissionOverrides: { revoke: [permission] } });
      expect(errorOf(await move(id, {}, headers))).toEqual([403, 'permission_denied']);
    }
    const key = await studio.withKey({ scopes: ['bookings:write'] });
    expect((await move(id, { overrideCapacity: true }, key)).status).toBe(403);
    expect(studio.events()).toEqual([]);
  });
});
