// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/first-load.browser.ts
import { expect, test } from 'bun:test';
import { testConsole } from './open.ts';

const { server, open } = testConsole();

/** In bytes, as they come over the wire. */
const MOST = 205_000;
/** Pages, styles, fonts and scripts, until Today shows its classes. */
const MOST_FILES = 12;

// From source the files are compressed less, since every start makes them.
const ofExecutable = test.skipIf(process.env.STUDIOD_EXECUTABLE === undefined);

ofExecutable(
  'the first load has at most 205 kB, and no text is missing on the pages that are opened next',
  async () => {
    // A page of no part of the console: the browser has no file of it yet.
    const { context } = await open('/livez');
    // What waits a second and more is for after the first picture: a slow machine must not have it among the first.
    const first = await context.newPage();
    await first.addInitScript(`(() => {
      const { setTimeout: wait } = window;
      window.setTimeout = (work, ms, ...more) => wait(work, ms >= 1_000 ? ms + 60_000 : ms, ...more);
    })()`);
    const faults: string[] = [];
    first.on('pageerror', (error) => faults.push(String(error)));
    const sizes: Promise<number>[] = [];
    first.on('requestfinished', (request) => {
      if (!new URL(request.url()).pathname.startsWith('/console')) return;
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await first.goto(`${server.ready.rootUrl}/console/today`);
    await first.locator('.slot').first().waitFor();
    const bytes = (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0);
    expect(bytes).toBeLessThanOrEqual(MOST);
    expect(sizes.length).toBeLessThanOrEqual(MOST_FILES);
    await first.close();
    // With its own timers: a page that is slow waits for some of them.
    const next = await context.newPage();
    next.on('pageerror', (error) => faults.push(String(error)));
    await next.goto(`${server.ready.rootUrl}/console/today`);
    await next.locator('.slot').first().waitFor();
    for (const [name, path] of Object.entries({
      Calendar: 'calendar',
      Clients: 'clients',
      Sell: 'sell',
      Schedule: 'timetable',
    })) {
      await next
        .getByRole('navigation', { name: 'Console' })
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .click();
      await next.waitForURL(new RegExp(`/${path}`));
      await next.getByRole('heading', { level: 1 }).waitFor();
      expect(await next.locator('main').textContent()).not.toMatch(/\b(?:calendar|clients|sell|timetable)\.[a-z]\w+/);
    }
    expect(faults).toEqual([]);
  },
);

ofExecutable('the frame comes with the page, before any script, and the page takes its place', async () => {
  const { page: before, context } = await open('/console/today', { width: 390 });
  await before.locator('.day').waitFor();
  await before.close();
  const page = await context.newPage();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.route('**/console/files/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${server.ready.rootUrl}/console/today`, { waitUntil: 'commit' });
  const frame = page.locator('#first');
  await frame.locator('.tabbar').getByText('Calendar').waitFor();
  expect(await frame.locator('h1').textContent()).toBe('Today');
  await page.waitForFunction(`performance.getEntriesByName('first-contentful-paint').length > 0`);
  expect(asked.filter((path) => path.startsWith('/manage') || path.startsWith('/v2'))).toEqual([]);
  release();
  await page.locator('.day').waitFor();
  expect(await frame.count()).toBe(0);
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
});
