import { describe, expect, test } from 'bun:test';
import { reactions } from '../../../src/api.ts';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { recordFact, takeBackFact } from '../../../src/resources/facts/facts.ts';
import type { FactKind } from '../../../src/resources/facts/tables.ts';
import { openStreaks, type Streaks } from './set-up.ts';

let source = 0;
/** Records a fact of a family that has no operations here. */
const record = ({ now, clientId, raised }: Streaks, kind: FactKind, at: string, value: number) => {
  source += 1;
  const sourceId = `source ${source}`;
  raised();
  return now()
    .store.write((tx) => ({ id: recordFact(tx, reactions, { kind, clientId, at, sourceId, value }).id }))
    .then(() => ({ sourceId, raised: raised() }));
};

/** Days on which the clocks change: their local length, and the instants of their beginning and end. */
const DAYS = [
  { zone: 'America/New_York', start: '2026-03-08T05:00:00.000Z', hours: 23 },
  { zone: 'America/New_York', start: '2026-11-01T04:00:00.000Z', hours: 25 },
  { zone: 'Europe/London', start: '2026-03-29T00:00:00.000Z', hours: 23 },
  { zone: 'Europe/London', start: '2026-10-24T23:00:00.000Z', hours: 25 },
  { zone: 'Australia/Lord_Howe', start: '2026-04-04T13:00:00.000Z', hours: 24.5 },
  { zone: 'Australia/Lord_Howe', start: '2026-10-03T13:30:00.000Z', hours: 23.5 },
];
const shift = (instant: string, milliseconds: number): string =>
  new Date(Date.parse(instant) + milliseconds).toISOString();

describe('a day of the home site', () => {
  for (const { zone, start, hours } of DAYS) {
    test(`${start.slice(0, 10)} in ${zone} has ${hours} hours`, async () => {
      const { visit, streak, moveTo } = await openStreaks(zone, shift(start, -1));
      const end = shift(start, hours * HOUR_MS);
      await visit(shift(start, -1));
      await visit(start);
      expect(await streak('daily_activity')).toMatchObject({ length: 2, periodStart: start, periodEnd: end });
      expect(await visit(shift(end, -1))).toEqual([]);
      expect(await visit(end)).toContain('streak.extended daily_activity 3');
      const next = shift(end, 48 * HOUR_MS);
      await moveTo(shift(next, -6 * HOUR_MS - 1));
      expect((await streak('daily_activity')).status).toBe('active');
      await moveTo(shift(next, -6 * HOUR_MS));
      expect((await streak('daily_activity')).status).toBe('at_risk');
      await moveTo(next);
      expect(await streak('daily_activity')).toMatchObject({ length: 0, longestLength: 3, status: 'broken' });
    });
  }
});

describe('the streak of videos', () => {
  test('counts days with 5 watched minutes, as facts come and are taken back', async () => {
    const world = await openStreaks('Europe/London', '2026-03-02T09:00:00.000Z');
    const { streak, now, raised } = world;
    expect(await streak('video')).toEqual({
      id: 'video',
      object: 'streak',
      type: 'video',
      length: 0,
      longestLength: 0,
      startedOn: null,
      periodStart: '2026-03-02T00:00:00.000Z',
      periodEnd: '2026-03-03T00:00:00.000Z',
      targetPerPeriod: 5,
      currentPeriodCount: 0,
      status: 'active',
    });
    const first = await record(world, 'watched_minutes', '2026-03-02T08:00:00.000Z', 4.9);
    expect(first.raised).toEqual(['streak.extended daily_activity 1']);
    expect(await streak('video')).toMatchObject({ length: 0, currentPeriodCount: 4 });
    const second = await record(world, 'watched_minutes', '2026-03-02T08:30:00.000Z', 0.1);
    expect(second.raised).toEqual(['streak.extended video 1']);
    expect(await streak('video')).toMatchObject({ length: 1, currentPeriodCount: 5, startedOn: '2026-03-02' });
    const { sourceId } = first;
    await now().store.write((tx) => {
      takeBackFact(tx, reactions, { kind: 'watched_minutes', sourceId });
    });
    expect(await streak('video')).toMatchObject({ length: 0, currentPeriodCount: 0, longestLength: 0 });
    expect(await streak('daily_activity')).toMatchObject({ length: 1, currentPeriodCount: 1 });
    expect((await record(world, 'watched_minutes', '2026-03-02T08:40:00.000Z', 30)).raised).toEqual([]);
    expect(await streak('video')).toMatchObject({ length: 1, currentPeriodCount: 30 });
    // Other facts are activity, and neither visits nor minutes.
    expect((await record(world, 'article_read', '2026-03-01T08:40:00.000Z', 500)).raised).toEqual([]);
    expect(await streak('daily_activity')).toMatchObject({ length: 2, startedOn: '2026-03-01' });
    expect(await streak()).toMatchObject({ length: 0, currentPeriodCount: 0 });
    expect(raised()).toEqual([]);
  });
});
