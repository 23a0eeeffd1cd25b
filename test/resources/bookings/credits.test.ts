import { beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, openStudio, TEST_START } from '../../helpers/api.ts';
import { addClient, addSession } from '../../helpers/bookings.ts';
import { sellPackage, UNKNOWN } from '../../helpers/sales.ts';
import { addWaitlist, joinWaitlist } from '../../helpers/waitlist.ts';

let clientId: string;
let sessionId: string;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  clientId = await addClient(studio);
  sessionId = await addSession(studio);
});

const book = (fields: object = {}) => studio.post('/v2/bookings', { clientId, sessionId, ...fields });
const act = (id: string, verb: string, body: object = {}) => studio.post(`/v2/bookings/${id}/${verb}`, body);
const sell = async (plan: object = {}) => {
  const { id } = await sellPackage(studio, clientId, plan);
  return id as string;
};
const packageOf = async (id: string) => (await studio.get(`/v2/packages/${id}?expand[]=ledger`)).body;
/** Without the events of check-ins. */
const ofBookings = (types: readonly string[]) => types.filter((type) => /^(?:booking|package)\./.test(type));
const deltas = async (id: string) =>
  (await packageOf(id)).ledger.map(({ reason, delta }: { reason: string; delta: number }) => `${reason} ${delta}`);
const refusal = async (fields: object) => {
  const { status, body } = await book(fields);
  expect(studio.events()).toEqual([]);
  return [status, body.error.code, body.error.details?.[0]?.code];
};

describe('what pays for a booking', () => {
  test('201 a pack: a credit is taken, with its event after that of the booking', async () => {
    const packageId = await sell();
    const { status, body } = await book();
    expect([status, body]).toMatchObject([
      201,
      { packageId, bookingSource: 'credit', creditOutcome: 'consumed', creditsUsed: 1 },
    ]);
    const events = studio.eventsInFull();
    expect(events.map(({ type }) => type)).toEqual(['booking.created', 'package.credits_changed']);
    expect(events[0]?.data.bookingSource).toBe('CREDIT');
    expect(events[1]?.data).toMatchObject({ packageId, delta: -1, creditsRemaining: 9, bookingId: body.id });
    expect(await packageOf(packageId)).toMatchObject({ creditsRemaining: 9, creditsUsed: 1 });
    expect((await studio.get(`/v2/bookings/${body.id}`)).body).toEqual(body);
    const expanded = await studio.get(`/v2/bookings/${body.id}?expand[]=package`);
    expect(expanded.body.package).toMatchObject({ id: packageId, object: 'package' });
  });

  test('201 as many credits as the session costs', async () => {
    const packageId = await sell();
    sessionId = await addSession(studio, { creditCost: 3 });
    expect((await book()).body.creditsUsed).toBe(3);
    expect((await packageOf(packageId)).creditsRemaining).toBe(7);
  });

  test('201 an unlimited package before a pack, and no credit is taken', async () => {
    await sell();
    const packageId = await sell({ name: 'All', type: 'unlimited', creditsTotal: null });
    expect((await book()).body).toMatchObject({
      packageId,
      bookingSource: 'unlimited',
      creditOutcome: 'not_applicable',
      creditsUsed: 0,
    });
    expect(studio.events()).toEqual(['booking.created']);
  });

  test('201 the package of the body, though another would be chosen', async () => {
    await sell({ validityDays: 10 });
    const packageId = await sell({ validityDays: 60 });
    expect((await book({ packageId })).body.packageId).toBe(packageId);
  });

  test('201 unpaid without a package, unless a credit is required', async () => {
    expect((await book()).body).toMatchObject({ bookingSource: 'unpaid', packageId: null, creditsUsed: 0 });
    sessionId = await studio.given(addSession(studio));
    expect((await refusal({ requireCredit: true })).slice(0, 2)).toEqual([409, 'no_eligible_package']);
    await studio.given(studio.patch('/v2/settings', { booking: { requireCredit: true } }));
    expect((await refusal({})).slice(0, 2)).toEqual([409, 'no_eligible_package']);
    expect((await book({ requireCredit: false })).status).toBe(201);
  });

  test('409 no package is eligible: the details say why for each', async () => {
    await sell({ validityDays: 1 });
    const { body } = await book({
      requireCredit: true,
      sessionId: await addSession(studio, { startsIn: 72 * HOUR_MS }),
    });
    expect(body.error.details.map(({ code }: { code: string }) => code)).toEqual(['will_be_expired']);
  });

  test('409 the package of the body is not eligible, 400 it does not exist', async () => {
    const empty = await sell({ creditsTotal: 1 });
    await act((await book()).body.id, 'checkin');
    sessionId = await studio.given(addSession(studio));
    expect(await refusal({ packageId: empty })).toEqual([409, 'package_not_eligible', 'no_credits']);
    const other = (await sellPackage(studio, await addClient(studio))).id;
    expect(await refusal({ packageId: other })).toEqual([409, 'package_not_eligible', 'wrong_client']);
    expect((await refusal({ packageId: UNKNOWN })).slice(0, 2)).toEqual([400, 'resource_missing']);
    const cancelled = await addSession(studio, { cancelledAt: '2026-03-01T00:00:00.000Z' });
    expect((await refusal({ packageId: UNKNOWN, sessionId: cancelled }))[0]).toBe(400);
  });

  test('409 already_booked comes before errors of the package', async () => {
    const packageId = await sell({ creditsTotal: 1 });
    await studio.given(book());
    expect((await refusal({ packageId }))[1]).toBe('already_booked');
    expect((await refusal({ requireCredit: true }))[1]).toBe('already_booked');
  });

  test('joining the waitlist takes no credit, but needs one where it is required', async () => {
    ({ sessionId } = await addWaitlist(studio, 1, 0));
    expect((await refusal({ joinWaitlist: true, requireCredit: true }))[1]).toBe('no_eligible_package');
    const packageId = await sell();
    const id = await joinWaitlist(studio, clientId, sessionId, { requireCredit: true });
    expect((await studio.get(`/v2/bookings/${id}`)).body).toMatchObject({ packageId: null, creditsUsed: 0 });
    expect((await packageOf(packageId)).creditsRemaining).toBe(10);
  });
});

