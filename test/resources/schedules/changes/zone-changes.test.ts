// Sessions without a schedule follow the time zone of their site.

import { expect, test } from 'bun:test';
import { recordSiteChange } from '../../../../src/resources/schedules/changes/site-change.ts';
import { recordZoneChange } from '../../../../src/resources/schedules/changes/zone-changes.ts';
import { Site, type SiteRow } from '../../../../src/resources/sites/record.ts';
import { updateSite } from '../../../../src/resources/sites/sites.ts';
import { forEachTest, MAIN_SITE } from '../../../helpers/api.ts';
import { watchCommits } from '../../../helpers/commits.ts';
import { copySessions } from '../../../helpers/copy-bookings.ts';
import { distinct, typesOf } from '../../../helpers/daily.ts';
import { isCostly, queryPlans } from '../../../helpers/query-plans.ts';
import { openYoga } from '../../../helpers/yoga.ts';

const path = `/v2/sites/${MAIN_SITE}`;
const LOS_ANGELES = 'America/Los_Angeles';

const yoga = forEachTest(openYoga);

/** Adds a session without a schedule, and skips its event. Returns its id. */
const addTalk = async (startTime: string, siteId: string = MAIN_SITE): Promise<string> => {
  const talk = { name: 'Talk', siteId, startTime, durationMinutes: 60 };
  return (await yoga.studio.given(yoga.studio.post('/manage/sessions', talk))).id;
};
const moveSite = (timezone: string) => yoga.studio.patch(path, { timezone });
const timesOf = async (id: string | undefined) => {
  const { body } = await yoga.studio.get(`/v2/sessions/${id}`);
  return [body.startTime, body.timezone, body.localDate, body.localStartTime];
};
const isUnfinished = () => yoga.studio.db.query("select 1 from unfinishedChanges where kind = 'site'").get() !== null;

/** Changes the site in one transaction, before any of its sessions follow. */
const change = (...bodies: Parameters<typeof updateSite>[2][]) =>
  yoga.studio.store.write((tx) => {
    for (const body of bodies) {
      updateSite(tx, Site.rows.find(tx, MAIN_SITE) as SiteRow, body, { siteChanged: recordSiteChange });
    }
  });

test('200 a session without a schedule keeps its wall time, and its bookings follow', async () => {
  const { body: site } = await yoga.studio.post('/v2/sites', { name: 'Other', timezone: 'America/New_York' });
  const id = await addTalk('2026-03-20T15:00:00.000Z', site.id);
  await yoga.book(id);
  const response = await yoga.studio.patch(`/v2/sites/${site.id}`, { timezone: LOS_ANGELES });
  expect([response.status, response.body.timezone]).toEqual([200, LOS_ANGELES]);
  expect(await timesOf(id)).toEqual(['2026-03-20T18:00:00.000Z', LOS_ANGELES, '2026-03-20', '11:00']);
  const { body: session } = await yoga.studio.get(`/v2/sessions/${id}`);
  expect(session).toMatchObject({ endTime: '2026-03-20T19:00:00.000Z', isModified: false, scheduleId: null });
  expect(session.occurrenceKey).toBe('2026-03-20T11:00');
  const events = yoga.studio.eventsInFull();
  expect(events.map(({ type }) => type)).toEqual(['site.updated', 'session.updated']);
  expect(events[1]?.data).toMatchObject({
    sessionId: id,
    scheduleId: null,
    bookedCount: 1,
    changes: { startTime: '2026-03-20T18:00:00.000Z', endTime: '2026-03-20T19:00:00.000Z', timezone: LOS_ANGELES },
    previous: { startTime: '2026-03-20T15:00:00.000Z', endTime: '2026-03-20T16:00:00.000Z' },
  });
  const booking = yoga.studio.db.query('select startTime from bookings where sessionId = ?').get(id);
  expect(booking).toEqual({ startTime: '2026-03-20T18:00:00.000Z' });
  // As after every other move, cancelling is free of charge until the start.
  const { body } = await yoga.studio.get(`/v2/bookings?session_id=${id}`);
  expect(body.data[0].freeCancelUntil).toBe('2026-03-20T18:00:00.000Z');
});

