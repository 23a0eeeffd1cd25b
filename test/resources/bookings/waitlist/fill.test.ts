import { describe, expect, test } from 'bun:test';
import { HOUR_MS, MINUTE_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE, openStudio, TEST_START } from '../../../helpers/api.ts';
import { addBooking, addClient, addSession, bookingOf } from '../../../helpers/bookings.ts';
import { setBooking } from '../../../helpers/members.ts';
import { sellPackage } from '../../../helpers/sales.ts';
import { addWaitlist, joinWaitlist } from '../../../helpers/waitlist.ts';

const studio = forEachTest(openStudio);

const sessionOf = async (id: string) => (await studio.get(`/v2/sessions/${id}`)).body;
const statuses = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await bookingOf(studio, id)).status));
const cancel = (id: string | undefined, body: object = {}) => studio.post(`/v2/bookings/${id}/cancel`, body);
const refusal = async (body: object) => {
  const response = await studio.post('/v2/bookings', body);
  expect(studio.events()).toEqual([]);
  return [response.status, response.body.error?.code, response.body.error?.details?.[0]?.code];
};

describe('joining the waitlist', () => {
  test('201 waitlisted, with its position and two events', async () => {
    const { sessionId } = await addWaitlist(studio, 1, 1);
    const clientId = await addClient(studio);
    const { status, body } = await studio.post('/v2/bookings', { clientId, sessionId, joinWaitlist: true });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'waitlisted',
      confirmedAt: null,
      bookingSource: 'unpaid',
      creditOutcome: 'not_applicable',
      waitlist: {
        position: 2,
        joinedAt: '2026-03-02T08:00:00.000Z',
        offeredAt: null,
        offerExpiresAt: null,
        promotedAt: null,
        lastSkipReason: null,
      },
    });
    const data = { bookingId: body.id, clientId, sessionId, siteId: MAIN_SITE, status: 'WAITLISTED' };
    expect(studio.eventsInFull().map(({ type, data }) => [type, data])).toEqual([
      ['booking.created', { ...data, bookingSource: 'UNPAID' }],
      ['booking.waitlisted', { ...data, waitlistPosition: 2 }],
    ]);
    expect(await sessionOf(sessionId)).toMatchObject({ bookedCount: 1, availableSpots: 0, waitlistCount: 2 });
    const { stats } = (await studio.get(`/v2/clients/${clientId}`)).body;
    expect(stats).toMatchObject({ bookings: 1, nextBookingAt: null });
  });

  test('201 at the end of the waitlist, also after the clock was set back', async () => {
    const { sessionId, seated, waiting } = await addWaitlist(studio, 1, 2);
    studio.db.run("update bookings set joinedAt = '2026-03-02T09:30:00.000Z' where id = ?", [String(waiting[1])]);
    const newcomer = await joinWaitlist(studio, await addClient(studio), sessionId);
    const { waitlist } = await bookingOf(studio, newcomer);
    expect(waitlist).toMatchObject({ position: 3, joinedAt: '2026-03-02T09:30:00.001Z' });
    for (const id of [seated[0], waiting[0]]) await cancel(id);
    expect(await statuses([...waiting, newcomer])).toEqual(['cancelled', 'confirmed', 'waitlisted']);
  });

  test('201 confirmed while a seat is free', async () => {
    const [clientId, sessionId] = [await addClient(studio), await addSession(studio, { capacity: 1 })];
    const { body } = await studio.post('/v2/bookings', { clientId, sessionId, joinWaitlist: true });
    expect([body.status, body.waitlist]).toEqual(['confirmed', null]);
  });

  test('409 full: the error says whether the waitlist is open', async () => {
    const clientId = await addClient(studio);
    const open = await addWaitlist(studio, 1, 0);
    expect(await refusal({ clientId, sessionId: open.sessionId })).toEqual([409, 'session_full', 'waitlist_open']);
    const full = await addWaitlist(studio, 1, 1, { waitlistCapacity: 1 });
    expect(await refusal({ clientId, sessionId: full.sessionId })).toEqual([409, 'session_full', 'waitlist_full']);
    const body = { clientId, sessionId: full.sessionId, joinWaitlist: true };
    expect((await refusal(body)).slice(0, 2)).toEqual([409, 'waitlist_full']);
    const closed = await addWaitlist(studio, 1, 0, { waitlistEnabled: 0 });
    expect(await refusal({ clientId, sessionId: closed.sessionId })).toEqual([409, 'session_full', 'waitlist_closed']);
    const asked = { clientId, sessionId: closed.sessionId, joinWaitlist: true };
    expect((await refusal(asked)).slice(0, 2)).toEqual([409, 'waitlist_closed']);
  });

  test('409 closed or full by the settings, unless the session says otherwise', async () => {
    await setBooking(studio, { waitlistEnabled: false, waitlistDefaultCapacity: 1 });
    const clientId = await addClient(studio);
    const { sessionId } = await addWaitlist(studio, 1, 0);
    expect((await refusal({ clientId, sessionId, joinWaitlist: true }))[1]).toBe('waitlist_closed');
    const own = await addWaitlist(studio, 1, 1, { waitlistEnabled: 1 });
    expect((await refusal({ clientId, sessionId: own.sessionId, joinWaitlist: true }))[1]).toBe('waitlist_full');
    const wide = await addWaitlist(studio, 1, 1, { waitlistEnabled: 1, waitlistCapacity: 2 });
    await joinWaitlist(studio, clientId, wide.sessionId);
  });

  test('409 already booked, also for waitlisted clients', async () => {
    const { sessionId, clients } = await addWaitlist(studio, 1, 1);
    const body = { clientId: clients[0], sessionId, joinWaitlist: true };
    expect((await refusal(body))[1]).toBe('already_booked');
  });
});

