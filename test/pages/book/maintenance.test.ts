import { describe, expect, test } from 'bun:test';
import { HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { addBooking, addClient, addSessionInUtc } from '../../helpers/bookings.ts';
import { FROM_MEMBER_PAGE, openForMembers } from '../../helpers/member-sign-in.ts';
import { cookieOf } from '../../helpers/people.ts';

const all = forEachTest(() => openForMembers());

const get = (path: string, headers: Record<string, string> = {}) =>
  all.studio.app.fetch(new Request(`http://localhost${path}`, { headers, redirect: 'manual' }));
const close = (maintenance: object) => all.studio.send('PUT', '/manage/experience', { maintenance });
const signIn = async (): Promise<{ id: string; cookie: string }> => {
  const id = await addClient(all.studio, { email: 'ann@example.com' });
  const response = await all.enter('ann@example.com', { asCookie: true }, FROM_MEMBER_PAGE);
  return { id, cookie: cookieOf(response) };
};

describe('during a maintenance', () => {
  test('503 everywhere, with the name, the words and the phone of the studio, and nothing else', async () => {
    const session = await addSessionInUtc(all.studio, HOUR_MS, { name: 'Morning Flow' });
    await all.studio.patch(`/v2/sites/${MAIN_SITE}`, { phone: '+12125550140' });
    const { cookie } = await signIn();
    expect((await get('/book')).status).toBe(200);
    await close({ active: true, message: 'New floor <b>today</b>.' });
    for (const path of [
      '/book',
      `/book/${MAIN_SITE}`,
      '/book/plans',
      `/book/class/${session}`,
      '/book/sign-in',
      '/book/library',
      '/book?embed=timetable',
      '/book/me',
      '/book/me/account',
      '/book/terms',
      '/book/not/there',
      '/book/signed-in',
      '/book/offline',
      '/book?state=0123456789abcdef0123456789abcdef',
    ]) {
      for (const headers of [{}, { cookie }]) {
        const response = await get(path, headers);
        const { status } = response;
        expect([path, status, response.headers.get('retry-after')]).toEqual([path, 503, '900']);
        expect(response.headers.get('cache-control')).toBe('no-store');
        const html = await response.text();
        expect(html).toContain('<h1>Test studio</h1><p class="lead">New floor &lt;b&gt;today&lt;/b&gt;.</p>');
        expect(html).toContain('href="tel:+12125550140"');
        expect(html).not.toMatch(/Morning Flow|<nav|<header|<form|class="tabbar"|signed-in"/);
      }
    }
  });

  test('it is over at its end, and asks to come back then', async () => {
    const until = new Date(all.studio.time.now() + 30 * MINUTE_MS).toISOString();
    await close({ active: true, until });
    const response = await get('/book', { 'accept-language': 'de' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1800']);
    expect(await response.text()).toContain('Wir arbeiten gerade an diesen Seiten.');
    await all.studio.time.moveTo(all.studio.time.now() + 30 * MINUTE_MS);
    expect((await get('/book')).status).toBe(200);
    await close({ active: true });
    expect((await get('/book')).status).toBe(503);
    await close({ active: false });
    expect((await get('/book')).status).toBe(200);
  });

  test('a form does nothing, and does its work when it is sent again afterwards', async () => {
    const { id, cookie } = await signIn();
    const body = 'key=the-key&phone=%2B12125550199&language=en';
    const send = () =>
      all.studio.app.fetch(
        new Request('http://localhost/book/me/account/profile', {
          method: 'POST',
          headers: { cookie, origin: 'http://localhost', 'content-type': 'application/x-www-form-urlencoded' },
          body,
          redirect: 'manual',
        }),
      );
    await close({ active: true });
    expect((await send()).status).toBe(503);
    expect((await all.studio.get(`/v2/clients/${id}`)).body.phone).not.toBe('+12125550199');
    await close({ active: false });
    expect((await send()).status).toBe(303);
    expect((await all.studio.get(`/v2/clients/${id}`)).body.phone).toBe('+12125550199');
  });

  test('websites of the site may still show the frame', async () => {
    const { body: site } = await all.studio.post('/v2/sites', { name: 'Uptown' });
    const session = await addSessionInUtc(all.studio, HOUR_MS, { siteId: site.id });
    await all.studio.patch(`/v2/settings?siteId=${site.id}`, { membership: { embedOrigins: ['https://up.example'] } });
    await close({ active: true });
    for (const path of [`/book/${site.id}`, `/book/plans?site=${site.id}`, `/book/class/${session}`]) {
      const { headers } = await get(`${path}${path.includes('?') ? '&' : '?'}embed=timetable`);
      expect(headers.get('content-security-policy')).toContain('frame-ancestors https://up.example;');
    }
  });

  test('calendars, health, files and the interface go on', async () => {
    const { id, cookie } = await signIn();
    const session = await addSessionInUtc(all.studio, HOUR_MS, {});
    const booking = await addBooking(all.studio, id, session);
    const { body: feed } = await all.studio.get('/public-api/v2/member/calendar', { ...FROM_MEMBER_PAGE, cookie });
    await close({ active: true, message: 'Back on Monday.' });
    expect((await get(`/book/me/bookings/${booking}/calendar.ics`, { cookie })).status).toBe(200);
    expect((await get(new URL(feed.url).pathname)).status).toBe(200);
    for (const path of ['/livez', '/readyz', '/book/manifest.webmanifest', '/book/sw.js', '/book/embed.js']) {
      expect([path, (await get(path)).status]).toEqual([path, 200]);
    }
    const { status, body } = await all.studio.get('/public-api/v2/studio');
    expect([status, body.maintenance]).toEqual([200, { active: true, message: 'Back on Monday.', until: null }]);
  });
});
