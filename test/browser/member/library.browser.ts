// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/member/library.browser.ts
import { expect, test } from 'bun:test';
import { ENTRIES } from '../../../src/resources/demo-ids.ts';
import { until } from '../../helpers/process.ts';
import { axeFindings, sidewaysPixels, VIEWS } from '../console/open.ts';
import { testMember } from './open.ts';

const { server, open } = testMember();

let made = 0;
/** What is made for a test has a number, so that the test can run once more. */
const numbered = (name: string): string => `${name}${++made}`;

const asMember = () => ({
  authorization: `Bearer ${server.ready.memberToken}`,
  'x-site-id': server.ready.siteId,
});

const statusOf = async (entryId: string) => {
  const { body } = await server.call('GET', `/v2/member/content/${entryId}/status`, undefined, asMember());
  return body;
};

const PAGES = [
  '/book/library',
  '/book/library?type=video',
  '/book/library?type=my-list',
  '/book/library?q=rest',
  '/book/library?q=nowhere',
  '/book/library/morning-flow-at-home',
  '/book/library/your-first-week',
  '/book/library/why-rest-days-matter',
  '/book/library/green-bowl',
];

test.each(VIEWS)(
  'each page is accessible at $width px, $theme',
  async (view) => {
    for (const path of PAGES) {
      const { page, context, faults } = await open(path, view);
      expect([path, await axeFindings(page)]).toEqual([path, []]);
      expect([path, await sidewaysPixels(page)]).toEqual([path, 0]);
      expect([path, faults]).toEqual([path, []]);
      await context.close();
    }
  },
  120_000,
);

test.each(['de-DE', 'es-ES', 'fr-FR'])(
  'in %s nothing is cut off at 390 px',
  async (locale) => {
    for (const path of PAGES) {
      const { page, context } = await open(path, { locale, width: 390 });
      expect([path, await sidewaysPixels(page)]).toEqual([path, 0]);
      await context.close();
    }
  },
  120_000,
);

const PUBLIC_PAGES = [
  '/book/library',
  '/book/library?type=article',
  '/book/library?q=rest',
  '/book/library/ten-squats',
  '/book/library/why-rest-days-matter',
  '/book/library/breathing-before-sleep',
  '/book/library/your-first-week',
];

test.each(VIEWS)(
  'each page is accessible to strangers at $width px, $theme',
  async (view) => {
    for (const path of PUBLIC_PAGES) {
      const { page, context, faults } = await open(path, { ...view, clientId: null });
      expect([path, new URL(page.url()).pathname + new URL(page.url()).search]).toEqual([path, path]);
      expect([path, await axeFindings(page)]).toEqual([path, []]);
      expect([path, await sidewaysPixels(page)]).toEqual([path, 0]);
      expect([path, faults]).toEqual([path, []]);
      await context.close();
    }
  },
  120_000,
);

test.each(['de-DE', 'es-ES', 'fr-FR'])(
  'in %s strangers read all of it at 390 px',
  async (locale) => {
    for (const path of [...PUBLIC_PAGES, '/book', '/book/plans']) {
      const { page, context } = await open(path, { locale, width: 390, clientId: null });
      expect([path, await sidewaysPixels(page)]).toEqual([path, 0]);
      await context.close();
    }
  },
  120_000,
);

test('strangers come from the timetable to what is public, and play it; nothing is kept', async () => {
  const { page, faults } = await open('/book', { clientId: null });
  const told: string[] = [];
  page.on('request', (request) => {
    if (/heartbeat|\/video\/|\/v2\/member/.test(request.url())) told.push(request.url());
  });
  await page.getByRole('link', { name: 'Library' }).click();
  const entry = page.getByRole('link', { name: 'Ten squats' });
  await entry.waitFor();
  expect(await page.locator('.tabbar').count()).toBe(0);
  await entry.click();
  await page.getByRole('button', { name: 'Play' }).click();
  await page.locator('.screen[data-playing]').waitFor();
  await until(() => page.evaluate<boolean>("document.querySelector('#player').ended"));
  expect([told, faults]).toEqual([[], []]);
}, 120_000);

test('strangers play the file without a script', async () => {
  const { page } = await open('/book/library/ten-squats', { clientId: null, isPlain: true, width: 390 });
  const source = (await page.locator('#player').getAttribute('src')) ?? '';
  const response = await page.request.get(server.ready.rootUrl + source);
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'video/mp4']);
});

