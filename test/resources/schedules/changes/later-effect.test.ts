import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE } from '../../../helpers/api.ts';
import { openYoga } from '../../../helpers/yoga.ts';

const yoga = forEachTest(openYoga);

test('200 a later time gives the present day a session that it was too late for', async () => {
  const { body } = await yoga.studio.post('/v2/schedules', {
    name: 'Early',
    siteId: MAIN_SITE,
    startDate: '2026-03-02',
    startTime: '02:00',
    durationMinutes: 30,
    recurrenceRule: { frequency: 'daily' },
    horizonDays: 1,
  });
  expect(body.sessionCount).toBe(1);
  yoga.studio.events();
  const later = await yoga.studio.patch(`/v2/schedules/${body.id}`, { startTime: '04:00' });
  expect(later.body).toMatchObject({ sessionCount: 2, nextSessionAt: '2026-03-02T09:00:00.000Z' });
  expect(yoga.studio.events()).toEqual(['session.created', 'session.updated', 'schedule.updated']);
});

describe('PATCH /v2/schedules/{id}, 200: a canceled session stays canceled where the change gives it no new slot', () => {
  const path = `/v2/sites/${MAIN_SITE}`;
  const weekly = (...daysOfWeek: string[]) => ({ recurrenceRule: { frequency: 'weekly', daysOfWeek } });
  const cancelled = () => yoga.sessions().flatMap(({ id, cancelReason }) => (cancelReason === null ? [] : [id]));

  test('after its day came back from a later date on', async () => {
    const thursday = yoga.sessions()[1]?.id ?? '';
    await yoga.book(thursday);
    await yoga.patch(weekly('MO'));
    await yoga.patch({ ...weekly('MO', 'TH'), effectiveFrom: '2026-03-09' });
    expect(cancelled()).toEqual([thursday]);
    yoga.studio.events();
    await yoga.patch({ description: 'Slow' });
    expect(cancelled()).toEqual([thursday]);
    expect(yoga.studio.events()).toEqual([...Array(3).fill('session.updated'), 'schedule.updated']);
  });

  test('at another site too, which gets the sessions that the former site had closed', async () => {
    const [, thursday = '', second = ''] = yoga.sessions().map(({ id }) => id);
    for (const id of [thursday, second]) await yoga.book(id);
    await yoga.patch(weekly('MO'));
    await yoga.patch({ ...weekly('MO', 'TH'), effectiveFrom: '2026-03-09' });
    const closed = { startDate: '2026-03-09', endDate: '2026-03-09' };
    await yoga.studio.given(yoga.studio.patch(path, { closures: [closed] }));
    expect(cancelled()).toEqual([thursday, second]);
    const uptown = await yoga.studio.given(
      yoga.studio.post('/v2/sites', { name: 'Uptown', timezone: 'America/New_York' }),
    );
    yoga.studio.events();
    expect((await yoga.patch({ siteId: uptown.id })).status).toBe(200);
    expect(cancelled()).toEqual([thursday]);
    expect(yoga.studio.events()).toEqual([...Array(3).fill('session.updated'), 'schedule.updated']);
  });

  test('after the schedule came back from the archive from a later date on', async () => {
    const thursday = yoga.sessions()[1]?.id ?? '';
    await yoga.book(thursday);
    await yoga.studio.given(yoga.studio.delete(`/v2/schedules/${yoga.id}`));
    await yoga.patch({ status: 'active', effectiveFrom: '2026-03-09' });
    yoga.studio.events();
    await yoga.patch({ description: 'Slow' });
    expect(cancelled()).toEqual([thursday]);
    expect(yoga.studio.events()).toEqual([...Array(2).fill('session.updated'), 'schedule.updated']);
  });

  test('after the site closed on the day to which it was moved', async () => {
    const thursday = yoga.sessions()[1]?.id ?? '';
    await yoga.book(thursday);
    await yoga.studio.given(yoga.studio.patch(`/manage/sessions/${thursday}`, { startTime: '2026-03-06T23:00:00Z' }));
    const closed = { startDate: '2026-03-06', endDate: '2026-03-06' };
    await yoga.studio.given(yoga.studio.patch(path, { closures: [closed] }));
    expect(cancelled()).toEqual([thursday]);
    yoga.studio.events();
    await yoga.patch({ description: 'Slow' });
    expect(cancelled()).toEqual([thursday]);
    expect(yoga.studio.events()).toEqual([...Array(3).fill('session.updated'), 'schedule.updated']);
  });
});

describe('PATCH /v2/schedules/{id}, after a change that takes effect later, 200: sessions before its date', () => {
  const times = () => yoga.sessions().map(({ startTime }) => startTime.slice(5, 16));
  const monday = '03-02T23:00';

  test('get only what another change changes', async () => {
    await yoga.book(yoga.sessions()[1]?.id);
    await yoga.patch({
      recurrenceRule: { frequency: 'weekly', daysOfWeek: ['TU'] },
      startTime: '07:00',
      effectiveFrom: '2026-03-09',
    });
    expect(times()).toEqual([monday, '03-05T23:00', '03-10T11:00']);
    yoga.studio.events();
    await yoga.patch({ capacity: 12, durationMinutes: 90 });
    expect(times()).toEqual([monday, '03-05T23:00', '03-10T11:00']);
    expect(yoga.sessions().map(({ capacity }) => capacity)).toEqual([12, 12, 12]);
    expect(yoga.studio.events()).toEqual([...Array(3).fill('session.updated'), 'schedule.updated']);
  });

  test('get what it changes also in dates that both rules have', async () => {
    await yoga.studio.given(yoga.patch({ startTime: '07:00', effectiveFrom: '2026-03-09' }));
    await yoga.patch({ capacity: 12, durationMinutes: 90 });
    expect(times()).toEqual([monday, '03-05T23:00', '03-09T11:00', '03-12T11:00']);
    const ends = yoga.studio.db.query('select endTime from sessions where scheduleId = ? order by startTime');
    expect((ends.all(yoga.id) as { endTime: string }[]).map(({ endTime }) => endTime.slice(5, 16))).toEqual([
      '03-03T00:30',
      '03-06T00:30',
      '03-09T12:30',
      '03-12T12:30',
    ]);
    expect(yoga.sessions().map(({ capacity }) => capacity)).toEqual([12, 12, 12, 12]);
    expect(yoga.studio.events()).toEqual([...Array(4).fill('session.updated'), 'schedule.updated']);
    await yoga.patch({ startTime: '08:00' });
    expect(times()).toEqual(['03-02T13:00', '03-05T13:00', '03-09T12:00', '03-12T12:00']);
  });

  test('keep their wall time in another time zone', async () => {
    await yoga.patch({
      recurrenceRule: { frequency: 'weekly', daysOfWeek: ['MO'] },
      startTime: '07:00',
      effectiveFrom: '2026-03-09',
    });
    expect(times()).toEqual([monday, '03-05T23:00', '03-09T11:00']);
    yoga.studio.events();
    await yoga.studio.patch(`/v2/sites/${MAIN_SITE}`, { timezone: 'America/Los_Angeles' });
    expect(times()).toEqual(['03-03T02:00', '03-06T02:00', '03-09T14:00']);
    expect(yoga.studio.events()).toEqual(['site.updated', ...Array(3).fill('session.updated'), 'schedule.updated']);
  });
});
