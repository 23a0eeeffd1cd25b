import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forEachTest, inHours, openStudio, TEST_START } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { paymentBody, sellPackage } from '../../helpers/sales.ts';
import { contentsOf } from '../../helpers/unchanged.ts';
import { addWaitlist } from '../../helpers/waitlist.ts';

const studio = forEachTest(openStudio);
let clientId: string;
let sessionId: string;
let id: string;
beforeEach(async () => {
  clientId = await addClient(studio);
  sessionId = await addSession(studio, { capacity: 2 });
});

const act = (verb: string, body: object = {}, headers = {}) => studio.post(`/v2/bookings/${id}/${verb}`, body, headers);
const undo = (headers = {}) => studio.post(`/manage/bookings/${id}/undo`, undefined, headers);
const later = (minutes: number) => studio.given(studio.time.skipTo(TEST_START + minutes * MINUTE_MS));
const booked = async (plan?: object) => {
  const sold = plan === undefined ? undefined : await sellPackage(studio, clientId, plan);
  id = await addBooking(studio, clientId, sessionId);
  return String(sold?.id);
};
const stats = async () => (await studio.get(`/v2/clients/${clientId}`)).body.stats;
/** The rows that an act and its undoing must leave as they were, without what says when they were changed. */
const state = () => {
  const rows = (table: string) =>
    studio.db
      .query<Record<string, unknown>, []>(`select * from ${table} order by 1`)
      .all()
      .map(({ updatedAt, ...row }) => row);
  return ['sessions', 'bookings', 'packages', 'packageUses', 'facts where takenBackAt is null'].map(rows);
};
const numbers = () =>
  studio.db
    .query('select bookings, visits, noShows, firstVisitAt, lastVisitAt, earliestBookingAt from clients where id = ?')
    .get(clientId);