describe('a freed seat', () => {
  test('goes at once to the first on the waitlist, who may cancel free of charge for the grace time', async () => {
    const { sessionId, seated, waiting, clients } = await addWaitlist(studio, 1, 2);
    await studio.given(studio.time.skipTo(TEST_START + 11.5 * HOUR_MS));
    await cancel(seated[0]);
    const [, promoted, ...others] = studio.eventsInFull();
    expect(others).toEqual([]);
    expect([promoted?.type, promoted?.data]).toEqual([
      'booking.waitlist_promoted',
      {
        bookingId: waiting[0],
        clientId: clients[0],
        sessionId,
        siteId: MAIN_SITE,
        status: 'CONFIRMED',
        previousStatus: 'WAITLISTED',
        packageId: null,
        freeCancelUntil: '2026-03-02T20:30:00.000Z',
      },
    ]);
    expect(await bookingOf(studio, waiting[0])).toMatchObject({
      status: 'confirmed',
      confirmedAt: '2026-03-02T19:30:00.000Z',
      freeCancelUntil: '2026-03-02T20:30:00.000Z',
      waitlist: { position: null, promotedAt: '2026-03-02T19:30:00.000Z' },
    });
    expect((await bookingOf(studio, waiting[1])).waitlist.position).toBe(1);
    await studio.time.skipTo(TEST_START + 12.5 * HOUR_MS);
    expect((await cancel(waiting[0])).body.isLateCancel).toBe(false);
  });

  test('is cancelled late after the grace time', async () => {
    const { seated, waiting } = await addWaitlist(studio, 1, 1);
    await studio.time.skipTo(TEST_START + 11.5 * HOUR_MS);
    await cancel(seated[0]);
    await studio.time.skipTo(TEST_START + 12.5 * HOUR_MS + 1);
    expect((await cancel(waiting[0])).body.isLateCancel).toBe(true);
  });

  test('stays free inside the cut-off until somebody takes it: staff may decide', async () => {
    const { seated, waiting } = await addWaitlist(studio, 1, 1);
    await studio.given(studio.time.skipTo(TEST_START + 12 * HOUR_MS + 1));
    await cancel(seated[0]);
    expect(studio.events()).toEqual(['booking.cancelled', 'session.spot_available']);
    expect((await studio.post(`/manage/bookings/${waiting[0]}/promote`)).body.status).toBe('confirmed');
    expect(studio.events()).toEqual(['booking.waitlist_promoted', 'session.full']);
  });

  test('follows a cut-off of its own', async () => {
    await setBooking(studio, { waitlistCutoffMinutes: 30 });
    const { seated, waiting } = await addWaitlist(studio, 2, 2);
    await studio.time.skipTo(TEST_START + 23.5 * HOUR_MS);
    await cancel(seated[0]);
    await studio.time.skipTo(TEST_START + 23.5 * HOUR_MS + 1);
    await cancel(seated[1]);
    expect(await statuses(waiting)).toEqual(['confirmed', 'waitlisted']);
  });

  test('skips clients who are not eligible, and says why', async () => {
    const { sessionId, seated, waiting, clients } = await addWaitlist(studio, 1, 3);
    const paying = await addClient(studio);
    await sellPackage(studio, paying, { creditsTotal: 1 });
    const poor = await joinWaitlist(studio, paying, sessionId, { requireCredit: true });
    const last = await joinWaitlist(studio, await addClient(studio), sessionId);
    await studio.patch(`/v2/clients/${clients[0]}`, { status: 'suspended' });
    await addBooking(studio, clients[1] as string, await addSession(studio, { startsIn: 23.5 * HOUR_MS }));
    await cancel(waiting[2]);
    await addBooking(studio, paying, await addSession(studio, { startsIn: 40 * HOUR_MS }));
    await cancel(seated[0]);
    expect(studio.events()).toEqual(['booking.cancelled', 'booking.waitlist_promoted']);
    const places = await Promise.all([waiting[0], waiting[1], poor, last].map((id) => bookingOf(studio, id)));
    expect(places.map(({ status, waitlist }) => [status, waitlist.position, waitlist.lastSkipReason])).toEqual([
      ['waitlisted', 1, 'client_suspended'],
      ['waitlisted', 2, 'overlapping_booking'],
      ['waitlisted', 3, 'no_eligible_package'],
      ['confirmed', null, null],
    ]);
  });

  test('is for an eligible waitlisted client, who gets it from the job', async () => {
    const { sessionId, seated, waiting, clients } = await addWaitlist(studio, 1, 1);
    await studio.patch(`/v2/clients/${clients[0]}`, { status: 'suspended' });
    await cancel(seated[0]);
    await studio.given(studio.patch(`/v2/clients/${clients[0]}`, { status: 'active' }));
    expect((await refusal({ clientId: await addClient(studio), sessionId }))[1]).toBe('session_full');
    await studio.time.moveTo(TEST_START + MINUTE_MS);
    expect(await statuses(waiting)).toEqual(['confirmed']);
    expect(studio.events()).toEqual(['booking.waitlist_promoted', 'session.full']);
  });

  test('goes to a new booking when nobody on the waitlist is eligible', async () => {
    const { sessionId, seated, clients } = await addWaitlist(studio, 1, 1);
    await studio.patch(`/v2/clients/${clients[0]}`, { status: 'suspended' });
    await cancel(seated[0]);
    const { status } = await studio.post('/v2/bookings', { clientId: await addClient(studio), sessionId });
    expect(status).toBe(201);
  });

  test('takes the promoted client off overlapping waitlists, and frees seats held there', async () => {
    const here = await addWaitlist(studio, 1, 1);
    const there = await addWaitlist(studio, 1, 0, { startsIn: 24.5 * HOUR_MS });
    const later = await addWaitlist(studio, 1, 0, { startsIn: 25 * HOUR_MS });
    const client = here.clients[0] as string;
    const [overlapping, after] = [
      await joinWaitlist(studio, client, there.sessionId),
      await joinWaitlist(studio, client, later.sessionId),
    ];
    await cancel(here.seated[0]);
    expect(studio.events()).toEqual(['booking.cancelled', 'booking.waitlist_promoted', 'booking.cancelled']);
    expect(await bookingOf(studio, overlapping)).toMatchObject({
      status: 'cancelled',
      cancelledBy: 'system',
      cancelReason: 'overlap_cleared',
      isLateCancel: false,
    });
    expect((await bookingOf(studio, after)).status).toBe('waitlisted');
  });

  test('is given despite overlaps where the settings allow them', async () => {
    await setBooking(studio, { allowOverlappingBookings: true });
    const here = await addWaitlist(studio, 1, 1);
    await addBooking(studio, here.clients[0] as string, await addSession(studio));
    await cancel(here.seated[0]);
    expect(await statuses(here.waiting)).toEqual(['confirmed']);
  });

  test('comes from a raised capacity too, one promotion for each seat', async () => {
    const { sessionId, waiting } = await addWaitlist(studio, 1, 3);
    await studio.patch(`/manage/sessions/${sessionId}`, { capacity: 3 });
    expect(studio.events()).toEqual(['session.updated', 'booking.waitlist_promoted', 'booking.waitlist_promoted']);
    expect(await statuses(waiting)).toEqual(['confirmed', 'confirmed', 'waitlisted']);
    await studio.patch(`/manage/sessions/${sessionId}`, { capacity: null });
    expect(studio.events()).toEqual(['session.updated', 'booking.waitlist_promoted', 'session.spot_available']);
  });

  test('comes from an archived client and from a cancelled package', async () => {
    await studio.patch('/v2/settings', { membership: { cancelFutureBookingsOnPackageCancel: true } });
    const { sessionId, seated, waiting } = await addWaitlist(studio, 1, 3);
    const { clientId } = await bookingOf(studio, seated[0]);
    await studio.delete(`/v2/clients/${clientId}`);
    expect(await statuses(waiting)).toEqual(['confirmed', 'waitlisted', 'waitlisted']);
    await cancel(waiting[0]);
    expect(await statuses(waiting)).toEqual(['cancelled', 'confirmed', 'waitlisted']);
    const paying = await addClient(studio);
    const pack = await sellPackage(studio, paying);
    const body = { clientId: paying, sessionId, overrideCapacity: true };
    const booked = (await studio.post('/v2/bookings', body)).body;
    expect(booked).toMatchObject({ status: 'confirmed', packageId: pack.id });
    await studio.given(studio.patch(`/manage/sessions/${sessionId}`, { capacity: 2 }));
    await studio.post(`/v2/packages/${pack.id}/cancel`);
    expect(await bookingOf(studio, booked.id)).toMatchObject({ status: 'cancelled', cancelReason: 'other' });
    expect((await bookingOf(studio, waiting[2])).status).toBe('confirmed');
  });
});
