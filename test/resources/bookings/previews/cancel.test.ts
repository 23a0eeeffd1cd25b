import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../../src/kernel/durations.ts';
import { addStaffKey } from '../../../api/staff-keys.ts';
import { forEachTest, inHours, MAIN_SITE, TEST_START } from '../../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../../helpers/bookings.ts';
import { openCardStudio } from '../../../helpers/cards.ts';
import { sellPackage } from '../../../helpers/sales.ts';
import { tried } from '../../../helpers/unchanged.ts';
import { addWaitlist, joinWaitlist } from '../../../helpers/waitlist.ts';

const studio = forEachTest(openCardStudio);
let clientId: string;
let sessionId: string;
let id: string;
beforeEach(async () => {
  clientId = await addClient(studio, { firstName: 'Mei', lastName: 'Chen' });
  sessionId = await addSession(studio, { capacity: 1 });
});

const cancel = (query = '', body: object = {}, headers = {}) =>
  studio.post(`/v2/bookings/${id}/cancel${query}`, body, headers);
const preview = (body: object = {}, headers = {}) => tried(studio, () => cancel('?dry_run=true', body, headers));
/** What the cancellation itself raises and responds, to compare with its preview. */
const done = async (body: object = {}) => {
  studio.events();
  const response = await cancel('', body);
  return { booking: response.body, events: studio.events() };
};
const late = () => studio.given(studio.time.skipTo(TEST_START + 13 * HOUR_MS));

