// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/tabs.browser.ts
// The tabs of a browser share one stream of changes, which the next tab takes over when the first is closed.
import { beforeAll, expect, test } from 'bun:test';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { SITES } from '../../../src/resources/demo-ids.ts';
import { until } from '../../helpers/process.ts';
import { faultsOf, testConsole } from './open.ts';
import { peopleOf } from './people.ts';

const { server, open } = testConsole();
const { elsewhere, newClient } = peopleOf(server);

// The first page of a sandbox makes the bundle of the console, which takes its time on a machine with much to do.
beforeAll(async () => {
  await fetch(`${server.ready.rootUrl}/console/sign-in`);
}, 60_000);

const newClass = (): Promise<{ id: string }> =>
  elsewhere('POST', '/manage/sessions', {
    siteId: SITES.downtown,
    name: 'Three tabs',
    durationMinutes: 60,
    capacity: 10,
    startTime: new Date(Date.now() + 15 * 60_000).toISOString(),
  });
/** Somebody elsewhere books a client. */
const book = async (sessionId: string, name: string): Promise<void> => {
  await elsewhere('POST', '/v2/bookings', { clientId: await newClient(name), sessionId, requireCredit: false });
};

/** The streams that the tabs of a browser have asked for, and those of them that are open. */
const streamsOf = (context: BrowserContext) => {
  const all: Request[] = [];
  const open = new Set<Request>();
  context.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/manage/live') return;
    all.push(request);
    open.add(request);
  });
  context.on('requestfailed', (request) => open.delete(request));
  context.on('requestfinished', (request) => open.delete(request));
  return { all, open };
};
const shows = (pages: readonly Page[], name: string) =>
  Promise.all(pages.map((page) => page.getByRole('row').filter({ hasText: name }).waitFor()));
const isLive = (page: Page) => page.getByText('Live', { exact: true }).waitFor();

test('three tabs have one stream, all of them are told, also after the first is closed', async () => {
  const { id } = await newClass();
  await book(id, 'Ada Early');
  const { page: first, context } = await open('/console/account');
  const streams = streamsOf(context);
  await first.goto(new URL(`/console/sessions/${id}`, server.ready.rootUrl).href);
  await isLive(first);
  const faults: string[] = [];
  const others = [await context.newPage(), await context.newPage()];
  for (const page of others) {
    faultsOf(page, server.ready.rootUrl, faults);
    await page.goto(first.url());
    await isLive(page);
  }
  const pages = [first, ...others];
  await shows(pages, 'Ada Early');
  expect(streams.all).toHaveLength(1);

  await book(id, 'Bea Second');
  await shows(pages, 'Bea Second');
  expect(streams.all).toHaveLength(1);

  await first.close();
  await book(id, 'Cleo Third');
  await shows(others, 'Cleo Third');
  await until(() => streams.all.length === 2);
  const headers = await streams.all[1]?.allHeaders();
  expect(headers?.['last-event-id']).toMatch(/^evt_/);

  await book(id, 'Dora Fourth');
  await shows(others, 'Dora Fourth');
  expect(streams.all).toHaveLength(2);
  expect(faults).toEqual([]);
}, 90_000);

test('more tabs than a browser has connections to a server still answer', async () => {
  const { id } = await newClass();
  await book(id, 'Gus Many');
  const { page, context } = await open(`/console/sessions/${id}`);
  await shows([page], 'Gus Many');
  for (let count = 0; count < 6; count += 1) {
    const next = await context.newPage();
    await next.goto(page.url());
    await shows([next], 'Gus Many');
  }
}, 90_000);

/** A context whose pages have no locks, as without https, with what shows or hides its tabs. */
const withoutLocks = async (context: BrowserContext) => {
  await context.addInitScript('delete Navigator.prototype.locks');
  const see = (page: Page, state: 'visible' | 'hidden') =>
    page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'))`);
  return see;
};

test('without https only the tab that somebody sees has a stream, which reads on when it is seen again', async () => {
  const { id } = await newClass();
  await book(id, 'Nell First');
  const { page, context } = await open('/console/account');
  const streams = streamsOf(context);
  const see = await withoutLocks(context);
  await page.goto(new URL(`/console/sessions/${id}`, server.ready.rootUrl).href);
  await isLive(page);
  await book(id, 'Nell Second');
  await shows([page], 'Nell Second');
  let shown = page;
  for (let count = 0; count < 6; count += 1) {
    await see(shown, 'hidden');
    await until(() => streams.open.size === 0);
    shown = await context.newPage();
    await shown.goto(page.url());
    await isLive(shown);
  }
  await see(shown, 'hidden');
  await until(() => streams.open.size === 0);
  await book(id, 'Nell Third');
  await see(page, 'visible');
  await isLive(page);
  await shows([page], 'Nell Third');
  expect(streams.open.size).toBe(1);
  expect((await streams.all.at(-1)?.allHeaders())?.['last-event-id']).toMatch(/^evt_/);
}, 90_000);

test('a stream that ends is read on from its last event, in every tab', async () => {
  const { id } = await newClass();
  await book(id, 'Ida Before');
  const { page, context } = await open('/console/account');
  const streams = streamsOf(context);
  const body = 'id: evt_last\nevent: ready\ndata: {}\n\n';
  await context.route('**/manage/live*', (route) => route.fulfill({ contentType: 'text/event-stream', body }), {
    times: 1,
  });
  await page.goto(new URL(`/console/sessions/${id}`, server.ready.rootUrl).href);
  const other = await context.newPage();
  await other.goto(page.url());
  await until(() => streams.all.length === 2);
  expect((await streams.all[1]?.allHeaders())?.['last-event-id']).toBe('evt_last');
  await Promise.all([isLive(page), isLive(other)]);
  await book(id, 'Ida Afterwards');
  await shows([page, other], 'Ida Afterwards');
  expect(streams.all).toHaveLength(2);
}, 90_000);

test('nobody is signed in any more: no tab tries again, until somebody has signed in and comes back', async () => {
  const { id } = await newClass();
  await book(id, 'Lea First');
  const { page, context } = await open('/console/account');
  const streams = streamsOf(context);
  await page.goto(new URL(`/console/sessions/${id}`, server.ready.rootUrl).href);
  await isLive(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await isLive(other);
  const headers = { 'X-Studiod-Console': '1', origin: server.ready.rootUrl };
  expect((await context.request.post(`${server.ready.rootUrl}/manage/auth/sign-out`, { headers })).ok()).toBe(true);
  await book(id, 'Lea Second');
  const dialog = page.getByRole('alertdialog');
  await dialog.waitFor();
  await until(() => streams.open.size === 0);
  await page.waitForTimeout(1_000);
  // A tab may have tried once before it was told.
  const tried = streams.all.length;
  expect(tried).toBeLessThanOrEqual(2);
  await page.waitForTimeout(4_000);
  expect(streams.all).toHaveLength(tried);

  await context.request.post(`${server.ready.rootUrl}/sandbox/sign-in`, { data: { role: 'owner' } });
  for (const each of [page, other]) await each.evaluate("window.dispatchEvent(new Event('focus'))");
  await until(() => streams.all.length === tried + 1);
  await book(id, 'Lea Third');
  expect(streams.open.size).toBe(1);
  await page.reload();
  await shows([page, other], 'Lea Third');
}, 90_000);
