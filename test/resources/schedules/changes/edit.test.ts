import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE } from '../../../helpers/api.ts';
import { openYoga, type Session } from '../../../helpers/yoga.ts';

const yoga = forEachTest(openYoga);

const created = (count: number): string[] => Array(count).fill('session.created');

describe('PATCH /v2/schedules/{id}', () => {
  test('200 an empty body or the present values change nothing', async () => {
    const before = await yoga.studio.get(`/v2/schedules/${yoga.id}`);
    for (const body of [{}, { name: 'Yoga' }, { recurrenceRule: before.body.recurrenceRule }]) {
      const response = await yoga.patch(body);
      expect([response.status, response.body]).toEqual([200, before.body]);
    }
    expect(yoga.studio.events()).toEqual([]);
  });

  test('200 changes of inherited fields change the sessions, with an event for each', async () => {
    const before = yoga.sessions();
    const response = await yoga.patch({ name: 'Slow yoga', capacity: 8 });
    expect(response.body).toMatchObject({ name: 'Slow yoga', capacity: 8 });
    expect(yoga.sessions().map((row) => [row.id, row.name, row.capacity, row.rescheduledId])).toEqual(
      before.map((row) => [row.id, 'Slow yoga', 8, null]),
    );
    const events = yoga.studio.eventsInFull();
    expect(events.map(({ type }) => type)).toEqual([...Array(4).fill('session.updated'), 'schedule.updated']);
    expect(events[0]?.data).toEqual({
      sessionId: before[0]?.id,
      scheduleId: yoga.id,
      changes: { name: 'Slow yoga', capacity: 8 },
      previous: { name: 'Yoga', capacity: 10 },
      bookedCount: 0,
      siteId: MAIN_SITE,
    });
    expect(events.at(-1)?.data).toEqual({
      scheduleId: yoga.id,
      changes: { name: 'Slow yoga', capacity: 8 },
      previous: { name: 'Yoga', capacity: 10 },
      effectiveFrom: '2026-03-02',
      sessionsCreated: 0,
      sessionsUpdated: 4,
      sessionsCancelled: 0,
      siteId: MAIN_SITE,
    });
  });

  test('200 another time keeps the sessions and their bookings', async () => {
    const before = yoga.sessions();
    await yoga.book(before[1]?.id);
    const response = await yoga.patch({ startTime: '19:30' });
    expect(response.status).toBe(200);
    const after = yoga.sessions();
    expect(after.map((row) => row.id)).toEqual(before.map((row) => row.id));
    expect(after[1]).toMatchObject({
      occurrenceKey: '2026-03-05T19:30',
      startTime: '2026-03-06T00:30:00.000Z',
    });
    expect(yoga.studio.events()).toEqual([...Array(4).fill('session.updated'), 'schedule.updated']);
    // At the same instant: the earlier booking may be cancelled free of charge, a later one may not.
    const deadlines = (id: string | undefined) =>
      yoga.studio.listed(`/v2/bookings?session_id=${id}`, {}, 'freeCancelUntil');
    await yoga.book(before[1]?.id);
    expect(await deadlines(before[1]?.id)).toEqual(['2026-03-05T12:30:00.000Z', '2026-03-06T00:30:00.000Z']);
    expect(yoga.studio.events()).toEqual([]);
  });

  test('200 another weekday creates and deletes sessions', async () => {
    const response = await yoga.patch({ recurrenceRule: { frequency: 'weekly', daysOfWeek: ['MO', 'FR'] } });
    expect(response.body.recurrenceRule.rrule).toBe('FREQ=WEEKLY;BYDAY=MO,FR');
    expect(yoga.keys()).toEqual(['2026-03-02T18:00', '2026-03-06T18:00', '2026-03-09T18:00', '2026-03-13T18:00']);
    expect(yoga.studio.events()).toEqual([...created(2), ...Array(2).fill('session.cancelled'), 'schedule.updated']);
  });

  test('200 a removed session is cancelled when it has bookings, also cancelled ones', async () => {
    const [, second, , fourth] = yoga.sessions();
    await yoga.book(second?.id);
    await yoga.book(fourth?.id, 'cancelled');
    await yoga.patch({ recurrenceRule: { frequency: 'weekly', daysOfWeek: ['MO'] } });
    expect(yoga.sessions().map((row) => [row.occurrenceKey, row.cancelReason])).toEqual([
      ['2026-03-02T18:00', null],
      ['2026-03-05T18:00', 'schedule_changed'],
      ['2026-03-09T18:00', null],
      ['2026-03-12T18:00', 'schedule_changed'],
    ]);
    const events = yoga.studio.eventsInFull();
    expect(events.map(({ type }) => type)).toEqual([
      'booking.cancelled',
      'session.cancelled',
      'session.cancelled',
      'schedule.updated',
    ]);
    expect(events[1]?.data).toMatchObject({
      sessionId: second?.id,
      cancelReason: 'SCHEDULE_CHANGED',
      affectedBookings: 1,
    });
    // The slot returns, and so does its session.
    await yoga.patch({ recurrenceRule: { frequency: 'weekly', daysOfWeek: ['MO', 'TH'] } });
    expect(yoga.sessions().map((row) => row.cancelledAt)).toEqual([null, null, null, null]);
    expect(yoga.sessions()[1]?.id).toBe(second?.id);
    expect(yoga.studio.events()).toEqual(['session.updated', 'session.updated', 'schedule.updated']);
  });

  test('200 onRemoved keep detaches sessions with bookings', async () => {
    const [, second] = yoga.sessions();
    await yoga.book(second?.id);
    await yoga.patch({ recurrenceRule: { frequency: 'weekly', daysOfWeek: ['MO'] }, onRemoved: 'keep' });
    expect(yoga.keys()).toEqual(['2026-03-02T18:00', '2026-03-09T18:00']);
    expect(
      yoga.studio.db.query('select scheduleId, cancelledAt from sessions where id = ?').get(second?.id as string),
    ).toEqual({
      scheduleId: null,
      cancelledAt: null,
    });
    expect(yoga.studio.events()).toEqual(['session.updated', 'session.cancelled', 'schedule.updated']);
  });

  test('200 edited sessions stay unless overwriteModified', async () => {
    const [first, second] = yoga.sessions();
    yoga.studio.db.run("update sessions set isModified = 1, name = 'Guest' where id in (?, ?)", [
      first?.id as string,
      second?.id as string,
    ]);
    await yoga.patch({ startTime: '20:00', recurrenceRule: { frequency: 'weekly', daysOfWeek: ['MO'] } });
    expect(yoga.sessions().map((row) => [row.occurrenceKey, row.name, row.startTime.slice(11, 16)])).toEqual([
      ['2026-03-02T20:00', 'Guest', '23:00'],
      ['2026-03-05T18:00', 'Guest', '23:00'],
      ['2026-03-09T20:00', 'Yoga', '00:00'],
    ]);
    await yoga.patch({ startTime: '21:00', overwriteModified: true });
    expect(yoga.sessions().map((row) => [row.occurrenceKey, row.name, row.isModified])).toEqual([
      ['2026-03-02T21:00', 'Yoga', 0],
      ['2026-03-09T21:00', 'Yoga', 0],
    ]);
  });

  test('200 started sessions stay, and none moves into the past', async () => {
    await yoga.moveTo('2026-03-02T23:30:00.000Z');
    await yoga.patch({ name: 'Late yoga', startTime: '06:00' });
    expect(yoga.sessions().map((row) => [row.occurrenceKey, row.name])).toEqual([
      ['2026-03-02T18:00', 'Yoga'],
      ['2026-03-05T06:00', 'Late yoga'],
      ['2026-03-09T06:00', 'Late yoga'],
      ['2026-03-12T06:00', 'Late yoga'],
    ]);
    await yoga.skipTo('2026-03-05T09:00:00.000Z');
    for (const startTime of ['03:00', '04:00']) {
      await yoga.patch({ startTime });
      expect(yoga.sessions()[1]).toMatchObject({
        occurrenceKey: '2026-03-05T06:00',
        startTime: '2026-03-05T11:00:00.000Z',
      });
    }
  });

  test('200 sessions before effectiveFrom stay, and missing ones are created as before the change', async () => {
    await yoga.patch({ startTime: '07:00', effectiveFrom: '2026-03-09' });
    expect(yoga.keys()).toEqual(['2026-03-02T18:00', '2026-03-05T18:00', '2026-03-09T07:00', '2026-03-12T07:00']);
    yoga.studio.events();
    await yoga.patch({ startTime: '08:00', effectiveFrom: '2026-03-23' });
    expect(yoga.keys().slice(2)).toEqual([
      '2026-03-09T07:00',
      '2026-03-12T07:00',
      '2026-03-16T07:00',
      '2026-03-19T07:00',
      '2026-03-23T08:00',
    ]);
    expect(yoga.studio.events()).toEqual([...created(3), 'schedule.updated']);
  });

  test('200 a longer horizon creates sessions; exceptions and closures apply', async () => {
    await yoga.patch({
      horizonDays: 20,
      exceptions: [
        { date: '2026-03-05', action: 'skip' },
        { date: '2026-03-09', action: 'move', startTime: '12:00' },
      ],
    });
    expect(yoga.sessions().map((row) => [row.occurrenceKey, row.startTime])).toEqual([
      ['2026-03-02T18:00', '2026-03-02T23:00:00.000Z'],
      ['2026-03-09T18:00', '2026-03-09T16:00:00.000Z'],
      ['2026-03-12T18:00', '2026-03-12T22:00:00.000Z'],
      ['2026-03-16T18:00', '2026-03-16T22:00:00.000Z'],
      ['2026-03-19T18:00', '2026-03-19T22:00:00.000Z'],
    ]);
    expect(yoga.studio.events()).toEqual(['session.updated', ...created(2), 'session.cancelled', 'schedule.updated']);
  });

  test('200 paused creates no sessions, active goes on; 400 for a status that follows by itself', async () => {
    await yoga.patch({ status: 'paused', horizonDays: 20 });
    expect(yoga.keys()).toHaveLength(4);
    yoga.studio.events();
    for (const status of ['ended', 'archived']) {
      const { status: answered, body } = await yoga.studio.patch(`/v2/schedules/${yoga.id}`, { status });
      expect([answered, body.error.code, body.error.param]).toEqual([400, 'parameter_invalid', 'status']);
    }
    expect(yoga.studio.events()).toEqual([]);
    await yoga.patch({ status: 'active' });
    expect(yoga.keys()).toHaveLength(6);
  });

  test('200 an ended schedule goes on when it gets further dates', async () => {
    await yoga.patch({ endDate: '2026-03-05' });
    await yoga.skipTo('2026-03-07T08:00:00.000Z');
    await yoga.skipTo('2026-03-08T08:00:00.000Z');
    expect((await yoga.patch({ name: 'Flow' })).body).toMatchObject({ status: 'ended', nextSessionAt: null });
    yoga.studio.events();
    const { body } = await yoga.patch({ endDate: '2026-03-12' });
    expect(body).toMatchObject({ status: 'active', nextSessionAt: '2026-03-09T22:00:00.000Z', sessionCount: 4 });
    const raised = yoga.studio.eventsInFull();
    expect(raised.map(({ type }) => type)).toEqual([...created(2), 'schedule.updated']);
    expect(raised.at(-1)?.data.changes).toEqual({ status: 'ACTIVE', endDate: '2026-03-12' });
  });

  test('200 a site in another zone keeps the wall times, except of edited sessions and schedules of other zones', async () => {
    const { body: other } = await yoga.studio.post('/v2/schedules', {
      name: 'Abroad',
      siteId: MAIN_SITE,
      startDate: '2026-03-05',
      startTime: '18:00',
      durationMinutes: 60,
      timezone: 'Europe/London',
    });
    yoga.studio.db.run('update sessions set isModified = 1 where id = ?', [yoga.sessions()[3]?.id ?? null]);
    yoga.studio.events();
    await yoga.studio.patch(`/v2/sites/${MAIN_SITE}`, { timezone: 'America/Los_Angeles' });
    expect(yoga.sessions().map((row) => row.startTime)).toEqual([
      '2026-03-03T02:00:00.000Z',
      '2026-03-06T02:00:00.000Z',
      '2026-03-10T01:00:00.000Z',
      '2026-03-12T22:00:00.000Z',
    ]);
    const schedules = await Promise.all([yoga.id, other.id].map((id) => yoga.studio.get(`/v2/schedules/${id}`)));
    expect(schedules.map(({ body }) => body.timezone)).toEqual(['America/Los_Angeles', 'Europe/London']);
    expect(yoga.studio.events()).toEqual(['site.updated', ...Array(3).fill('session.updated'), 'schedule.updated']);
  });

  test('200 a session that becomes full raises session.full', async () => {
    const [first] = yoga.sessions();
    await yoga.book(first?.id);
    await yoga.patch({ capacity: 1 });
    expect(yoga.studio.events()).toEqual([
      'session.updated',
      'session.full',
      ...Array(3).fill('session.updated'),
      'schedule.updated',
    ]);
    await yoga.patch({ capacity: null });
    expect(yoga.studio.events()).toEqual([
      'session.updated',
      'session.spot_available',
      ...Array(3).fill('session.updated'),
      'schedule.updated',
    ]);
  });

  test('200 dry_run answers a preview and changes nothing', async () => {
    const [, second] = yoga.sessions();
    await yoga.book(second?.id);
    const before = [await yoga.studio.get(`/v2/schedules/${yoga.id}`), yoga.sessions()];
    const response = await yoga.patch(
      { startTime: '19:00', recurrenceRule: { frequency: 'weekly', daysOfWeek: ['MO', 'WE'] } },
      '?dry_run=true',
    );
    expect([response.status, response.body]).toMatchObject([
      200,
      {
        object: 'schedule_change_preview',
        sessionsCreated: 2,
        sessionsUpdated: 2,
        sessionsCancelled: 2,
        bookingsAffected: 1,
        conflicts: [],
      },
    ]);
    expect([(await yoga.studio.get(`/v2/schedules/${yoga.id}`)).body, yoga.sessions()]).toEqual([
      (before[0] as { body: unknown }).body,
      before[1] as Session[],
    ]);
    expect(yoga.studio.events()).toEqual([]);
  });
});
