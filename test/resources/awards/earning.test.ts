import { afterEach, describe, expect, test } from 'bun:test';
import { reactions } from '../../../src/api.ts';
import { withoutEvents } from '../../../src/database/database.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { recordFact } from '../../../src/resources/facts/facts.ts';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { addBooking, addSession } from '../../helpers/bookings.ts';
import { addEntry } from '../../helpers/content.ts';
import { openAwardStudio } from './set-up.ts';

const studio = forEachTest(openAwardStudio);
const member = forEachTest(() => studio.member({ firstName: 'Dana' }));
afterEach(() => studio.close());

const on = (day: number, time = '09:00:00') => `2026-02-${String(day).padStart(2, '0')}T${time}.000Z`;
const seen = async (id: string) => (await member.get(`/awards/${id}`)).body;

describe('visits', () => {
  test('earn it with the last one, once, in the transaction of the check-in', async () => {
    const { id } = await studio.award({ trigger: 'visits', threshold: 2 });
    await studio.visit(member.id, on(1));
    expect(await seen(id)).toMatchObject({
      isEarned: false,
      earnedAt: null,
      timesEarned: 0,
      progress: { current: 1, target: 2, percent: 50 },
    });
    studio.events();
    await studio.visit(member.id, on(2));
    expect(studio.events()).toEqual(['checkin.created', 'checkIn', 'award.earned']);
    await studio.visit(member.id, on(3));
    expect(studio.earned()).toEqual([]);
    expect(await seen(id)).toMatchObject({
      isEarned: true,
      earnedAt: on(2),
      timesEarned: 1,
      progress: { current: 3, target: 2, percent: 100 },
    });
  });

  test('count by their own instant: the second one by time earns it, whichever was recorded last', async () => {
    const { id } = await studio.award({ trigger: 'visits', threshold: 2 });
    await studio.visit(member.id, on(20));
    await studio.visit(member.id, on(3));
    expect(studio.earned()).toEqual([[id, on(20)]]);
  });

  test('what is earned stays when the visit is taken back, and is not earned again', async () => {
    const { id } = await studio.award({ trigger: 'visits', threshold: 1 });
    const visit = async () => {
      const booking = await addBooking(studio, member.id, await addSession(studio, { startsIn: HOUR_MS }));
      expect((await studio.post(`/v2/bookings/${booking}/checkin`)).status).toBe(200);
      return booking;
    };
    const booking = await visit();
    expect(studio.earned()).toHaveLength(1);
    expect((await studio.post(`/v2/bookings/${booking}/cancel`)).status).toBe(200);
    expect(await seen(id)).toMatchObject({ isEarned: true, progress: { current: 0, target: 1, percent: 100 } });
    await visit();
    expect(studio.earned()).toEqual([]);
    expect(await seen(id)).toMatchObject({ timesEarned: 1 });
  });

  test('earn a repeatable one each time', async () => {
    const { id } = await studio.award({ trigger: 'visits', threshold: 2, isRepeatable: true });
    for (let day = 1; day <= 5; day += 1) await studio.visit(member.id, on(day));
    expect(studio.earned()).toEqual([
      [id, on(2)],
      [id, on(4)],
    ]);
    expect(await seen(id)).toMatchObject({
      isEarned: true,
      earnedAt: on(4),
      timesEarned: 2,
      progress: { current: 1, target: 2, percent: 50 },
    });
  });

  test('from before the award count, each member at their own time, and each is raised once', async () => {
    const others = [await studio.member(), await studio.member()];
    for (let day = 1; day <= 4; day += 1) await studio.visit(member.id, on(day));
    for (let day = 3; day <= 5; day += 1) await studio.visit(others[0]?.id ?? '', on(day));
    await studio.given(studio.visit(others[1]?.id ?? '', on(9)));
    const { id } = await studio.award({ trigger: 'visits', threshold: 3 });
    expect(studio.eventsInFull().map(({ type, data }) => [type, data.clientId, data.earnedAt])).toEqual([
      ['award.earned', member.id, on(3)],
      ['award.earned', others[0]?.id, on(5)],
    ]);
    // A lower threshold later: who has it keeps it, and the third one gets it.
    await studio.patch(`/manage/awards/${id}`, { threshold: 1 });
    await studio.settled();
    expect(studio.earned()).toEqual([[id, on(9)]]);
    await studio.patch(`/manage/awards/${id}`, { name: 'Other' });
    await studio.settled();
    expect(studio.events()).toEqual([]);
  });

  test('of many members earn a new award in slices, also where one earns it very often', async () => {
    const clients = 450;
    const rows = Array.from({ length: clients }, (_, index) => ({
      firstName: 'Ann',
      lastName: `Lee ${index}`,
      email: `ann${index}@example.com`,
      homeLocationId: MAIN_SITE,
    }));
    expect((await studio.post('/manage/imports?family=clients', rows)).status).toBe(200);
    studio.db.run(
      `insert into facts select null, 'fact ' || id, 'visit', id, '${MAIN_SITE}', '${on(1)}', '2026-02-01', '2026-02-01', id, 0,
         '${on(1)}', null from clients where firstName = 'Ann'`,
    );
    studio.db.run(
      `update clients set activity = '{"visits":1,"minutes":0,"most":[1,0],"targets":[],"streaks":{}}' where firstName = 'Ann'`,
    );
    await studio.store.write((tx) => {
      for (let minute = 0; minute < 250; minute += 1) {
        const at = new Date(Date.parse(on(1)) + minute * MINUTE_MS).toISOString();
        recordFact(tx, reactions, { kind: 'visit', clientId: member.id, at, value: 0 });
      }
    });
    studio.events();
    const { id } = await studio.award({ trigger: 'visits', threshold: 1, isRepeatable: true });
    expect(studio.earned()).toHaveLength(clients + 250);
    const times = studio.db.query(
      'select count(*) as n, count(distinct clientId) as m from awardGrants where awardId = ?',
    );
    expect(times.get(id)).toEqual({ n: clients + 250, m: clients + 1 });
  });

  test('that are imported count and raise nothing', async () => {
    const { id } = await studio.award({ trigger: 'visits', threshold: 1 });
    await studio.store.write((tx) => {
      recordFact(withoutEvents(tx), reactions, { kind: 'visit', clientId: member.id, at: on(1), value: 0 });
    });
    expect(studio.events()).toEqual([]);
    expect(await seen(id)).toMatchObject({ isEarned: true, earnedAt: on(1) });
  });

  test('an archived award is earned by nobody, and kept by who has it', async () => {
    const { id } = await studio.award({ trigger: 'visits', threshold: 1 });
    await studio.visit(member.id, on(1));
    const other = await studio.member();
    expect((await studio.delete(`/manage/awards/${id}`)).body).toMatchObject({ id, archived: true });
    studio.events();
    await studio.visit(other.id, on(1));
    expect(studio.earned()).toEqual([]);
    expect((await other.get(`/awards/${id}`)).status).toBe(404);
    expect((await other.get('/awards')).body.data).toEqual([]);
    expect(await seen(id)).toMatchObject({ isEarned: true });
    expect((await member.get('/awards/earned')).body.data).toMatchObject([{ id }]);
  });
});

