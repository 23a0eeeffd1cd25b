import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE, TEST_START } from '../../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../../helpers/bookings.ts';
import { openStudioForMembers, setBooking } from '../../../helpers/members.ts';
import { sellPackage, UNKNOWN } from '../../../helpers/sales.ts';

const studio = forEachTest(openStudioForMembers);
const member = forEachTest(async () => studio.signIn(await addClient(studio)));
beforeEach(async () => {
  await setBooking(studio, { memberRequiresCredit: false });
});

const later = async (milliseconds: number): Promise<void> => {
  await studio.given(studio.time.skipTo(TEST_START + milliseconds));
};

const booked = async (given: object = {}): Promise<string> =>
  addBooking(studio, member.id, await addSession(studio, given));

/** The error of a request on a booking, which raised no event. */
const refused = async (id: string, act: 'cancel' | 'accept') => {
  const { status, body } = await member.post(`/bookings/${id}/${act}`);
  expect(studio.events()).toEqual([]);
  return [status, body.error?.code];
};

describe('POST bookings/{id}/cancel', () => {
  test('200 by the client, free until the window, with the credit restored', async () => {
    await sellPackage(studio, member.id);
    const id = await booked();
    await later(12 * HOUR_MS);
    const { status, body } = await member.post(`/bookings/${id}/cancel`);
    expect([status, body.status, body.cancelledBy, body.cancelReason]).toEqual([
      200,
      'cancelled',
      'client',
      'requested',
    ]);
    expect(body).toMatchObject({ isLateCancel: false, creditOutcome: 'restored' });
    const [restored, cancelled, ...others] = studio.eventsInFull();
    expect(others).toEqual([]);
    expect([restored?.type, cancelled?.type, cancelled?.data.cancelledBy]).toEqual([
      'package.credits_changed',
      'booking.cancelled',
      'CLIENT',
    ]);
  });

  test('200 late one second after it, with the credit forfeited', async () => {
    await sellPackage(studio, member.id);
    const id = await booked();
    await later(12 * HOUR_MS + 1);
    const { body } = await member.post(`/bookings/${id}/cancel`);
    expect(body).toMatchObject({ status: 'cancelled', isLateCancel: true, creditOutcome: 'forfeited' });
    expect(studio.events()).toEqual(['booking.cancelled']);
  });

  test('409 late where members may not; staff may, and waitlisted members may', async () => {
    await setBooking(studio, { allowMemberLateCancel: false });
    const sessionId = await addSession(studio, { capacity: 1 });
    const id = await addBooking(studio, member.id, sessionId);
    const other = await studio.signIn(await addClient(studio));
    const waiting = (await other.post('/bookings', { sessionId, joinWaitlist: true })).body.id;
    const own = (await member.get(`/bookings/${id}`)).body;
    const start = (await studio.get(`/v2/sessions/${sessionId}`)).body.startTime;
    expect([own.cancellableUntil, (await member.get('/bookings')).body.data]).toEqual([own.freeCancelUntil, [own]]);
    expect((await other.get(`/bookings/${waiting}`)).body.cancellableUntil).toBe(start);
    expect((await studio.get(`/v2/bookings/${id}`)).body.cancellableUntil).toBe(start);
    await later(12 * HOUR_MS + 1);
    expect(await refused(id, 'cancel')).toEqual([409, 'late_cancel_not_allowed']);
    expect((await other.post(`/bookings/${waiting}/cancel`)).body).toMatchObject({
      status: 'cancelled',
      isLateCancel: false,
    });
    expect((await studio.post(`/v2/bookings/${id}/cancel`)).body).toMatchObject({ cancelledBy: 'api' });
  });

  test('409 cancelled, started, checked in, or a no-show', async () => {
    const [gone, here, missed, begun] = [
      await booked(),
      await booked(),
      await booked(),
      await booked({ startsIn: 1000 }),
    ];
    await member.post(`/bookings/${gone}/cancel`);
    await studio.post(`/v2/bookings/${here}/checkin`);
    await studio.post(`/v2/bookings/${missed}/noshow`);
    await later(1000);
    expect(await refused(gone, 'cancel')).toEqual([409, 'already_cancelled']);
    expect(await refused(here, 'cancel')).toEqual([409, 'already_checked_in']);
    expect(await refused(missed, 'cancel')).toEqual([409, 'already_processed']);
    expect(await refused(begun, 'cancel')).toEqual([409, 'session_started']);
  });

  test('400 fields that only staff send; 404 an unknown booking', async () => {
    const id = await booked();
    for (const body of [{ isLateCancel: false }, { waivePenalty: true }, { reason: 'session_cancelled' }]) {
      expect((await member.post(`/bookings/${id}/cancel`, body)).status).toBe(400);
    }
    expect(await refused(UNKNOWN, 'cancel')).toEqual([404, 'resource_not_found']);
    expect(await refused('nonsense', 'cancel')).toEqual([404, 'resource_not_found']);
  });
});

