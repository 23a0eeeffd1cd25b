import { beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, inHours, MAIN_SITE, openStudio, TEST_START } from '../../helpers/api.ts';
import { addClient, addSession, bookingOf } from '../../helpers/bookings.ts';
import { errorOf } from '../../helpers/errors.ts';
import { signedIn } from '../../helpers/people.ts';
import { sellPackage } from '../../helpers/sales.ts';
import { tried } from '../../helpers/unchanged.ts';
import { addInstructor } from '../../helpers/yoga.ts';

const studio = forEachTest(openStudio);
let clientId: string;
let sessionId: string;
let desk: Record<string, string>;
const signIn = async (): Promise<void> => {
  desk = (await signedIn(studio, { role: 'front_desk' })).headers;
};
/** A class of an hour that starts in an hour. */
beforeEach(async () => {
  clientId = await addClient(studio);
  sessionId = await addSession(studio, { startsIn: HOUR_MS, capacity: 2 });
  await signIn();
});

const at = async (hours: number): Promise<void> => {
  await studio.given(studio.time.skipTo(TEST_START + hours * HOUR_MS));
  await signIn();
};
const book = (headers: Record<string, string> = desk, fields: object = {}) =>
  studio.post('/v2/bookings', { clientId, sessionId, ...fields }, headers);
const session = async () => (await studio.get(`/v2/sessions/${sessionId}`)).body;
const report = async () => (await studio.get('/manage/reports/attendance?from=2026-03-02&to=2026-03-02')).body.figures;

