// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/finders.browser.ts
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { closedAfterEach, testConsole } from './open.ts';
import { peopleOf, toast } from './people.ts';

const { server, open: openPage } = testConsole();
const open = closedAfterEach(openPage);
const { newClient, sell, elsewhere } = peopleOf(server);

/** Holds the response to a search until it is let go. */
const hold = async (page: Page, text: string): Promise<{ asked: Promise<unknown>; letGo: () => void }> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const isIt = (url: URL): boolean => [url.searchParams.get('q'), url.searchParams.get('search')].includes(text);
  await page.route(isIt, async (route) => {
    await promise;
    await route.continue();
  });
  return { asked: page.waitForRequest((request) => isIt(new URL(request.url()))), letGo: resolve };
};

const option = (page: Page, name: string) => page.getByRole('option', { name: new RegExp(name) });

/** The card of who buys. */
const chosen = (page: Page, name: string) =>
  page.locator('.who-card:not([data-open])').getByText(name, { exact: true });

test('Sell takes the first of what was typed when Enter comes before it, and nobody whom earlier letters found', async () => {
  await newClient('Quentin Amber');
  await newClient('Quentin Ambrose');
  const { page, faults } = await open('/console/sell');
  await page.getByRole('searchbox', { name: 'Search clients', exact: true }).waitFor();
  await page.keyboard.type('quentin amb');
  await option(page, 'Quentin Ambrose').waitFor();
  const search = await hold(page, 'quentin ambe');
  await page.keyboard.type('e');
  await search.asked;
  await page.keyboard.press('Enter');
  expect(await option(page, 'Quentin Ambrose').count()).toBe(1);
  search.letGo();
  await chosen(page, 'Quentin Amber').waitFor();
  await page.getByRole('button', { name: /^Charge \$/ }).waitFor();
  expect(faults).toEqual([]);
});

test('Enter takes the first of what was pasted', async () => {
  await newClient('Pasted Pauline');
  const { page } = await open('/console/sell');
  const field = page.getByRole('searchbox', { name: 'Search clients', exact: true });
  await field.fill('pasted paul');
  await option(page, 'Pasted Pauline').waitFor();
  await field.press('Enter');
  await chosen(page, 'Pasted Pauline').waitFor();
});

test('who types on after Enter, or leaves the field, is not held to it', async () => {
  await newClient('Rolf Alder');
  await newClient('Rolf Aldous');
  const { page } = await open('/console/sell');
  const field = page.getByRole('searchbox', { name: 'Search clients', exact: true });
  await field.waitFor();
  const [short, whole] = [await hold(page, 'rolf ald'), await hold(page, 'rolf aldo')];
  await page.keyboard.type('rolf ald');
  await short.asked;
  await page.keyboard.press('Enter');
  await page.keyboard.type('o');
  await whole.asked;
  whole.letGo();
  await option(page, 'Rolf Aldous').waitFor();
  expect(await field.inputValue()).toBe('rolf aldo');

  const left = await hold(page, 'rolf alde');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('e');
  await left.asked;
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  left.letGo();
  await option(page, 'Rolf Alder').waitFor();
  expect(await field.inputValue()).toBe('rolf alde');
});

/** A class with free seats, to which nobody is booked. */
const newClass = async (name: string): Promise<string> => {
  const startTime = new Date(Date.now() + 3 * 3_600_000).toISOString();
  const { siteId } = server.ready;
  return (await elsewhere('POST', '/manage/sessions', { siteId, name, startTime, durationMinutes: 45 })).id;
};

const bookedIn = async (sessionId: string): Promise<string[]> => {
  const { data } = await elsewhere<{ data: { clientId: string }[] }>('GET', `/v2/bookings?session_id=${sessionId}`);
  return data.map(({ clientId }) => clientId);
};

test('Book someone books the only one who is found, whom nobody has seen yet', async () => {
  const [other, meant] = [await newClient('Sabine Corn'), await newClient('Sabine Cornelis')];
  await sell(other);
  await sell(meant);
  const sessionId = await newClass('Quick Hands');
  const { page, faults } = await open(`/console/sessions/${sessionId}`);
  await page.getByRole('button', { name: /^Book someone/ }).click();
  await page.keyboard.type('sabine corn');
  await option(page, 'Sabine Corn$|Sabine Corn ').first().waitFor();
  const search = await hold(page, 'sabine cornelis');
  await page.keyboard.insertText('elis');
  await search.asked;
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  search.letGo();
  await toast(page, /Sabine Cornelis/).waitFor();
  await page.getByRole('row', { name: /Sabine Cornelis/ }).waitFor();
  expect([await bookedIn(sessionId), faults]).toEqual([[meant], []]);
});

test('of several whom nobody has seen Book someone books nobody, and the next Enter books the first', async () => {
  for (const name of ['Tamsin Dole', 'Tamsin Doyle']) await sell(await newClient(name));
  const sessionId = await newClass('Careful Hands');
  const { page, faults } = await open(`/console/sessions/${sessionId}`);
  await page.getByRole('button', { name: /^Book someone/ }).click();
  await page.getByRole('dialog').getByRole('searchbox').waitFor();
  const search = await hold(page, 'tamsin do');
  await page.keyboard.type('tamsin do');
  await search.asked;
  await page.keyboard.press('Enter');
  search.letGo();
  const first = page.getByRole('option').first();
  await option(page, 'Tamsin').nth(1).waitFor();
  const name = await first.locator('b').textContent();
  expect(await bookedIn(sessionId)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: new RegExp(name ?? '') }).waitFor();
  expect([(await bookedIn(sessionId)).length, faults]).toEqual([1, []]);
});