describe('POST bookings/{id}/accept', () => {
  let sessionId: string;
  let seat: string;
  let id: string;
  beforeEach(async () => {
    await setBooking(studio, { waitlistPromotionMode: 'confirmation_window' });
    sessionId = await addSession(studio, { capacity: 1 });
    seat = await addBooking(studio, await addClient(studio), sessionId);
    id = (await studio.given(member.post('/bookings', { sessionId, joinWaitlist: true }))).id;
  });

  const offer = async () => {
    await studio.given(studio.post(`/v2/bookings/${seat}/cancel`));
  };

  test('200 the offered seat, until the offer expires', async () => {
    await offer();
    await later(2 * HOUR_MS - 1);
    const { status, body } = await member.post(`/bookings/${id}/accept`);
    expect([status, body.status, body.waitlist.promotedAt]).toEqual([200, 'confirmed', '2026-03-02T09:59:59.999Z']);
    const [promoted, ...others] = studio.eventsInFull();
    expect(others).toEqual([]);
    expect([promoted?.type, promoted?.data]).toEqual([
      'booking.waitlist_promoted',
      {
        bookingId: id,
        clientId: member.id,
        sessionId,
        siteId: MAIN_SITE,
        status: 'CONFIRMED',
        previousStatus: 'WAITLISTED',
        packageId: null,
        freeCancelUntil: '2026-03-02T20:00:00.000Z',
      },
    ]);
  });

  test('409 session_full without an offer; 200 after it expired, as anybody may take the seat then', async () => {
    expect(await refused(id, 'accept')).toEqual([409, 'session_full']);
    await offer();
    await later(2 * HOUR_MS);
    const { status, body } = await member.post(`/bookings/${id}/accept`);
    expect([status, body.status]).toEqual([200, 'confirmed']);
    expect(studio.events()).toEqual(['booking.waitlist_promoted', 'session.full']);
  });

  test('409 with an overlapping booking, or suspended', async () => {
    await offer();
    const other = await addBooking(studio, member.id, await addSession(studio));
    expect(await refused(id, 'accept')).toEqual([409, 'booking_overlap']);
    await studio.post(`/v2/bookings/${other}/cancel`);
    await studio.given(studio.patch(`/v2/clients/${member.id}`, { status: 'suspended' }));
    expect(await refused(id, 'accept')).toEqual([409, 'client_suspended']);
  });

  test('holds the credit with the offer, and takes it with the seat', async () => {
    await member.post(`/bookings/${id}/cancel`);
    await setBooking(studio, { memberRequiresCredit: true });
    const { id: packageId } = await sellPackage(studio, member.id, { creditsTotal: 1 });
    ({ id } = (await member.post('/bookings', { sessionId, joinWaitlist: true })).body);
    await offer();
    expect((await member.get(`/bookings/${id}`)).body).toMatchObject({ packageId, creditOutcome: 'held' });
    await member.post(`/bookings/${id}/accept`);
    expect(studio.events()).toEqual(['package.credits_changed', 'package.depleted', 'booking.waitlist_promoted']);
  });

  test('409 a booking that does not wait', async () => {
    await offer();
    await studio.given(member.post(`/bookings/${id}/accept`));
    expect(await refused(id, 'accept')).toEqual([409, 'already_processed']);
    await studio.given(member.post(`/bookings/${id}/cancel`));
    expect(await refused(id, 'accept')).toEqual([409, 'booking_cancelled']);
    expect(await refused(UNKNOWN, 'accept')).toEqual([404, 'resource_not_found']);
  });

  test('cancelled instead, the offer goes to the next', async () => {
    const next = await studio.signIn(await addClient(studio));
    await next.post('/bookings', { sessionId, joinWaitlist: true });
    await offer();
    await member.post(`/bookings/${id}/cancel`);
    expect(studio.events()).toEqual(['booking.cancelled', 'booking.waitlist_offered']);
  });
});

