import { beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, inHours, TEST_START } from '../../../helpers/api.ts';
import { addBooking, addClient, addSession, bookingOf } from '../../../helpers/bookings.ts';
import { type Member, openCardStudio } from '../../../helpers/cards.ts';
import { setBooking } from '../../../helpers/members.ts';
import { sellPackage, UNKNOWN } from '../../../helpers/sales.ts';
import { addWaitlist, joinWaitlist } from '../../../helpers/waitlist.ts';

const BOOKINGS = '/public-api/v2/member/bookings';
const studio = forEachTest(openCardStudio);
let member: Member;
let sessionId: string;
beforeEach(async () => {
  await studio.patch('/v2/settings', { brand: { memberTier: 'pro' } });
  member = await studio.member();
  sessionId = await addSession(studio, { capacity: 1 });
});

const act = (id: string, verb: string, body?: object) => member.call('POST', `${BOOKINGS}/${id}/${verb}`, body);
const booked = async (body: object = {}): Promise<string> =>
  (await studio.given(member.call('POST', BOOKINGS, { sessionId, ...body }))).id;
const cancelled = (id: string) => studio.given(act(id, 'cancel'));
const later = (milliseconds: number) => studio.given(studio.time.skipTo(TEST_START + milliseconds));
const own = async (id: string) => (await member.call('GET', `${BOOKINGS}/${id}`)).body;
const clientOf = async () => (await studio.get(`/v2/clients/${member.clientId}`)).body.stats;
/** What a booking is but for when it was changed. */
const stateOf = async (id: string) => {
  const { updatedAt: _, ...state } = await own(id);
  return state;
};
const refused = async (id: string) => {
  const before = await bookingOf(studio, id);
  studio.events();
  const { status, body } = await act(id, 'undo');
  expect([studio.events(), await bookingOf(studio, id)]).toEqual([[], before]);
  return [status, body.error?.code];
};

