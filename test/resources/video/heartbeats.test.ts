import { describe, expect, test } from 'bun:test';
import { addMedia, UNKNOWN } from '../../helpers/content-members.ts';
import { SECOND, videoForEachTest } from './set-up.ts';

const { ids, studio, member, later, start, put, beat, resume, statusOfEntry, events } = videoForEachTest();

describe('heartbeat', () => {
  test('credits what was played, and moves the position', async () => {
    const { id } = await start();
    expect(await beat(id, 15, 15)).toMatchObject({
      httpStatus: 200,
      status: 'active',
      watchedSeconds: 15,
      positionSeconds: 15,
      maxPositionSeconds: 15,
      percentComplete: 15,
      lastHeartbeatAt: '2026-03-02T08:00:15.000Z',
    });
    expect(await statusOfEntry()).toMatchObject({ progressPercent: 15, positionSeconds: 15, status: 'in_progress' });
    expect(await beat(id, 15, 30, { state: 'buffering' })).toMatchObject({ watchedSeconds: 30, percentComplete: 30 });
    expect(events()).toEqual([]);
  });

  test('paused credits nothing, and its position is where it goes on', async () => {
    const { id } = await start();
    expect(await beat(id, 15, 40, { state: 'paused' })).toMatchObject({ watchedSeconds: 0, positionSeconds: 40 });
    expect(await beat(id, 10, 50)).toMatchObject({ watchedSeconds: 10, percentComplete: 10 });
  });

  test('seeking forward credits nothing beyond wall time, and back nothing', async () => {
    const { id } = await start();
    expect(await beat(id, 10, 80)).toMatchObject({ watchedSeconds: 15, percentComplete: 15, maxPositionSeconds: 80 });
    expect(await beat(id, 10, 20)).toMatchObject({ watchedSeconds: 15, positionSeconds: 20, maxPositionSeconds: 80 });
    expect(await beat(id, 10, 30)).toMatchObject({ watchedSeconds: 25, percentComplete: 25 });
  });

  test('the rate counts, from 0.25 to 4, and stays until another is sent', async () => {
    const { id } = await start();
    expect(await beat(id, 10, 20, { playbackRate: 2 })).toMatchObject({ watchedSeconds: 20, playbackRate: 2 });
    expect(await beat(id, 10, 40)).toMatchObject({ watchedSeconds: 40, playbackRate: 2 });
    for (const playbackRate of [0.2, 4.1]) {
      expect(await beat(id, 1, 41, { playbackRate })).toMatchObject({ httpStatus: 400, code: 'parameter_invalid' });
    }
  });

  test('seconds that are seen twice count once', async () => {
    const { id } = await start();
    await beat(id, 20, 20);
    await beat(id, 1, 0);
    expect(await beat(id, 20, 20)).toMatchObject({ watchedSeconds: 40, percentComplete: 20 });
  });

  test('90 percent seen completes the video and its entry, once; the session goes on', async () => {
    const { id } = await start();
    for (let position = 20; position < 90; position += 20) await beat(id, 20, position);
    expect(await beat(id, 9.9, 89.9)).toMatchObject({ status: 'active', percentComplete: 89.9 });
    expect(studio.events()).toEqual(['streak.extended']);
    const done = await beat(id, 0.1, 90);
    expect(done).toMatchObject({ status: 'completed', percentComplete: 90, endedAt: null });
    expect(done.completedAt).toBe(done.lastHeartbeatAt);
    const data = { contentEntryId: ids.entryId, contentMediaId: ids.mediaId, clientId: member.id, watchedSeconds: 90 };
    expect(events()).toMatchObject([
      { type: 'video.completed', data },
      { type: 'content.completed', data },
    ]);
    expect(await statusOfEntry()).toMatchObject({ status: 'completed', progressPercent: 100, completionCount: 1 });
    expect(await beat(id, 10, 100)).toMatchObject({ httpStatus: 200, status: 'completed', percentComplete: 100 });
    await put(id, 'end');
    const again = await start();
    for (let position = 20; position <= 100; position += 20) await beat(again.id, 20, position);
    expect(await statusOfEntry()).toMatchObject({ completionCount: 1, positionSeconds: 100 });
    expect(events()).toEqual([]);
  });

  test('the furthest position does not complete', async () => {
    const { id } = await start({ positionSeconds: 95 });
    expect(await beat(id, 5, 100)).toMatchObject({ status: 'active', percentComplete: 5, maxPositionSeconds: 100 });
    expect(events()).toEqual([]);
  });

  test('what was seen in earlier sessions and on other devices counts', async () => {
    const phone = await start({ deviceType: 'ios' });
    await beat(phone.id, 60, 60);
    await put(phone.id, 'end');
    const tv = await start({ deviceType: 'tv', positionSeconds: 60 });
    expect(tv.percentComplete).toBe(60);
    expect(await beat(tv.id, 30, 90)).toMatchObject({ status: 'completed', percentComplete: 90, watchedSeconds: 30 });
    expect(studio.events()).toEqual(['streak.extended', 'video.completed', 'content.completed']);
  });

  test('sessions at the same time share the wall time', async () => {
    const other = await addMedia(studio, { entryId: ids.entryId, durationSeconds: 100 });
    const one = await start();
    const two = await start({ contentMediaId: other });
    await later(60 * SECOND);
    const body = { positionSeconds: 60, state: 'playing' };
    expect(await put(one.id, 'heartbeat', body)).toMatchObject({ watchedSeconds: 60, percentComplete: 60 });
    expect(await put(two.id, 'heartbeat', body)).toMatchObject({ watchedSeconds: 0, percentComplete: 60 });
    for (const at of [75, 90]) {
      await later(15 * SECOND);
      const next = { positionSeconds: at, state: 'playing' };
      expect(await put(two.id, 'heartbeat', next)).toMatchObject({ watchedSeconds: at - 60, percentComplete: at });
      expect(await put(one.id, 'heartbeat', next)).toMatchObject({ watchedSeconds: 60, percentComplete: at });
    }
  });

  test('a reset of the entry forgets what was seen', async () => {
    const { id } = await start();
    for (let position = 30; position <= 90; position += 30) await beat(id, 30, position);
    studio.events();
    await member.put(`/content/${ids.entryId}/status`, { status: 'not_started' });
    expect(await resume()).toMatchObject({ positionSeconds: 0, percentComplete: 0, isCompleted: false });
    const again = await start();
    for (let position = 30; position <= 90; position += 30) await beat(again.id, 30, position);
    expect(events().map(({ type }) => type)).toEqual(['video.completed', 'content.completed']);
  });

  test('a media of unknown length is credited, and is completed by nothing', async () => {
    const endless = await addMedia(studio, { entryId: ids.entryId, durationSeconds: null });
    const { id } = await start({ contentMediaId: endless });
    expect(await beat(id, 60, 60)).toMatchObject({ watchedSeconds: 60, percentComplete: 0, durationSeconds: null });
    expect(studio.events()).toEqual(['streak.extended']);
  });

  test('404 for the session of another member, and for none', async () => {
    const { id } = await start({}, await studio.member());
    for (const each of [id, UNKNOWN]) {
      for (const action of ['heartbeat', 'complete', 'end']) {
        const response = await put(
          each,
          action,
          action === 'heartbeat' ? { positionSeconds: 1, state: 'playing' } : {},
        );
        expect([action, response.httpStatus, response.code]).toEqual([action, 404, 'resource_not_found']);
      }
    }
  });

  test('a hostile client with very many tiny parts stores little', async () => {
    const long = await addMedia(studio, { entryId: ids.entryId, durationSeconds: 86_400 });
    const { id } = await start({ contentMediaId: long });
    // A business that acts for the member has no limit by the hour.
    const send = (positionSeconds: number, state: string) =>
      studio.send(
        'PUT',
        `/v2/member/video/sessions/${id}/heartbeat`,
        { positionSeconds, state },
        { 'x-client-id': member.id },
      );
    for (let part = 1; part <= 400; part += 1) {
      await send(part * 20, 'paused');
      await later(SECOND);
      expect((await send(part * 20 + 0.5, 'playing')).body.watchedSeconds).toBe(part / 2);
    }
    const stored = studio.db.query('select length(seen) as size from videoViews').get() as { size: number };
    expect(stored.size).toBeLessThan(5_000);
    expect((await member.get(`/video/resume/${long}`)).body.percentComplete).toBe(0.11);
  });
});

test('a signed-in member sends more heartbeats in an hour than other writes', async () => {
  const { id } = await start();
  for (let count = 0; count < 205; count += 1) {
    const body = { positionSeconds: 1, state: 'playing' };
    const { status, headers } = await member.put(`/video/sessions/${id}/heartbeat`, body);
    const shown = ['limit', 'remaining', 'category'].map((name) => headers.get(`x-ratelimit-${name}`));
    expect([status, ...shown]).toEqual([200, '1000', `${999 - count}`, 'write']);
  }
  // The second write of the member, after the beginning of the session.
  const { status, headers } = await member.put(`/video/sessions/${id}/end`);
  expect([status, headers.get('x-ratelimit-remaining')]).toEqual([200, '198']);
});