describe('a streak', () => {
  const days = async (...list: number[]) => {
    for (const day of list) await studio.visit(member.id, on(day));
  };

  test('earns it when it reaches the length', async () => {
    const { id } = await studio.award({ trigger: 'streak', streakType: 'daily_activity', threshold: 3 });
    await days(1, 2, 4, 5);
    expect(studio.earned()).toEqual([]);
    await days(6);
    expect(studio.earned()).toEqual([[id, on(6)]]);
    await days(7, 9, 10, 11);
    expect(studio.earned()).toEqual([]);
  });

  test('that an old visit completes earns it at the instant of its last period', async () => {
    const { id } = await studio.award({ trigger: 'streak', streakType: 'daily_activity', threshold: 3 });
    await days(1, 3, 2);
    expect(studio.earned()).toEqual([[id, on(3)]]);
  });

  test('earns a repeatable one once for each streak, also from before the award', async () => {
    const body = { trigger: 'streak', streakType: 'daily_activity', threshold: 2, isRepeatable: true };
    const first = await studio.award(body);
    await days(1, 2, 3, 5, 6, 9, 12, 13);
    const times = [2, 6, 13].map((day) => on(day));
    expect(studio.earned().map(([, at]) => at)).toEqual(times);
    const second = await studio.award(body);
    expect(studio.earned()).toEqual(times.map((at) => [second.id, at]));
    expect(await seen(first.id)).toMatchObject({ timesEarned: 3, progress: { current: 0, target: 2 } });
  });

  test('of weeks shows how long it is now', async () => {
    const { id } = await studio.award({ trigger: 'streak', streakType: 'weekly_attendance', threshold: 4 });
    for (const day of [4, 11, 18, 25]) await studio.visit(member.id, on(day));
    expect(studio.earned()).toEqual([[id, on(25)]]);
    expect(await seen(id)).toMatchObject({ progress: { current: 4, target: 4, percent: 100 } });
  });
});

