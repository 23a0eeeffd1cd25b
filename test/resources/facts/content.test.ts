import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Fact } from '../../../src/resources/facts/tables.ts';
import { forEachTest } from '../../helpers/api.ts';
import { addEntry } from '../../helpers/content.ts';
import { addMedia, openContentStudio } from '../../helpers/content-members.ts';

const studio = forEachTest(openContentStudio);
const member = forEachTest(() => studio.member());
const entry = forEachTest(() => addEntry(studio));
afterEach(() => studio.app.stop());

const facts = (): Fact[] =>
  (studio.db.query('select * from facts order by number').all() as (Fact & { number: number })[]).map(
    ({ number: _number, ...fact }) => fact,
  );
const setStatus = (status: string) => member.put(`/content/${entry.id}/status`, { status });

describe('a completed entry is a fact', () => {
  test('of the member, once for each time; taking the progress back takes no fact back', async () => {
    await setStatus('in_progress');
    expect(facts()).toEqual([]);
    await setStatus('completed');
    await setStatus('completed');
    const at = new Date(studio.time.now()).toISOString();
    const first: Fact = {
      id: expect.any(String),
      kind: 'content_completed',
      clientId: member.id,
      siteId: expect.any(String),
      at,
      localDate: '2026-03-02',
      homeDate: '2026-03-02',
      sourceId: expect.any(String),
      value: 1,
      createdAt: at,
      takenBackAt: null,
    };
    expect(facts()).toEqual([first]);
    await setStatus('not_started');
    expect(facts()).toEqual([first]);
    await setStatus('completed');
    expect(facts()).toEqual([first, first]);
    expect(new Set(facts().map(({ sourceId }) => sourceId)).size).toBe(2);
    expect(studio.events()).toEqual(['content.completed', 'streak.extended', 'content.completed']);
  });

  test('also of a program that is completed with its last entry', async () => {
    const program = await addEntry(studio, {
      type: 'program',
      children: [{ entryId: entry.id, position: 0, dayNumber: 1 }],
    });
    await setStatus('completed');
    expect(facts().map(({ kind }) => kind)).toEqual(['content_completed', 'content_completed']);
    expect(studio.eventsInFull().filter(({ type }) => type === 'content.completed')).toHaveLength(2);
    expect((await member.get(`/content/${program.id}/status`)).body).toMatchObject({ status: 'completed' });
  });
});

describe('watched minutes are facts', () => {
  const HOUR = 3_600;
  let sessionId: string;
  let position: number;
  beforeEach(async () => {
    const contentMediaId = await addMedia(studio, { entryId: entry.id, durationSeconds: 10 * HOUR });
    sessionId = (await member.post('/video/sessions', { contentMediaId })).body.id;
    position = 0;
  });
  /** The member plays on for some seconds, and a heartbeat says so. */
  const watch = async (seconds: number) => {
    await studio.time.moveTo(studio.time.now() + seconds * 1_000);
    position += seconds;
    const { status } = await member.put(`/video/sessions/${sessionId}/heartbeat`, {
      positionSeconds: position,
      state: 'playing',
    });
    expect(status).toBe(200);
  };
  const minutes = () => facts().map(({ homeDate, value, at }) => ({ homeDate, value, at }));

  test('one once a minute is whole, not one for each heartbeat', async () => {
    for (let count = 0; count < 7; count += 1) await watch(15);
    expect(minutes()).toEqual([{ homeDate: '2026-03-02', value: 1, at: '2026-03-02T08:01:00.000Z' }]);
    await watch(150);
    expect(minutes().slice(1)).toEqual([{ homeDate: '2026-03-02', value: 3, at: '2026-03-02T08:04:15.000Z' }]);
    expect(facts()).toMatchObject([{ kind: 'watched_minutes', clientId: member.id }, { kind: 'watched_minutes' }]);
  });

  test('no part of a minute counts on another day', async () => {
    await watch(50);
    await studio.time.skipTo(Date.parse('2026-03-03T04:59:00.000Z'));
    await member.put(`/video/sessions/${sessionId}/end`);
    const contentMediaId = await addMedia(studio, { entryId: entry.id, durationSeconds: HOUR });
    sessionId = (await member.post('/video/sessions', { contentMediaId })).body.id;
    position = 0;
    await watch(50);
    expect(minutes()).toEqual([{ homeDate: '2026-03-02', value: 1, at: '2026-03-03T04:59:50.000Z' }]);
    // Midnight in New York.
    await watch(20);
    await watch(45);
    expect(minutes().slice(1)).toEqual([
      { homeDate: '2026-03-02', value: 40 / 60, at: '2026-03-03T04:59:50.000Z' },
      { homeDate: '2026-03-03', value: 1, at: '2026-03-03T05:00:55.000Z' },
    ]);
  });

  test('5 minutes of a day are a streak, with its event once', async () => {
    await watch(290);
    expect(facts()).toMatchObject([{ value: 4 }]);
    const before = studio.eventsInFull().map(({ data }) => data);
    expect(before).toMatchObject([{ type: 'DAILY_ACTIVITY' }]);
    await watch(10);
    await watch(60);
    const events = studio.eventsInFull().map(({ type, data }) => [type, data.type, data.length]);
    expect(events).toEqual([['streak.extended', 'VIDEO', 1]]);
  });
});
