import { beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE, openStudio, TEST_START } from '../../../helpers/api.ts';
import { addClient, addSession, bookingOf } from '../../../helpers/bookings.ts';
import { sellPackage } from '../../../helpers/sales.ts';
import { addWaitlist, joinWaitlist, offerUpdate, type Waitlist } from '../../../helpers/waitlist.ts';

let waitlist: Waitlist;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  await studio.patch('/v2/settings', { booking: { waitlistPromotionMode: 'confirmation_window' } });
  waitlist = await addWaitlist(studio, 1, 2);
});

const seats = async () => (await studio.get(`/v2/sessions/${waitlist.sessionId}`)).body;
const cancel = (id: string | undefined) => studio.post(`/v2/bookings/${id}/cancel`);
const promote = (id: string | undefined, body?: object) => studio.post(`/manage/bookings/${id}/promote`, body);

describe('an offer', () => {
  test('holds the seat for the time to confirm', async () => {
    await cancel(waitlist.seated[0]);
    const [, offered, ...others] = studio.eventsInFull();
    expect(others).toEqual([]);
    expect([offered?.type, offered?.data]).toEqual([
      'booking.waitlist_offered',
      {
        bookingId: waitlist.waiting[0],
        clientId: waitlist.clients[0],
        sessionId: waitlist.sessionId,
        siteId: MAIN_SITE,
        offerExpiresAt: '2026-03-02T10:00:00.000Z',
      },
    ]);
    expect(await bookingOf(studio, waitlist.waiting[0])).toMatchObject({
      status: 'waitlisted',
      waitlist: {
        position: 1,
        offeredAt: '2026-03-02T08:00:00.000Z',
        offerExpiresAt: '2026-03-02T10:00:00.000Z',
        promotedAt: null,
      },
    });
    expect(await seats()).toMatchObject({ bookedCount: 0, availableSpots: 0, isFull: true, waitlistCount: 2 });
    const body = { clientId: await addClient(studio), sessionId: waitlist.sessionId };
    expect((await studio.post('/v2/bookings', body)).body.error.code).toBe('session_full');
  });

  test('expires at the cut-off at the latest', async () => {
    await studio.time.skipTo(TEST_START + 11 * HOUR_MS);
    await cancel(waitlist.seated[0]);
    expect((await bookingOf(studio, waitlist.waiting[0])).waitlist.offerExpiresAt).toBe('2026-03-02T20:00:00.000Z');
    studio.events();
    await studio.time.skipTo(TEST_START + 12 * HOUR_MS);
    // An offer would expire at once: the seat stays free.
    expect(studio.events()).toEqual(['booking.updated', 'session.spot_available']);
    expect((await bookingOf(studio, waitlist.waiting[1])).waitlist.offeredAt).toBeNull();
  });

  test('expires, goes to the next, and is not made again to the first', async () => {
    await cancel(waitlist.seated[0]);
    await studio.given(studio.time.moveTo(TEST_START + 2 * HOUR_MS - 1));
    await studio.time.moveTo(TEST_START + 2 * HOUR_MS);
    const [lapsed, ...others] = studio.eventsInFull();
    expect(others.map(({ type }) => type)).toEqual(['booking.waitlist_offered']);
    expect([lapsed?.type, lapsed?.data]).toMatchObject([
      'booking.updated',
      {
        bookingId: waitlist.waiting[0],
        changes: { lastSkipReason: 'OFFER_LAPSED' },
        previous: { lastSkipReason: null },
      },
    ]);
    expect((await bookingOf(studio, waitlist.waiting[0])).waitlist).toMatchObject({
      position: 1,
      lastSkipReason: 'offer_lapsed',
    });
    expect((await bookingOf(studio, waitlist.waiting[1])).waitlist.offerExpiresAt).toBe('2026-03-02T12:00:00.000Z');
    await studio.time.moveTo(TEST_START + 4 * HOUR_MS);
    expect(studio.events()).toEqual(['booking.updated', 'session.spot_available']);
    expect(await seats()).toMatchObject({ availableSpots: 1, waitlistCount: 2 });
    const body = { clientId: await addClient(studio), sessionId: waitlist.sessionId };
    expect((await studio.post('/v2/bookings', body)).status).toBe(201);
  });

  test('ends at the new cut-off when the session moves, and earlier ends stay', async () => {
    waitlist = await addWaitlist(studio, 1, 1, { startsIn: 40 * HOUR_MS });
    await studio.given(cancel(waitlist.seated[0]));
    const move = (startTime: string) => studio.patch(`/manage/sessions/${waitlist.sessionId}`, { startTime });
    await move('2026-03-03T08:00:00.000Z');
    expect(studio.events()).toEqual(['session.updated']);
    await move('2026-03-02T21:00:00.000Z');
    const [ended, ...others] = studio.eventsInFull();
    expect(others.map(({ type }) => type)).toEqual(['session.updated']);
    expect([ended?.type, ended?.data]).toEqual([
      'booking.updated',
      offerUpdate(waitlist, 0, '2026-03-02T10:00:00.000Z', '2026-03-02T09:00:00.000Z'),
    ]);
    await studio.time.moveTo(TEST_START + HOUR_MS);
    expect(studio.events()).toEqual(['booking.updated', 'session.spot_available']);
    expect((await bookingOf(studio, waitlist.waiting[0])).waitlist).toMatchObject({
      offerExpiresAt: '2026-03-02T09:00:00.000Z',
      lastSkipReason: 'inside_cutoff',
    });
    const body = { clientId: await addClient(studio), sessionId: waitlist.sessionId };
    expect((await studio.post('/v2/bookings', body)).body.status).toBe('confirmed');
  });

  test('ends at once when the session moves inside its cut-off', async () => {
    await studio.given(cancel(waitlist.seated[0]));
    await studio.patch(`/manage/sessions/${waitlist.sessionId}`, { startTime: '2026-03-02T09:30:00.000Z' });
    expect(studio.events()).toEqual([
      'booking.updated',
      'booking.updated',
      'session.spot_available',
      'session.updated',
    ]);
    expect((await bookingOf(studio, waitlist.waiting[0])).waitlist.offerExpiresAt).toBe('2026-03-02T08:00:00.000Z');
    expect(await seats()).toMatchObject({ availableSpots: 1, isBookable: true });
  });

  test('that expired is released by the next request, where nothing else has done it', async () => {
    waitlist = await addWaitlist(studio, 1, 1, { startsIn: 40 * HOUR_MS });
    await studio.given(cancel(waitlist.seated[0]));
    studio.db.run("update bookings set offerExpiresAt = '2026-03-02T07:59:30.000Z' where holdsSeat = 1");
    const body = { clientId: await addClient(studio), sessionId: waitlist.sessionId };
    expect((await studio.post('/v2/bookings', body)).body.status).toBe('confirmed');
    expect(studio.events()).toEqual(['booking.updated', 'session.spot_available', 'booking.created', 'session.full']);
  });

  test('confirmed by staff gives the held seat', async () => {
    await studio.given(cancel(waitlist.seated[0]));
    const { status, body } = await promote(waitlist.waiting[0], { reason: 'said yes by phone' });
    expect([status, body.status, body.waitlist.promotedAt]).toEqual([200, 'confirmed', '2026-03-02T08:00:00.000Z']);
    expect(studio.events()).toEqual(['booking.waitlist_promoted']);
    expect(await seats()).toMatchObject({ bookedCount: 1, availableSpots: 0 });
  });

  test('cancelled goes to the next at once', async () => {
    await studio.given(cancel(waitlist.seated[0]));
    await cancel(waitlist.waiting[0]);
    expect(studio.events()).toEqual(['booking.cancelled', 'booking.waitlist_offered']);
    expect((await bookingOf(studio, waitlist.waiting[1])).waitlist).toMatchObject({ position: 1 });
  });

  test('of an overlapping session is cleared by a promotion, and goes to the next there', async () => {
    const there = await addWaitlist(studio, 1, 0, { startsIn: 24.5 * HOUR_MS });
    const client = waitlist.clients[0] as string;
    await joinWaitlist(studio, client, there.sessionId);
    const next = await joinWaitlist(studio, await addClient(studio), there.sessionId);
    await cancel(there.seated[0]);
    await studio.given(cancel(waitlist.seated[0]));
    await promote(waitlist.waiting[0]);
    expect(studio.events()).toEqual(['booking.waitlist_promoted', 'booking.cancelled', 'booking.waitlist_offered']);
    expect((await bookingOf(studio, next)).waitlist.offeredAt).not.toBeNull();
  });

  test('becomes a visit when the client checks in', async () => {
    await cancel(waitlist.seated[0]);
    await studio.post(`/v2/bookings/${waitlist.waiting[0]}/checkin`);
    expect(await seats()).toMatchObject({ bookedCount: 1, attendedCount: 1, availableSpots: 0, waitlistCount: 1 });
  });
});

