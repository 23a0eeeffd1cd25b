import { beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE, openStudio, TEST_START } from '../../../helpers/api.ts';
import { addClient, addSession } from '../../../helpers/bookings.ts';
import { sellPackage } from '../../../helpers/sales.ts';
import { addWaitlist } from '../../../helpers/waitlist.ts';

let clientId: string;
let id: string;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  await studio.patch('/v2/settings', { payment: { lateCancelFee: 1500, noShowFee: 2500 } });
  clientId = await addClient(studio);
});

const act = (verb: string, body: object = {}, key?: string) =>
  studio.post(`/v2/bookings/${id}/${verb}`, body, key === undefined ? {} : { 'x-service-api-key': key });
const waive = (body: object = {}) => studio.post(`/manage/bookings/${id}/waive-penalty`, body);
const bookOn = async (plan: object | undefined) => {
  if (plan !== undefined) await sellPackage(studio, clientId, plan);
  const { body } = await studio.post('/v2/bookings', { clientId, sessionId: await addSession(studio) });
  id = body.id;
  studio.events();
};
const UNLIMITED = { name: 'All', type: 'unlimited', creditsTotal: null };

describe('a late cancellation', () => {
  test('costs a fee where no credit can be forfeited', async () => {
    await bookOn(UNLIMITED);
    await studio.given(studio.time.skipTo(TEST_START + 13 * HOUR_MS));
    expect((await act('cancel')).body).toMatchObject({
      isLateCancel: true,
      creditOutcome: 'not_applicable',
      penalty: {
        type: 'late_cancel',
        amount: 1500,
        currency: 'USD',
        status: 'pending',
        paymentId: null,
        waivedByStaffId: null,
      },
    });
    expect(studio.events()).toEqual(['booking.cancelled']);
  });

  test('has no fee in time, for a pack, unpaid, or where the fee is 0', async () => {
    await bookOn(UNLIMITED);
    expect((await act('cancel')).body.penalty).toBeNull();
    await bookOn(undefined);
    await studio.patch('/v2/settings', { payment: { lateCancelFee: 0 } });
    expect((await act('cancel', { isLateCancel: true })).body.penalty).toBeNull();
    await studio.patch('/v2/settings', { payment: { lateCancelFee: 1500 } });
    clientId = await addClient(studio);
    await bookOn({});
    expect((await act('cancel', { isLateCancel: true })).body).toMatchObject({
      creditOutcome: 'forfeited',
      penalty: null,
    });
    clientId = await addClient(studio);
    await bookOn(undefined);
    expect((await act('cancel', { isLateCancel: true })).body).toMatchObject({ isLateCancel: true, penalty: null });
  });

  test('has a fee for a pack too where fees apply to all', async () => {
    await studio.patch('/v2/settings', { payment: { feesApplyTo: 'all' } });
    await bookOn({});
    expect((await act('cancel', { isLateCancel: true })).body).toMatchObject({
      creditOutcome: 'forfeited',
      penalty: { amount: 1500, status: 'pending' },
    });
    clientId = await addClient(studio);
    await bookOn(undefined);
    expect((await act('cancel', { isLateCancel: true })).body.penalty).toMatchObject({ status: 'pending' });
  });

  test('can be waived with the scope for it, which is stored', async () => {
    await bookOn(UNLIMITED);
    const writer = await studio.makeKey({ scopes: ['bookings:write'] });
    const refused = await act('cancel', { isLateCancel: true, waivePenalty: true }, writer);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'permission_denied']);
    expect(studio.events()).toEqual([]);
    const manager = await studio.makeKey({ scopes: ['bookings:write', 'bookings:waive_penalty'] });
    const { body } = await act('cancel', { isLateCancel: true, waivePenalty: true }, manager);
    expect(body).toMatchObject({ isLateCancel: true, penalty: { status: 'waived', amount: 1500 } });
    const [cancelled, waived] = studio.eventsInFull();
    expect([cancelled?.type, waived?.type]).toEqual(['booking.cancelled', 'booking.penalty_waived']);
    expect(waived?.data).toEqual({
      bookingId: id,
      clientId,
      siteId: MAIN_SITE,
      type: 'LATE_CANCEL',
      amount: 1500,
      currency: 'USD',
      paymentId: null,
    });
    const { decisions } = studio.db.query('select decisions from bookings where id = ?').get(id) as {
      decisions: string;
    };
    expect(JSON.parse(decisions).waivedBy).toEqual(expect.any(String));
  });

  test('does not exist for a waitlisted booking', async () => {
    const waitlist = await addWaitlist(studio, 1, 1);
    id = waitlist.waiting[0] as string;
    expect((await act('cancel', { isLateCancel: true })).body).toMatchObject({ isLateCancel: false, penalty: null });
  });
});

