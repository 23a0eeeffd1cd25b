// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/embed.browser.ts
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser, BrowserContextOptions, FrameLocator, Locator, Page } from 'playwright-core';
import { SANDBOX_KEY } from '../../src/sandbox/demo/credentials.ts';
import { testServer, until } from '../helpers/process.ts';
import { axeFindings, faultsOf } from './console/open.ts';
import { launchBrowser } from './launch.ts';

// A Friday morning in New York: classes follow all day.
const server = testServer({}, 'sandbox', '--clock', 'fixed:2026-03-06T12:30:00Z');
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
}, 90_000);
afterAll(() => browser?.close());

/** A website of somebody: a head of its own, and the script of the studio or a frame. */
const website = (hostname: string) => {
  const site = Bun.serve({
    hostname,
    port: 0,
    fetch: ({ url }) => {
      const { searchParams } = new URL(url);
      const view = searchParams.get('view') ?? 'timetable';
      const rootUrl = server.ready.rootUrl;
      const part = searchParams.has('plain')
        ? `<iframe title="Timetable" src="${rootUrl}/book?embed=${view}" style="width:100%;height:900px"></iframe>`
        : `<script src="${rootUrl}/book/embed.js" data-view="${view}"></script>`;
      const html = `<!doctype html><html lang="en"><head><title>A studio</title><meta name="viewport" content="width=device-width">
<style>:root { color-scheme: ${searchParams.get('scheme') ?? 'light'} } body { margin: 24px; background: light-dark(#f6f0e6, #221e18) }</style></head>
<body><main><h1>A quiet room</h1>${part}<p id="after">After</p></main></body></html>`;
      return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } });
    },
  });
  afterAll(() => site.stop(true));
  return `http://${hostname}:${site.port}`;
};
const allowed = website('127.0.0.1');
const foreign = website('localhost');

beforeAll(async () => {
  const response = await fetch(`${server.ready.rootUrl}/v2/settings`, {
    method: 'PATCH',
    headers: { 'x-service-api-key': SANDBOX_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ membership: { embedOrigins: [allowed] } }),
  });
  expect(response.status).toBe(200);
}, 60_000);

const openAt = async (address: string, options: BrowserContextOptions = {}) => {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const faults = faultsOf(page, server.ready.rootUrl).filter((fault) => !fault.startsWith(allowed));
  await page.goto(address);
  const frame = page.frameLocator('iframe');
  return { context, page, faults, frame };
};

const heightOf = (page: Page): Promise<number> =>
  page.evaluate<number>("document.querySelector('iframe').offsetHeight");

/** What a function of the browser says of an element. */
const measured = <Result>(element: Locator, what: string): Promise<Result> =>
  element.evaluate((found, text) => new Function(`return (${text})`)()(found), what);

/** The frame is as high as what is in it. */
const isWhole = async (page: Page, frame: FrameLocator): Promise<void> => {
  for (let tries = 0; tries < 100; tries += 1) {
    const sizes = 'html => [html.scrollHeight, html.scrollWidth - html.clientWidth]';
    const [inner = 0, sideways] = await measured<number[]>(frame.locator('html'), sizes);
    expect(sideways).toBe(0);
    if (Math.abs(inner - (await heightOf(page))) <= 1) return;
    await page.waitForTimeout(50);
  }
  throw new Error(`the frame is ${await heightOf(page)} px high`);
};

test.each([390, 1440])('the website that is named shows the timetable at its own height, at %i px', async (width) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, faults, frame, context } = await openAt(`${allowed}/?scheme=light%20dark`, {
      viewport: { width, height: 844 },
      colorScheme,
    });
    await frame.getByRole('heading', { level: 2, name: /Friday/ }).waitFor();
    await isWhole(page, frame);
    expect(await frame.getByRole('banner').count()).toBe(0);
    expect(await frame.locator('html').getAttribute('data-theme')).toBe(colorScheme);
    const background = 'element => getComputedStyle(element).backgroundColor';
    const ground = await measured<string>(frame.locator('body'), background);
    const outer = await measured<string>(frame.locator('html'), background);
    expect([ground, outer]).toEqual(['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)']);
    expect(await axeFindings(page)).toEqual([]);
    const before = await heightOf(page);
    await frame.getByRole('heading', { level: 3 }).first().getByRole('link').click();
    await frame.getByRole('heading', { level: 1 }).waitFor();
    // Before it is told, the frame is as high as the page before, and that is higher.
    await until(async () => (await heightOf(page)) !== before);
    await isWhole(page, frame);
    await frame.getByRole('link', { name: 'Back to schedule' }).click();
    await frame.getByRole('heading', { level: 2, name: /Friday/ }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  }
});

