import { describe, expect, test } from 'bun:test';
import { isoInstant, nextTurn } from '../../../../src/kernel/clock.ts';
import { extendHorizon } from '../../../../src/resources/schedules/generation/horizon.ts';
import { forAllTests, openStudio, type Studio } from '../../../helpers/api.ts';
import { watchTurns } from '../../../helpers/turns.ts';

const SITES = 10;
const SCHEDULES_PER_SITE = 14;
/** Sessions of one schedule in a week, by its number. */
const DAYS = [['MO'], ['MO', 'WE', 'FR'], ['TU', 'TH', 'SA', 'SU'], ['MO', 'TU', 'WE', 'TH', 'FR']];

/** A week of 455 sessions at ten sites. */
const openTimetable = async (): Promise<{ studio: Studio; siteIds: string[] }> => {
  const studio = await openStudio();
  await studio.patch('/v2/settings', { booking: { sessionHorizonDays: 1 } });
  const siteIds: string[] = [];
  for (let number = 0; number < SITES; number += 1) {
    const { body: site } = await studio.post('/v2/sites', { name: `Site ${number}` });
    siteIds.push(site.id);
    for (let slot = 0; slot < SCHEDULES_PER_SITE; slot += 1) {
      const { status, body } = await studio.post('/v2/schedules', {
        name: `Class ${slot}`,
        siteId: site.id,
        startDate: '2026-03-02',
        startTime: `${String(6 + slot).padStart(2, '0')}:00`,
        durationMinutes: 50,
        capacity: 20,
        recurrenceRule: { frequency: 'weekly', daysOfWeek: DAYS[slot % DAYS.length] },
      });
      if (status !== 201) throw new Error(JSON.stringify(body));
    }
  }
  await studio.given(studio.patch('/v2/settings', { booking: { sessionHorizonDays: 90 } }));
  return { studio, siteIds };
};

/** The events of each commit of `work`, and how much processor time at most passed before anything else could run. */
const watch = async (studio: Studio, work: () => Promise<unknown>) => {
  const commits: Set<string>[] = [];
  let current = new Set<string>();
  studio.store.onRaise((_, { type, body }) => {
    const { data } = JSON.parse(body) as { data: { scheduleId?: string } };
    if (type.startsWith('session.')) current.add(String(data.scheduleId));
  });
  studio.store.onCommit(() => {
    commits.push(current);
    current = new Set();
  });
  const stopWatching = watchTurns();
  await work();
  return { commits, ...stopWatching() };
};

const timetable = forAllTests(() => openTimetable());

describe('a real timetable', () => {
  test('is generated for 90 days in short transactions of one schedule, so that requests run in between', async () => {
    const { studio } = timetable;
    const reportError = (error: unknown) => {
      throw error;
    };
    const seen = await watch(studio, () => extendHorizon({ store: studio.store, reportError }));
    expect(studio.count('sessions')).toBeGreaterThan(5_000);
    expect(seen.commits.length).toBeGreaterThanOrEqual(SITES * SCHEDULES_PER_SITE);
    expect(seen.commits.filter((schedules) => schedules.size > 1)).toEqual([]);
    expect(seen.turns).toBeGreaterThanOrEqual(SITES * SCHEDULES_PER_SITE);
    // None of the 140 transactions takes half of the whole time; how long one takes depends on the machine.
    expect(seen.longest).toBeLessThan(seen.total / 2);
  }, 300_000);

  test('follows its site in the same way', async () => {
    const { studio, siteIds } = timetable;
    const [siteId] = siteIds;
    const closures = [{ startDate: '2026-03-09', endDate: '2026-03-22' }];
    let [answered, isDone] = [0, false];
    const ask = async (): Promise<void> => {
      while (!isDone) {
        const { status } = await studio.get(`/v2/sessions?start_time_gte=${isoInstant(studio.time.now())}&limit=1`);
        expect(status).toBe(200);
        answered += 1;
        await new Promise<void>((resolve) => nextTurn(resolve));
      }
    };
    const asking = ask();
    const seen = await watch(studio, async () => {
      expect((await studio.patch(`/v2/sites/${siteId}`, { closures })).status).toBe(200);
    });
    isDone = true;
    await asking;
    expect(seen.commits.length).toBe(1 + SCHEDULES_PER_SITE);
    expect(seen.commits.filter((schedules) => schedules.size > 1)).toEqual([]);
    // A request takes a turn or more.
    expect(answered).toBeGreaterThanOrEqual(SCHEDULES_PER_SITE / 4);
    const left = "sessions where siteId = ? and localDate between '2026-03-09' and '2026-03-22'";
    expect(studio.count(left, siteId as string)).toBe(0);
  }, 300_000);
});
