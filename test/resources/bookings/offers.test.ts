import { beforeEach, describe, expect, test } from 'bun:test';
import { MAIN_SITE, openStudio, type Studio, TEST_START } from '../../helpers/api.ts';
import { addLine, joinLine, type Line } from '../../helpers/line.ts';
import { sold } from '../../helpers/money.ts';
import { addClient, addSession } from '../../helpers/spine.ts';

const HOUR = 3_600_000;

let studio: Studio;
let line: Line;
beforeEach(async () => {
  studio = await openStudio();
  await studio.patch('/v2/settings', { booking: { waitlistPromotionMode: 'confirmation_window' } });
  line = await addLine(studio, 1, 2);
});

const bookingOf = async (id: string | undefined) => (await studio.get(`/v2/bookings/${id}`)).body;
const seats = async () => (await studio.get(`/v2/sessions/${line.sessionId}`)).body;
const cancel = (id: string | undefined) => studio.post(`/v2/bookings/${id}/cancel`);
const promote = (id: string | undefined, body?: object) => studio.post(`/manage/bookings/${id}/promote`, body);

describe('an offer', () => {
  test('holds the seat for the time to confirm', async () => {
    await cancel(line.seated[0]);
    const [, offered, ...others] = studio.eventsInFull();
    expect(others).toEqual([]);
    expect([offered?.type, offered?.data]).toEqual([
      'booking.waitlist_offered',
      {
        bookingId: line.waiting[0],
        clientId: line.clients[0],
        sessionId: line.sessionId,
        siteId: MAIN_SITE,
        offerExpiresAt: '2026-03-02T10:00:00.000Z',
      },
    ]);
    expect(await bookingOf(line.waiting[0])).toMatchObject({
      status: 'waitlisted',
      waitlist: {
        position: 1,
        offeredAt: '2026-03-02T08:00:00.000Z',
        offerExpiresAt: '2026-03-02T10:00:00.000Z',
        promotedAt: null,
      },
    });
    expect(await seats()).toMatchObject({ bookedCount: 0, availableSpots: 0, isFull: true, waitlistCount: 2 });
    const body = { clientId: await addClient(studio), sessionId: line.sessionId };
    expect((await studio.post('/v2/bookings', body)).body.error.code).toBe('session_full');
  });

  test('ends at the cut-off at the latest', async () => {
    await studio.time.moveTo(TEST_START + 11 * HOUR);
    await cancel(line.seated[0]);
    expect((await bookingOf(line.waiting[0])).waitlist.offerExpiresAt).toBe('2026-03-02T20:00:00.000Z');
    studio.events();
    await studio.time.moveTo(TEST_START + 12 * HOUR);
    // The next would have no time to confirm: the seat stays free.
    expect(studio.events()).toEqual(['session.spot_available']);
    expect((await bookingOf(line.waiting[1])).waitlist.offeredAt).toBeNull();
  });

  test('lapses to the next, and is not made again to who let it lapse', async () => {
    await cancel(line.seated[0]);
    await studio.time.moveTo(TEST_START + 2 * HOUR - 1);
    studio.events();
    await studio.time.moveTo(TEST_START + 2 * HOUR);
    expect(studio.events()).toEqual(['booking.waitlist_offered']);
    expect((await bookingOf(line.waiting[0])).waitlist).toMatchObject({ position: 1, lastSkipReason: 'offer_lapsed' });
    expect((await bookingOf(line.waiting[1])).waitlist.offerExpiresAt).toBe('2026-03-02T12:00:00.000Z');
    await studio.time.moveTo(TEST_START + 4 * HOUR);
    expect(studio.events()).toEqual(['session.spot_available']);
    expect(await seats()).toMatchObject({ availableSpots: 1, waitlistCount: 2 });
    const body = { clientId: await addClient(studio), sessionId: line.sessionId };
    expect((await studio.post('/v2/bookings', body)).status).toBe(201);
  });

  test('that is over is let go by the next act, though the sweep has not run yet', async () => {
    line = await addLine(studio, 1, 1, { startsIn: 40 * HOUR });
    await studio.time.moveTo(TEST_START + 30_000);
    await cancel(line.seated[0]);
    await studio.time.moveTo(TEST_START + 2 * HOUR + 30_000);
    studio.events();
    const body = { clientId: await addClient(studio), sessionId: line.sessionId };
    expect((await studio.post('/v2/bookings', body)).body.status).toBe('confirmed');
    expect(studio.events()).toEqual(['session.spot_available', 'booking.created', 'session.full']);
  });

  test('confirmed by the desk gives the seat that it held', async () => {
    await cancel(line.seated[0]);
    studio.events();
    const { status, body } = await promote(line.waiting[0], { reason: 'said yes by phone' });
    expect([status, body.status, body.waitlist.promotedAt]).toEqual([200, 'confirmed', '2026-03-02T08:00:00.000Z']);
    expect(studio.events()).toEqual(['booking.waitlist_promoted']);
    expect(await seats()).toMatchObject({ bookedCount: 1, availableSpots: 0 });
  });

  test('given up goes to the next at once', async () => {
    await cancel(line.seated[0]);
    studio.events();
    await cancel(line.waiting[0]);
    expect(studio.events()).toEqual(['booking.cancelled', 'booking.waitlist_offered']);
    expect((await bookingOf(line.waiting[1])).waitlist).toMatchObject({ position: 1 });
  });

  test('is cleared where the client is promoted at the same time, and goes to the next there', async () => {
    const there = await addLine(studio, 1, 0, { startsIn: 24.5 * HOUR });
    const client = line.clients[0] as string;
    await joinLine(studio, client, there.sessionId);
    const next = await joinLine(studio, await addClient(studio), there.sessionId);
    await cancel(there.seated[0]);
    await cancel(line.seated[0]);
    studio.events();
    await promote(line.waiting[0]);
    expect(studio.events()).toEqual(['booking.waitlist_promoted', 'booking.cancelled', 'booking.waitlist_offered']);
    expect((await bookingOf(next)).waitlist.offeredAt).not.toBeNull();
  });

  test('turns into a visit when the client is there', async () => {
    await cancel(line.seated[0]);
    await studio.post(`/v2/bookings/${line.waiting[0]}/checkin`);
    expect(await seats()).toMatchObject({ bookedCount: 1, attendedCount: 1, availableSpots: 0, waitlistCount: 1 });
  });
});

