import { describe, expect, test } from 'bun:test';
import { longChanges, reactions } from '../../../../src/api.ts';
import { LongChanges } from '../../../../src/database/long-changes.ts';
import { applySiteChanges, recordSiteChange } from '../../../../src/resources/schedules/changes/site-change.ts';
import { Site, type SiteRow } from '../../../../src/resources/sites/record.ts';
import { updateSite } from '../../../../src/resources/sites/sites.ts';
import { forEachTest, MAIN_SITE } from '../../../helpers/api.ts';
import { openYoga } from '../../../helpers/yoga.ts';

const yoga = forEachTest(openYoga);

const path = `/v2/sites/${MAIN_SITE}`;
const close = (startDate: string, endDate = startDate) =>
  yoga.studio.patch(path, { closures: [{ startDate, endDate, name: 'Holiday' }] });
const open = () => yoga.studio.patch(path, { closures: [] });
const behind = () => yoga.studio.db.query('select id from schedules where siteBefore is not null').all();

describe('a new closure', () => {
  test('200 cancels the sessions in it with their bookings, and leaves other days as they were', async () => {
    const [first, second, third, fourth] = yoga.sessions();
    await yoga.book(second?.id);
    const { status, body } = await close('2026-03-05', '2026-03-09');
    expect([status, body.closures]).toEqual([
      200,
      [{ startDate: '2026-03-05', endDate: '2026-03-09', name: 'Holiday' }],
    ]);
    const events = yoga.studio.eventsInFull();
    expect(events.map(({ type }) => type)).toEqual([
      'site.updated',
      'booking.cancelled',
      'session.cancelled',
      'session.cancelled',
    ]);
    expect(events[1]?.data).toMatchObject({ cancelReason: 'SCHEDULE_CHANGED', isLateCancel: false });
    expect(events[2]?.data).toMatchObject({ sessionId: second?.id, affectedBookings: 1 });
    expect(events[3]?.data).toMatchObject({ sessionId: third?.id, affectedBookings: 0 });
    expect(yoga.sessions()).toEqual(
      [first, { ...second, cancelReason: 'schedule_changed' }, fourth].map((row) =>
        expect.objectContaining({ id: row?.id, cancelReason: row?.cancelReason }),
      ) as never,
    );
    expect(behind()).toEqual([]);
  });

  test('200 cancels edited sessions by the day of their start, but no sessions without a schedule', async () => {
    const [, second, third] = yoga.sessions();
    await yoga.studio.patch(`/manage/sessions/${second?.id}`, { startTime: '2026-03-06T23:00:00.000Z' });
    await yoga.studio.patch(`/manage/sessions/${third?.id}`, { name: 'Guest yoga' });
    const oneOff = { name: 'Talk', siteId: MAIN_SITE, startTime: '2026-03-09T15:00:00.000Z', durationMinutes: 60 };
    const talk = await yoga.studio.given(yoga.studio.post('/manage/sessions', oneOff));
    await yoga.studio.patch(path, {
      closures: ['2026-03-05', '2026-03-09'].map((date) => ({ startDate: date, endDate: date })),
    });
    expect(yoga.studio.eventsInFull().map(({ type, data }) => [type, data.sessionId])).toEqual([
      ['site.updated', undefined],
      ['session.cancelled', third?.id],
    ]);
    expect((await yoga.studio.get(`/v2/sessions/${talk.id}`)).body.status).toBe('scheduled');
    expect((await yoga.studio.get(`/v2/sessions/${second?.id}`)).body.status).toBe('scheduled');
  });

  test('200 sessions before a later change of the schedule stay as they were', async () => {
    await yoga.patch({
      startTime: '19:00',
      recurrenceRule: { frequency: 'weekly', daysOfWeek: ['MO'] },
      effectiveFrom: '2026-03-08',
    });
    const before = yoga.sessions();
    yoga.studio.events();
    await close('2026-03-05');
    expect(yoga.studio.events()).toEqual(['site.updated', 'session.cancelled']);
    expect(yoga.sessions()).toEqual(before.filter(({ occurrenceKey }) => !occurrenceKey.startsWith('2026-03-05')));
  });

  test('200 started sessions stay', async () => {
    await yoga.studio.given(yoga.moveTo('2026-03-02T23:10:00.000Z'));
    await close('2026-03-02');
    expect(yoga.studio.events()).toEqual(['site.updated']);
  });

  test('200 the same closure again cancels nothing', async () => {
    await yoga.studio.given(close('2026-03-05'));
    await close('2026-03-05');
    expect(yoga.studio.events()).toEqual([]);
    await yoga.studio.patch(path, { closures: [{ startDate: '2026-03-05', endDate: '2026-03-05' }] });
    expect(yoga.studio.events()).toEqual(['site.updated']);
  });

  test('400 a closure that ends before it starts', async () => {
    const { status, body } = await close('2026-03-09', '2026-03-05');
    expect([status, body.error.param]).toEqual([400, 'closures[0].endDate']);
    expect(yoga.studio.events()).toEqual([]);
  });
});