describe('a no-show', () => {
  test('has a fee, which is in its event', async () => {
    await bookOn(UNLIMITED);
    expect((await act('noshow')).body.penalty).toMatchObject({ type: 'no_show', amount: 2500, status: 'pending' });
    expect(studio.eventsInFull()[0]?.data).toMatchObject({ penaltyAmount: 2500, currency: 'USD' });
  });

  test('waived at once has no fee', async () => {
    await bookOn(UNLIMITED);
    expect((await act('noshow', { waivePenalty: true })).body.penalty.status).toBe('waived');
    const [noShow, waived] = studio.eventsInFull();
    expect([noShow?.data.penaltyAmount, waived?.type]).toEqual([0, 'booking.penalty_waived']);
  });

  test('has no fee after a check-in, or when the booking is cancelled in time', async () => {
    await bookOn(UNLIMITED);
    await act('noshow');
    expect((await act('checkin')).body.penalty).toBeNull();
    await bookOn(undefined);
    await act('noshow');
    expect((await act('cancel')).body).toMatchObject({ penalty: null, isLateCancel: false });
  });

  test('that is paid keeps its fee when the booking is cancelled late; one that is open gives way', async () => {
    await bookOn(UNLIMITED);
    await act('noshow');
    const fee = { clientId, amount: 2500, currency: 'USD', paymentMethod: 'cash', purpose: 'no_show_fee' };
    const payment = await studio.given(studio.post('/manage/payments', { ...fee, bookingId: id }));
    const paid = { type: 'no_show', amount: 2500, status: 'charged', paymentId: payment.id };
    expect((await act('cancel', { isLateCancel: true })).body).toMatchObject({ isLateCancel: true, penalty: paid });
    expect(studio.events()).toEqual(['booking.cancelled']);
    await bookOn(undefined);
    await studio.given(act('noshow'));
    const open = { type: 'late_cancel', amount: 1500, status: 'pending' };
    expect((await act('cancel', { isLateCancel: true })).body.penalty).toMatchObject(open);
    expect(studio.events()).toEqual(['booking.cancelled']);
  });

  test('of a waitlisted booking has no fee', async () => {
    await studio.patch('/v2/settings', { payment: { feesApplyTo: 'all' } });
    const waitlist = await addWaitlist(studio, 1, 1);
    id = waitlist.waiting[0] as string;
    expect((await act('noshow')).body).toMatchObject({ status: 'noshow', penalty: null });
  });

  test('is marked after the end, where the settings say so', async () => {
    await bookOn(UNLIMITED);
    await studio.patch('/v2/settings', { booking: { autoNoShowMinutesAfterEnd: 30 } });
    await studio.time.skipTo(TEST_START + 25.5 * HOUR_MS - 1);
    expect((await studio.get(`/v2/bookings/${id}`)).body.status).toBe('confirmed');
    studio.events();
    await studio.time.skipTo(TEST_START + 25.5 * HOUR_MS);
    expect(studio.events()).toEqual(['booking.noshow']);
    expect((await studio.get(`/v2/bookings/${id}`)).body).toMatchObject({
      status: 'noshow',
      noShowAt: '2026-03-03T09:30:00.000Z',
      penalty: { amount: 2500 },
    });
    await act('checkin');
    await studio.time.skipTo(TEST_START + 30 * HOUR_MS);
    expect((await studio.get(`/v2/bookings/${id}`)).body.status).toBe('attended');
  });
});