describe('a streak of one day that earns an award each time', () => {
  test('earns it once, also when the home has moved west since', async () => {
    const zone = (timezone: string) => studio.given(studio.patch(`/v2/sites/${MAIN_SITE}`, { timezone }));
    await zone('UTC');
    const rule = { trigger: 'streak', streakType: 'daily_activity', threshold: 1, isRepeatable: true };
    const { id } = await studio.award(rule);
    await studio.visit(member.id, on(4, '00:30:00'));
    expect(studio.earned()).toEqual([[id, on(4, '00:30:00')]]);
    await zone('America/Los_Angeles');
    await studio.visit(member.id, on(5, '20:00:00'));
    const first = studio.earned();
    await studio.visit(member.id, on(5, '21:00:00'));
    expect([first.length <= 1, studio.earned()]).toEqual([true, []]);
    const again = await studio.award(rule);
    const grants = studio.db.query('select count(*) "count" from awardGrants where awardId = ?').get(again.id);
    expect((grants as { count: number }).count).toBeLessThan(3);
  });
});

describe('a metric', () => {
  const metric = async (direction: string) =>
    (
      await addEntry(studio, {
        title: 'Row',
        type: 'metric',
        metricDefinition: { dimension: 'weight', baseUnit: 'kg', direction },
      })
    ).id as string;
  const record = async (contentEntryId: string, value: number, recordedAt: string) => {
    const { status, body } = await member.post('/metrics/entries', { contentEntryId, value, unit: 'kg', recordedAt });
    expect(status).toBe(201);
    return body.id as string;
  };

  test('earns it with the first value that reaches it', async () => {
    const contentEntryId = await metric('higher_is_better');
    const rule = { trigger: 'metric', metricContentEntryId: contentEntryId, threshold: 100 };
    const { id } = await studio.award(rule);
    const low = await record(contentEntryId, 60, on(1));
    expect(await seen(id)).toMatchObject({ progress: { current: 60, target: 100, percent: 60 } });
    await record(contentEntryId, 100, on(5));
    await record(contentEntryId, 120, on(4));
    expect(studio.earned()).toEqual([[id, on(5)]]);
    expect(await seen(id)).toMatchObject({ isEarned: true, progress: { current: 120, target: 100, percent: 100 } });
    const again = await studio.award({ ...rule, isRepeatable: true });
    expect(studio.earned()).toEqual([
      [again.id, on(4)],
      [again.id, on(5)],
    ]);
    await member.put(`/metrics/entries/${low}`, { value: 100, unit: 'kg', recordedAt: on(1) });
    expect(studio.earned()).toEqual([[again.id, on(1)]]);
    await member.delete(`/metrics/entries/${low}`);
    expect(await seen(again.id)).toMatchObject({ timesEarned: 3 });
  });

  test('of which lower values are better', async () => {
    const contentEntryId = await metric('lower_is_better');
    const { id } = await studio.award({ trigger: 'metric', metricContentEntryId: contentEntryId, threshold: 80 });
    await record(contentEntryId, 100, on(1));
    expect(await seen(id)).toMatchObject({ isEarned: false, progress: { current: 100, target: 80, percent: 80 } });
    await record(contentEntryId, 79.5, on(2));
    expect(studio.earned()).toEqual([[id, on(2)]]);
  });
});
