import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../../helpers/api.ts';
import { addBooking, addClient } from '../../../helpers/bookings.ts';
import { copyBookings } from '../../../helpers/copy-bookings.ts';
import { sellPackage } from '../../../helpers/sales.ts';
import { tried } from '../../../helpers/unchanged.ts';
import { addInstructor, openYoga, YOGA } from '../../../helpers/yoga.ts';

const yoga = forEachTest(openYoga);
const preview = (fields: object) => tried(yoga.studio, () => yoga.patch(fields, '?dry_run=true'));
const booked = async (sessionId: string | undefined, names: Record<string, string> = {}) => {
  const clientId = await addClient(yoga.studio, names);
  return { clientId, bookingId: await addBooking(yoga.studio, clientId, String(sessionId)) };
};

describe('PATCH /v2/schedules/{id}?dry_run=true', () => {
  test('200 what becomes of each session, who is notified, and what they get back', async () => {
    const { studio } = yoga;
    const [monday, thursday, nextMonday] = yoga.sessions();
    const mei = await addClient(studio, { firstName: 'Mei', lastName: 'Chen' });
    await sellPackage(studio, mei);
    await addBooking(studio, mei, String(thursday?.id));
    const leo = await booked(monday?.id, { firstName: 'Leo', lastName: 'Hart' });
    const cash = { siteId: MAIN_SITE, amount: 1500, currency: 'USD', paymentMethod: 'cash', purpose: 'drop_in' };
    const ann = await booked(thursday?.id, { firstName: 'Ann', lastName: 'Other' });
    await studio.given(studio.post('/manage/payments', { ...cash, clientId: ann.clientId, bookingId: ann.bookingId }));
    await studio.given(studio.patch(`/manage/sessions/${nextMonday?.id}`, { name: 'Yoga with Ina' }));
    const recurrenceRule = { frequency: 'weekly', daysOfWeek: ['MO', 'WE'] };
    const seen = await preview({ startTime: '19:00', recurrenceRule });
    expect(seen).toMatchObject({
      object: 'schedule_change_preview',
      sessionsCreated: 2,
      sessionsUpdated: 2,
      sessionsCancelled: 2,
      bookingsAffected: 3,
      kept: 1,
      hasMoreSessions: false,
      peopleNotified: 3,
      notifiedCount: 3,
      bookingsCancelled: 2,
      creditsReturned: 1,
      refunds: [{ amount: 1500, currency: 'USD' }],
      conflicts: [],
    });
    type Line = {
      change: string;
      old: { startTime: string } | null;
      new: { startTime: string } | null;
      booked: number;
      notified: number;
    };
    const line = ({ change, old, new: next, booked, notified }: Line) =>
      [change, old?.startTime ?? null, next?.startTime ?? null, booked, notified] as const;
    expect(seen.sessions.map(line)).toEqual([
      ['updated', '2026-03-02T23:00:00.000Z', '2026-03-03T00:00:00.000Z', 1, 1],
      ['created', null, '2026-03-05T00:00:00.000Z', 0, 0],
      ['cancelled', '2026-03-05T23:00:00.000Z', null, 2, 2],
      ['kept', '2026-03-09T22:00:00.000Z', '2026-03-09T22:00:00.000Z', 0, 0],
      ['created', null, '2026-03-11T23:00:00.000Z', 0, 0],
      ['cancelled', '2026-03-12T22:00:00.000Z', null, 0, 0],
    ]);
    const notified = seen.notified.map(({ clientId, events }: { clientId: string; events: string[] }) => [
      clientId,
      events,
    ]);
    expect(notified).toEqual([
      [mei, ['package.credits_changed', 'booking.cancelled']],
      [ann.clientId, ['booking.cancelled', 'payment.refunded']],
      [leo.clientId, ['session.updated']],
    ]);
    studio.events();
    await yoga.patch({ startTime: '19:00', recurrenceRule });
    const types = studio.events();
    const count = (type: string) => types.filter((each) => each === type).length;
    expect([count('session.created'), count('session.cancelled'), count('booking.cancelled')]).toEqual([2, 2, 2]);
    expect([count('payment.refunded'), count('package.credits_changed')]).toEqual([1, 1]);
  });

  test('200 counts the bookings of a large class, too', async () => {
    const { studio, sessionId } = yoga;
    const { bookingId } = await booked(sessionId);
    copyBookings(studio.db, bookingId, 299);
    const daysOfWeek = ['MO'];
    expect(await preview({ recurrenceRule: { frequency: 'weekly', daysOfWeek } })).toMatchObject({
      bookingsAffected: 300,
      bookingsCancelled: 300,
      peopleNotified: 300,
    });
  });

  test('200 the rule in parts, the next dates, and dates that are skipped', async () => {
    const { studio } = yoga;
    const closures = [{ startDate: '2026-03-09', endDate: '2026-03-09', name: 'Fair' }];
    await studio.given(studio.patch(`/v2/sites/${MAIN_SITE}`, { closures }));
    const exceptions = [{ date: '2026-03-12', action: 'skip', reason: 'Ina is away' }];
    const seen = await preview({ exceptions, durationMinutes: 400, endDate: '2026-03-20' });
    expect(seen.rule).toEqual({
      frequency: 'weekly',
      interval: 1,
      days: ['MO', 'TH'],
      daysOfMonth: [],
      weekdayOfMonth: null,
      startTime: '18:00',
      endTime: '00:40',
      durationMinutes: 400,
      startsOn: '2026-03-02',
      endsOn: '2026-03-20',
      count: null,
      timezone: 'America/New_York',
    });
    const dates = seen.nextDates.map(({ localDate }: { localDate: string }) => localDate);
    expect(dates).toEqual(['2026-03-02', '2026-03-05', '2026-03-16', '2026-03-19']);
    expect(seen.skippedDates).toEqual([
      { localDate: '2026-03-09', reason: 'closure', name: 'Fair' },
      { localDate: '2026-03-12', reason: 'exception', name: 'Ina is away' },
    ]);
  });

  test('200 nothing would change', async () => {
    expect(await preview({ capacity: 10 })).toMatchObject({
      sessions: [],
      sessionsUpdated: 0,
      kept: 0,
      peopleNotified: 0,
    });
  });

  test('200 the conflict stands with its session', async () => {
    const { studio } = yoga;
    const instructorId = await addInstructor(studio, 'Ina');
    await studio.given(
      studio.post('/v2/schedules', { ...YOGA, name: 'Pilates', startDate: '2026-03-05', instructorId }),
    );
    const { sessions, conflicts } = await preview({ instructorId });
    expect(conflicts).toHaveLength(1);
    const clashing = sessions.filter(({ conflict }: { conflict: object | null }) => conflict !== null);
    expect(clashing).toMatchObject([
      { change: 'updated', conflict: { kind: 'instructor', instructorId, conflictingName: 'Pilates' } },
    ]);
  });

  test('200 names no sessions and nobody where the credential may not read them', async () => {
    const { studio } = yoga;
    await booked(yoga.sessions()[0]?.id);
    const headers = await studio.withKey({ scopes: ['schedules:write'] });
    const send = () => studio.patch(`/v2/schedules/${yoga.id}?dry_run=true`, { startTime: '19:00' }, headers);
    expect(await tried(studio, send)).toMatchObject({ sessionsUpdated: 4, sessions: [], notified: [{ name: null }] });
  });
});