describe('the credit of an offer', () => {
  const packageOf = async (id: string) => (await studio.get(`/v2/packages/${id}`)).body;
  let packageId: string;
  let id: string;
  beforeEach(async () => {
    waitlist = await addWaitlist(studio, 1, 0);
    const clientId = await addClient(studio);
    packageId = (await sellPackage(studio, clientId, { creditsTotal: 1 })).id;
    id = await joinWaitlist(studio, clientId, waitlist.sessionId, { requireCredit: true });
    await studio.given(cancel(waitlist.seated[0]));
  });

  test('is held, and taken with the seat', async () => {
    expect(await bookingOf(studio, id)).toMatchObject({ packageId, creditOutcome: 'held', creditsUsed: 0 });
    expect(await packageOf(packageId)).toMatchObject({ creditsRemaining: 1, creditsHeld: 1 });
    const elsewhere = {
      clientId: (await bookingOf(studio, id)).clientId,
      sessionId: await addSession(studio),
      packageId,
    };
    expect((await studio.post('/v2/bookings', elsewhere)).body.error.details[0].code).toBe('no_credits');
    await promote(id);
    expect(studio.events()).toEqual(['package.credits_changed', 'package.depleted', 'booking.waitlist_promoted']);
    expect(await bookingOf(studio, id)).toMatchObject({ creditOutcome: 'consumed', creditsUsed: 1 });
    expect(await packageOf(packageId)).toMatchObject({ creditsRemaining: 0, creditsHeld: 0, status: 'depleted' });
  });

  test('is released when the offer expires or is cancelled', async () => {
    await studio.time.moveTo(TEST_START + 2 * HOUR_MS);
    expect(await bookingOf(studio, id)).toMatchObject({ status: 'waitlisted', creditOutcome: 'restored' });
    expect(await packageOf(packageId)).toMatchObject({ creditsRemaining: 1, creditsHeld: 0 });
    await promote(id);
    expect((await cancel(id)).body).toMatchObject({ creditOutcome: 'restored', creditsUsed: 0 });
    expect(await packageOf(packageId)).toMatchObject({ creditsRemaining: 1, creditsHeld: 0 });
  });

  test('is chosen anew when its package has ended', async () => {
    await studio.given(studio.post(`/v2/packages/${packageId}/cancel`));
    expect((await promote(id)).body.error.code).toBe('no_eligible_package');
    expect(studio.events()).toEqual([]);
  });
});

