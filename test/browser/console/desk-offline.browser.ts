// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/desk-offline.browser.ts
// The desk without a connection: check-ins are kept and sent once; everything else says that it waits.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { BrowserContext, Page } from 'playwright-core';
import { SITES } from '../../../src/resources/demo-ids.ts';
import { until } from '../../helpers/process.ts';
import { zoneAtNoon } from '../../helpers/zone-at-noon.ts';
import { axeFindings, testConsole, VIEWS, type View } from './open.ts';
import { peopleOf, toast } from './people.ts';

const { server, open } = testConsole();
const { elsewhere, newClient } = peopleOf(server);
const CHECK_IN = /\/v2\/bookings\/[^/]+\/checkin$/;

let made = 0;
let session: { id: string; people: { name: string; clientId: string; bookingId: string }[] };
/** A class that begins in a quarter of an hour, with two people who are expected. */
const makeClass = async (siteId: string): Promise<void> => {
  made += 1;
  const { id } = await elsewhere('POST', '/manage/sessions', {
    siteId,
    name: `Offline ${made}`,
    durationMinutes: 60,
    capacity: 10,
    startTime: new Date(Date.now() + 15 * 60_000).toISOString(),
  });
  const people = [];
  for (const name of [`Ada Line${made}`, `Bea Line${made}`]) {
    const clientId = await newClient(name);
    const { id: bookingId } = await elsewhere('POST', '/v2/bookings', {
      clientId,
      sessionId: id,
      requireCredit: false,
    });
    people.push({ name, clientId, bookingId });
  }
  session = { id, people };
};
beforeEach(() => makeClass(SITES.downtown));

const contexts: BrowserContext[] = [];
const openPage = async (path: string, view: View) => {
  const opened = await open(path, view);
  contexts.push(opened.context);
  return opened;
};
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});
const [ADA, BEA] = [0, 1] as const;
const person = (index: number) => {
  const found = session.people[index];
  if (found === undefined) throw new Error('there are two people');
  return found;
};
const booking = async (index: number) => (await server.call('GET', `/v2/bookings/${person(index).bookingId}`)).body;
const visits = async (index: number) =>
  (await server.call('GET', `/v2/checkins?client_id=${person(index).clientId}`)).body.data;
const row = (page: Page, index: number) => page.getByRole('row').filter({ hasText: person(index).name });

/** The idempotency keys of the check-ins that pages of a browser ask the server for. */
const sentBy = (context: BrowserContext): (string | undefined)[] => {
  const sent: (string | undefined)[] = [];
  context.on('request', (request) => {
    if (request.method() !== 'POST' || !CHECK_IN.test(request.url())) return;
    sent.push(request.headers()['idempotency-key']);
  });
  return sent;
};
const openRoster = async (view: View = {}) => {
  const opened = await openPage(`/console/sessions/${session.id}`, { role: 'front_desk', ...view });
  await row(opened.page, ADA).waitFor();
  return { ...opened, sent: sentBy(opened.context) };
};
const press = async (page: Page, index: number, key: string): Promise<void> => {
  await row(page, index).focus();
  await page.keyboard.press(key);
};
const KEPT = '1 check-in is saved and will be sent when you are back online.';
const bar = (page: Page) => page.getByRole('status').filter({ hasText: /sent/ });