describe('POST /v2/bookings/{id}/cancel?dry_run=true', () => {
  test('200 in time: the credit comes back, and nobody waits', async () => {
    const { id: packageId } = await sellPackage(studio, clientId);
    id = await addBooking(studio, clientId, sessionId);
    expect(await preview()).toEqual({
      object: 'booking_cancel_preview',
      bookingId: id,
      isLate: false,
      freeCancelUntil: inHours(12),
      credit: { outcome: 'restored', credits: 1, packageId, creditsRemaining: 10 },
      fee: null,
      refund: null,
      guestsCancelled: 0,
      seat: { goesTo: null, offerExpiresAt: null, reason: 'nobody_waits' },
      notified: [{ clientId, name: 'Mei Chen', events: ['package.credits_changed', 'booking.cancelled'] }],
      notifiedCount: 1,
    });
    const { booking, events } = await done();
    expect(booking).toMatchObject({ isLateCancel: false, creditOutcome: 'restored', penalty: null });
    expect(events).toEqual(['package.credits_changed', 'booking.cancelled', 'session.spot_available']);
  });

  test('200 late: the credit is forfeited, unless the body says otherwise', async () => {
    await sellPackage(studio, clientId);
    id = await addBooking(studio, clientId, sessionId);
    await late();
    expect(await preview()).toMatchObject({
      isLate: true,
      freeCancelUntil: inHours(12),
      credit: { outcome: 'forfeited', credits: 0, creditsRemaining: 9 },
      fee: null,
    });
    expect(await preview({ isLateCancel: false })).toMatchObject({
      isLate: false,
      credit: { outcome: 'restored', credits: 1, creditsRemaining: 10 },
    });
    expect((await done()).booking).toMatchObject({ isLateCancel: true, creditOutcome: 'forfeited' });
  });

  test('200 late on an unlimited package: the fee, when it is charged, and who waives it', async () => {
    await studio.patch('/v2/settings', { payment: { lateCancelFee: 1500, autoChargeFees: true } });
    const member = await studio.member();
    clientId = member.clientId;
    const { id: packageId } = await sellPackage(studio, clientId, { type: 'unlimited', creditsTotal: null });
    id = await addBooking(studio, clientId, sessionId);
    await late();
    const fee = { type: 'late_cancel', amount: 1500, currency: 'USD', paymentId: null, waivedByStaffId: null };
    expect(await preview()).toMatchObject({
      credit: { outcome: 'not_applicable', credits: 0, packageId, creditsRemaining: null },
      fee: { ...fee, status: 'pending', chargedAt: null },
    });
    await studio.save(member);
    expect((await preview()).fee).toEqual({ ...fee, status: 'pending', chargedAt: inHours(37) });
    const waived = await preview({ waivePenalty: true });
    expect(waived.fee).toEqual({ ...fee, status: 'waived', chargedAt: null });
    expect(waived.notified[0].events).toEqual(['booking.cancelled', 'booking.penalty_waived']);
    expect((await done()).booking.penalty).toEqual({ ...fee, status: 'pending' });
  });

  test('200 a drop-in: what is given back, in cash at once and by card when the processor answers', async () => {
    const price = { amount: 1500, currency: 'USD' };
    const body = {
      clientId,
      siteId: MAIN_SITE,
      amount: 1500,
      currency: 'USD',
      paymentMethod: 'cash',
      purpose: 'drop_in',
    };
    id = await addBooking(studio, clientId, sessionId);
    await studio.given(studio.post('/manage/payments', { ...body, bookingId: id }));
    const given = await preview();
    expect(given.refund).toEqual({ ...price, status: 'succeeded' });
    expect(given.notified[0].events).toEqual(['booking.cancelled', 'payment.refunded']);
    expect((await preview({ isLateCancel: true })).refund).toBeNull();
    const member = await studio.member();
    const { id: paymentMethodId } = await studio.save(member);
    const other = await addSession(studio, { dropInPrice: JSON.stringify(price) });
    await studio.patch('/v2/settings', { brand: { memberTier: 'pro' } });
    const booked = await member.call('POST', '/public-api/v2/member/bookings', { sessionId: other, paymentMethodId });
    id = booked.body.id;
    expect((await preview()).refund).toEqual({ ...price, status: 'pending' });
    expect(studio.taken().refunded).toBe(0);
  });

  test('200 the seat goes to the first in line who may have it', async () => {
    id = await addBooking(studio, clientId, sessionId);
    const suspended = await addClient(studio);
    await joinWaitlist(studio, suspended, sessionId);
    await studio.patch(`/v2/clients/${suspended}`, { status: 'suspended' });
    expect((await preview()).seat).toEqual({ goesTo: null, offerExpiresAt: null, reason: 'nobody_eligible' });
    const next = await addClient(studio, { firstName: 'Tomas', lastName: 'Novak' });
    const waiting = await joinWaitlist(studio, next, sessionId);
    const { seat, notified, notifiedCount } = await preview();
    expect(seat).toEqual({ goesTo: { clientId: next, name: 'Tomas Novak' }, offerExpiresAt: null, reason: 'promoted' });
    expect([notified, notifiedCount]).toEqual([
      [
        { clientId, name: 'Mei Chen', events: ['booking.cancelled'] },
        { clientId: next, name: 'Tomas Novak', events: ['booking.waitlist_promoted'] },
      ],
      2,
    ]);
    expect((await done()).events).toEqual(['booking.cancelled', 'booking.waitlist_promoted']);
    expect((await studio.get(`/v2/bookings/${waiting}`)).body.status).toBe('confirmed');
  });

  test('200 the seat is offered, the desk decides, or anybody may take it', async () => {
    const { sessionId: full, seated, clients } = await addWaitlist(studio, 1, 2);
    id = seated[0] ?? '';
    const modeIs = (waitlistPromotionMode: string) =>
      studio.patch('/v2/settings', { booking: { waitlistPromotionMode } });
    await modeIs('confirmation_window');
    expect((await preview()).seat).toMatchObject({
      goesTo: { clientId: clients[0] },
      offerExpiresAt: inHours(2),
      reason: 'offered',
    });
    await modeIs('manual');
    expect((await preview()).seat).toEqual({ goesTo: null, offerExpiresAt: null, reason: 'desk_decides' });
    await modeIs('automatic');
    await late();
    const { seat, notified } = await preview();
    expect(seat.reason).toBe('first_come');
    expect(notified.map((each: { clientId: string }) => each.clientId).slice(1)).toEqual(clients);
    expect(notified[1].events).toEqual(['session.spot_available']);
    await studio.patch(`/manage/sessions/${full}`, { capacity: 1 });
    await addBooking(studio, clientId, await addSession(studio));
    id = (await studio.listed(`/v2/bookings?session_id=${full}&status=waitlisted`))[0] ?? '';
    expect(await preview()).toMatchObject({ isLate: false, seat: { reason: 'not_freed' } });
  });

  test('200 a session with more bookings than seats stays full', async () => {
    id = await addBooking(studio, clientId, sessionId);
    await studio.given(
      studio.post('/v2/bookings', { clientId: await addClient(studio), sessionId, overrideCapacity: true }),
    );
    expect((await preview()).seat.reason).toBe('still_full');
  });

  test('200 names nobody and no balance where the credential may not read them', async () => {
    await sellPackage(studio, clientId);
    id = await addBooking(studio, clientId, sessionId);
    const bare = await studio.withKey({ scopes: ['bookings:write'] });
    const seen = await preview({}, bare);
    expect(seen.credit).toMatchObject({ outcome: 'restored', credits: 1, creditsRemaining: null });
    expect(seen.notified).toMatchObject([{ clientId, name: null }]);
    const desk = await addStaffKey(studio, { role: 'front_desk' });
    const byDesk = await preview({}, desk.headers);
    expect([byDesk.credit.creditsRemaining, byDesk.notified[0].name]).toEqual([10, 'Mei Chen']);
    const { body: other } = await studio.post('/v2/sites', { name: 'Uptown' });
    const elsewhere = await addClient(studio, { homeLocationId: other.id });
    await joinWaitlist(studio, elsewhere, sessionId);
    const local = await preview({}, await studio.withKey({ siteIds: [MAIN_SITE] }));
    expect(local.seat).toMatchObject({ goesTo: { clientId: elsewhere, name: null }, reason: 'promoted' });
  });

  test('403, 404 and 409 as the cancellation itself', async () => {
    id = await addBooking(studio, clientId, sessionId);
    const code = async (body: object = {}, headers = {}) => {
      const response = await cancel('?dry_run=true', body, headers);
      return [response.status, response.body.error.code];
    };
    const instructor = await addStaffKey(studio, { role: 'instructor' });
    expect(await code({}, instructor.headers)).toEqual([403, 'permission_denied']);
    const desk = await studio.withKey({ scopes: ['bookings:write'] });
    expect(await code({ waivePenalty: true }, desk)).toEqual([403, 'permission_denied']);
    await studio.given(studio.time.skipTo(TEST_START + 2 * DAY_MS));
    expect(await code()).toEqual([409, 'session_started']);
    id = sessionId;
    expect((await cancel('?dry_run=true')).status).toBe(404);
  });
});
