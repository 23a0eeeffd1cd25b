import { describe, expect, test } from 'bun:test';
import { MINUTE_MS } from '../../../src/kernel/durations.ts';
import { addEntry } from '../../helpers/content.ts';
import { addMedia, UNKNOWN } from '../../helpers/content-members.ts';
import { SECOND, videoForEachTest } from './set-up.ts';

const NOW = '2026-03-02T08:00:00.000Z';

const { ids, studio, member, later, start, put, beat, resume, statusOfEntry, events } = videoForEachTest();

describe('POST sessions', () => {
  test('201, starts the entry and counts a view', async () => {
    const session = await start({ deviceType: 'tv', positionSeconds: 12.5, contentEntryId: ids.entryId });
    expect(session).toMatchObject({
      httpStatus: 201,
      object: 'video_session',
      contentMediaId: ids.mediaId,
      contentEntryId: ids.entryId,
      status: 'active',
      startedAt: NOW,
      endedAt: null,
      completedAt: null,
      lastHeartbeatAt: null,
      positionSeconds: 12.5,
      maxPositionSeconds: 12.5,
      watchedSeconds: 0,
      durationSeconds: 100,
      percentComplete: 0,
      playbackRate: 1,
      deviceType: 'tv',
    });
    expect(Object.keys(session)).not.toContain('clientId');
    expect(await statusOfEntry()).toMatchObject({ status: 'in_progress', startedAt: NOW });
    expect((await studio.get(`/v2/content/entries/${ids.entryId}`)).body.viewCount).toBe(1);
    expect(events()).toEqual([]);
  });

  test('ends an older session of the same media and device, and no other', async () => {
    const older = await start({ deviceType: 'ios' });
    const web = await start({ deviceType: 'web' });
    const stranger = await start({ deviceType: 'ios' }, await studio.member());
    await later(MINUTE_MS);
    const newer = await start({ deviceType: 'ios' });
    const statusOf = (id: string) => studio.db.query('select status, endedAt from videoSessions where id = ?').get(id);
    expect(statusOf(older.id)).toEqual({ status: 'ended', endedAt: '2026-03-02T08:01:00.000Z' });
    for (const { id } of [web, stranger, newer]) expect(statusOf(id)).toEqual({ status: 'active', endedAt: null });
    expect(await put(older.id, 'heartbeat', { positionSeconds: 1, state: 'playing' })).toMatchObject({
      httpStatus: 409,
      code: 'video_session_closed',
    });
    expect(events()).toEqual([]);
  });

  test('an older session that is abandoned ended at its last heartbeat', async () => {
    const older = await start();
    await later(11 * MINUTE_MS);
    await start();
    expect(studio.db.query('select status, endedAt from videoSessions where id = ?').get(older.id)).toEqual({
      status: 'abandoned',
      endedAt: NOW,
    });
  });

  test('403 content_locked, 409 media_not_ready, 400 for what is not there, not played or of another entry', async () => {
    const locked = await addEntry(studio, { access: 'package' });
    const draft = await addEntry(studio, { status: 'draft' });
    const other = await studio.given(addEntry(studio));
    const cases: readonly [object, number, string][] = [
      [{ contentMediaId: await addMedia(studio, { entryId: locked.id }) }, 403, 'content_locked'],
      [
        { contentMediaId: await addMedia(studio, { entryId: ids.entryId, status: 'processing' }) },
        409,
        'media_not_ready',
      ],
      [
        { contentMediaId: await addMedia(studio, { entryId: ids.entryId, status: 'uploading' }) },
        409,
        'media_not_ready',
      ],
      [{ contentMediaId: UNKNOWN }, 400, 'resource_missing'],
      [{ contentMediaId: await addMedia(studio, { entryId: null }) }, 400, 'resource_missing'],
      [{ contentMediaId: await addMedia(studio, { entryId: draft.id }) }, 400, 'resource_missing'],
      [{ contentMediaId: await addMedia(studio, { entryId: ids.entryId, archivedAt: NOW }) }, 400, 'resource_missing'],
      [{ contentMediaId: await addMedia(studio, { entryId: ids.entryId, kind: 'image' }) }, 400, 'parameter_invalid'],
      [{ contentEntryId: other.id }, 400, 'parameter_invalid'],
      [{ deviceType: 'fridge' }, 400, 'parameter_invalid'],
      [{ positionSeconds: -1 }, 400, 'parameter_invalid'],
    ];
    for (const [body, status, code] of cases) {
      const response = await start(body);
      expect([body, response.httpStatus, response.code]).toEqual([body, status, code]);
    }
    expect(studio.db.query('select count(*) as n from videoSessions').get()).toEqual({ n: 0 });
    expect(events()).toEqual([]);
  });
});