test('strangers sign in for what is locked, and come back to the entry', async () => {
  const { page } = await open('/book/library/morning-flow-at-home', { clientId: null });
  await page.getByText('Sign in to open').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL(
    ({ pathname, searchParams }) =>
      pathname === '/book/sign-in' && searchParams.get('next') === '/book/library/morning-flow-at-home',
  );
});

test('finds entries by words and by kind, and opens one, without a script', async () => {
  const { page } = await open('/book/library', { isPlain: true, width: 390 });
  await page.getByRole('searchbox').fill('rest days');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Results for “rest days”' }).waitFor();
  await page.getByRole('link', { name: 'Why rest days matter' }).click();
  await page.getByRole('heading', { level: 1, name: 'Why rest days matter' }).waitFor();
  await page.goto(`${server.ready.rootUrl}/book/library?type=article`);
  await page.getByRole('heading', { level: 2, name: 'Articles' }).waitFor();
});

test('adds an entry to the list and takes it off', async () => {
  const { page } = await open('/book/library/your-first-week');
  await page.getByRole('button', { name: 'Add to my list' }).click();
  await page.getByRole('button', { name: 'In my list' }).waitFor();
  expect(await statusOf(ENTRIES.firstWeek)).toMatchObject({ isFavorite: true });
  await page.waitForLoadState();
  await page.getByRole('button', { name: 'In my list' }).click();
  await page.getByRole('button', { name: 'Add to my list' }).waitFor();
  expect(await statusOf(ENTRIES.firstWeek)).toMatchObject({ isFavorite: false });
});

test('a video is watched to its end, by its playlist, and counts as done', async () => {
  const { page, faults } = await open('/book/library/ten-squats', { width: 390 });
  await page.getByRole('button', { name: 'Play' }).click();
  await page.locator('.screen[data-playing]').waitFor();
  expect(await page.evaluate<string>("document.querySelector('#player').currentSrc")).toMatch(/^blob:|\.m3u8$/);
  await until(() => page.evaluate<boolean>("document.querySelector('#player').ended"));
  await until(async () => (await statusOf(ENTRIES.tenSquats)).status === 'completed');
  expect(faults).toEqual([]);
}, 120_000);

test('goes on where it stopped, also after the page is loaded anew', async () => {
  const { page } = await open('/book/library/morning-flow-at-home');
  const position = () => page.evaluate<number>("document.querySelector('#player').currentTime");
  await page.locator('.screen[data-alive]').waitFor();
  await page.getByRole('link', { name: /Sun salutations/ }).click();
  await until(() => page.evaluate<boolean>("document.querySelector('#player').currentTime >= 180"));
  const told = page.waitForResponse((response) => response.url().endsWith('/heartbeat') && response.ok());
  await page.getByRole('button', { name: 'Pause' }).click();
  await told;
  await page.reload();
  await until(() => page.evaluate<boolean>("document.querySelector('#player').currentTime >= 180"));
  expect(await position()).toBeLessThan(240);
}, 120_000);

test('the keys of the player', async () => {
  const { page } = await open('/book/library/morning-flow-at-home');
  const isPaused = () => page.evaluate<boolean>("document.querySelector('#player').paused");
  const position = () => page.evaluate<number>("document.querySelector('#player').currentTime");
  await page.locator('.screen[data-alive]').waitFor();
  await until(() => page.evaluate<boolean>("document.querySelector('#player').readyState >= 1"));
  expect(await isPaused()).toBe(true);
  const before = await position();
  await page.keyboard.press('ArrowRight');
  await until(async () => Math.abs((await position()) - before - 10) < 1);
  await page.keyboard.press('ArrowLeft');
  await until(async () => Math.abs((await position()) - before) < 1);
  await page.keyboard.press('c');
  await page.getByRole('button', { name: 'Captions', pressed: true }).waitFor();
  await page.keyboard.press('Space');
  await until(async () => !(await isPaused()));
  await page.keyboard.press('k');
  await until(isPaused);
  await page.getByLabel('Speed').selectOption('1.5');
  await until(() => page.evaluate<boolean>("document.querySelector('#player').playbackRate === 1.5"));
});

