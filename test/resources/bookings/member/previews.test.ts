import { beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, inHours, TEST_START } from '../../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../../helpers/bookings.ts';
import { CARDS, type Member, openCardStudio } from '../../../helpers/cards.ts';
import { setBooking } from '../../../helpers/members.ts';
import { sellPackage, UNKNOWN } from '../../../helpers/sales.ts';
import { tried } from '../../../helpers/unchanged.ts';
import { addWaitlist } from '../../../helpers/waitlist.ts';

const BOOKINGS = '/public-api/v2/member/bookings';
const studio = forEachTest(openCardStudio);
let member: Member;
let sessionId: string;
beforeEach(async () => {
  await studio.patch('/v2/settings', { brand: { memberTier: 'pro' } });
  member = await studio.member({ firstName: 'Mei', lastName: 'Chen' });
  sessionId = await addSession(studio, { capacity: 1 });
  // The first request of a member links the sign-in to the client.
  await studio.given(member.call('GET', BOOKINGS));
});

const booking = (body: object = {}, query = '?dry_run=true') =>
  member.call('POST', `${BOOKINGS}${query}`, { sessionId, ...body });
const act = (id: string, verb: 'cancel' | 'accept', query = '?dry_run=true') =>
  member.call('POST', `${BOOKINGS}/${id}/${verb}${query}`);
const preview = async (send: () => ReturnType<typeof booking>) => {
  const body = await tried(studio, send);
  expect(studio.events()).toEqual([]);
  return body;
};
const later = (hours: number) => studio.given(studio.time.skipTo(TEST_START + hours * HOUR_MS));
const setFee = (fields: object = {}) =>
  studio.given(studio.patch('/v2/settings', { payment: { lateCancelFee: 1500, autoChargeFees: true, ...fields } }));
const refused = async (sent: ReturnType<typeof booking>) => {
  const { status, body } = await sent;
  expect(studio.events()).toEqual([]);
  return [status, body.error?.code];
};

const NO_PACKAGE = { packageId: null, packageName: null, creditsTotal: null, creditsAfter: null };
const NO_CARD = { price: null, card: null };

describe('POST member/bookings?dry_run=true', () => {
  test('200 says the package, its credits afterwards, and what leaving costs', async () => {
    const { id: packageId } = await sellPackage(studio, member.clientId);
    expect(await preview(() => booking())).toEqual({
      object: 'member_booking_preview',
      bookingId: null,
      sessionId,
      status: 'confirmed',
      waitlistPosition: null,
      credit: { outcome: 'consumed', credits: 1 },
      packageId,
      packageName: '10 classes',
      creditsTotal: 10,
      creditsAfter: 9,
      freeCancelUntil: inHours(12),
      freeReason: 'in_time',
      lateCancel: { isAllowed: true, credits: 1, fee: null },
      ...NO_CARD,
      leaves: [],
    });
    const { body } = await booking({}, '');
    expect(body).toMatchObject({ packageId, status: 'confirmed', creditsUsed: 1, freeCancelUntil: inHours(12) });
    expect(studio.events()).toEqual(['booking.created', 'session.full', 'package.credits_changed']);
  });

  test('200 the package of the body, an unlimited one with its fee, and where members may not cancel late', async () => {
    await sellPackage(studio, member.clientId, { name: 'Monthly', type: 'unlimited', creditsTotal: null });
    const { id: packageId } = await sellPackage(studio, member.clientId);
    await setFee();
    await setBooking(studio, { allowMemberLateCancel: false });
    expect(await preview(() => booking())).toMatchObject({
      credit: { outcome: 'not_applicable', credits: 0 },
      packageName: 'Monthly',
      creditsTotal: null,
      creditsAfter: null,
      lateCancel: { isAllowed: false, credits: 0, fee: { amount: 1500, currency: 'USD' } },
    });
    expect(await preview(() => booking({ packageId }))).toMatchObject({ packageId, creditsAfter: 9 });
  });

  test('200 late: it is not free to leave any more', async () => {
    await sellPackage(studio, member.clientId);
    await later(13);
    expect(await preview(() => booking())).toMatchObject({ freeCancelUntil: inHours(12), freeReason: null });
  });

  test('200 a place in line', async () => {
    await sellPackage(studio, member.clientId);
    const { sessionId: full } = await addWaitlist(studio, 1, 2);
    expect(await preview(() => booking({ sessionId: full, joinWaitlist: true }))).toMatchObject({
      status: 'waitlisted',
      waitlistPosition: 3,
      credit: { outcome: 'not_applicable', credits: 0 },
      ...NO_PACKAGE,
      freeReason: 'waiting',
      lateCancel: null,
    });
  });

  test('200 a drop-in: the price and the card, and nothing is charged', async () => {
    const { id: paymentMethodId } = await studio.save(member);
    const dropInPrice = JSON.stringify({ amount: 1500, currency: 'USD' });
    sessionId = await addSession(studio, { capacity: 1, dropInPrice });
    expect(await preview(() => booking({ paymentMethodId }))).toMatchObject({
      status: 'confirmed',
      credit: { outcome: 'not_applicable', credits: 0 },
      ...NO_PACKAGE,
      price: { amount: 1500, currency: 'USD', taxAmount: 0 },
      card: { paymentMethodId, brand: 'visa', last4: '4242' },
    });
    expect(studio.taken().count).toBe(0);
    expect((await booking({ paymentMethodId }, '')).status).toBe(201);
    expect(studio.taken()).toEqual({ amount: 1500, refunded: 0, count: 1 });
  });

  test('400 and 409 as the booking itself', async () => {
    expect(await refused(booking())).toEqual([409, 'no_eligible_package']);
    expect(await refused(booking({ sessionId: UNKNOWN }))).toEqual([400, 'resource_missing']);
    const { id: paymentMethodId } = await studio.save(member, CARDS.good);
    expect(await refused(booking({ paymentMethodId }))).toEqual([400, 'parameter_invalid']);
    const { sessionId: full } = await addWaitlist(studio, 1, 0);
    expect(await refused(booking({ sessionId: full }))).toEqual([409, 'session_full']);
    await studio.given(studio.patch(`/v2/clients/${member.clientId}`, { status: 'suspended' }));
    expect(await refused(booking())).toEqual([409, 'client_suspended']);
  });
});