test('200 a session that was detached from its schedule follows; one that was edited before stays', async () => {
  const [, second, third] = yoga.sessions();
  await yoga.book(second?.id);
  await yoga.book(third?.id);
  await yoga.studio.patch(`/manage/sessions/${third?.id}`, { name: 'Guest yoga' });
  await yoga.patch({ endDate: '2026-03-02', onRemoved: 'keep', overwriteModified: true });
  const detached = yoga.studio.db.query('select id from sessions where scheduleId is null and isModified = ?');
  expect([detached.all(0), detached.all(1)]).toEqual([[{ id: second?.id }], [{ id: third?.id }]] as never);
  const before = await yoga.studio.given(timesOf(third?.id));
  await moveSite(LOS_ANGELES);
  expect(await timesOf(second?.id)).toEqual(['2026-03-06T02:00:00.000Z', LOS_ANGELES, '2026-03-05', '18:00']);
  expect(await timesOf(third?.id)).toEqual(before);
  const updated = yoga.studio.eventsInFull().filter(({ type }) => type === 'session.updated');
  expect(updated.map(({ data }) => data.sessionId).sort()).toEqual([yoga.sessions()[0]?.id, second?.id].sort());
});

test('200 cancelled sessions, those of another site and those in another time zone stay', async () => {
  const { body: other } = await yoga.studio.post('/v2/sites', { name: 'Other', timezone: 'America/New_York' });
  const cancelled = await addTalk('2026-03-20T15:00:00.000Z');
  await yoga.studio.post(`/manage/sessions/${cancelled}/cancel`);
  const elsewhere = await addTalk('2026-03-20T15:00:00.000Z', other.id);
  const inBerlin = await addTalk('2026-03-20T15:00:00.000Z');
  yoga.studio.db.query("update sessions set timezone = 'Europe/Berlin' where id = ?").run(inBerlin);
  const before = await Promise.all([cancelled, elsewhere, inBerlin].map(timesOf));
  await moveSite(LOS_ANGELES);
  expect(await Promise.all([cancelled, elsewhere, inBerlin].map(timesOf))).toEqual(before);
});

test('200 a session stays that has started, or would have by its new time', async () => {
  const [started, soon, later] = [
    await addTalk('2026-03-02T09:00:00.000Z'),
    await addTalk('2026-03-02T15:00:00.000Z'),
    await addTalk('2026-03-02T16:00:00.000Z'),
  ];
  await yoga.moveTo('2026-03-02T10:30:00.000Z');
  const before = [await timesOf(started), await timesOf(soon)];
  yoga.studio.events();
  await moveSite('Europe/London');
  expect([await timesOf(started), await timesOf(soon)]).toEqual(before);
  expect(await timesOf(later)).toEqual(['2026-03-02T11:00:00.000Z', 'Europe/London', '2026-03-02', '11:00']);
  const updated = yoga.studio.eventsInFull().filter(({ data }) => 'sessionId' in data && data.scheduleId === null);
  expect(updated.map(({ type, data }) => [type, data.sessionId])).toEqual([['session.updated', later]]);
});

test('200 a time that the new zone skips moves forward by the gap, and seconds stay', async () => {
  const [skipped, exact] = [await addTalk('2026-03-29T05:30:00.000Z'), await addTalk('2026-03-20T15:00:42.500Z')];
  await moveSite('Europe/London');
  expect(await timesOf(skipped)).toEqual(['2026-03-29T01:30:00.000Z', 'Europe/London', '2026-03-29', '02:30']);
  expect((await timesOf(exact))[0]).toBe('2026-03-20T11:00:42.500Z');
});

test('200 other changes of a site move nothing', async () => {
  const id = await addTalk('2026-03-20T15:00:00.000Z');
  const before = await timesOf(id);
  await yoga.studio.patch(path, { name: 'Downtown', timezone: 'America/New_York', closures: [] });
  expect([await timesOf(id), yoga.studio.events()]).toEqual([before, ['site.updated']]);
  expect(isUnfinished()).toBe(false);
});