describe('the credit of an offer', () => {
  const packageOf = async (id: string) => (await studio.get(`/v2/packages/${id}`)).body;
  let packageId: string;
  let id: string;
  beforeEach(async () => {
    line = await addLine(studio, 1, 0);
    const clientId = await addClient(studio);
    packageId = (await sold(studio, clientId, { creditsTotal: 1 })).id;
    id = await joinLine(studio, clientId, line.sessionId, { requireCredit: true });
    await cancel(line.seated[0]);
    studio.events();
  });

  test('is held, and taken when the seat is', async () => {
    expect(await bookingOf(id)).toMatchObject({ packageId, creditOutcome: 'held', creditsUsed: 0 });
    expect(await packageOf(packageId)).toMatchObject({ creditsRemaining: 1, creditsHeld: 1 });
    const elsewhere = { clientId: (await bookingOf(id)).clientId, sessionId: await addSession(studio), packageId };
    expect((await studio.post('/v2/bookings', elsewhere)).body.error.details[0].code).toBe('no_credits');
    await promote(id);
    expect(studio.events()).toEqual(['package.credits_changed', 'package.depleted', 'booking.waitlist_promoted']);
    expect(await bookingOf(id)).toMatchObject({ creditOutcome: 'consumed', creditsUsed: 1 });
    expect(await packageOf(packageId)).toMatchObject({ creditsRemaining: 0, creditsHeld: 0, status: 'depleted' });
  });

  test('is free again when it lapses or is given up', async () => {
    await studio.time.moveTo(TEST_START + 2 * HOUR);
    expect(await bookingOf(id)).toMatchObject({ status: 'waitlisted', creditOutcome: 'restored' });
    expect(await packageOf(packageId)).toMatchObject({ creditsRemaining: 1, creditsHeld: 0 });
    await promote(id);
    expect((await cancel(id)).body).toMatchObject({ creditOutcome: 'restored', creditsUsed: 0 });
    expect(await packageOf(packageId)).toMatchObject({ creditsRemaining: 1, creditsHeld: 0 });
  });

  test('is asked for anew when its package has ended', async () => {
    await studio.post(`/v2/packages/${packageId}/cancel`);
    studio.events();
    expect((await promote(id)).body.error.code).toBe('no_eligible_package');
    expect(studio.events()).toEqual([]);
  });
});

describe('POST /manage/bookings/{id}/promote', () => {
  beforeEach(async () => {
    await studio.patch('/v2/settings', { booking: { waitlistPromotionMode: 'manual' } });
    studio.events();
  });

  test('200 whom the desk chooses; until then the seat is for the line', async () => {
    await cancel(line.seated[0]);
    expect(studio.events()).toEqual(['booking.cancelled', 'session.spot_available']);
    const newcomer = { clientId: await addClient(studio), sessionId: line.sessionId };
    const refused = await studio.post('/v2/bookings', newcomer);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'session_full']);
    expect(refused.body.error.message).toContain('for those who wait');
    await joinLine(studio, newcomer.clientId, line.sessionId);
    expect((await promote(line.waiting[1])).body.status).toBe('confirmed');
    expect(studio.events()).toEqual(['booking.waitlist_promoted', 'session.full']);
  });

  test('409 without a free seat, a suspended client, or one that does not wait', async () => {
    const code = async (id: string | undefined) => {
      const { status, body } = await promote(id);
      expect(studio.events()).toEqual([]);
      return [status, body.error.code];
    };
    expect(await code(line.waiting[0])).toEqual([409, 'session_full']);
    expect(await code(line.seated[0])).toEqual([409, 'already_processed']);
    await studio.patch(`/v2/clients/${line.clients[0]}`, { status: 'suspended' });
    studio.events();
    expect(await code(line.waiting[0])).toEqual([409, 'client_suspended']);
    await cancel(line.waiting[1]);
    studio.events();
    expect(await code(line.waiting[1])).toEqual([409, 'booking_cancelled']);
  });

  test('401, 403, 404 and 400', async () => {
    const path = `/manage/bookings/${line.waiting[0]}/promote`;
    expect((await studio.post(path, {}, { 'x-service-api-key': '' })).status).toBe(401);
    const writer = { 'x-service-api-key': await studio.makeKey({ scopes: ['bookings:write'] }) };
    expect((await studio.post(path, {}, writer)).status).toBe(403);
    expect((await studio.post('/manage/bookings/01950000-0000-7000-8000-00000000ffff/promote')).status).toBe(404);
    expect((await studio.post(path, { why: 'x' })).status).toBe(400);
    const reason = await studio.post(path, { reason: 'x'.repeat(501) });
    expect(reason.status).toBe(400);
  });

  test('keeps who decided and why, where no record shows it', async () => {
    await cancel(line.seated[0]);
    const { body } = await promote(line.waiting[0], { reason: 'her birthday' });
    expect(JSON.stringify(body)).not.toContain('birthday');
    const { desk } = studio.db.query('select desk from bookings where id = ?').get(body.id) as { desk: string };
    expect(JSON.parse(desk)).toMatchObject({ promoteReason: 'her birthday', promotedBy: expect.any(String) });
  });
});