describe('POST /manage/bookings/{id}/waive-penalty', () => {
  test('200 waives a pending fee, once', async () => {
    await bookOn(UNLIMITED);
    await studio.given(act('noshow'));
    const { status, body } = await waive({ reason: 'was ill' });
    expect([status, body.penalty]).toMatchObject([200, { status: 'waived', waivedByStaffId: null }]);
    expect(studio.events()).toEqual(['booking.penalty_waived']);
    expect(await waive()).toMatchObject({ status: 409, body: { error: { code: 'already_processed' } } });
    expect((await act('checkin')).body.penalty.status).toBe('waived');
  });

  test('409 nothing to waive; 401, 403, 404, 400', async () => {
    await bookOn(undefined);
    expect((await waive()).body.error.code).toBe('already_processed');
    const path = `/manage/bookings/${id}/waive-penalty`;
    expect((await studio.post(path, {}, { 'x-service-api-key': '' })).status).toBe(401);
    const writer = await studio.makeKey({ scopes: ['bookings:write', 'bookings:waive_penalty'] });
    expect((await studio.post(path, {}, { 'x-service-api-key': writer })).status).toBe(403);
    const manager = await studio.makeKey({ scopes: ['manage', 'bookings:write'] });
    expect(await studio.post(path, {}, { 'x-service-api-key': manager })).toMatchObject({
      status: 403,
      body: { error: { code: 'permission_denied', message: expect.stringContaining("'bookings:waive_penalty'") } },
    });
    expect((await studio.post('/manage/bookings/none/waive-penalty')).status).toBe(404);
    expect((await waive({ waive: 1 })).status).toBe(400);
    expect(studio.events()).toEqual([]);
  });
});

describe('PATCH /manage/bookings/{id}', () => {
  const patch = (body: object) => studio.patch(`/manage/bookings/${id}`, body);
  beforeEach(() => bookOn(undefined));

  test('200 changes the fields, and raises all but the notes', async () => {
    const { status, body } = await patch({ notes: 'mat', metadata: { shoe: '42' }, externalId: 'b-9' });
    expect([status, body]).toMatchObject([200, { notes: 'mat', metadata: { shoe: '42' }, externalId: 'b-9' }]);
    const [event, ...others] = studio.eventsInFull();
    expect(others).toEqual([]);
    expect([event?.type, event?.data]).toEqual([
      'booking.updated',
      {
        bookingId: id,
        clientId,
        sessionId: body.sessionId,
        siteId: MAIN_SITE,
        changes: { metadata: { shoe: '42' }, externalId: 'b-9' },
        previous: { metadata: {}, externalId: null },
      },
    ]);
    expect((await patch({ metadata: { shoe: null } })).body.metadata).toEqual({});
  });

  test('200 without an event when nothing or only the notes change', async () => {
    const before = (await studio.get(`/manage/bookings/${id}`)).body;
    expect((await patch({})).body).toEqual(before);
    expect((await patch({ notes: null, externalId: null })).body).toEqual(before);
    expect((await patch({ notes: 'left knee' })).body.notes).toBe('left knee');
    expect(studio.events()).toEqual([]);
  });

  test('400, 401, 403, 404', async () => {
    expect((await patch({ status: 'confirmed' })).status).toBe(400);
    expect((await studio.patch(`/manage/bookings/${id}`, {}, { 'x-service-api-key': '' })).status).toBe(401);
    const reader = await studio.withKey({ scopes: ['bookings:write'] });
    expect((await studio.patch(`/manage/bookings/${id}`, {}, reader)).status).toBe(403);
    expect((await studio.patch('/manage/bookings/none', {})).status).toBe(404);
    const { body } = await studio.get('/manage/bookings');
    expect([body.url, body.data.length]).toEqual(['/manage/bookings', 1]);
  });
});
