// Run by scripts/check.ts where there is a browser: bun test ./test/browser/docs.browser.ts
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { newFolder, removeFolder, type Server, startServer } from '../helpers/process.ts';
import { launchBrowser } from './launch.ts';

let cwd = '';
let server: Server;
let browser: Browser;
beforeAll(async () => {
  cwd = newFolder();
  server = await startServer({ cwd }, 'sandbox');
  browser = await launchBrowser();
}, 90_000);
afterAll(async () => {
  await browser?.close();
  await server.stop();
  removeFolder(cwd);
});

test.each([390, 1280])('a page of %p pixels shows an operation without scrolling sideways', async (width) => {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(server.ready.rootUrl)) faults.push(request.url());
  });
  await page.goto(`${server.ready.rootUrl}/docs`);
  await page.locator('#operations-tag-Bookings').click();
  await page.locator('#operations-Bookings-createBooking button').first().click();
  await page.locator('#operations-Bookings-createBooking .responses-table').waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  expect(faults).toEqual([]);
  await page.close();
});