describe('POST member/bookings/{id}/accept?dry_run=true', () => {
  test('200 the credit, the grace time, and the places in line that end; nothing about others', async () => {
    await sellPackage(studio, member.clientId);
    await setBooking(studio, { waitlistPromotionMode: 'confirmation_window', promotionGraceMinutes: 60 });
    const line = await addWaitlist(studio, 1, 0, { startsIn: 13 * HOUR_MS });
    const { sessionId: other } = await addWaitlist(studio, 1, 1, { startsIn: 13 * HOUR_MS, name: 'Other' });
    const { id } = (await booking({ sessionId: line.sessionId, joinWaitlist: true }, '')).body;
    const left = (await booking({ sessionId: other, joinWaitlist: true }, '')).body;
    studio.events();
    expect(await refused(act(id, 'accept'))).toEqual([409, 'session_full']);
    await studio.given(studio.post(`/v2/bookings/${line.seated[0]}/cancel`));
    await later(0.5);
    // What an offer holds is still left.
    expect(await preview(() => booking())).toMatchObject({ creditsTotal: 10, creditsAfter: 9 });
    expect(await preview(() => act(id, 'accept'))).toMatchObject({
      object: 'member_booking_preview',
      bookingId: id,
      sessionId: line.sessionId,
      status: 'confirmed',
      waitlistPosition: null,
      credit: { outcome: 'consumed', credits: 1 },
      creditsAfter: 9,
      freeCancelUntil: inHours(1.5),
      freeReason: 'grace_time',
      leaves: [{ bookingId: left.id, sessionId: other, name: 'Other' }],
    });
    expect((await act(id, 'accept', '')).body.freeCancelUntil).toBe(inHours(1.5));
    expect((await member.call('GET', `${BOOKINGS}/${left.id}`)).body.status).toBe('cancelled');
  });

  test('200 a free seat inside the cut-off, which cannot be cancelled free any more', async () => {
    await sellPackage(studio, member.clientId);
    const line = await addWaitlist(studio, 1, 0);
    const { id } = (await booking({ sessionId: line.sessionId, joinWaitlist: true }, '')).body;
    await later(13);
    await studio.given(studio.post(`/v2/bookings/${line.seated[0]}/cancel`));
    expect(await preview(() => act(id, 'accept'))).toMatchObject({
      status: 'confirmed',
      freeReason: null,
      lateCancel: { isAllowed: true, credits: 1, fee: null },
    });
  });

  test("404 another member's, 409 one that does not wait", async () => {
    const theirs = await addBooking(studio, await addClient(studio), sessionId);
    expect((await act(theirs, 'accept')).status).toBe(404);
    await sellPackage(studio, member.clientId);
    const own = await addBooking(studio, member.clientId, await addSession(studio));
    expect(await refused(act(own, 'accept'))).toEqual([409, 'already_processed']);
  });
});