describe('complete and end', () => {
  test('complete marks the session completed and closes it; the entry is not completed by it', async () => {
    const { id } = await start();
    await beat(id, 10, 10);
    await later(5 * SECOND);
    expect(await put(id, 'complete')).toMatchObject({
      httpStatus: 200,
      status: 'completed',
      completedAt: '2026-03-02T08:00:15.000Z',
      percentComplete: 10,
      endedAt: '2026-03-02T08:00:15.000Z',
      lastHeartbeatAt: '2026-03-02T08:00:10.000Z',
    });
    expect(await statusOfEntry()).toMatchObject({ status: 'in_progress', progressPercent: 10 });
    expect(events()).toEqual([]);
  });

  test('the last position is credited, and may complete', async () => {
    const { id } = await start();
    for (let position = 15; position <= 75; position += 15) await beat(id, 15, position);
    await later(25 * SECOND);
    expect(await put(id, 'end', { positionSeconds: 100 })).toMatchObject({
      status: 'completed',
      percentComplete: 100,
      watchedSeconds: 100,
      positionSeconds: 100,
    });
    expect(studio.events()).toEqual(['streak.extended', 'video.completed', 'content.completed']);
  });

  test('twice is 200 and changes nothing, also of an abandoned one', async () => {
    for (const action of ['complete', 'end']) {
      const { id } = await start();
      await later(SECOND);
      const first = await put(id, action);
      await later(SECOND);
      for (const again of ['complete', 'end']) {
        expect(await put(id, again, { positionSeconds: 50 })).toEqual(first);
      }
      expect(first.status).toBe(action === 'end' ? 'ended' : 'completed');
    }
    const { id } = await start();
    await later(11 * MINUTE_MS);
    expect(await put(id, 'complete')).toMatchObject({ httpStatus: 200, status: 'abandoned', completedAt: null });
    expect(events()).toEqual([]);
  });
});

describe('abandoned', () => {
  test('after 10 minutes without a heartbeat, ended at the last one, true on reading before the job', async () => {
    const { id } = await start();
    const at = '2026-03-02T08:00:15.000Z';
    await beat(id, 15, 15);
    const seen = async () => (await member.get('/video/history')).body.data[0];
    await later(10 * MINUTE_MS - 1);
    expect(await seen()).toMatchObject({ status: 'active', endedAt: null });
    await later(1);
    expect(await seen()).toMatchObject({ status: 'abandoned', endedAt: at });
    expect(await put(id, 'heartbeat', { positionSeconds: 30, state: 'playing' })).toMatchObject({ httpStatus: 409 });
    await later(MINUTE_MS);
    expect(studio.db.query('select status, endedAt from videoSessions').get()).toEqual({
      status: 'abandoned',
      endedAt: at,
    });
    expect(events()).toEqual([]);
  });

  test('a completed one stays completed', async () => {
    const { id } = await start();
    for (let position = 30; position <= 90; position += 30) await beat(id, 30, position);
    await later(12 * MINUTE_MS);
    expect(studio.db.query('select status, endedAt from videoSessions').get()).toEqual({
      status: 'completed',
      endedAt: '2026-03-02T08:01:30.000Z',
    });
    expect(await put(id, 'heartbeat', { positionSeconds: 95, state: 'playing' })).toMatchObject({ httpStatus: 409 });
  });
});

describe('resume', () => {
  test('the position of the newest session; 0 when there is none, under 10 s and over 95 %', async () => {
    expect(await resume()).toEqual({
      object: 'video_resume',
      contentMediaId: ids.mediaId,
      positionSeconds: 0,
      durationSeconds: 100,
      percentComplete: 0,
      isCompleted: false,
      updatedAt: null,
    });
    const { id } = await start();
    await beat(id, 9, 9.9);
    expect(await resume()).toMatchObject({ positionSeconds: 0, percentComplete: 9.9 });
    await beat(id, 1, 10);
    expect(await resume()).toMatchObject({ positionSeconds: 10, updatedAt: '2026-03-02T08:00:10.000Z' });
    await beat(id, 1, 95);
    expect((await resume()).positionSeconds).toBe(95);
    await beat(id, 1, 95.1);
    expect((await resume()).positionSeconds).toBe(0);
    await start({ deviceType: 'tv', positionSeconds: 40 });
    expect((await resume()).positionSeconds).toBe(40);
  });

  test('404 for a media that the member cannot see', async () => {
    const draft = await addEntry(studio, { status: 'draft' });
    for (const id of [UNKNOWN, await addMedia(studio, { entryId: draft.id })]) {
      expect((await member.get(`/video/resume/${id}`)).status).toBe(404);
    }
  });
});

describe('history', () => {
  test('the newest session of each media, the newest first; by completed; in pages', async () => {
    const medias: string[] = [];
    const newest: string[] = [];
    for (let made = 0; made < 4; made += 1)
      medias.push(await addMedia(studio, { entryId: ids.entryId, durationSeconds: 20 }));
    for (const contentMediaId of medias) {
      await start({ contentMediaId });
      await later(SECOND);
      const { id } = await start({ contentMediaId });
      newest.unshift(id);
    }
    await beat(String(newest[1]), 20, 20);
    await (await studio.member()).post('/video/sessions', { contentMediaId: medias[0] });
    const idsOf = async (query: string) => {
      const { body } = await member.get(`/video/history${query}`);
      return body.data.map(({ id }: { id: string }) => id);
    };
    expect(await idsOf('')).toEqual(newest);
    expect(await idsOf('?completed=true')).toEqual([newest[1]]);
    expect(await idsOf('?completed=false')).toEqual([newest[0], newest[2], newest[3]]);
    expect(await idsOf(`?limit=2&starting_after=${newest[0]}`)).toEqual([newest[1], newest[2]]);
    expect(await idsOf(`?limit=1&ending_before=${newest[3]}`)).toEqual([newest[2]]);
    expect((await member.get(`/video/history?starting_after=${UNKNOWN}`)).body.error.code).toBe('cursor_invalid');
  });
});
