// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/offline.browser.ts
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { BOOKINGS } from '../../src/resources/demo-ids.ts';
import { testServer } from '../helpers/process.ts';
import { launchBrowser } from './launch.ts';

const server = testServer({}, 'sandbox', '--clock', 'fixed:2026-03-06T12:30:00Z');
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
}, 90_000);
afterAll(() => browser?.close());

/** Opens the timetable until the service worker serves it. */
const openServed = async () => {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(`${server.ready.rootUrl}/book`);
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.goto(`${server.ready.rootUrl}/book`);
  return { context, page };
};

const keptPages = (page: Page): Promise<string[]> =>
  page.evaluate(
    `caches.open('studiod-pages').then(async (pages) => (await pages.keys()).map(({ url }) => new URL(url).pathname))`,
  );

/** What is kept is written after the page is shown. */
const keepsExactly = async (page: Page, paths: readonly string[]): Promise<void> => {
  for (let tries = 0; tries < 100; tries += 1) {
    if (JSON.stringify((await keptPages(page)).toSorted()) === JSON.stringify(paths)) return;
    await page.waitForTimeout(50);
  }
  expect((await keptPages(page)).toSorted()).toEqual([...paths]);
};

test('without a connection: the last timetable with its time, and the reason for other pages', async () => {
  const { context, page } = await openServed();
  await keepsExactly(page, ['/book']);
  await page.goto(`${server.ready.rootUrl}/book/plans`);
  await page.goto(`${server.ready.rootUrl}/book`);
  await keepsExactly(page, ['/book']);
  await context.setOffline(true);
  await page.goto(`${server.ready.rootUrl}/book?day=2026-03-08`);
  await page
    .getByRole('status')
    .filter({
      hasText: /^Offline\. Last updated \d{1,2}:\d\d(?: [AP]M)?\. Sunday, March 8 is not available offline\.$/,
    })
    .waitFor();
  await page.getByRole('heading', { level: 2, name: /Friday/ }).waitFor();
  await page.goto(`${server.ready.rootUrl}/book/sign-in`);
  await page.getByRole('heading', { level: 1, name: 'You are offline.' }).waitFor();
  await context.setOffline(false);
  await page.goto(`${server.ready.rootUrl}/book/plans`);
  await page.getByRole('heading', { level: 1, name: 'Pricing' }).waitFor();
  await context.close();
});

test('after one visit alone: the page that was open is kept, with its look', async () => {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${server.ready.rootUrl}/book`);
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await keepsExactly(page, ['/book']);
  await context.setOffline(true);
  await page.goto(`${server.ready.rootUrl}/book/plans`);
  await page.getByRole('heading', { level: 1, name: 'You are offline.' }).waitFor();
  expect(await page.getByRole('link', { name: 'Sign in' }).count()).toBe(0);
  expect(await page.evaluate<string>("getComputedStyle(document.querySelector('.gate .page')).display")).toBe('flex');
  await page.goto(`${server.ready.rootUrl}/book?day=2026-03-08`);
  await page.getByRole('status').filter({ hasText: 'Offline. Last updated' }).waitFor();
  expect(await page.evaluate<string>("getComputedStyle(document.querySelector('.class')).display")).toBe('grid');
  await context.close();
});

test('of a member only the own classes are kept, and signing out empties it', async () => {
  const { context, page } = await openServed();
  await page.evaluate(`fetch('/public-api/v2/auth/code', {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"email":"dana.rivera@members.example"}' })`);
  const { body } = await server.call('GET', '/sandbox/mailbox?wait=20');
  const [, first, second] = /\b(\d{3}) (\d{3})\b/.exec(body.data[0]?.text ?? '') ?? [];
  await page.evaluate(`fetch('/public-api/v2/auth/token', {
    method: 'POST', headers: { 'content-type': 'application/json', 'x-studiod-page': '1' },
    body: '{"email":"dana.rivera@members.example","code":"${first}${second}","asCookie":true}' })`);
  await page.goto(`${server.ready.rootUrl}/book`);
  await page.locator('body.signed-in').waitFor();
  await page.goto(`${server.ready.rootUrl}/book/plans`);
  await page.goto(`${server.ready.rootUrl}/book/me/account`);
  await keepsExactly(page, ['/book', '/book/whose']);
  await page.goto(`${server.ready.rootUrl}/book/me`);
  const ticket = `/book/me/bookings/${BOOKINGS.ofMember}`;
  await page.goto(`${server.ready.rootUrl}${ticket}?new`);
  await keepsExactly(page, ['/book', '/book/me', ticket, '/book/whose']);
  await page.goto(`${server.ready.rootUrl}/book/me/account/profile`);
  await context.setOffline(true);
  await page.locator('#phone').fill('+1 212 555 0143');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('status').getByText('You are offline.').waitFor();
  expect(await page.locator('#phone').inputValue()).toBe('+1 212 555 0143');
  for (const path of ['/book', '/book/me', ticket]) {
    await page.goto(`${server.ready.rootUrl}${path}`);
    await page.locator('body.signed-in .offline').waitFor();
  }
  await page.goto(`${server.ready.rootUrl}/book/me/account/cards`);
  await page.getByRole('heading', { level: 1, name: 'You are offline.' }).waitFor();
  await page.getByRole('link', { name: 'My classes', exact: true }).click();
  await page.locator('body.signed-in .offline').waitFor();
  await context.setOffline(false);
  await page.goto(`${server.ready.rootUrl}/book`);
  await page.evaluate(`fetch('/public-api/v2/member/sign-out', {
    method: 'POST', headers: { 'content-type': 'application/json', 'x-studiod-page': '1' }, body: '{}' })`);
  await keepsExactly(page, []);
  await context.close();
});
