import { describe, expect, test } from 'bun:test';
import { HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import embedScript from '../../../src/pages/book/embed/embed.js' with { type: 'text' };
import { createEmbedStates } from '../../../src/pages/book/embed/states.ts';
import { openedWith, withoutState } from '../../../src/pages/book/embed/window.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addClient, addSessionInUtc } from '../../helpers/bookings.ts';
import { FROM_MEMBER_PAGE, openForMembers } from '../../helpers/member-sign-in.ts';
import { cookieOf } from '../../helpers/people.ts';

const studio = forEachTest(() => openStudio());

const get = (path: string, headers: Record<string, string> = {}) =>
  studio.app.fetch(new Request(`http://localhost${path}`, { headers, redirect: 'manual' }));
const textOf = async (path: string): Promise<string> => (await get(path)).text();
const policyAt = async (path: string): Promise<string> =>
  (await get(path)).headers.get('content-security-policy') ?? '';
const allow = (embedOrigins: readonly string[], query = '') =>
  studio.patch(`/v2/settings${query}`, { membership: { embedOrigins } });

const STATE = '0123456789abcdef0123456789abcdef';
const WEBSITE = 'https://www.studio.example';

describe('/book/embed.js', () => {
  test('at most 5 kB as it is, for pages of other origins', async () => {
    const response = await get('/book/embed.js');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(Buffer.byteLength(await response.text())).toBe(Buffer.byteLength(embedScript));
    expect(Buffer.byteLength(embedScript)).toBeLessThanOrEqual(5_000);
    expect((await get('/book/embed/frame.js')).status).toBe(200);
  });
});

describe('pages in a frame', () => {
  test('only the websites that the studio has named, and only pages that are made for it', async () => {
    const id = await addSessionInUtc(studio, HOUR_MS, {});
    for (const path of ['/book?embed=timetable', '/book?embed=plans', `/book/class/${id}?embed=timetable`]) {
      expect(await policyAt(path)).toContain("frame-ancestors 'none'");
    }
    await allow([WEBSITE, 'https://studio.example:8443']);
    for (const path of [
      '/book?embed=timetable',
      '/book?embed=plans',
      `/book/${MAIN_SITE}?embed=plans`,
      '/book/plans?embed=plans',
      `/book/class/${id}?embed=timetable`,
      '/book/class/x?embed=timetable',
    ]) {
      expect([path, await policyAt(path)]).toEqual([
        path,
        expect.stringContaining(`frame-ancestors ${WEBSITE} https://studio.example:8443;`),
      ]);
    }
    for (const path of ['/book', '/book/plans', `/book/class/${id}`, '/book?embed=other', '/book/a/b?embed=plans']) {
      expect([path, await policyAt(path)]).toEqual([path, expect.stringContaining("frame-ancestors 'none'")]);
    }
  });

  test('a site has websites of its own', async () => {
    const { body: site } = await studio.post('/v2/sites', { name: 'Uptown' });
    await allow([WEBSITE]);
    await allow(['https://uptown.example'], `?siteId=${site.id}`);
    expect(await policyAt('/book?embed=timetable')).toContain(`frame-ancestors ${WEBSITE};`);
    expect(await policyAt(`/book/${site.id}?embed=timetable`)).toContain('frame-ancestors https://uptown.example;');
  });

  test.each([
    "https://a.example; script-src 'unsafe-inline'",
    'https://a.example b.example',
    "'self'",
    '*',
    'https://*.example.com',
    'https://a.example/path',
    'https://a.example,https://b.example',
  ])('400 for %s, which is no origin', async (origin) => {
    const { status, body } = await allow([origin]);
    expect([status, body.error.code]).toEqual([400, 'parameter_invalid']);
  });

  test('no head, no tabs, no script but the script of frames; links stay in the frame or open a window', async () => {
    const id = await addSessionInUtc(studio, HOUR_MS, { name: 'Morning Flow' });
    const html = await textOf('/book?embed=timetable&scheme=dark');
    expect(html).toContain(' class="embedded"');
    expect(html).toContain('data-theme="dark"');
    expect(html).toContain('noindex');
    expect(html).not.toMatch(/<header|class="tabbar"|class="mast"/);
    expect(html.match(/<script[^>]*>/g)).toEqual(['<script src="/book/embed/frame.js" defer>']);
    expect(html).toContain(`<a href="/book/class/${id}?embed=timetable&amp;scheme=dark">Morning Flow</a>`);
    expect(html).toContain(`href="/book/class/${id}/book" rel="nofollow" target="_blank">Book<`);
    expect(html).toMatch(/href="\/book\/sign-in\?next=%2Fbook%2Fme" target="_blank">Sign in/);
    const ownLinks = [...html.matchAll(/<a [^>]*href="([^"#]+)"([^>]*)>/g)];
    for (const [link, address = '', rest = ''] of ownLinks) {
      expect([link, address.includes('embed=') !== rest.includes('target="_blank"')]).toEqual([link, true]);
    }
    const page = await textOf(`/book/class/${id}?embed=timetable`);
    expect(page).not.toContain('<header');
    expect(page).toContain(`href="/book/class/${id}/book" rel="nofollow" target="_blank">Book<`);
    expect(await textOf('/book?embed=plans')).toContain('Pricing');
    expect(await textOf('/book')).not.toContain('frame.js');
  });

  test('says that what was done in a window is done', async () => {
    expect(await textOf('/book?embed=timetable&done=1')).toContain('Done.');
    expect(await textOf('/book?embed=timetable')).not.toContain('Done.');
  });
});

describe('what a frame learns of a window that it has opened', () => {
  test('the window keeps the text of the frame in a cookie, where a page of this server has opened it', async () => {
    const response = await get(`/book/plans?site=${MAIN_SITE}&state=${STATE}`, { 'sec-fetch-site': 'same-origin' });
    expect([response.status, response.headers.get('location')]).toEqual([303, `/book/plans?site=${MAIN_SITE}`]);
    expect(response.headers.get('set-cookie')).toBe(
      `studiod_embed=${STATE}; Path=/book; Max-Age=1800; HttpOnly; SameSite=Lax`,
    );
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
      expect((await get(`/book?state=${STATE}`, headers)).headers.get('set-cookie')).toBeNull();
    }
    expect((await get('/book?state=short')).headers.get('set-cookie')).toBeNull();
    expect(withoutState(new URL(`http://localhost/book?state=${STATE}`))).toBe('/book');
    expect(openedWith(new Request('http://localhost/book'), new URL('http://localhost/book'))).toBeUndefined();
  });

  test('an unknown text is not done; 404 for what is none', async () => {
    const response = await get(`/book/embed/state/${STATE}`);
    expect([response.headers.get('cache-control'), await response.json()]).toEqual(['no-store', { done: false }]);
    expect((await get('/book/embed/state/other')).status).toBe(404);
  });

  test('a member who comes to an own page in the window is done; in the frame everybody is a stranger', async () => {
    const { studio: opened, enter } = await openForMembers();
    await addClient(opened, { email: 'ann@example.com' });
    const cookie = cookieOf(await enter('ann@example.com', { asCookie: true }, FROM_MEMBER_PAGE));
    const at = (path: string, more = '') =>
      opened.app.fetch(new Request(`http://localhost${path}`, { headers: { cookie: `${cookie}${more}` } }));
    const isDone = async (): Promise<boolean> =>
      ((await (await at(`/book/embed/state/${STATE}`)).json()) as { done: boolean }).done;
    await at('/book', `; studiod_embed=${STATE}`);
    expect(await isDone()).toBe(false);
    const own = await at('/book/me', `; studiod_embed=${STATE}`);
    expect(own.headers.getSetCookie()).toEqual(['studiod_embed=; Path=/book; Max-Age=0; HttpOnly; SameSite=Lax']);
    expect(await isDone()).toBe(true);
    const back = 'You can close this window and go back to the website.';
    expect([(await own.text()).includes(back), (await (await at('/book/me')).text()).includes(back)]).toEqual([
      true,
      false,
    ]);
    expect(await (await at('/book?embed=timetable')).text()).not.toMatch(/signed-in|Rivera|credit-chip/);
  });

  test('it is told once, for half an hour, and no more of them are kept than have room', () => {
    const states = createEmbedStates();
    states.finish(STATE, 0);
    expect([states.take(STATE, 1), states.take(STATE, 1)]).toEqual([true, false]);
    states.finish(STATE, 0);
    expect(states.take(STATE, 31 * MINUTE_MS)).toBe(false);
    states.finish(STATE, 0);
    for (let index = 0; index < 1_000; index += 1) states.finish(index.toString(16).padStart(32, '0'), 0);
    expect(states.take(STATE, 0)).toBe(false);
    expect(states.take('3e7'.padStart(32, '0'), 0)).toBe(true);
  });
});