describe('a removed closure', () => {
  test('200 restores its sessions; cancelled bookings stay cancelled', async () => {
    const [, second] = yoga.sessions();
    await yoga.book(second?.id);
    await yoga.studio.given(close('2026-03-05', '2026-03-09'));
    await open();
    const events = yoga.studio.eventsInFull().map(({ type, data }) => [type, data.sessionId]);
    expect(events).toEqual([
      ['site.updated', undefined],
      ['session.updated', second?.id],
      ['session.created', expect.any(String)],
    ]);
    expect(yoga.keys()).toEqual(['2026-03-02T18:00', '2026-03-05T18:00', '2026-03-09T18:00', '2026-03-12T18:00']);
    expect(yoga.sessions()[1]).toMatchObject({ id: second?.id, cancelledAt: null, cancelReason: null });
    const { body } = await yoga.studio.get(`/v2/bookings?session_id=${second?.id}`);
    expect(body.data.map(({ status }: { status: string }) => status)).toEqual(['cancelled']);
  });

  test('200 restores no session that was cancelled on its own', async () => {
    const [, second] = yoga.sessions();
    await yoga.studio.post(`/manage/sessions/${second?.id}/cancel`);
    await yoga.studio.given(close('2026-03-05'));
    await open();
    expect(yoga.studio.events()).toEqual(['site.updated']);
  });
});

describe('after a stop', () => {
  /** Changes the site as its operation does, and stops before its sessions follow. */
  const change = (body: Parameters<typeof updateSite>[2]) =>
    yoga.studio.store.write((tx) =>
      updateSite(tx, Site.rows.find(tx, MAIN_SITE) as SiteRow, body, { siteChanged: recordSiteChange }),
    );
  const nextRun = async (): Promise<void> => {
    yoga.studio.events();
    const reportError = (error: unknown) => {
      throw error;
    };
    const { store } = yoga.studio;
    const changes = new LongChanges({ store, changes: longChanges, reportError, signal: new AbortController().signal });
    await applySiteChanges({ store, changes, reactions, reportError });
  };

  test('the next run applies several changes at once', async () => {
    await change({ closures: [{ startDate: '2026-03-05', endDate: '2026-03-05' }] });
    await change({ timezone: 'America/Los_Angeles' });
    await change({ closures: [{ startDate: '2026-03-09', endDate: '2026-03-09' }] });
    expect(behind()).toHaveLength(1);
    expect(yoga.sessions()).toHaveLength(4);
    await nextRun();
    expect(behind()).toEqual([]);
    expect(yoga.sessions().map(({ startTime }) => startTime)).toEqual([
      '2026-03-03T02:00:00.000Z',
      '2026-03-06T02:00:00.000Z',
      '2026-03-13T01:00:00.000Z',
    ]);
    expect(yoga.studio.events()).toEqual([
      'session.updated',
      'session.updated',
      'session.updated',
      'session.cancelled',
      'schedule.updated',
    ]);
  });

  test('a change does not concern a schedule that moved to another site', async () => {
    const { body: other } = await yoga.studio.post('/v2/sites', { name: 'Other', timezone: 'America/New_York' });
    await change({ closures: [{ startDate: '2026-03-05', endDate: '2026-03-05' }] });
    await yoga.patch({ siteId: other.id });
    expect(behind()).toEqual([]);
    await nextRun();
    expect(yoga.studio.events()).toEqual([]);
    expect(yoga.keys()).toHaveLength(4);
  });
});