test('several changes at once: the last one counts, and one back to the first zone changes nothing', async () => {
  const id = await addTalk('2026-03-20T15:00:00.000Z');
  const before = await timesOf(id);
  await change({ timezone: LOS_ANGELES }, { timezone: 'America/New_York' });
  await yoga.studio.patch(path, { closures: [] });
  expect(await timesOf(id)).toEqual(before);
  await change({ timezone: LOS_ANGELES }, { timezone: 'America/Chicago' });
  await moveSite('America/Denver');
  expect(await timesOf(id)).toEqual(['2026-03-20T17:00:00.000Z', 'America/Denver', '2026-03-20', '11:00']);
  expect(isUnfinished()).toBe(false);
});

test('a session that leaves its schedule before that has followed the site follows too', async () => {
  const [, second] = yoga.sessions();
  await yoga.book(second?.id);
  await change({ timezone: LOS_ANGELES });
  await yoga.patch({ endDate: '2026-03-02', onRemoved: 'keep' });
  await moveSite(LOS_ANGELES);
  expect(await timesOf(second?.id)).toEqual(['2026-03-06T02:00:00.000Z', LOS_ANGELES, '2026-03-05', '18:00']);
});

test('a session that staff move before it has followed the site is not moved again', async () => {
  const [moved, renamed] = [await addTalk('2026-03-20T15:00:00.000Z'), await addTalk('2026-03-20T15:00:00.000Z')];
  const site = change({ timezone: LOS_ANGELES });
  const edits = [
    yoga.studio.patch(`/manage/sessions/${moved}`, { startTime: '2026-03-21T15:00:00.000Z' }),
    yoga.studio.patch(`/manage/sessions/${renamed}`, { name: 'Lecture' }),
  ];
  await Promise.all([site, ...edits]);
  await moveSite(LOS_ANGELES);
  expect(await timesOf(moved)).toEqual(['2026-03-21T15:00:00.000Z', LOS_ANGELES, '2026-03-21', '08:00']);
  expect((await timesOf(renamed))[0]).toBe('2026-03-20T18:00:00.000Z');
});

test('200 1,500 sessions follow in short transactions, each once', async () => {
  const { studio } = yoga;
  await yoga.patch({ status: 'paused' });
  const [first] = yoga.sessions();
  copySessions(studio.db, yoga.id, 1_500);
  studio.db.run('delete from sessions where id = ?', [first?.id ?? '']);
  studio.db.run('update sessions set scheduleId = null');
  const n = studio.count('sessions');
  studio.events();
  const seen = watchCommits(studio);
  await moveSite(LOS_ANGELES);
  const events = studio.eventsInFull();
  expect(typesOf(events)).toEqual({ 'site.updated': 1, 'schedule.updated': 1, 'session.updated': n });
  expect(distinct(events, 'session.updated', 'sessionId')).toBe(n);
  expect(seen.mostEvents).toBeLessThanOrEqual(100);
  const behind = studio.db.query('select 1 from sessions where timezone <> ?').all(LOS_ANGELES);
  expect([behind, isUnfinished()]).toEqual([[], false]);
}, 60_000);

test('the next sessions are one seek in an index', async () => {
  await addTalk('2026-03-20T15:00:00.000Z');
  const plans = await queryPlans(yoga.studio, async () => {
    await yoga.studio.store.write((tx) => recordZoneChange(tx, MAIN_SITE, LOS_ANGELES));
    await moveSite(LOS_ANGELES);
  });
  const steps = plans.filter(({ sql }) => sql.includes('"scheduleId" is null')).flatMap((plan) => plan.steps);
  expect(steps).toEqual([
    'SEARCH sessions USING INDEX sessionsBySchedule (scheduleId=? AND startTime>?)',
    expect.stringContaining('TEMP B-TREE FOR LAST TERM'),
  ]);
  expect(steps.slice(0, 1).filter(isCostly)).toEqual([]);
});