describe('at the roster', () => {
  test('a check-in is kept over a reload, and sent once with the time of the press', async () => {
    const { page, context, sent } = await openRoster();
    await context.setOffline(true);
    await page.getByText('Check-ins are saved and sent later.').waitFor();
    await page.getByText('Everything else needs a connection.').waitFor();
    const pressed = Date.now();
    await press(page, ADA, 'i');
    await row(page, ADA)
      .getByText(/^Here /)
      .waitFor();
    await bar(page).getByText(KEPT).waitFor();
    await press(page, BEA, 'n');
    await page.getByText(`${person(BEA).name}: this needs a connection. Nothing has changed yet.`).waitFor();
    await row(page, BEA).getByText('Expected').waitFor();
    expect([(await booking(ADA)).status, (await booking(BEA)).status]).toEqual(['confirmed', 'confirmed']);

    await context.route(CHECK_IN, (route) => route.abort());
    await context.setOffline(false);
    const reloaded = Date.now();
    await page.reload();
    await bar(page).getByText(KEPT).waitFor();
    await row(page, ADA)
      .getByText(/^Here /)
      .waitFor();
    await context.unroute(CHECK_IN);
    await page.evaluate("window.dispatchEvent(new Event('online'))");
    await toast(page, '1 saved check-in was sent.').waitFor();
    await bar(page).waitFor({ state: 'hidden' });
    const { status, checkedInAt } = await booking(ADA);
    expect(status).toBe('attended');
    expect(Date.parse(checkedInAt)).toBeGreaterThanOrEqual(pressed - 100);
    expect(Date.parse(checkedInAt)).toBeLessThan(reloaded);
    expect(await visits(ADA)).toHaveLength(1);
    expect(new Set(sent).size).toBe(1);
    expect(await page.evaluate("localStorage.getItem('studiod.desk.kept')")).toBeNull();
  });

  test('each check-in has a key of its own, and of two tabs only one sends them', async () => {
    const { page, context, sent } = await openRoster();
    const other = await context.newPage();
    await other.goto(page.url());
    await row(other, ADA).waitFor();
    await context.setOffline(true);
    await press(page, ADA, 'i');
    await bar(page).getByText(KEPT).waitFor();
    await press(page, BEA, 'i');
    await bar(page).getByText('2 check-ins are saved').waitFor();
    await bar(other).getByText('2 check-ins are saved').waitFor();
    const tried = sent.length;
    await context.setOffline(false);
    await bar(page).waitFor({ state: 'hidden' });
    await bar(other).waitFor({ state: 'hidden' });
    await row(other, BEA)
      .getByText(/^Here /)
      .waitFor();
    expect([await visits(ADA), await visits(BEA)].map((list) => list.length)).toEqual([1, 1]);
    const later = sent.slice(tried);
    expect(later).toHaveLength(2);
    expect(new Set(sent).size).toBe(2);
  });

  test('one that is undone is not sent', async () => {
    const { page, context, sent } = await openRoster();
    await context.setOffline(true);
    await press(page, ADA, 'i');
    await bar(page).getByText(KEPT).waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await row(page, ADA).getByText('Expected').waitFor();
    await page.getByText('Check-ins are saved and sent later.').waitFor();
    const tried = sent.length;
    await context.setOffline(false);
    await page.getByText('Check-ins are saved and sent later.').waitFor({ state: 'hidden' });
    expect((await booking(ADA)).status).toBe('confirmed');
    expect(sent.length).toBe(tried);
  });

  test('one that the server refuses is said with its reason until it is closed', async () => {
    const { page, context } = await openRoster();
    await context.setOffline(true);
    await press(page, ADA, 'i');
    await bar(page).getByText(KEPT).waitFor();
    await elsewhere('POST', `/v2/bookings/${person(ADA).bookingId}/cancel`, {});
    await context.setOffline(false);
    const refused = page.getByRole('alert').filter({ hasText: `${person(ADA).name}’s check-in at` });
    await refused.getByText(/was refused: .*canceled/i).waitFor();
    await refused.getByRole('button', { name: 'Close' }).click();
    await refused.waitFor({ state: 'hidden' });
    await row(page, ADA).getByText('Late cancel').waitFor();
  });

  test.each([
    { outcome: 'a refusal', isRefused: true },
    { outcome: 'a check-in', isRefused: false },
  ])('$outcome whose response was lost is found out when the connection is back', async ({ isRefused }) => {
    const { page, context } = await openRoster();
    await context.route(
      CHECK_IN,
      async (route) => {
        if (isRefused) await elsewhere('POST', `/v2/bookings/${person(ADA).bookingId}/cancel`, {});
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await press(page, ADA, 'i');
    const refused = page.getByRole('alert').filter({ hasText: `${person(ADA).name}’s check-in at` });
    const sent = toast(page, '1 saved check-in was sent.');
    await until(async () => (await page.evaluate("localStorage.getItem('studiod.desk.kept')")) !== null);
    await page.evaluate("window.dispatchEvent(new Event('online'))");
    await (isRefused ? refused.getByText(/was refused: .*canceled/i) : sent).waitFor();
    expect(await visits(ADA)).toHaveLength(isRefused ? 0 : 1);
  });
});

test('on Today a check-in is kept as well', async () => {
  // A site of its own: Today shows whoever comes next.
  const { id: siteId } = await elsewhere('POST', '/v2/sites', { name: 'Quiet site', timezone: zoneAtNoon() });
  await makeClass(siteId);
  const { page, context } = await openPage('/console/today', { siteId });
  const button = page.getByRole('button', { name: `Check in ${person(ADA).name}` });
  await button.waitFor();
  await context.setOffline(true);
  await button.click();
  await bar(page).getByText(KEPT).waitFor();
  await page
    .getByRole('listitem')
    .filter({ hasText: person(ADA).name })
    .getByText('No connection. It will be sent later.')
    .waitFor();
  await context.setOffline(false);
  await bar(page).waitFor({ state: 'hidden' });
  expect((await booking(ADA)).status).toBe('attended');
});

test('the list of keys leaves the page as it is when it cannot be loaded, and comes with the connection', async () => {
  const { page, context } = await openPage('/console/today', {});
  await page.locator('.day').waitFor();
  await context.setOffline(true);
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/console/files/'));
  await page.keyboard.press('?');
  await failed;
  await page.getByText('Everything else needs a connection.').waitFor();
  // The page would have given way to the words of its error.
  await page.locator('.day').waitFor();
  await context.setOffline(false);
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
});

test.each(VIEWS)('what is kept is said accessibly at $width px, $theme', async (view) => {
  const { page, context } = await openRoster(view);
  await context.setOffline(true);
  await press(page, ADA, 'i');
  await bar(page).getByText(KEPT).waitFor();
  expect(await axeFindings(page)).toEqual([]);
});
