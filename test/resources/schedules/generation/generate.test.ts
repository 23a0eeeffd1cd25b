import { describe, expect, test } from 'bun:test';
import { addDays } from '../../../../src/kernel/local-time.ts';
import { generateSessions } from '../../../../src/resources/schedules/generation/generate.ts';
import { extendHorizon } from '../../../../src/resources/schedules/generation/horizon.ts';
import { sessionsOfSlots } from '../../../../src/resources/schedules/queries.ts';
import { Schedule, type ScheduleRow } from '../../../../src/resources/schedules/record.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../../helpers/api.ts';

/** Monday, 2 March 2026, 08:00 UTC: 03:00 in New York. */
const studio = forEachTest(openStudio);

const addSchedule = (parts: Partial<ScheduleRow> = {}): Promise<ScheduleRow> =>
  studio.store.write((tx) => {
    const row: ScheduleRow = {
      ...Schedule.initial(tx),
      name: 'Yoga',
      description: 'Slow',
      category: 'yoga',
      tags: '["mat"]',
      creditCost: 2,
      dropInPrice: '{"amount":2000,"currency":"USD"}',
      roomName: 'Blue',
      siteId: MAIN_SITE,
      capacity: 12,
      waitlistCapacity: 3,
      startDate: '2026-01-01',
      startTime: '06:30',
      durationMinutes: 50,
      timezone: 'America/New_York',
      recurrenceRule: '{"frequency":"daily","interval":1,"weekStart":"MO"}',
      ...parts,
    };
    Schedule.rows.insert(tx, row);
    return row;
  });

const generate = (id: string, until: string): Promise<number> =>
  studio.store.write((tx) => generateSessions(tx, Schedule.rows.find(tx, id) as ScheduleRow, until).length);

const sessionsOf = (id: string) => sessionsOfSlots(studio.store.view(), id, '2026-01-01', '2027-12-31');
const keysOf = (id: string): string[] => sessionsOf(id).map((row) => row.occurrenceKey);
const run = (days = 7) => {
  studio.db.run("update settings set booking = json_set(booking, '$.sessionHorizonDays', ?)", [days]);
  const errors: string[] = [];
  const done = extendHorizon({ store: studio.store, reportError: (_, id) => errors.push(id) });
  return done.then((result) => ({ ...result, errors }));
};
const skipTo = (instant: string) => studio.time.skipTo(Date.parse(instant));

describe('generateSessions', () => {
  test('creates a session for each slot, with an event for each', async () => {
    const { id } = await addSchedule();
    expect(await generate(id, '2026-03-04')).toBe(3);
    const [first] = sessionsOf(id);
    expect(first).toMatchObject({
      scheduleId: id,
      occurrenceKey: '2026-03-02T06:30',
      startTime: '2026-03-02T11:30:00.000Z',
      endTime: '2026-03-02T12:20:00.000Z',
      localDate: '2026-03-02',
      localStartTime: '06:30',
      name: 'Yoga',
      description: 'Slow',
      tags: '["mat"]',
      creditCost: 2,
      dropInPrice: '{"amount":2000,"currency":"USD"}',
      roomName: 'Blue',
      capacity: 12,
      waitlistCapacity: 3,
      isModified: 0,
    });
    const events = studio.eventsInFull();
    expect(events.map(({ type }) => type)).toEqual(Array(3).fill('session.created'));
    expect(events[0]?.data).toEqual({
      sessionId: first?.id,
      scheduleId: id,
      startTime: '2026-03-02T11:30:00.000Z',
      endTime: '2026-03-02T12:20:00.000Z',
      instructorId: null,
      capacity: 12,
      siteId: MAIN_SITE,
    });
    expect(Schedule.rows.find(studio.store.view(), id)?.generatedUntil).toBe('2026-03-04');
  });

  test('a repeat creates nothing, also without generatedUntil', async () => {
    const { id } = await addSchedule();
    await studio.given(generate(id, '2026-03-04'));
    expect(await generate(id, '2026-03-04')).toBe(0);
    await studio.store.write((tx) => Schedule.rows.update(tx, id, { generatedUntil: null }));
    expect(await generate(id, '2026-03-04')).toBe(0);
    expect(await generate(id, '2026-03-05')).toBe(1);
    expect(studio.events()).toEqual(['session.created']);
  });

  test('slots that have started get no session', async () => {
    await skipTo('2026-03-02T11:30:00.001Z');
    const { id } = await addSchedule();
    await generate(id, '2026-03-03');
    expect(keysOf(id)).toEqual(['2026-03-03T06:30']);
  });

  test('today is the local day of the schedule', async () => {
    await skipTo('2026-03-03T02:00:00.000Z');
    const { id } = await addSchedule({ startTime: '23:00' });
    await generate(id, '2026-03-02');
    expect(keysOf(id)).toEqual(['2026-03-02T23:00']);
  });

  test('closures of the site and exceptions of the schedule apply', async () => {
    const closures = JSON.stringify([{ startDate: '2026-03-03', endDate: '2026-03-03', name: 'Fair' }]);
    studio.db.run('update sites set closures = ?', [closures]);
    const exceptions = [
      { date: '2026-03-04', action: 'move', startTime: '09:00' },
      { date: '2026-03-05', action: 'modify', capacity: null },
    ];
    const { id } = await addSchedule({ exceptions: JSON.stringify(exceptions) });
    await generate(id, '2026-03-05');
    expect(sessionsOf(id).map((row) => [row.occurrenceKey, row.localStartTime, row.capacity])).toEqual([
      ['2026-03-02T06:30', '06:30', 12],
      ['2026-03-04T06:30', '09:00', 12],
      ['2026-03-05T06:30', '06:30', null],
    ]);
  });

  test('creates nothing for a paused schedule or an inactive site', async () => {
    const paused = await addSchedule({ status: 'paused' });
    expect(await generate(paused.id, '2026-03-05')).toBe(0);
    const { id } = await addSchedule();
    studio.db.run("update sites set status = 'inactive'");
    expect(await generate(id, '2026-03-05')).toBe(0);
    expect(studio.events()).toEqual([]);
  });
});