describe('POST /manage/bookings/{id}/promote', () => {
  beforeEach(async () => {
    await studio.given(studio.patch('/v2/settings', { booking: { waitlistPromotionMode: 'manual' } }));
  });

  test('200 for the client that staff choose; until then the seat is for the waitlist', async () => {
    await cancel(waitlist.seated[0]);
    expect(studio.events()).toEqual(['booking.cancelled', 'session.spot_available']);
    const newcomer = { clientId: await addClient(studio), sessionId: waitlist.sessionId };
    const refused = await studio.post('/v2/bookings', newcomer);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'session_full']);
    expect(refused.body.error.message).toContain('reserved for clients on the waitlist');
    await joinWaitlist(studio, newcomer.clientId, waitlist.sessionId);
    expect((await promote(waitlist.waiting[1])).body.status).toBe('confirmed');
    expect(studio.events()).toEqual(['booking.waitlist_promoted', 'session.full']);
  });

  test('409 without a free seat, for a suspended client, or for a booking that does not wait', async () => {
    const code = async (id: string | undefined) => {
      const { status, body } = await promote(id);
      expect(studio.events()).toEqual([]);
      return [status, body.error.code];
    };
    expect(await code(waitlist.waiting[0])).toEqual([409, 'session_full']);
    expect(await code(waitlist.seated[0])).toEqual([409, 'already_processed']);
    await studio.given(studio.patch(`/v2/clients/${waitlist.clients[0]}`, { status: 'suspended' }));
    expect(await code(waitlist.waiting[0])).toEqual([409, 'client_suspended']);
    await studio.given(cancel(waitlist.waiting[1]));
    expect(await code(waitlist.waiting[1])).toEqual([409, 'booking_cancelled']);
  });

  test('401, 403, 404 and 400', async () => {
    const path = `/manage/bookings/${waitlist.waiting[0]}/promote`;
    expect((await studio.post(path, {}, { 'x-service-api-key': '' })).status).toBe(401);
    const writer = await studio.withKey({ scopes: ['bookings:write'] });
    expect((await studio.post(path, {}, writer)).status).toBe(403);
    expect((await studio.post('/manage/bookings/01950000-0000-7000-8000-00000000ffff/promote')).status).toBe(404);
    expect((await studio.post(path, { why: 'x' })).status).toBe(400);
    const reason = await studio.post(path, { reason: 'x'.repeat(501) });
    expect(reason.status).toBe(400);
  });

  test('stores who decided and why, which no answer shows', async () => {
    await cancel(waitlist.seated[0]);
    const { body } = await promote(waitlist.waiting[0], { reason: 'her birthday' });
    expect(JSON.stringify(body)).not.toContain('birthday');
    const { decisions } = studio.db.query('select decisions from bookings where id = ?').get(body.id) as {
      decisions: string;
    };
    expect(JSON.parse(decisions)).toMatchObject({ promoteReason: 'her birthday', promotedBy: expect.any(String) });
  });
});