test('plans are shown too', async () => {
  const { page, frame, context } = await openAt(`${allowed}/?view=plans`);
  await frame.getByRole('heading', { level: 1, name: 'Pricing' }).waitFor();
  await isWhole(page, frame);
  await context.close();
});

test('a website that is not named shows nothing, and no page but those for frames is shown anywhere', async () => {
  const { page, context } = await openAt(foreign);
  const frameOf = async () => (await (await page.waitForSelector('iframe')).contentFrame())?.url();
  for (let tries = 0; (await frameOf()) !== 'chrome-error://chromewebdata/'; tries += 1) {
    expect(tries).toBeLessThan(600);
    await page.waitForTimeout(50);
  }
  expect(await page.frameLocator('iframe').getByRole('link').count()).toBe(0);
  await page.goto(`${allowed}/`);
  await page.evaluate(`document.querySelector('iframe').src = '${server.ready.rootUrl}/book'`);
  for (let tries = 0; (await frameOf()) !== 'chrome-error://chromewebdata/'; tries += 1) {
    expect(tries).toBeLessThan(600);
    await page.waitForTimeout(50);
  }
  await context.close();
});

test('without a script a day and a class open in the frame', async () => {
  const { frame, context } = await openAt(`${allowed}/?plain`, { javaScriptEnabled: false });
  await frame.getByRole('navigation', { name: 'Day' }).getByRole('link').nth(1).click();
  await frame.getByRole('heading', { level: 2, name: /Saturday/ }).waitFor();
  await frame.getByRole('heading', { level: 3 }).first().getByRole('link').click();
  await frame.getByRole('heading', { level: 1 }).waitFor();
  expect(await frame.getByRole('link', { name: /^Book/ }).first().getAttribute('target')).toBe('_blank');
  await context.close();
});

/** Signs the browser in as a member, as the page does it. */
const signIn = async (window: Page): Promise<void> => {
  const post = (path: string, body: object) =>
    window.evaluate(
      async ([address, text]) => {
        const headers = { 'content-type': 'application/json', 'x-studiod-page': '1' };
        await fetch(String(address), { method: 'POST', headers, body: String(text) });
      },
      [path, JSON.stringify(body)],
    );
  const email = 'dana.rivera@members.example';
  await post('/public-api/v2/auth/code', { email });
  for (let tries = 0; tries < 100; tries += 1) {
    const { body } = await server.call('GET', '/sandbox/mailbox');
    const code = /\b(\d{3}) (\d{3})\b/.exec(body.data[0]?.text ?? '');
    if (code !== null) {
      await post('/public-api/v2/auth/token', { email, code: `${code[1]}${code[2]}`, asCookie: true });
      return;
    }
    await window.waitForTimeout(100);
  }
  throw new Error('no code checked in');
};

test('what is done in a window of its own is told to the frame, without a cookie of the frame', async () => {
  const { page, frame, context } = await openAt(allowed);
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    frame.getByRole('link', { name: /^Book/ }).first().click(),
  ]);
  await opened.getByRole('heading', { level: 1 }).waitFor();
  expect(new URL(opened.url()).pathname + new URL(opened.url()).search).toMatch(
    /^\/book\/sign-in\?next=%2Fbook%2Fclass%2F[0-9a-f-]{36}%2Fbook$/,
  );
  expect(await opened.evaluate<boolean>('window.opener === null')).toBe(true);
  await signIn(opened);
  await opened.goto(`${server.ready.rootUrl}/book/me`);
  await page.bringToFront();
  await frame.getByRole('status').filter({ hasText: 'Done.' }).waitFor();
  expect(await frame.locator('body').getAttribute('class')).toBe('embedded');
  await context.close();
});
