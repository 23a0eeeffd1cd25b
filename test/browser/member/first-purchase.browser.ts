// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/member/first-purchase.browser.ts
// How many taps a stranger needs on a phone from the timetable to a class that is paid for and booked.
import { expect, test } from 'bun:test';
import type { Locator } from 'playwright-core';
import { testMember } from './open.ts';

const { open, codeFor } = testMember('--clock', 'fixed:2026-03-06T12:30:00Z');

/** The most taps. */
const MOST = 12;

let strangers = 0;

test('a stranger buys and books with at most 12 taps', async () => {
  const { page, faults } = await open('/book', { clientId: null, width: 390 });
  let taps = 0;
  const tap = async (what: Locator): Promise<void> => {
    taps += 1;
    await page.waitForLoadState();
    await what.first().tap();
  };
  /** Types into a field: a tap leads there, unless the page has put the cursor in it. */
  const write = async (field: Locator, text: string): Promise<void> => {
    await field.waitFor();
    if ((await field.and(page.locator(':focus')).count()) === 0) await tap(field);
    await page.keyboard.type(text);
  };
  /** The key of the keyboard that sends a form. */
  const go = async (): Promise<void> => {
    taps += 1;
    await page.keyboard.press('Enter');
  };
  const email = `nora${++strangers}@members.example`;

  await tap(page.locator('.classes').getByRole('link', { name: /Book/ }));
  await tap(page.getByRole('link', { name: 'New here? Sign up' }));
  await page.getByRole('heading', { name: 'New here?' }).waitFor();
  await write(page.getByRole('textbox', { name: 'Email address' }), email);
  await go();
  await write(page.getByRole('textbox', { name: 'Six-digit code' }), await codeFor(email));
  await page.getByRole('textbox', { name: 'First name' }).waitFor();
  await write(page.getByRole('textbox', { name: 'First name' }), 'Nora');
  await write(page.getByRole('textbox', { name: 'Last name' }), 'Silva');
  await tap(page.getByRole('button', { name: /^Continue to / }));
  await write(page.getByLabel('Card number'), '4242424242424242');
  await write(page.getByLabel('Expires'), '1131');
  await write(page.getByLabel('Security code'), '123');
  await tap(page.getByRole('button', { name: 'Pay and book' }));
  await page.getByRole('heading', { name: 'You’re booked, Nora' }).waitFor();
  expect(faults).toEqual([]);
  expect(taps).toBeLessThanOrEqual(MOST);
  console.log(`measured  a stranger buys and books: ${taps} taps`);
}, 120_000);