describe('POST bookings/{id}/undo of a seat', () => {
  test('200 within 15 seconds: the booking is what it was, with its credit', async () => {
    const { id: packageId } = await sellPackage(studio, member.clientId);
    const id = await booked();
    const [before, counts] = [await stateOf(id), await clientOf()];
    await cancelled(id);
    await later(15_000);
    const { status, body } = await act(id, 'undo');
    expect([status, body.status, body.packageId, body.creditsUsed]).toEqual([200, 'confirmed', packageId, 1]);
    expect([await stateOf(id), await clientOf()]).toEqual([before, counts]);
    const events = studio.eventsInFull();
    expect(events.map(({ type }) => type)).toEqual(['package.credits_changed', 'booking.updated', 'session.full']);
    const [changed, updated] = events;
    expect(changed?.data).toMatchObject({ delta: -1, bookingId: id });
    expect(updated?.data).toMatchObject({
      bookingId: id,
      changes: {
        status: 'CONFIRMED',
        cancelledAt: null,
        cancelledBy: null,
        cancelReason: null,
        creditsUsed: 1,
        creditOutcome: 'CONSUMED',
      },
      previous: { status: 'CANCELLED', cancelledBy: 'CLIENT', cancelReason: 'REQUESTED', creditOutcome: 'RESTORED' },
    });
    expect((await studio.get(`/v2/packages/${packageId}`)).body.creditsRemaining).toBe(9);
    expect((await studio.get(`/v2/sessions/${sessionId}`)).body).toMatchObject({ bookedCount: 1, isFull: true });
  });

  test('200 late: the lost credit counts as used, the fee is dropped, and it was no late cancellation', async () => {
    await studio.patch('/v2/settings', {
      payment: { lateCancelFee: 1500, feesApplyTo: 'all', feeChargeDelayHours: 24 },
    });
    await sellPackage(studio, member.clientId);
    const id = await booked();
    await later(13 * HOUR_MS);
    const [before, counts] = [await stateOf(id), await clientOf()];
    await cancelled(id);
    expect(await own(id)).toMatchObject({ isLateCancel: true, creditOutcome: 'forfeited', penalty: { amount: 1500 } });
    expect((await act(id, 'undo')).body).toMatchObject({ status: 'confirmed', isLateCancel: false, penalty: null });
    expect(studio.events()).toEqual(['booking.updated', 'session.full']);
    expect([await stateOf(id), await clientOf()]).toEqual([before, counts]);
    await cancelled(id);
    expect((await own(id)).creditOutcome).toBe('forfeited');
  });

  test('200 unpaid, and with a free cancellation that the studio has caused', async () => {
    await setBooking(studio, { memberRequiresCredit: false });
    const id = await booked();
    await studio.given(studio.patch(`/manage/sessions/${sessionId}`, { startTime: inHours(25) }));
    const before = await stateOf(id);
    await later(20 * HOUR_MS);
    await cancelled(id);
    expect((await act(id, 'undo')).status).toBe(200);
    expect(studio.events()).toEqual(['booking.updated', 'session.full']);
    expect(await stateOf(id)).toEqual(before);
  });

  test('409 when somebody in line has got the seat, is asked, or has booked it, or the desk keeps it', async () => {
    await sellPackage(studio, member.clientId);
    const other = await addClient(studio);
    const attempt = async (mode: string) => {
      await setBooking(studio, { waitlistPromotionMode: mode });
      sessionId = await addSession(studio, { capacity: 1 });
      const id = await booked();
      const waiting = await joinWaitlist(studio, other, sessionId);
      await cancelled(id);
      const seat = await bookingOf(studio, waiting);
      const answer = await refused(id);
      expect(await bookingOf(studio, waiting)).toEqual(seat);
      await studio.given(studio.post(`/v2/bookings/${waiting}/cancel`));
      return [...answer, seat.status];
    };
    expect(await attempt('automatic')).toEqual([409, 'session_full', 'confirmed']);
    expect(await attempt('confirmation_window')).toEqual([409, 'session_full', 'waitlisted']);
    expect(await attempt('manual')).toEqual([409, 'session_full', 'waitlisted']);
    sessionId = await addSession(studio, { capacity: 1 });
    const id = await booked();
    await cancelled(id);
    await addBooking(studio, other, sessionId);
    const { body } = await act(id, 'undo');
    expect(body.error).toMatchObject({ code: 'session_full', details: [{ code: 'waitlist_open' }] });
    expect(body.error.message).toBe('Your spot has since been taken. The booking stays canceled.');
  });

  test('409 after 15 seconds, twice, by the studio, and for what was booked meanwhile', async () => {
    await sellPackage(studio, member.clientId);
    const id = await booked();
    expect(await refused(id)).toEqual([409, 'already_processed']);
    await cancelled(id);
    const again = await booked();
    expect(await refused(id)).toEqual([409, 'already_booked']);
    await cancelled(again);
    await studio.given(studio.post(`/v2/bookings/${await addBooking(studio, member.clientId, sessionId)}/cancel`));
    await addBooking(studio, member.clientId, await addSession(studio, { startsIn: 24.5 * HOUR_MS }));
    expect(await refused(id)).toEqual([409, 'booking_overlap']);
    await later(15_001);
    expect(await refused(id)).toEqual([409, 'undo_too_late']);
    const byDesk = await addBooking(studio, member.clientId, await addSession(studio, { startsIn: 30 * HOUR_MS }));
    await studio.given(studio.post(`/v2/bookings/${byDesk}/cancel`));
    expect(await refused(byDesk)).toEqual([409, 'already_processed']);
  });

  test('409 when the session is cancelled or has begun, the account is suspended, or the credit is spent', async () => {
    await setBooking(studio, { memberRequiresCredit: false });
    const begun = await booked({ sessionId: await addSession(studio, { startsIn: 1000 }) });
    await cancelled(begun);
    const gone = await booked();
    await cancelled(gone);
    await studio.given(studio.post(`/manage/sessions/${sessionId}/cancel`));
    expect(await refused(gone)).toEqual([409, 'session_cancelled']);
    await later(1000);
    expect(await refused(begun)).toEqual([409, 'session_started']);
    await sellPackage(studio, member.clientId, { creditsTotal: 1 });
    const spent = await booked({ sessionId: await addSession(studio, { startsIn: 30 * HOUR_MS }) });
    await cancelled(spent);
    await booked({ sessionId: await addSession(studio, { startsIn: 40 * HOUR_MS }) });
    expect(await refused(spent)).toEqual([409, 'package_not_eligible']);
    await studio.given(studio.patch(`/v2/clients/${member.clientId}`, { status: 'suspended' }));
    expect(await refused(spent)).toEqual([409, 'client_suspended']);
  });

  test('409 a drop-in whose money is on its way back; 200 a late one, which was kept', async () => {
    const { id: paymentMethodId } = await studio.save(member);
    const dropInPrice = JSON.stringify({ amount: 1500, currency: 'USD' });
    sessionId = await addSession(studio, { capacity: 1, dropInPrice });
    const id = await booked({ paymentMethodId });
    await cancelled(id);
    expect(await refused(id)).toEqual([409, 'payment_already_refunded']);
    await later(13 * HOUR_MS);
    const late = await booked({ paymentMethodId });
    await cancelled(late);
    expect((await act(late, 'undo')).body).toMatchObject({ status: 'confirmed', bookingSource: 'drop_in' });
    expect(studio.events()).toEqual(['booking.updated', 'session.full']);
  });

  test("404 another member's booking", async () => {
    const id = await addBooking(studio, await addClient(studio), sessionId);
    for (const each of [id, UNKNOWN]) expect((await act(each, 'undo')).status).toBe(404);
  });
});