test('captions start as they were chosen last, in a language of the phone, and where the phone asks for them', async () => {
  const { page } = await open('/book/library/morning-flow-at-home', { locale: 'es-ES' });
  const button = page.locator('[data-do="captions"]');
  const isOn = async (): Promise<boolean> => (await button.getAttribute('aria-pressed')) === 'true';
  const alive = () => page.locator('.screen[data-alive]').waitFor();
  const shownIn = () =>
    page.evaluate<string[]>(
      "[...document.querySelector('#player').textTracks].filter(({ mode }) => mode === 'hidden').map(({ language }) => language)",
    );
  await alive();
  expect([await isOn(), await shownIn()]).toEqual([false, []]);
  await button.click();
  await until(isOn);
  expect(await shownIn()).toEqual(['es']);
  await page.reload();
  await alive();
  expect([await isOn(), await shownIn()]).toEqual([true, ['es']]);
  await button.click();
  await until(async () => !(await isOn()));
  await page.reload();
  await alive();
  expect(await isOn()).toBe(false);
  // Whoever has chosen nothing: the browser of a phone that asks for captions shows a track by itself.
  await page.evaluate("localStorage.removeItem('studiod.captions')");
  await page.reload();
  await alive();
  await page.evaluate("document.querySelector('#player').textTracks[0].mode = 'showing'");
  await until(isOn);
  expect(await shownIn()).toEqual(['es']);
});

test('what does not play says so, with a way to try again', async () => {
  // A service worker would ask for the video itself.
  const { page, context } = await open('/book/library', { options: { serviceWorkers: 'block' } });
  await context.route('**/media/**', (route) => route.abort());
  await page.goto(`${server.ready.rootUrl}/book/library/morning-flow-at-home`);
  await page.getByText('This cannot be played right now.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await context.unroute('**/media/**');
  // The page that does not play has a button of the same name.
  const loaded = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Try again' }).click();
  await loaded;
  await page.getByRole('button', { name: 'Play' }).click();
  await page.locator('.screen[data-playing]').waitFor();
  expect(await page.locator('.trouble').isVisible()).toBe(false);
}, 120_000);

test('a locked entry shows how to open it, and plays nothing', async () => {
  const created = await server.call('POST', '/v2/clients', {
    firstName: 'Nia',
    lastName: 'Open',
    email: `${numbered('nia')}@members.example`,
  });
  expect(created.status).toBe(201);
  const { page } = await open('/book/library/breathing-before-sleep', { clientId: created.body.id });
  await page.getByText(/^Included with /).waitFor();
  expect(await page.locator('#player').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'See pricing' }).getAttribute('href')).toBe('/book/plans');
});

test('markup in what a studio writes does nothing', async () => {
  const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
  const body = `${hostile}\n\n[press](javascript:alert(1)) **bold** ![p](https://elsewhere.example/x.png)`;
  const slug = numbered('hostile');
  const entry = {
    title: `Hostile ${hostile}`,
    slug,
    type: 'article',
    status: 'published',
    summary: hostile,
    body,
  };
  expect((await server.call('POST', '/manage/content/entries', entry)).status).toBe(201);
  const { page, faults } = await open(`/book/library/${slug}`);
  expect(await page.title()).toContain('Hostile <img');
  expect(await page.locator('main script, main img[src="x"], main a[href^="javascript"]').count()).toBe(0);
  await page.getByText('bold', { exact: true }).waitFor();
  expect(faults).toEqual([]);
});

test('what another host plays is opened there, whatever its path', async () => {
  const slug = numbered('elsewhere');
  const entry = { title: 'Elsewhere', slug, type: 'video', status: 'published' };
  const { body } = await server.call('POST', '/manage/content/entries', entry);
  const externalUrl = 'https://elsewhere.example/media/clip.mp4';
  const media = { externalUrl, entryId: body.id, kind: 'video', title: 'Clip' };
  expect((await server.call('POST', '/manage/content/media', media)).status).toBe(201);
  const { page, faults } = await open(`/book/library/${slug}`);
  expect(await page.getByRole('link', { name: 'Open in a new tab' }).getAttribute('href')).toBe(externalUrl);
  expect(await page.locator('#player').count()).toBe(0);
  expect(faults).toEqual([]);
});