describe('a session that has started', () => {
  test('201 staff at the desk add somebody while it runs, with the credit that is bought by then', async () => {
    await at(1.5);
    const { id: packageId } = await sellPackage(studio, clientId, { creditsTotal: 3 });
    const { status, body } = await book();
    expect([status, body]).toMatchObject([
      201,
      { status: 'confirmed', addedAfterwards: true, channel: 'staff', packageId, creditsUsed: 1 },
    ]);
    expect(studio.events()).toEqual(['booking.created', 'package.credits_changed']);
    expect(await session()).toMatchObject({ bookedCount: 1, availableSpots: 1, isBookable: false });
    const list = await studio.get(`/v2/bookings?session_id=${sessionId}`);
    expect(list.body.data[0].addedAfterwards).toBe(true);
    expect((await studio.get(`/v2/bookings/${body.id}`)).body).toEqual(body);
  });

  test('a booking from before the start is not marked', async () => {
    expect((await book()).body.addedAfterwards).toBe(false);
  });

  test('201 until 24 hours after its end, and the visit is one of its day', async () => {
    await at(26 - 1 / 60);
    expect((await session()).staffEditUntil).toBe(inHours(26));
    const { id } = (await book()).body;
    const { body } = await studio.post(`/v2/bookings/${id}/checkin`, {}, desk);
    expect([body.status, body.checkedInAt]).toEqual(['attended', inHours(1)]);
    expect((await studio.get(`/v2/clients/${clientId}`)).body.stats).toMatchObject({
      visits: 1,
      firstVisitAt: inHours(1),
      lastVisitAt: inHours(1),
    });
    expect(await report()).toMatchObject({ visits: 1, booked: 1, classes: 1 });
    expect((await studio.get('/v2/checkins')).body.data).toMatchObject([{ bookingId: id, checkedInAt: inHours(1) }]);
  });

  test('409 session_started once that is over', async () => {
    await at(26);
    const { status, body } = await book();
    expect([status, body.error.code, body.error.message]).toEqual([
      409,
      'session_started',
      `The session has ended, and staff could change it until ${inHours(26)}. Nothing was changed.`,
    ]);
    expect(studio.events()).toEqual([]);
  });

  test('the hours are a setting, also of a schedule', async () => {
    await studio.given(studio.patch('/v2/settings', { booking: { staffEditHours: 0 } }));
    await at(1.5);
    expect((await book()).status).toBe(201);
    const other = await addSession(studio, { startsIn: HOUR_MS });
    await at(2);
    expect(errorOf(await book(desk, { sessionId: other }))).toEqual([409, 'session_started']);
    const wrong = await studio.patch('/v2/settings', { booking: { staffEditHours: 1.5 } });
    expect([wrong.status, wrong.body.error.param]).toEqual([400, 'booking.staffEditHours']);
  });

  test('409 session_full while it runs; once it has ended, whoever was there had room', async () => {
    await addSession(studio);
    const full = await addSession(studio, { startsIn: HOUR_MS, capacity: 1 });
    await studio.given(studio.post('/v2/bookings', { clientId: await addClient(studio), sessionId: full }));
    await at(1.5);
    const { status, body } = await book(desk, { sessionId: full, joinWaitlist: true });
    expect([status, body.error.code, body.error.details[0].code]).toEqual([409, 'session_full', 'waitlist_closed']);
    await at(2);
    expect((await book(desk, { sessionId: full })).body.status).toBe('confirmed');
  });

  test('201 with what has expired since the start, its lapsed credits too, and with nothing that had expired before', async () => {
    const holding = async (expiresAfter: number, plan: object): Promise<[string, string]> => {
      const holder = await addClient(studio);
      const { id } = await sellPackage(studio, holder, plan);
      studio.db.run('update packages set expiresAt = ? where id = ?', [inHours(expiresAfter), id]);
      return [holder, id];
    };
    const unlimited = { type: 'unlimited', creditsTotal: null };
    const [[passHolder, passId], [packHolder, packId], [late]] = [
      await holding(1.25, unlimited),
      await holding(1.25, { creditsTotal: 2 }),
      await holding(0.75, { creditsTotal: 2 }),
    ];
    await studio.given(studio.time.moveTo(TEST_START + 2.5 * HOUR_MS));
    await signIn();
    const packageOf = async (id: string) => (await studio.get(`/v2/packages/${id}?expand[]=ledger`)).body;
    expect(await packageOf(packId)).toMatchObject({ status: 'expired', creditsRemaining: 0 });
    const paid = { bookingSource: 'credit', packageId: packId, creditsUsed: 1 };
    expect((await book(desk, { clientId: packHolder })).body).toMatchObject(paid);
    expect(studio.events()).toEqual(['booking.created', 'package.credits_changed', 'package.credits_changed']);
    expect(await packageOf(packId)).toMatchObject({ status: 'expired', creditsRemaining: 0, creditsUsed: 1 });
    expect((await packageOf(packId)).ledger.map(({ delta }: { delta: number }) => delta)).toEqual([2, -2, 1, -1]);
    expect((await book(desk, { clientId: passHolder })).body).toMatchObject({ packageId: passId, creditsUsed: 0 });
    expect((await book(desk, { clientId: late })).body).toMatchObject({ bookingSource: 'unpaid', packageId: null });
    const another = await addSession(studio, { startsIn: HOUR_MS, name: 'Other' });
    const third = await addSession(studio, { startsIn: HOUR_MS, name: 'Third' });
    const more = (of: string) => book(desk, { clientId: packHolder, sessionId: of, packageId: packId });
    expect((await more(another)).body).toMatchObject(paid);
    const { status, body } = await more(third);
    expect([status, body.error.code, body.error.details[0].code]).toEqual([409, 'package_not_eligible', 'no_credits']);
  });

  test('409 session_started for a key, unless it sends afterStart with the scope', async () => {
    await at(1.5);
    const key = await studio.withKey({ scopes: ['bookings:write'] });
    expect(errorOf(await book(key))).toEqual([409, 'session_started']);
    const denied = await book(key, { afterStart: true });
    expect([denied.status, denied.body.error.message]).toEqual([
      403,
      "This credential lacks the scope 'bookings:override_capacity'. Use a credential with this scope, or create one.",
    ]);
    const special = await studio.withKey({ scopes: ['bookings:write', 'bookings:override_capacity'] });
    expect(errorOf(await book(special))).toEqual([409, 'session_started']);
    expect(studio.events()).toEqual([]);
    const { status, body } = await book(special, { afterStart: true });
    expect([status, body.addedAfterwards, body.channel]).toEqual([201, true, 'api']);
    expect(studio.events()).toEqual(['booking.created']);
  });

  test('a member, and who acts for one, stays under the rule of members', async () => {
    await at(1.5);
    const act = { 'x-client-id': clientId };
    const seen = await studio.get(`/v2/member/schedule?from=2026-03-02&to=2026-03-02`, act);
    expect(seen.body.data?.[0]?.staffEditUntil).toBeUndefined();
    const { status, body } = await studio.post('/v2/member/bookings', { sessionId, afterStart: true }, act);
    expect([status, body.error.code]).not.toEqual([201, undefined]);
    expect(studio.events()).toEqual([]);
  });
});

