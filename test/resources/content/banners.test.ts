import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { addClient, addSession } from '../../helpers/bookings.ts';
import { addEntry } from '../../helpers/content.ts';
import { openStudioForMembers } from '../../helpers/members.ts';
import { UNKNOWN } from '../../helpers/sales.ts';

const PATH = '/manage/content/banners';

const studio = forEachTest(openStudioForMembers);

const add = async (title: string, fields: object = {}): Promise<string> => {
  const { status, body } = await studio.post(PATH, { title, placement: 'home', ...fields });
  expect(status).toBe(201);
  return body.id;
};

const titlesIn = (path: string, headers?: Record<string, string>) => studio.listed(path, headers, 'title');

describe('POST and PATCH /manage/content/banners', () => {
  test('201 with the defaults, and no event', async () => {
    const { status, body } = await studio.post(PATH, { title: 'Spring', placement: 'home' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'content_banner',
      title: 'Spring',
      subtitle: null,
      imageUrl: null,
      placement: 'home',
      action: { type: 'none', target: null },
      startsAt: null,
      endsAt: null,
      position: 0,
      siteIds: [],
    });
    expect(studio.events()).toEqual([]);
  });

  test('201 with an action whose target is there', async () => {
    const category = (await studio.post('/manage/content/categories', { name: 'Yoga' })).body.id;
    const session = await studio.given(addSession(studio));
    const entry = (await addEntry(studio)).id;
    studio.events();
    const title = 'x'.repeat(200);
    for (const [type, target] of [
      ['entry', entry],
      ['category', category],
      ['session', session],
      ['url', 'https://studio.example/spring'],
      ['none', null],
    ]) {
      const { status, body } = await studio.post(PATH, { title, placement: 'home', action: { type, target } });
      expect([status, body.title, body.action]).toEqual([201, title, { type, target }]);
    }
    expect(studio.events()).toEqual([]);
  });

  test('400 for an action whose target is missing, not there, or of another kind', async () => {
    const id = await add('Spring');
    for (const action of [
      { type: 'entry', target: UNKNOWN },
      { type: 'category', target: UNKNOWN },
      { type: 'session', target: UNKNOWN },
      { type: 'challenge', target: 'spring' },
      { type: 'url', target: 'http://studio.example/' },
      { type: 'url', target: 'javascript:alert(1)' },
      { type: 'url', target: 'studio.example' },
      { type: 'url' },
      { type: 'none', target: 'https://studio.example/' },
    ]) {
      for (const { status, body } of [
        await studio.post(PATH, { title: 'Go', placement: 'home', action }),
        await studio.patch(`${PATH}/${id}`, { action }),
      ]) {
        expect([status, body.error.param]).toEqual([400, 'action.target']);
      }
    }
  });

  test('400 for one that ends before it starts, also by PATCH', async () => {
    const times = { startsAt: '2026-04-01T00:00:00Z', endsAt: '2026-04-01T00:00:00Z' };
    const refused = await studio.post(PATH, { title: 'Spring', placement: 'home', ...times });
    expect([refused.status, refused.body.error.param]).toEqual([400, 'endsAt']);
    const id = await add('Spring', { startsAt: times.startsAt });
    expect((await studio.patch(`${PATH}/${id}`, { endsAt: times.endsAt })).status).toBe(400);
    expect((await studio.patch(`${PATH}/${id}`, { endsAt: '2026-04-02T00:00:00+02:00' })).status).toBe(200);
  });
});

describe('GET /v2/content/banners', () => {
  test('200 those from startsAt until endsAt, by position; the others are listed below /manage', async () => {
    await add('Always', { position: 2 });
    await add('Soon', { position: 1, startsAt: '2026-03-02T08:00:01Z', endsAt: '2026-03-02T08:00:03Z' });
    const gone = await add('Gone');
    await studio.delete(`${PATH}/${gone}`);
    const shown: Record<number, string[]> = {};
    for (const second of [0, 1, 2, 3]) {
      await studio.time.moveTo(Date.parse('2026-03-02T08:00:00Z') + second * 1_000);
      shown[second] = await titlesIn('/v2/content/banners');
    }
    const both = ['Soon', 'Always'];
    expect(shown).toEqual({ 0: ['Always'], 1: both, 2: both, 3: ['Always'] });
    expect(await titlesIn(PATH)).toEqual(both);
    expect(await titlesIn(`${PATH}?include_archived=true`)).toEqual(['Gone', 'Soon', 'Always']);
  });

  test('200 those of a placement', async () => {
    await add('Home');
    await add('More', { placement: 'on_demand' });
    expect(await titlesIn('/v2/content/banners?placement=on_demand')).toEqual(['More']);
    expect(await titlesIn('/v2/content/banners?placement=challenges')).toEqual([]);
    expect((await studio.get('/v2/content/banners?placement=attic')).status).toBe(400);
  });

  test('200 for a member: those of the home site and of all sites', async () => {
    const uptown = (await studio.post('/v2/sites', { name: 'Uptown' })).body.id;
    const { headers } = await studio.signIn(await addClient(studio, { homeLocationId: uptown }));
    await add('Everywhere');
    await add('Main', { siteIds: [MAIN_SITE] });
    await add('Uptown', { siteIds: [uptown] });
    expect(await titlesIn('/v2/content/banners', headers)).toEqual(['Everywhere', 'Uptown']);
  });
});