describe('POST bookings/{id}/undo of a place in line', () => {
  beforeEach(() => setBooking(studio, { memberRequiresCredit: false }));

  test('200 at the place it had', async () => {
    const { sessionId: full } = await addWaitlist(studio, 1, 1);
    const id = await booked({ sessionId: full, joinWaitlist: true });
    await joinWaitlist(studio, await addClient(studio), full);
    await cancelled(id);
    expect((await act(id, 'undo')).body).toMatchObject({ status: 'waitlisted', waitlist: { position: 2 } });
    expect(studio.events()).toEqual(['booking.updated']);
  });

  test('200 with a seat that came free meanwhile, and a new offer in place of the one that is gone', async () => {
    const { sessionId: full, seated } = await addWaitlist(studio, 1, 0);
    const id = await booked({ sessionId: full, joinWaitlist: true });
    await setBooking(studio, { waitlistPromotionMode: 'confirmation_window' });
    await studio.given(studio.post(`/v2/bookings/${seated[0]}/cancel`));
    await cancelled(id);
    expect((await act(id, 'undo')).body).toMatchObject({
      status: 'waitlisted',
      waitlist: { position: 1, offerExpiresAt: inHours(2) },
    });
    expect(studio.events()).toEqual(['booking.updated', 'booking.waitlist_offered', 'session.full']);
    await cancelled(id);
    await setBooking(studio, { waitlistPromotionMode: 'automatic' });
    expect((await act(id, 'undo')).body.status).toBe('confirmed');
    expect(studio.events()).toEqual(['booking.updated', 'booking.waitlist_promoted', 'session.full']);
  });

  test('409 when the waiting list is full by now', async () => {
    const { sessionId: full } = await addWaitlist(studio, 1, 0, { waitlistCapacity: 1 });
    const id = await booked({ sessionId: full, joinWaitlist: true });
    await cancelled(id);
    await joinWaitlist(studio, await addClient(studio), full);
    expect(await refused(id)).toEqual([409, 'waitlist_full']);
  });
});