describe('POST member/bookings/{id}/cancel?dry_run=true', () => {
  test('200 in time: the credit comes back, and not who gets the seat', async () => {
    const { id: packageId } = await sellPackage(studio, member.clientId);
    const id = await addBooking(studio, member.clientId, sessionId);
    const other = await addClient(studio, { firstName: 'Tomas', lastName: 'Novak' });
    await studio.given(studio.post('/v2/bookings', { clientId: other, sessionId, joinWaitlist: true }));
    const body = await preview(() => act(id, 'cancel'));
    expect(body).toEqual({
      object: 'member_cancel_preview',
      bookingId: id,
      sessionId,
      status: 'confirmed',
      waitlistPosition: null,
      isLate: false,
      credit: { outcome: 'restored', credits: 1 },
      packageId,
      packageName: '10 classes',
      creditsTotal: 10,
      creditsAfter: 10,
      freeCancelUntil: inHours(12),
      freeReason: 'in_time',
      lateCancel: { isAllowed: true, credits: 1, fee: null },
      fee: null,
      refund: null,
    });
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`Tomas|${other}`));
    expect((await act(id, 'cancel', '')).body).toMatchObject({ creditOutcome: 'restored', isLateCancel: false });
  });

  test('200 late: the credit is lost', async () => {
    await sellPackage(studio, member.clientId);
    const id = await addBooking(studio, member.clientId, sessionId);
    await later(13);
    expect(await preview(() => act(id, 'cancel'))).toMatchObject({
      isLate: true,
      credit: { outcome: 'forfeited', credits: 0 },
      creditsAfter: 9,
      freeReason: null,
      fee: null,
    });
  });

  test('200 late with a fee: when it is taken, and from which card', async () => {
    await sellPackage(studio, member.clientId, { type: 'unlimited', creditsTotal: null });
    await setFee();
    const id = await addBooking(studio, member.clientId, sessionId);
    await later(13);
    const fee = { amount: 1500, currency: 'USD' };
    const cancelling = () => preview(() => act(id, 'cancel'));
    expect((await cancelling()).fee).toEqual({ ...fee, chargedAt: null, card: null });
    const { id: paymentMethodId } = await studio.save(member);
    const card = { paymentMethodId, brand: 'visa', last4: '4242' };
    expect((await cancelling()).fee).toEqual({ ...fee, chargedAt: inHours(37), card });
    await setFee({ autoChargeFees: false });
    expect((await cancelling()).fee).toEqual({ ...fee, chargedAt: null, card: null });
  });

  test('200 free, since the studio has changed the time or a place came free just now', async () => {
    await sellPackage(studio, member.clientId);
    const id = await addBooking(studio, member.clientId, sessionId);
    const startTime = inHours(25);
    await studio.given(studio.patch(`/manage/sessions/${sessionId}`, { startTime }));
    await later(20);
    expect(await preview(() => act(id, 'cancel'))).toMatchObject({
      isLate: false,
      freeCancelUntil: startTime,
      freeReason: 'rescheduled',
      credit: { outcome: 'restored', credits: 1 },
    });
  });

  test('200 a drop-in: what is given back', async () => {
    const { id: paymentMethodId } = await studio.save(member);
    const dropInPrice = JSON.stringify({ amount: 1500, currency: 'USD' });
    sessionId = await addSession(studio, { capacity: 1, dropInPrice });
    const { id } = (await booking({ paymentMethodId }, '')).body;
    studio.events();
    expect((await preview(() => act(id, 'cancel'))).refund).toEqual({
      amount: 1500,
      currency: 'USD',
      status: 'pending',
    });
    expect(studio.taken().refunded).toBe(0);
  });

  test('200 a place in line, which costs nothing', async () => {
    await sellPackage(studio, member.clientId);
    const { sessionId: full } = await addWaitlist(studio, 1, 1);
    const { id } = (await booking({ sessionId: full, joinWaitlist: true }, '')).body;
    studio.events();
    expect(await preview(() => act(id, 'cancel'))).toMatchObject({
      status: 'waitlisted',
      waitlistPosition: 2,
      isLate: false,
      freeReason: 'waiting',
      lateCancel: null,
      fee: null,
    });
  });

  test('404 and 409 as the cancellation itself', async () => {
    expect((await act(UNKNOWN, 'cancel')).status).toBe(404);
    await setBooking(studio, { allowMemberLateCancel: false });
    const id = await addBooking(studio, member.clientId, sessionId);
    await later(13);
    expect(await refused(act(id, 'cancel'))).toEqual([409, 'late_cancel_not_allowed']);
    await later(25);
    expect(await refused(act(id, 'cancel'))).toEqual([409, 'session_started']);
  });
});