describe('the credit', () => {
  let packageId: string;
  let id: string;
  beforeEach(async () => {
    packageId = await sell();
    id = (await studio.given(book())).id;
  });

  test('is restored by a cancellation in time', async () => {
    expect((await act(id, 'cancel')).body).toMatchObject({ creditOutcome: 'restored', creditsUsed: 0 });
    const [changed, cancelled] = studio.eventsInFull();
    expect([changed?.type, cancelled?.type]).toEqual(['package.credits_changed', 'booking.cancelled']);
    expect(cancelled?.data.creditOutcome).toBe('RESTORED');
    expect(await deltas(packageId)).toEqual(['purchase 10', 'booking -1', 'cancel_restore 1']);
  });

  test('is forfeited by a late one, unless the body says that it is not late', async () => {
    await studio.time.skipTo(TEST_START + 13 * HOUR_MS);
    const other = (await studio.post('/v2/bookings', { clientId, sessionId: await addSession(studio) })).body.id;
    studio.events();
    expect((await act(id, 'cancel')).body).toMatchObject({ isLateCancel: true, creditOutcome: 'forfeited' });
    expect(studio.eventsInFull()[0]?.data.creditOutcome).toBe('FORFEITED');
    expect((await act(other, 'cancel', { isLateCancel: false })).body).toMatchObject({ creditOutcome: 'restored' });
    expect(await deltas(packageId)).toEqual([
      'purchase 10',
      'booking -1',
      'booking -1',
      'late_forfeit 0',
      'cancel_restore 1',
    ]);
  });

  test('is forfeited by a no-show, and used again by a check-in after it', async () => {
    expect((await act(id, 'noshow')).body).toMatchObject({ creditOutcome: 'forfeited', creditsUsed: 1 });
    expect((await act(id, 'checkin')).body).toMatchObject({ status: 'attended', creditOutcome: 'consumed' });
    expect((await packageOf(packageId)).creditsRemaining).toBe(9);
    expect((await act(id, 'cancel')).body).toMatchObject({ creditOutcome: 'restored' });
    expect((await packageOf(packageId)).creditsRemaining).toBe(10);
  });

  test('is restored by a cancelled session, however late', async () => {
    await studio.time.skipTo(TEST_START + 23 * HOUR_MS);
    await studio.post(`/manage/sessions/${sessionId}/cancel`);
    expect((await studio.get(`/v2/bookings/${id}`)).body).toMatchObject({
      cancelReason: 'session_cancelled',
      isLateCancel: false,
      creditOutcome: 'restored',
    });
  });

  test('is restored when the client is archived', async () => {
    await studio.time.skipTo(TEST_START + 23 * HOUR_MS);
    await studio.delete(`/v2/clients/${clientId}`);
    expect((await packageOf(packageId)).creditsRemaining).toBe(10);
  });

  test('is taken when a waitlisted client checks in, past the capacity', async () => {
    const waitlist = await addWaitlist(studio, 1, 0);
    const waiting = await joinWaitlist(studio, clientId, waitlist.sessionId);
    expect((await act(waiting, 'checkin')).body).toMatchObject({
      status: 'attended',
      packageId,
      creditOutcome: 'consumed',
      creditsUsed: 1,
    });
    expect(ofBookings(studio.events())).toEqual(['package.credits_changed', 'booking.checked_in']);
    expect((await studio.get(`/v2/sessions/${waitlist.sessionId}`)).body).toMatchObject({
      bookedCount: 2,
      availableSpots: 0,
      waitlistCount: 0,
    });
  });
});

test('a package activated on the first visit is activated by the check-in', async () => {
  const packageId = await sell({ activationType: 'on_first_visit' });
  const { id } = (await book()).body;
  expect((await packageOf(packageId)).activatedAt).toBeNull();
  studio.events();
  await act(id, 'checkin');
  expect(ofBookings(studio.events())).toEqual(['package.activated', 'booking.checked_in']);
});

test('two requests at once never spend the last credit twice', async () => {
  const packageId = await sell({ creditsTotal: 1 });
  const other = await addSession(studio, { startsIn: 48 * HOUR_MS });
  const answers = await Promise.all([book({ packageId }), book({ packageId, sessionId: other })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect((await packageOf(packageId)).creditsRemaining).toBe(0);
});

test('a package pays for a promotion, the one of the body first', async () => {
  const { sessionId: full, seated } = await addWaitlist(studio, 1, 0);
  await sell({ validityDays: 10 });
  const named = await sell({ validityDays: 60 });
  const id = await joinWaitlist(studio, clientId, full, { packageId: named });
  expect((await studio.get(`/v2/bookings/${id}`)).body).toMatchObject({
    packageId: named,
    bookingSource: 'credit',
    creditsUsed: 0,
  });
  await act(String(seated[0]), 'cancel');
  expect(studio.events()).toEqual(['booking.cancelled', 'package.credits_changed', 'booking.waitlist_promoted']);
  expect((await studio.get(`/v2/bookings/${id}`)).body).toMatchObject({
    packageId: named,
    bookingSource: 'credit',
    creditsUsed: 1,
    creditOutcome: 'consumed',
  });
});
