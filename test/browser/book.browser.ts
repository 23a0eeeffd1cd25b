// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/book.browser.ts
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { testServer } from '../helpers/process.ts';
import { axeFindings, faultsOf, sidewaysPixels, VIEWS } from './console/open.ts';
import { launchBrowser } from './launch.ts';

// A Friday morning in New York: classes follow all day.
const server = testServer({}, 'sandbox', '--clock', 'fixed:2026-03-06T12:30:00Z');
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
}, 90_000);
afterAll(() => browser?.close());

const openAt = async (path: string, options: BrowserContextOptions = {}): Promise<{ page: Page; faults: string[] }> => {
  const context = await browser.newContext({ locale: 'en-US', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const faults = faultsOf(page, server.ready.rootUrl);
  await page.goto(server.ready.rootUrl + path);
  return { page, faults };
};

const firstClass = async (): Promise<string> => {
  const { body } = await server.call('GET', '/public-api/v2/timetable?limit=1');
  return `/book/class/${body.data[0].id}`;
};

test.each(VIEWS)('each page is accessible at $width px, $theme', async ({ width = 1440, theme = 'light' }) => {
  for (const path of ['/book', await firstClass(), '/book/plans', '/book/nowhere']) {
    const { page, faults } = await openAt(path, { viewport: { width, height: 844 }, colorScheme: theme });
    expect([path, await axeFindings(page)]).toEqual([path, []]);
    expect(await sidewaysPixels(page)).toBe(0);
    expect(faults.filter((fault) => !path.endsWith('nowhere') || !fault.includes('404'))).toEqual([]);
    await page.context().close();
  }
});

test('without a script: a day, a kind, a class, and back', async () => {
  const { page } = await openAt('/book', { javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  await page.getByRole('navigation', { name: 'Day' }).getByRole('link').nth(1).click();
  await page.getByRole('heading', { level: 2, name: /Saturday/ }).waitFor();
  await page.goto(`${server.ready.rootUrl}/book`);
  await page.getByRole('navigation', { name: 'Class type' }).getByRole('link').nth(1).click();
  await page.locator('.class h4 a').first().click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page
    .getByRole('link', { name: /^Call / })
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Back to schedule' }).click();
  await page.getByRole('heading', { level: 1, name: 'Demo Studio' }).waitFor();
  await page.context().close();
});

test('by keyboard alone: past the navigation, to a class', async () => {
  const { page } = await openAt('/book');
  await page.keyboard.press('Tab');
  expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Skip to main content');
  await page.keyboard.press('Enter');
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate<boolean>("document.activeElement.closest('.class') !== null")) break;
  }
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/book\/class\//);
  await page.context().close();
});

test.each(['de-DE', 'es-ES', 'fr-FR'])('in %s nothing is cut off at 390 px', async (locale) => {
  for (const path of ['/book', await firstClass(), '/book/plans']) {
    const { page } = await openAt(path, { locale, viewport: { width: 390, height: 844 } });
    expect(await page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2));
    expect(await sidewaysPixels(page)).toBe(0);
    await page.context().close();
  }
});

test('the first load has at most 90 kB', async () => {
  const { page } = await openAt('/livez');
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  let bytes = 0;
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(`${server.ready.rootUrl}/book`, { waitUntil: 'networkidle' });
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(90_000);
});