describe('extendHorizon', () => {
  test('creates the sessions of every active schedule up to its horizon, one more day every night', async () => {
    const own = await addSchedule({ horizonDays: 2 });
    const { id } = await addSchedule();
    await addSchedule({ status: 'archived' });
    expect(await run()).toEqual({ visited: 2, created: 3 + 8, ended: 0, errors: [] });
    expect([keysOf(own.id).length, keysOf(id).at(-1)]).toEqual([3, '2026-03-09T06:30']);
    await skipTo('2026-03-03T08:00:00.000Z');
    expect(await run()).toMatchObject({ visited: 2, created: 2 });
    expect(await run()).toMatchObject({ visited: 2, created: 0 });
  });

  test('processes more schedules than it reads at once, each in its own transaction', async () => {
    for (let index = 0; index < 230; index += 1) await addSchedule({ recurrenceRule: null, startDate: '2026-03-03' });
    let commits = 0;
    const flush = studio.store.flush.bind(studio.store);
    studio.store.flush = () => {
      commits += 1;
      flush();
    };
    expect(await run()).toMatchObject({ visited: 230, created: 230 });
    expect(commits).toBeGreaterThanOrEqual(230);
  });

  test('requests run between two schedules', async () => {
    for (let index = 0; index < 20; index += 1) await addSchedule();
    const job = run(30);
    const order: string[] = [];
    const request = studio.get('/v2/sites').then(() => order.push('request'));
    await Promise.all([job.then(() => order.push('job')), request]);
    expect(order).toEqual(['request', 'job']);
  });

  test('a schedule without future slots ends, with an event', async () => {
    const { id } = await addSchedule({ endDate: '2026-03-03' });
    await studio.given(run());
    await skipTo('2026-03-04T08:00:00.000Z');
    expect(studio.events()).toEqual(['session.completed', 'session.completed']);
    expect(await run()).toMatchObject({ ended: 1, created: 0 });
    expect(studio.eventsInFull().map(({ type, data }) => [type, data.changes])).toEqual([
      ['schedule.updated', { status: 'ENDED' }],
    ]);
    expect(Schedule.rows.find(studio.store.view(), id)?.status).toBe('ended');
    expect(await run()).toMatchObject({ visited: 0 });
  });

  test('reports a schedule that fails and continues with the others', async () => {
    const broken = await addSchedule({ recurrenceRule: '{' });
    const { id } = await addSchedule();
    expect(await run()).toEqual({ visited: 2, created: 8, ended: 0, errors: [broken.id] });
    expect(keysOf(id)).toHaveLength(8);
  });
});

test('generates ninety days of a rule of ten years', async () => {
  const { id } = await addSchedule({ startDate: '2016-03-01' });
  expect(await generate(id, addDays('2026-03-02', 90))).toBe(91);
});
