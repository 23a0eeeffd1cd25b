import { describe, expect, test } from 'bun:test';
import { ContentMedia } from '../../../src/resources/content-media/record.ts';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { addEntry } from '../../helpers/content.ts';
import { keepMails } from '../../helpers/mails.ts';
import { pagesOf } from '../../helpers/member-pages.ts';
import { createPlan } from '../../helpers/sales.ts';
import { openPlayer } from '../../resources/content-media/playback/set-up.ts';

const studio = forEachTest(openPlayer);

const get = async (path: string, init: RequestInit = {}) => {
  const response = await studio.app.fetch(new Request(`http://localhost${path}`, init));
  const { status, headers } = response;
  return { status, to: headers.get('location'), headers, text: await response.text() };
};
const add = (title: string, fields: object = {}) => addEntry(studio, { title, ...fields });
const openVideo = async (fields: object = {}) => {
  const entry = await add('Ten squats', { access: 'public', slug: 'ten-squats', ...fields });
  return { entry, media: await studio.add({ entryId: entry.id }) };
};

describe('/book/library for strangers', () => {
  test('200 what there is: what is public, and how to open the rest', async () => {
    await openVideo();
    const id = await createPlan(studio, { name: 'Monthly', isSoldOnline: true });
    await add('Breathing', { access: 'package', accessPlanIds: [id] });
    await add('Draft', { access: 'public', status: 'draft' });
    const { status, text, headers } = await get('/book/library');
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).toContain('href="/book/library/ten-squats"');
    expect(text).toContain('Included with Monthly');
    expect(text).toContain('Sign in to open');
    expect(text).not.toMatch(/Draft|My list|class="tabbar"|For you/);
    expect((await get('/book/library?q=breath')).text).toMatch(/Breathing/);
    expect((await get('/book/library?type=article')).text).toContain('Nothing here yet.');
  });

  test('404 as a page for a kind or a place that there is not', async () => {
    for (const query of ['type=nothing', 'category=x', 'after=x', 'site=x', `site=${studio.entryId}`]) {
      expect([query, (await get(`/book/library?${query}`)).status]).toEqual([query, 404]);
    }
  });

  test('the head of what strangers see leads there, while it is on; without it they sign in', async () => {
    expect((await get('/book/plans')).text).toContain('href="/book/library"');
    await studio.patch('/v2/settings', { membership: { publicLibrary: false } });
    expect((await get('/book/plans')).text).not.toContain('href="/book/library"');
    await openVideo();
    for (const path of ['/book/library?type=video', '/book/library/ten-squats']) {
      expect((await get(path)).to).toBe(`/book/sign-in?${new URLSearchParams({ next: path })}`);
    }
  });

  test('another site keeps its name in the addresses', async () => {
    const { id: uptown } = (await studio.post('/v2/sites', { name: 'Uptown' })).body;
    await openVideo({ siteIds: [uptown] });
    expect((await get('/book/library/ten-squats')).status).toBe(404);
    const { text } = await get(`/book/library?site=${uptown}`);
    expect(text).toContain(`href="/book/library/ten-squats?site=${uptown}"`);
    expect(text).toContain(`<input type="hidden" name="site" value="${uptown}">`);
    expect((await get(`/book/library/ten-squats?site=${uptown}`)).status).toBe(200);
  });
});

describe('/book/library/{slug} for strangers', () => {
  test('200 a player that plays the file without a script, and tells nobody', async () => {
    const { media } = await openVideo();
    studio.events();
    const { status, text } = await get('/book/library/ten-squats');
    expect(status).toBe(200);
    const path = /<video[^>]* src="([^"]+)"[^>]* controls/.exec(text)?.[1] ?? '';
    expect((await studio.load(`http://localhost${path}`)).status).toBe(200);
    expect(path).toContain(media.id);
    expect(text).not.toMatch(/data-beat|data-media|data-entry|Add to my list|Mark as done/);
    expect(studio.events()).toEqual([]);
  });

  test('what cannot be played yet, or any more, says so', async () => {
    const entry = await add('Soon', { access: 'public', slug: 'soon' });
    const media = await studio.add({ entryId: entry.id, status: 'processing' });
    expect((await get('/book/library/soon')).text).toContain('This is still being processed.');
    await studio.store.write((tx) => ContentMedia.rows.update(tx, media.id, { status: 'errored' }));
    expect((await get('/book/library/soon')).text).toContain('This cannot be played right now.');
  });

  test('a locked entry says how to open it, and has nothing of it', async () => {
    const ways = [
      ['members', 'Sign in to open'],
      ['package', 'Included with a pass'],
      ['challenge', 'Part of a challenge'],
    ] as const;
    for (const [access, words] of ways) {
      const entry = await add(access, { access, body: 'Secret', slug: access });
      const media = await studio.add({ entryId: entry.id });
      const { status, text } = await get(`/book/library/${access}`);
      expect([status, text.includes(words), text.includes('Secret'), text.includes(media.id)]).toEqual([
        200,
        true,
        false,
        false,
      ]);
      expect(text).toContain(`/book/sign-in?next=%2Fbook%2Flibrary%2F${access}`);
      expect(text.includes('href="/book/plans"')).toBe(true);
    }
  });

  test('404 for what is no draft of theirs to see', async () => {
    await add('Draft', { access: 'public', status: 'draft', slug: 'draft' });
    expect((await get('/book/library/draft')).status).toBe(404);
    expect((await get('/book/library/nothing')).status).toBe(404);
  });

  test('an act leads to signing in', async () => {
    const { entry } = await openVideo();
    const headers = { origin: 'http://localhost' };
    const body = new URLSearchParams({ act: 'list' });
    const { status, to } = await get('/book/library/ten-squats', { method: 'POST', headers, body });
    expect([status, to]).toEqual([303, '/book/sign-in?next=%2Fbook%2Flibrary%2Ften-squats']);
    expect((await studio.get(`/manage/content/entries/${entry.id}`)).body.favoriteCount).toBe(0);
  });
});

describe('/book/library for members', () => {
  const own = forEachTest(() => openStudio({ mail: keepMails().transport }));

  test('200 their own, also where strangers have none', async () => {
    await own.patch('/v2/settings', { membership: { publicLibrary: false } });
    await addEntry(own, { access: 'members', slug: 'flow', body: 'Read me' });
    const member = await pagesOf(own, await addClient(own, { email: 'dana@example.com' }));
    expect((await member.get('/book/library')).text).toMatch(/For you.*My list/s);
    expect((await member.get('/book/library/flow')).text).toMatch(/Add to my list.*Read me/s);
    expect((await member.get('/book/library?type=nothing')).status).toBe(404);
  });
});