describe('correcting a session that has started', () => {
  const cancel = (id: string, body: object = {}, headers = desk) =>
    studio.post(`/v2/bookings/${id}/cancel`, body, headers);

  test('200 a client who was added by mistake: the credit comes back, and nobody is notified', async () => {
    await sellPackage(studio, clientId, { creditsTotal: 3 });
    await at(1.5);
    const { id } = await studio.given(book());
    const preview = await tried(studio, () => studio.post(`/v2/bookings/${id}/cancel?dry_run=true`, {}, desk));
    expect([preview.credit.outcome, preview.notifiedCount]).toEqual(['restored', 0]);
    const { status, body } = await cancel(id);
    expect([status, body.isLateCancel, body.creditOutcome]).toEqual([200, false, 'restored']);
    expect(studio.events()).toEqual(['package.credits_changed', 'booking.cancelled']);
  });

  test('200 a booking from before: late, unless the desk says otherwise', async () => {
    await sellPackage(studio, clientId, { creditsTotal: 3 });
    const { id } = await studio.given(book());
    await at(1.5);
    expect(errorOf(await cancel(id, {}, {}))).toEqual([409, 'session_started']);
    expect((await cancel(id)).body).toMatchObject({ isLateCancel: true, creditOutcome: 'forfeited' });
    expect(studio.events()).toEqual(['booking.cancelled']);
  });

  test('200 a key cancels with afterStart and the scope', async () => {
    const { id } = await studio.given(book());
    await at(1.5);
    const key = await studio.withKey({ scopes: ['bookings:write'] });
    expect((await cancel(id, { afterStart: true }, key)).status).toBe(403);
    expect((await cancel(id, { afterStart: true }, {})).status).toBe(200);
  });

  test('409 session_started for a cancellation after the time to correct', async () => {
    const { id } = await studio.given(book());
    await at(26);
    expect(errorOf(await cancel(id))).toEqual([409, 'session_started']);
  });

  test('200 a check-in is undone the next morning at the desk, and not by a program', async () => {
    const { id } = await studio.given(book());
    await at(1.5);
    await studio.given(studio.post(`/v2/bookings/${id}/checkin`, {}, desk));
    await at(20);
    const undo = (headers = desk) => studio.post(`/manage/bookings/${id}/undo`, undefined, headers);
    expect(errorOf(await undo({}))).toEqual([409, 'undo_too_late']);
    const { status, body } = await undo();
    expect([status, body.status]).toEqual([200, 'confirmed']);
    expect(studio.events()).toEqual(['booking.updated']);
    expect((await studio.get(`/v2/clients/${clientId}`)).body.stats.visits).toBe(0);
    await studio.given(studio.post(`/v2/bookings/${id}/checkin`, {}, desk));
    await studio.given(studio.time.skipTo(TEST_START + 26 * HOUR_MS + MINUTE_MS));
    expect(errorOf(await undo())).toEqual([409, 'undo_too_late']);
  });

  test('200 a substitute after the class: the pay follows who taught, and nobody is notified', async () => {
    const [ana, ben] = [await addInstructor(studio, 'Ana'), await addInstructor(studio, 'Ben')];
    const taught = await addSession(studio, { startsIn: HOUR_MS, instructorId: ana });
    await studio.given(studio.post('/v2/bookings', { clientId, sessionId: taught }));
    await at(5);
    const path = `/manage/sessions/${taught}/substitute`;
    expect(errorOf(await studio.post(path, { instructorId: ben }))).toEqual([409, 'session_started']);
    const preview = await tried(studio, () => studio.post(`${path}?dry_run=true`, { instructorId: ben }, desk));
    expect(preview).toMatchObject({ notifiedCount: 0, notified: [] });
    expect((await studio.post(path, { instructorId: ben }, desk)).body).toMatchObject({
      instructorId: ben,
      originalInstructorId: ana,
      isSubstitute: true,
    });
    expect(studio.events()).toEqual(['session.updated', 'session.instructor_changed']);
    const report = await studio.get(
      `/manage/reports/instructors?from=2026-03-02&to=2026-03-02&location_id=${MAIN_SITE}`,
    );
    const rows = report.body.instructors.map(({ instructorId, classes }: Record<string, unknown>) => [
      instructorId,
      classes,
    ]);
    expect(rows).toContainEqual([ben, 1]);
    expect(rows).not.toContainEqual([ana, 1]);
    expect((await studio.post(path, { instructorId: ana, afterStart: true })).status).toBe(200);
    await at(26);
    expect(errorOf(await studio.post(path, { instructorId: ben }, desk))).toEqual([409, 'session_started']);
  });

  test('409 month_closed once its month is closed for pay', async () => {
    const [ana, ben] = [await addInstructor(studio, 'Ana'), await addInstructor(studio, 'Ben')];
    await studio.given(studio.time.skipTo(Date.parse('2026-03-31T22:00:00Z')));
    const late = await addSession(studio, {
      startTime: '2026-03-31T23:00:00.000Z',
      endTime: '2026-04-01T00:00:00.000Z',
      localDate: '2026-03-31',
      instructorId: ana,
    });
    await studio.given(studio.time.skipTo(Date.parse('2026-04-01T12:00:00Z')));
    await studio.given(studio.post('/manage/pay-months', { month: '2026-03', locationId: MAIN_SITE }));
    await signIn();
    const { status, body } = await studio.post(`/manage/sessions/${late}/substitute`, { instructorId: ben }, desk);
    expect([status, body.error.code]).toEqual([409, 'month_closed']);
    expect(studio.events()).toEqual([]);
  });

  test('nobody is written to about a class that has begun', async () => {
    await at(1.5);
    const { id } = await studio.given(book());
    expect((await bookingOf(studio, id)).status).toBe('confirmed');
    await studio.given(studio.time.skipTo(TEST_START + 2 * HOUR_MS));
    expect(studio.count('messages')).toBe(0);
  });
});
