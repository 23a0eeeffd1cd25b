// Run by scripts/test where there is a browser: bun test ./test/browser/booking-site.browser.ts
// The page for a website that the documentation teaches, as somebody pastes it, from another origin.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { run, testServer } from '../helpers/process.ts';
import { launchBrowser } from './launch.ts';

const server = testServer({}, 'sandbox');
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
}, 90_000);
afterAll(() => browser?.close());

const PAGE = '/docs/booking-site';

/** What a reader of the page copies from its blocks. */
const blocks = async () => {
  const page = await browser.newPage();
  await page.goto(`${server.ready.rootUrl}${PAGE}`);
  const textOf = async (language: string) =>
    (await page.locator(`code[data-language="${language}"]`).textContent()) ?? '';
  const copied = { publishable: await textOf('publishable'), html: await textOf('html') };
  await page.close();
  return copied;
};

/** Another origin that serves one page. */
const website = (html: () => string) =>
  Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => new Response(html(), { headers: { 'content-type': 'text/html' } }),
  });

const hasCurl = Bun.which('curl') !== null && Bun.which('bash') !== null;
test.if(hasCurl)(
  'the page with a publishable key shows timetable and plans, and leads to the class',
  async () => {
    const { publishable, html } = await blocks();
    expect(html.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
    let content = '';
    const site = website(() => content);
    try {
      const origin = `http://127.0.0.1:${site.port}`;
      const command = publishable.replace('http://127.0.0.1:3000', origin);
      expect(command).toContain(origin);
      const made = await run({ cwd: server.cwd }, 'bash', '-euc', command);
      const { key } = JSON.parse(made.out);
      content = html.replace('pk_live_...', key);
      const page = await browser.newPage();
      page.setDefaultTimeout(20_000);
      const asked: string[] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).pathname.startsWith('/public-api/'))
          asked.push(request.headers()['x-service-api-key'] ?? '');
      });
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(String(error)));
      await page.goto(origin);
      await page.getByRole('heading', { level: 1, name: 'Downtown' }).waitFor();
      await page.getByRole('link', { name: 'Ten classes' }).waitFor();
      await page.getByText('$150.00').waitFor();
      expect(asked).toEqual([key, key, key]);
      const first = page.locator('a[href*="/book/class/"]').first();
      const name = (await first.textContent()) ?? '';
      await first.click();
      await page.waitForURL(`${server.ready.rootUrl}/book/class/*`);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain(name);
      expect(faults).toEqual([]);
      await page.close();
    } finally {
      await site.stop(true);
    }
  },
  120_000,
);

test('a key that is not of the website says so on the page', async () => {
  const { html } = await blocks();
  const site = website(() => html);
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${site.port}`);
    await page.getByText('The timetable cannot be shown').waitFor();
    await page.close();
  } finally {
    await site.stop(true);
  }
}, 60_000);
