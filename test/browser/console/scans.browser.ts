// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/scans.browser.ts
// Keys and presses at the desk that mean something else than they seem: cards, and the second press of a double click.
import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { BrowserContext, Page } from 'playwright-core';
import { type DemoDay, makeDay, sendTo } from './day.ts';
import { guarded, testConsole } from './open.ts';

const { server, open } = testConsole('--clock', 'fixed:2026-03-02T15:00:00Z');
const ask = <Body = { id: string }>(method: string, path: string, body?: object) =>
  sendTo<Body>(server.ready, method, path, body);

let day: DemoDay;
/** What is left open follows the day, and takes time from the next test. */
const openContexts: BrowserContext[] = [];
afterEach(async () => {
  await Promise.all(openContexts.splice(0).map((context) => context.close()));
});
beforeEach(async () => {
  expect((await server.call('POST', '/sandbox/reset')).status).toBe(200);
  day = await makeDay(server.ready);
}, 120_000);

/** Opens Today at the site of the day. */
const openDay = async () => {
  const { page, context, faults } = await open('/console/today', { siteId: day.siteId });
  openContexts.push(context);
  await page.getByRole('heading', { level: 3, name: /Vinyasa Flow/ }).waitFor();
  return { page, faults };
};

const person = (page: Page, name: string) => page.locator('[data-person]').filter({ hasText: name });
const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text });
const here = (page: Page, name: string) => person(page, name).getByText(/^Here /);

/** Types as a scanner does that takes so many ms for a key, with a stall in the middle, and with Enter at the end. */
const scan = async (page: Page, code: string, everyMs = 0): Promise<void> => {
  const half = Math.ceil(code.length / 2);
  await page.keyboard.type(code.slice(0, half), { delay: everyMs });
  await page.keyboard.press('Shift', { delay: 30 });
  await page.keyboard.type(code.slice(half), { delay: everyMs });
  await page.keyboard.press('Enter');
};

/** What has become of the bookings of the day, by client. */
const standings = async (): Promise<string[]> => {
  const all = await Promise.all(
    [day.ended, day.running, day.next].map((id) =>
      ask<{ data: { clientId: string; status: string }[] }>('GET', `/v2/bookings?session_id=${id}&limit=100`),
    ),
  );
  return all.flatMap(({ data }) => data.map(({ clientId, status }) => `${clientId} ${status}`)).sort();
};

test.each([1, 12, 40, 80])('an unknown card of a reader with %d ms a key does nothing but say so', async (everyMs) => {
  const { page, faults } = await openDay();
  const before = await standings();
  // J, K, N and Z are shortcuts; the digits are the end of a phone number.
  await ask('PATCH', `/v2/clients/${day.people.Mateo}`, { phone: '+1 212 555 4711' });
  await person(page, 'Hannah Cohen').getByRole('button', { name: 'Check in Hannah Cohen' }).focus();
  for (const code of ['K7712K', 'ZZ99UNKNOWN', 'nkzbij', '4711']) {
    await scan(page, code, everyMs);
    await toast(page, `No client has card ${code}.`).waitFor();
  }
  await page.getByRole('button', { name: 'Check in Hannah Cohen' }).and(page.locator(':focus')).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await standings()).toEqual(before);
  expect(faults).toEqual([]);
});

test.each([1, 25, 80])('a client is checked in by an own fob, with %d ms a key', async (everyMs) => {
  const { page, faults } = await openDay();
  await ask('PATCH', `/v2/clients/${day.people.Mateo}`, { fobNumber: '04A1B2C3' });
  await ask('PATCH', `/v2/clients/${day.people.Hannah}`, { barcode: '9780201379624' });
  await person(page, 'Quilla Kerr').getByRole('button', { name: 'Check in Quilla Kerr' }).focus();
  await scan(page, '04a1b2c3', everyMs);
  await toast(page, 'Mateo Silva is checked in.').waitFor();
  await scan(page, '9780201379624', everyMs);
  await toast(page, 'Hannah Cohen is checked in.').waitFor();
  await person(page, 'Quilla Kerr').getByRole('button', { name: 'Check in' }).waitFor();
  expect(faults).toEqual([]);
});

test('nobody is checked in by an Enter that follows a shortcut before anybody has seen where the focus is', async () => {
  const { page, faults } = await openDay();
  const before = await standings();
  await person(page, 'Hannah Cohen').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await person(page, 'Ivan Petrov').getByRole('button', { name: 'Check in Ivan Petrov' }).focus();
  await page.keyboard.press('c');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Late-cancel' }).waitFor();
  expect(await standings()).toEqual(before);
  expect(faults).toEqual([]);
});

test('no key acts on the page beneath a question', async () => {
  const { page, faults } = await openDay();
  const before = await standings();
  await page.locator('[data-decision="not_come"]').first().waitFor();
  const checkIn = person(page, 'Ivan Petrov').getByRole('button', { name: 'Check in Ivan Petrov' });
  await checkIn.focus();
  await page.keyboard.press('c');
  await page.getByRole('button', { name: 'Late-cancel' }).and(page.locator(':focus')).waitFor();
  // As slow as a person: the key is no part of a card.
  await page.keyboard.press('n', { delay: 250 });
  await page.keyboard.press('Escape');
  await checkIn.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('i', { delay: 250 });
  await toast(page, 'Ivan Petrov is checked in.').waitFor();
  const attended = `${day.people.Ivan} attended`;
  expect(await standings()).toEqual(before.map((each) => (each.startsWith(`${day.people.Ivan} `) ? attended : each)));
  expect(faults).toEqual([]);
});

test('a double click checks in once, and its undo takes the words back', async () => {
  const { page, faults } = await openDay();
  const button = person(page, 'Hannah Cohen').getByRole('button', { name: 'Check in Hannah Cohen' });
  await guarded(page);
  const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {};
  await page.mouse.click(x + width / 2, y + height / 2);
  await here(page, 'Hannah Cohen').waitFor();
  await page.mouse.click(x + width / 2 + 2, y + height / 2);
  await toast(page, 'Hannah Cohen is checked in.').waitFor();
  await here(page, 'Hannah Cohen').waitFor();
  const entries = page.locator('.latest li').filter({ hasText: 'Hannah Cohen checked in' });
  await entries.waitFor();
  // With the keyboard, which no pointer rests on.
  await person(page, 'Hannah Cohen').getByRole('button', { name: /^Undo/ }).focus();
  await page.keyboard.press('Enter');
  await toast(page, 'Undone.').waitFor();
  await toast(page, 'is checked in.').waitFor({ state: 'detached' });
  await entries.waitFor({ state: 'detached' });
  await person(page, 'Hannah Cohen').getByRole('button', { name: 'Check in Hannah Cohen' }).waitFor();
  await page.keyboard.press('i');
  await toast(page, 'Hannah Cohen is checked in.').waitFor();
  await entries.waitFor();
  expect(await entries.count()).toBe(1);
  expect(faults).toEqual([]);
});