describe('POST /v2/schedules?dry_run=true', () => {
  const studio = forEachTest(openStudio);
  const create = (fields: object = {}, query = '?dry_run=true') =>
    studio.post(`/v2/schedules${query}`, { ...YOGA, horizonDays: 20, ...fields });

  test('200 how many sessions, when, and in which words', async () => {
    const recurrenceRule = { frequency: 'monthly', weekdayOfMonth: { week: -1, day: 'FR' }, count: 12 };
    const seen = await tried(studio, () => create({ recurrenceRule }));
    expect(seen).toMatchObject({
      object: 'schedule_create_preview',
      sessionsCreated: 0,
      conflicts: [],
      rule: { frequency: 'monthly', weekdayOfMonth: { week: -1, day: 'FR' }, days: [], daysOfMonth: [], count: 12 },
      skippedDates: [],
    });
    expect(seen.nextDates).toHaveLength(10);
    expect(seen.nextDates[0]).toEqual({
      localDate: '2026-03-27',
      localStartTime: '18:00',
      startTime: '2026-03-27T22:00:00.000Z',
      endTime: '2026-03-27T23:00:00.000Z',
    });
    const once = await tried(studio, () => create());
    expect(once).toMatchObject({ sessionsCreated: 1, rule: { frequency: 'once', endsOn: '2026-03-03' } });
    expect(once.nextDates).toHaveLength(1);
    const { status, body } = await create({}, '');
    expect([status, body.sessionCount]).toEqual([201, 1]);
  });

  test('200 conflicts are reported and refuse nothing; 400 and 403 as the creation itself', async () => {
    const room = { roomName: 'Studio A', recurrenceRule: { frequency: 'daily' }, horizonDays: 5 };
    const { body } = await create(room, '');
    const seen = await tried(studio, () => create({ ...room, name: 'Pilates' }));
    expect([seen.sessionsCreated, seen.conflicts.length]).toEqual([body.sessionCount, body.sessionCount]);
    expect((await create({ endDate: '2026-01-01' })).status).toBe(400);
    const reader = await studio.withKey({ scopes: ['schedules:read'] });
    expect((await studio.post('/v2/schedules?dry_run=true', YOGA, reader)).status).toBe(403);
  });
});

describe('DELETE /v2/schedules/{id}?dry_run=true', () => {
  test('200 what would be cancelled and who is notified; it stays', async () => {
    const { studio } = yoga;
    const [monday] = yoga.sessions();
    const mei = await addClient(studio, { firstName: 'Mei', lastName: 'Chen' });
    await sellPackage(studio, mei);
    await addBooking(studio, mei, String(monday?.id));
    const count = yoga.sessions().length;
    const path = `/v2/schedules/${yoga.id}`;
    const seen = await tried(studio, () => studio.delete(`${path}?dry_run=true`));
    expect(seen).toMatchObject({
      object: 'schedule_delete_preview',
      sessionsCreated: 0,
      sessionsUpdated: 0,
      sessionsCancelled: count,
      bookingsAffected: 1,
      kept: 0,
      peopleNotified: 1,
      notifiedCount: 1,
      bookingsCancelled: 1,
      creditsReturned: 1,
    });
    expect((await studio.get(path)).body.status).toBe('active');
    await studio.given(studio.delete(path));
    const again = await tried(studio, () => studio.delete(`${path}?dry_run=true`));
    expect(again).toMatchObject({ sessionsCancelled: 0, bookingsAffected: 0, peopleNotified: 0 });
  });
});