describe('GET bookings', () => {
  test('200 own bookings at every site, newest first, in both directions', async () => {
    const north = (await studio.post('/v2/sites', { name: 'North' })).body.id;
    const ids = [await booked(), await booked({ siteId: north }), await booked()].reverse();
    await addBooking(studio, await addClient(studio), await addSession(studio));
    const idsOf = async (query: string) =>
      (await member.get(`/bookings${query}`)).body.data.map((row: { id: string }) => row.id);
    expect(await idsOf('')).toEqual(ids);
    const first = (await member.get('/bookings?limit=2')).body;
    expect(first).toMatchObject({
      object: 'list',
      url: '/public-api/v2/member/bookings',
      hasMore: true,
      nextCursor: ids[1],
    });
    expect(await idsOf(`?starting_after=${first.nextCursor}`)).toEqual([ids[2]]);
    expect(await idsOf(`?ending_before=${ids[2]}`)).toEqual(ids.slice(0, 2));
  });

  test('200 by session, status and time', async () => {
    const early = await booked({ startsIn: DAY_MS });
    const late = await booked({ startsIn: 48 * HOUR_MS });
    await studio.post(`/v2/bookings/${early}/cancel`);
    const { sessionId } = (await member.get(`/bookings/${late}`)).body;
    const idsOf = async (query: string) =>
      (await member.get(`/bookings?${query}`)).body.data.map((row: { id: string }) => row.id);
    expect(await idsOf('status=cancelled')).toEqual([early]);
    expect(await idsOf(`session_id=${sessionId}`)).toEqual([late]);
    expect(await idsOf('start_time_gte=2026-03-04T08:00:00Z')).toEqual([late]);
    expect(await idsOf('start_time_lte=2026-03-04T07:59:59Z')).toEqual([early]);
  });

  test('200 without notes, with the package and the session as members see it', async () => {
    await sellPackage(studio, member.id);
    const id = await booked();
    await studio.patch(`/manage/bookings/${id}`, { notes: 'Owes us a mat', metadata: { risk: 'high' } });
    const { body } = await member.get(`/bookings/${id}?expand[]=session.instructor&expand[]=package`);
    expect(body).toMatchObject({
      session: { object: 'session', myBooking: { id }, eligibility: { reason: 'already_booked' }, instructor: null },
      package: { object: 'package', creditsRemaining: 9 },
    });
    const listed = JSON.stringify((await member.get('/bookings?expand[]=session&expand[]=package')).body);
    for (const hidden of ['Owes', 'risk', '"notes"', '"metadata"']) {
      expect([JSON.stringify(body).includes(hidden), listed.includes(hidden)]).toEqual([false, false]);
    }
  });

  test("400 another client's booking as a cursor, unknown parameters and expansions", async () => {
    const theirs = await addBooking(studio, await addClient(studio), await addSession(studio));
    for (const cursor of [theirs, UNKNOWN]) {
      const { status, body } = await member.get(`/bookings?starting_after=${cursor}`);
      expect([status, body.error.code]).toEqual([400, 'cursor_invalid']);
    }
    for (const query of ['client_id=x', 'status=gone', 'limit=0', 'expand[]=client', 'expand[]=session.schedule']) {
      expect((await member.get(`/bookings?${query}`)).status).toBe(400);
    }
  });
});
