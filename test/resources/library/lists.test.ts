import { beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { contentStatuses } from '../../../src/resources/library/tables.ts';
import { addEntry } from '../../helpers/content.ts';
import { type ContentMember, type ContentStudio, openContentStudio, UNKNOWN } from '../../helpers/content-members.ts';
import { isCostly, plansOf } from '../../helpers/query-plans.ts';

let studio: ContentStudio;
let member: ContentMember;
let ids: string[];

const open = async (count: number) => {
  studio = await openContentStudio();
  member = await studio.member();
  ids = [];
  for (let made = 0; made < count; made += 1) ids.push((await addEntry(studio, { title: `Entry ${made}` })).id);
  studio.events();
};

const later = (milliseconds = 1_000) => studio.time.moveTo(studio.time.now() + milliseconds);
const idsIn = async (path: string): Promise<string[]> => {
  const { status, body } = await member.get(path);
  expect([path, status]).toEqual([path, 200]);
  return body.data.map(({ id }: { id: string }) => id);
};
const favoriteCount = async (id: string): Promise<number> =>
  (await studio.get(`/v2/content/entries/${id}`)).body.favoriteCount;

describe('favorite and watch-later', () => {
  beforeEach(() => open(2));

  test('POST is 201 the first time and 200 after; DELETE is 200, also where nothing was set', async () => {
    for (const [path, is, at] of [
      ['favorite', 'isFavorite', 'favoritedAt'],
      ['watch-later', 'isWatchLater', 'watchLaterAt'],
    ] as const) {
      const url = `/content/${ids[0]}/${path}`;
      const first = await member.post(url);
      expect([first.status, first.body[is], first.body.status]).toEqual([201, true, 'not_started']);
      await later();
      const again = await member.post(url);
      expect([again.status, again.body[at]]).toEqual([200, first.body[at]]);
      for (const _ of [1, 2]) {
        const gone = await member.delete(url);
        expect([gone.status, gone.body[is], gone.body[at]]).toEqual([200, false, null]);
      }
    }
    expect(studio.events()).toEqual([]);
  });

  test('favoriteCount follows, and takes back what is taken back', async () => {
    const other = await studio.member();
    const url = `/content/${ids[0]}/favorite`;
    for (const each of [member, member, other]) await each.post(url);
    expect([await favoriteCount(String(ids[0])), await favoriteCount(String(ids[1]))]).toEqual([2, 0]);
    for (const each of [member, member]) await each.delete(url);
    expect(await favoriteCount(String(ids[0]))).toBe(1);
    expect(studio.events()).toEqual([]);
  });

  test('an idempotency key replays the 201', async () => {
    const send = () =>
      studio.send('POST', `/v2/member/content/${ids[0]}/favorite`, undefined, {
        ...member.headers,
        'idempotency-key': 'one',
      });
    expect([(await send()).status, (await send()).status]).toEqual([201, 201]);
    expect(await favoriteCount(String(ids[0]))).toBe(1);
  });
});

describe('my-list', () => {
  beforeAll(async () => {
    await open(6);
    const [favorite, toWatch, started, all, done] = ids;
    await member.post(`/content/${favorite}/favorite`);
    await later();
    await member.post(`/content/${toWatch}/watch-later`);
    await later();
    await member.put(`/content/${started}/status`, { progressPercent: 5 });
    await later();
    await member.put(`/content/${all}/status`, { progressPercent: 5 });
    await member.post(`/content/${all}/favorite`);
    await member.post(`/content/${all}/watch-later`);
    await later();
    await member.put(`/content/${done}/status`, { status: 'completed' });
    const other = await studio.member();
    await studio.given(other.post(`/content/${ids[5]}/favorite`));
  });

  test('has what is favourite, to watch later or in progress, the newest change first, each with its reasons', async () => {
    const { body } = await member.get('/content/my-list');
    const [favorite, toWatch, started, all] = ids;
    expect(body).toMatchObject({ object: 'list', url: '/v2/member/content/my-list', hasMore: false });
    expect(
      body.data.map(({ id, object, listReasons }: { id: string; object: string; listReasons: string[] }) => [
        id,
        object,
        listReasons,
      ]),
    ).toEqual([
      [all, 'content_entry', ['favorites', 'watch_later', 'in_progress']],
      [started, 'content_entry', ['in_progress']],
      [toWatch, 'content_entry', ['watch_later']],
      [favorite, 'content_entry', ['favorites']],
    ]);
    expect(body.data[1].memberStatus).toMatchObject({ contentEntryId: started, progressPercent: 5 });
  });

  test('filter and type', async () => {
    const [favorite, toWatch, started, all] = ids;
    expect(await idsIn('/content/my-list?filter=favorites')).toEqual([all, favorite] as string[]);
    expect(await idsIn('/content/my-list?filter=watch_later')).toEqual([all, toWatch] as string[]);
    expect(await idsIn('/content/my-list?filter=in_progress')).toEqual([all, started] as string[]);
    expect(await idsIn('/content/my-list?type=video&filter=favorites')).toEqual([all, favorite] as string[]);
    expect(await idsIn('/content/my-list?type=article')).toEqual([]);
    expect((await member.get('/content/my-list?filter=rated')).status).toBe(400);
  });

  test('pages by the id of an entry, in both directions', async () => {
    const [favorite, toWatch, started, all] = ids;
    expect(await idsIn('/content/my-list?limit=2')).toEqual([all, started] as string[]);
    expect(await idsIn(`/content/my-list?limit=2&starting_after=${started}`)).toEqual([toWatch, favorite] as string[]);
    expect(await idsIn(`/content/my-list?limit=1&ending_before=${favorite}`)).toEqual([toWatch] as string[]);
    const { body } = await member.get('/content/my-list?limit=2');
    expect([body.hasMore, body.nextCursor, body.previousCursor]).toEqual([true, started, null]);
    for (const cursor of [UNKNOWN, ids[4], ids[5]]) {
      const response = await member.get(`/content/my-list?starting_after=${cursor}`);
      expect([response.status, response.body.error.code]).toEqual([400, 'cursor_invalid']);
    }
  });

  test('watch-later has the newest added first', async () => {
    const [, toWatch, , all] = ids;
    await later();
    await member.put(`/content/${toWatch}/status`, { rating: 1 });
    expect(await idsIn('/content/watch-later')).toEqual([all, toWatch] as string[]);
    expect(await idsIn(`/content/watch-later?starting_after=${all}`)).toEqual([toWatch] as string[]);
    const { body } = await member.get('/content/watch-later');
    expect(body.data[1].memberStatus).toMatchObject({ isWatchLater: true, rating: 1 });
  });

  test('leaves out what is not published any more', async () => {
    const gone = await addEntry(studio, { expiresAt: '2026-03-02T09:00:00.000Z' });
    await later();
    await member.post(`/content/${gone.id}/favorite`);
    expect(await idsIn('/content/my-list?limit=1')).toEqual([gone.id]);
    await studio.time.moveTo(Date.parse('2026-03-02T09:00:00.000Z'));
    expect((await idsIn('/content/my-list')).includes(gone.id)).toBe(false);
  });

  test('every list is a seek in an index that has its order', async () => {
    const fresh = await openContentStudio({ file: studio.db.serialize(), startAt: studio.time.now() });
    const { headers } = await fresh.signIn(member.id);
    for (const [query, index] of [
      ['my-list', 'contentStatusesListed'],
      ['my-list?filter=favorites', 'contentStatusesFavorites'],
      ['my-list?filter=watch_later', 'contentStatusesWatchLater'],
      ['my-list?filter=in_progress', 'contentStatusesInProgress'],
      ['watch-later', 'contentStatusesToWatch'],
    ] as const) {
      const path = `/v2/member/content/${query}${query.includes('?') ? '&' : '?'}starting_after=${ids[3]}`;
      const steps = await plansOf(fresh, 'contentStatuses', () => fresh.get(path, headers));
      expect({ query, costly: steps.filter(isCostly) }).toEqual({ query, costly: [] });
      const seeks = steps.filter(
        (step) => step.includes(`INDEX ${index} (clientId=? AND `) && step.endsWith('<(?,?))'),
      );
      expect({ query, steps, seeks: seeks.length }).toEqual({ query, steps, seeks: 1 });
    }
    expect(contentStatuses.id.name).toBe('contentEntryId');
  });
});

describe('status/bulk', () => {
  beforeAll(() => open(3));

  test('answers in the asked order, and names what is missing', async () => {
    await member.put(`/content/${ids[1]}/status`, { progressPercent: 7 });
    const asked = [ids[2], UNKNOWN, ids[1], ids[0], ids[1]];
    const { status, body } = await member.get(`/content/status/bulk?ids=${asked.join(',')}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'list', hasMore: false, missingIds: [UNKNOWN] });
    const found = body.data.map(({ contentEntryId, progressPercent }: Record<string, unknown>) => [
      contentEntryId,
      progressPercent,
    ]);
    expect(found).toEqual([
      [ids[2], 0],
      [ids[1], 7],
      [ids[0], 0],
    ]);
  });

  test('400 without ids, for what is no id, and for more than 100', async () => {
    for (const query of ['', '?ids=', '?ids=abc', `?ids=${Array(101).fill(ids[0]).join(',')}`]) {
      expect([query, (await member.get(`/content/status/bulk${query}`)).status]).toEqual([query, 400]);
    }
    expect((await member.get(`/content/status/bulk?ids=${Array(100).fill(ids[0]).join(',')}`)).status).toBe(200);
  });

  test('costs two queries of entries and statuses, whatever their number', async () => {
    const fresh = await openContentStudio({ file: studio.db.serialize() });
    const { headers } = await fresh.signIn(member.id);
    const steps = await plansOf(fresh, 'contentStatuses', () =>
      fresh.get(`/v2/member/content/status/bulk?ids=${ids.join(',')}`, headers),
    );
    expect(steps.filter(isCostly)).toEqual([]);
    expect(steps.filter((step) => step.includes('contentStatuses'))).toHaveLength(1);
  });
});
