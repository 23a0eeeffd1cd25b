import { describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { forEachTest } from '../../helpers/api.ts';
import { addEntry } from '../../helpers/content.ts';
import { openContentStudio, UNKNOWN } from '../../helpers/content-members.ts';

const NOW = '2026-03-02T08:00:00.000Z';

const studio = forEachTest(openContentStudio);
const member = forEachTest(() => studio.member());
const entry = forEachTest(() => addEntry(studio));

const put = async (body: object, id = entry.id) => {
  const response = await member.put(`/content/${id}/status`, body);
  return { ...response.body, code: response.body.error?.code, httpStatus: response.status };
};
const later = (milliseconds: number) => studio.time.moveTo(studio.time.now() + milliseconds);
const viewCount = async (): Promise<number> => (await studio.get(`/v2/content/entries/${entry.id}`)).body.viewCount;

describe('GET status', () => {
  test('200 not_started where nothing was done, as a view without an id', async () => {
    const { status, body } = await member.get(`/content/${entry.id}/status`);
    expect(status).toBe(200);
    expect(body).toEqual({
      object: 'content_status',
      contentEntryId: entry.id,
      status: 'not_started',
      progressPercent: 0,
      positionSeconds: 0,
      startedAt: null,
      completedAt: null,
      lastViewedAt: null,
      completionCount: 0,
      isFavorite: false,
      favoritedAt: null,
      isWatchLater: false,
      watchLaterAt: null,
      rating: null,
    });
    expect(studio.events()).toEqual([]);
  });

  test('404 for what the member cannot see: unknown, a draft, of another site', async () => {
    const draft = await addEntry(studio, { status: 'draft' });
    const site = (await studio.post('/v2/sites', { name: 'Uptown' })).body.id;
    const elsewhere = await studio.given(addEntry(studio, { siteIds: [site] }));
    for (const id of [UNKNOWN, draft.id, elsewhere.id, 'nothing']) {
      for (const response of [
        await member.get(`/content/${id}/status`),
        await member.put(`/content/${id}/status`, { status: 'completed' }),
        await member.post(`/content/${id}/favorite`),
        await member.delete(`/content/${id}/watch-later`),
      ]) {
        expect([id, response.status, response.body.error.code]).toEqual([id, 404, 'resource_not_found']);
      }
    }
    expect(studio.events()).toEqual([]);
  });
});

describe('PUT status', () => {
  test('the first write starts the entry, whatever it sets', async () => {
    expect(await put({ rating: 4 })).toMatchObject({
      httpStatus: 200,
      status: 'in_progress',
      startedAt: NOW,
      lastViewedAt: NOW,
      rating: 4,
      progressPercent: 0,
    });
    await later(HOUR_MS);
    expect(await put({ positionSeconds: 61.5 })).toMatchObject({ startedAt: NOW, positionSeconds: 61.5, rating: 4 });
    expect(studio.events()).toEqual([]);
  });

  test('progress never falls, and the position follows', async () => {
    await put({ progressPercent: 40, positionSeconds: 100 });
    expect(await put({ progressPercent: 10, positionSeconds: 20 })).toMatchObject({
      status: 'in_progress',
      progressPercent: 40,
      positionSeconds: 20,
    });
    expect(await put({ status: 'in_progress' })).toMatchObject({ progressPercent: 40 });
    expect(studio.events()).toEqual([]);
  });

  test('completed is 100 and raises one event; watching again counts no completion', async () => {
    expect(await put({ status: 'completed' })).toMatchObject({
      status: 'completed',
      progressPercent: 100,
      completedAt: NOW,
      startedAt: NOW,
      completionCount: 1,
    });
    const [event, ...more] = studio.eventsInFull();
    expect(more.map(({ type }) => type)).toEqual(['streak.extended']);
    expect(event).toMatchObject({
      type: 'content.completed',
      data: { contentEntryId: entry.id, contentMediaId: null, clientId: member.id, watchedSeconds: null },
    });
    await later(HOUR_MS);
    for (const again of [{ status: 'completed' }, { status: 'in_progress' }, { progressPercent: 3 }, { rating: 5 }]) {
      expect(await put(again)).toMatchObject({
        status: 'completed',
        progressPercent: 100,
        completedAt: NOW,
        completionCount: 1,
      });
    }
    expect(studio.events()).toEqual([]);
  });

  test('95 and over completes, below does not', async () => {
    expect(await put({ progressPercent: 94.99 })).toMatchObject({ status: 'in_progress', progressPercent: 94.99 });
    expect(studio.events()).toEqual([]);
    expect(await put({ progressPercent: 95 })).toMatchObject({ status: 'completed', progressPercent: 100 });
    expect(studio.events()).toEqual(['content.completed', 'streak.extended']);
  });

  test('not_started clears all but favourites, watch-later, rating and completionCount; it can be completed again', async () => {
    await member.post(`/content/${entry.id}/favorite`);
    await member.post(`/content/${entry.id}/watch-later`);
    await studio.given(put({ status: 'completed', rating: 3, positionSeconds: 9 }));
    expect(await put({ status: 'not_started' })).toMatchObject({
      status: 'not_started',
      progressPercent: 0,
      positionSeconds: 0,
      startedAt: null,
      completedAt: null,
      lastViewedAt: null,
      completionCount: 1,
      isFavorite: true,
      isWatchLater: true,
      rating: 3,
    });
    expect(studio.events()).toEqual([]);
    expect(await put({ status: 'completed' })).toMatchObject({ completionCount: 2 });
    expect(studio.events()).toEqual(['content.completed']);
  });

  test('400 for nothing, for what is out of range, and for not_started with progress', async () => {
    const wrong: readonly [object, string][] = [
      [{}, 'parameter_missing'],
      [{ progressPercent: 101 }, 'parameter_invalid'],
      [{ progressPercent: -1 }, 'parameter_invalid'],
      [{ positionSeconds: -1 }, 'parameter_invalid'],
      [{ rating: 6 }, 'parameter_invalid'],
      [{ rating: 0 }, 'parameter_invalid'],
      [{ status: 'done' }, 'parameter_invalid'],
      [{ status: 'not_started', progressPercent: 5 }, 'parameter_invalid'],
      [{ progress: 5 }, 'parameter_unknown'],
    ];
    for (const [body, code] of wrong) expect(await put(body)).toMatchObject({ httpStatus: 400, code });
    expect((await member.get(`/content/${entry.id}/status`)).body.startedAt).toBeNull();
    expect(studio.events()).toEqual([]);
  });

  test('403 content_locked where the member may not open the entry; lists may have it', async () => {
    const locked = await studio.given(addEntry(studio, { access: 'package' }));
    expect(await put({ status: 'completed' }, locked.id)).toMatchObject({ httpStatus: 403, code: 'content_locked' });
    expect((await member.get(`/content/${locked.id}/status`)).body.status).toBe('not_started');
    expect((await member.post(`/content/${locked.id}/favorite`)).status).toBe(201);
    const { body } = await member.get('/content/my-list');
    expect(body.data).toMatchObject([{ id: locked.id, isLocked: true, lockReason: 'package_required', mediaIds: [] }]);
    expect(studio.events()).toEqual([]);
  });

  test('a view is counted once for each member and local day at the home site', async () => {
    await put({ positionSeconds: 1 });
    await put({ positionSeconds: 2 });
    expect(await viewCount()).toBe(1);
    const other = await studio.member();
    await other.put(`/content/${entry.id}/status`, { rating: 5 });
    expect(await viewCount()).toBe(2);
    // 23:30 in New York, which is the next day in UTC.
    await studio.time.skipTo(Date.parse('2026-03-03T04:30:00.000Z'));
    await put({ positionSeconds: 3 });
    expect(await viewCount()).toBe(2);
    await later(HOUR_MS);
    await put({ positionSeconds: 4 });
    await put({ status: 'not_started' });
    await put({ positionSeconds: 5 });
    expect(await viewCount()).toBe(3);
    expect(studio.events()).toEqual([]);
  });

  test('favourites and looking are no views', async () => {
    await member.get(`/content/${entry.id}/status`);
    await member.post(`/content/${entry.id}/favorite`);
    await put({ status: 'not_started' });
    expect(await viewCount()).toBe(0);
  });
});

describe('the expansion memberStatus', () => {
  test("is the member's, and null where no member reads", async () => {
    await put({ progressPercent: 12 });
    const other = await addEntry(studio, { title: 'Other' });
    const query = '/entries?expand[]=memberStatus';
    const { body } = await member.content(query);
    expect(body.data.map(({ id, memberStatus }: { id: string; memberStatus: object }) => [id, memberStatus])).toEqual([
      [other.id, expect.objectContaining({ contentEntryId: other.id, status: 'not_started' })],
      [entry.id, expect.objectContaining({ contentEntryId: entry.id, status: 'in_progress', progressPercent: 12 })],
    ]);
    const { data } = (await studio.get(`/v2/content${query}`)).body;
    expect(data.map(({ memberStatus }: { memberStatus: object }) => memberStatus)).toEqual([null, null]);
  });
});

describe('a business that acts for a member', () => {
  test('writes the status of that member', async () => {
    const response = await studio.send(
      'PUT',
      `/v2/member/content/${entry.id}/status`,
      { status: 'completed' },
      {
        'x-client-id': member.id,
      },
    );
    expect([response.status, response.body.status]).toEqual([200, 'completed']);
    expect((await member.get(`/content/${entry.id}/status`)).body.status).toBe('completed');
    expect(studio.events()).toEqual(['content.completed', 'streak.extended']);
  });
});