describe('POST /manage/bookings/{id}/undo', () => {
  test('200 a check-in: the booking is confirmed, and the visit and its points are gone', async () => {
    await booked({});
    const [before, counted] = [state(), numbers()];
    const checkin = await act('checkin');
    expect(await stats()).toMatchObject({ visits: 1 });
    studio.events();
    await later(15);
    const { status, body } = await undo();
    expect([status, body.status, body.checkedInAt, body.creditOutcome]).toEqual([200, 'confirmed', null, 'consumed']);
    const events = studio.eventsInFull().filter(({ type }) => !type.startsWith('streak.'));
    expect(events.map(({ type, data }) => [type, data.changes, data.previous])).toEqual([
      [
        'booking.updated',
        { status: 'CONFIRMED', checkedInAt: null },
        { status: 'ATTENDED', checkedInAt: checkin.body.checkedInAt },
      ],
    ]);
    expect([state(), numbers()]).toEqual([before, counted]);
    const { data } = (await studio.get(`/v2/checkins?client_id=${clientId}`)).body;
    expect(data).toMatchObject([
      { status: 'invalid', statusCode: 'undone', message: 'Undone at the desk.', bookingId: id },
    ]);
    expect((await studio.get('/v2/member/streaks', { 'x-client-id': clientId })).status).toBeLessThan(500);
  });

  test('200 and the client may come after all: no re-entry, one visit', async () => {
    await booked();
    await studio.given(act('checkin'));
    await studio.given(undo());
    const again = await studio.post('/v2/checkins', {
      clientId,
      locationId: (await studio.get(`/v2/bookings/${id}`)).body.siteId,
      sessionId,
    });
    expect(again.body).toMatchObject({ status: 'invalid', statusCode: 'outside_window' });
    expect((await act('checkin')).body.status).toBe('attended');
    expect(await stats()).toMatchObject({ visits: 1 });
    expect((await studio.get('/v2/checkins')).body.data).toMatchObject([
      { status: 'valid', isReEntry: false },
      { statusCode: 'outside_window' },
      { statusCode: 'undone' },
    ]);
  });

  test('200 a no-show: the credit counts as used, the open fee is dropped', async () => {
    await studio.patch('/v2/settings', { payment: { noShowFee: 2500, feesApplyTo: 'all' } });
    await booked({});
    const [before, counted] = [state(), numbers()];
    expect((await act('noshow')).body).toMatchObject({ creditOutcome: 'forfeited', penalty: { status: 'pending' } });
    studio.events();
    const { body } = await undo();
    expect(body).toMatchObject({ status: 'confirmed', noShowAt: null, creditOutcome: 'consumed', penalty: null });
    const [event, ...others] = studio.eventsInFull();
    expect([event?.type, event?.data.changes, others]).toEqual([
      'booking.updated',
      { status: 'CONFIRMED', noShowAt: null, creditOutcome: 'CONSUMED', penalty: null },
      [],
    ]);
    expect([state(), numbers()]).toEqual([before, counted]);
    await studio.given(act('noshow', { waivePenalty: true }));
    expect((await undo()).body.penalty).toBeNull();
  });

  test('200 an arrival from the waiting list: it waits again, and its credit comes back', async () => {
    const { waiting, clients, sessionId: full } = await addWaitlist(studio, 1, 2);
    clientId = clients[0] ?? '';
    id = waiting[0] ?? '';
    const { id: packageId } = await sellPackage(studio, clientId);
    await studio.given(act('checkin'));
    const left = async () => (await studio.get(`/v2/packages/${packageId}`)).body.creditsRemaining;
    expect(await left()).toBe(9);
    const { body } = await undo();
    expect(body).toMatchObject({
      status: 'waitlisted',
      checkedInAt: null,
      waitlist: { position: 1 },
      creditOutcome: 'restored',
    });
    expect(await left()).toBe(10);
    expect(studio.events().filter((type) => !type.startsWith('streak.'))).toEqual([
      'package.credits_changed',
      'booking.updated',
    ]);
    expect((await studio.get(`/v2/sessions/${full}`)).body).toMatchObject({ bookedCount: 1, waitlistCount: 2 });
  });

  test('200 a package that started with the visit has not started', async () => {
    const packageId = await booked({ activationType: 'on_first_visit' });
    const before = (await studio.get(`/v2/packages/${packageId}`)).body;
    await studio.given(act('checkin'));
    expect((await studio.get(`/v2/packages/${packageId}`)).body.activatedAt).toBe(inHours(0));
    await studio.given(undo());
    const { updatedAt: _, ...after } = (await studio.get(`/v2/packages/${packageId}`)).body;
    expect(before).toMatchObject(after);
    await studio.given(act('checkin'));
    await later(3);
    await studio.given(studio.post('/v2/checkins', { clientId, locationId: before.siteId, packageId }));
    await studio.given(undo());
    expect((await studio.get(`/v2/packages/${packageId}`)).body.activatedAt).toBe(inHours(0));
  });

  test('200 a check-in that was dated back is undone by when it was made', async () => {
    await booked();
    await studio.given(act('checkin', { checkedInAt: inHours(-20) }));
    await later(14);
    expect((await undo()).body).toMatchObject({ status: 'confirmed', checkedInAt: null });
  });

  test('409 after 15 minutes, and for what was not done', async () => {
    await booked();
    const code = async () => {
      const { status, body } = await undo();
      return [status, body.error.code];
    };
    expect(await code()).toEqual([409, 'already_processed']);
    for (const verb of ['checkin', 'noshow']) {
      await studio.given(act(verb));
      await studio.given(studio.time.skipTo(studio.time.now() + 15 * MINUTE_MS + 1));
      const before = contentsOf(studio.db);
      expect(await code()).toEqual([409, 'undo_too_late']);
      expect([contentsOf(studio.db), studio.events()]).toEqual([before, []]);
      await studio.given(act('cancel'));
      expect(await code()).toEqual([409, 'already_processed']);
      id = await addBooking(studio, clientId, sessionId);
    }
  });

  test('409 a fee that was charged, with its payment', async () => {
    await studio.patch('/v2/settings', { payment: { noShowFee: 2500, feesApplyTo: 'all' } });
    await booked();
    await studio.given(act('noshow'));
    const fee = { amount: 2500, purpose: 'no_show_fee', bookingId: id };
    const { id: paymentId } = await studio.given(studio.post('/manage/payments', paymentBody(clientId, fee)));
    const { status, body } = await undo();
    expect([status, body.error.code, body.error.details[0].paymentId]).toEqual([
      409,
      'penalty_already_settled',
      paymentId,
    ]);
    expect(studio.events()).toEqual([]);
  });

  test('403 and 404: whoever may both check in and mark a no-show, instructors in their own sessions', async () => {
    const instructor = await addStaffKey(studio, { role: 'instructor' });
    const desk = await addStaffKey(studio, { role: 'front_desk' });
    const half = await addStaffKey(studio, {
      role: 'front_desk',
      permissionOverrides: { grant: [], revoke: ['bookings:no_show', 'bookings:no_show_own_sessions'] },
    });
    await booked();
    await studio.given(act('checkin'));
    expect((await undo(instructor.headers)).status).toBe(403);
    expect((await undo(half.headers)).body.error.code).toBe('permission_denied');
    expect((await undo(desk.headers)).status).toBe(200);
    sessionId = await addSession(studio, { instructorId: instructor.id, startsIn: 2 * DAY_MS });
    await booked();
    await studio.given(act('checkin', {}, instructor.headers));
    expect((await undo(instructor.headers)).body.status).toBe('confirmed');
    id = sessionId;
    expect((await undo()).status).toBe(404);
  });
});
