// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/member/wallet.browser.ts
// How many taps a stranger needs on a phone from the timetable to a class that a wallet has paid for, and what else may happen.
import { beforeAll, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { testMember } from './open.ts';

const { server, open, codeFor } = testMember('--clock', 'fixed:2026-03-06T12:30:00Z');

/** The most taps. */
const MOST = 8;

beforeAll(async () => {
  await server.call('PATCH', '/v2/settings', { payment: { waysToPay: true } });
});

let strangers = 0;

/** A stranger on a phone who comes to the page on which it is chosen how to pay. */
const atTheChoice = async () => {
  const { page, faults } = await open('/book', { clientId: null, width: 390 });
  let taps = 0;
  const tap = async (what: Locator): Promise<void> => {
    taps += 1;
    await page.waitForLoadState();
    await what.first().tap();
  };
  const write = async (field: Locator, text: string): Promise<void> => {
    await field.waitFor();
    if ((await field.and(page.locator(':focus')).count()) === 0) await tap(field);
    await page.keyboard.type(text);
  };
  const email = `wendy${++strangers}@members.example`;
  await tap(page.locator('.classes').getByRole('link', { name: /Book/ }));
  await tap(page.getByRole('link', { name: 'New here? Sign up' }));
  await page.getByRole('heading', { name: 'New here?' }).waitFor();
  await write(page.getByRole('textbox', { name: 'Email address' }), email);
  taps += 1;
  await page.keyboard.press('Enter');
  await write(page.getByRole('textbox', { name: 'Six-digit code' }), await codeFor(email));
  await page.getByRole('textbox', { name: 'First name' }).waitFor();
  await write(page.getByRole('textbox', { name: 'First name' }), 'Wendy');
  await write(page.getByRole('textbox', { name: 'Last name' }), 'Silva');
  await tap(page.getByRole('button', { name: /^Continue to / }));
  await tap(page.getByRole('button', { name: 'Pay and book' }));
  await page.getByRole('heading', { level: 1, name: 'How do you want to pay?' }).waitFor();
  return { page, faults, tap, taps: () => taps };
};

const booked = (page: Page) => page.getByRole('heading', { name: 'You’re booked, Wendy' }).waitFor();

test('a stranger buys by wallet and is booked with at most 8 taps', async () => {
  const { page, faults, tap, taps } = await atTheChoice();
  await tap(page.getByRole('button', { name: /^Pay \$/ }));
  await tap(page.getByRole('dialog').getByRole('button', { name: 'Pay with the wallet' }));
  await booked(page);
  expect(faults).toEqual([]);
  expect(taps()).toBeLessThanOrEqual(MOST);
  console.log(`measured  a stranger buys by wallet and is booked: ${taps()} taps`);
}, 120_000);

test('a wallet that is dismissed charges nothing, and the bank pays then', async () => {
  const { page, faults, tap } = await atTheChoice();
  await tap(page.getByRole('button', { name: /^Pay \$/ }));
  await tap(page.getByRole('dialog').getByRole('button', { name: 'Close' }));
  await page.getByRole('alert').getByText('You closed the wallet.').waitFor();
  await tap(page.getByRole('radio', { name: 'Your bank' }));
  await tap(page.getByRole('button', { name: /^Pay \$/ }));
  await page.waitForURL(/\/sandbox\/processor\/approval/);
  await page.getByRole('button', { name: 'Approve' }).tap();
  await booked(page);
  expect(faults).toEqual([]);
}, 120_000);

test('an account is debited, and the class is booked meanwhile', async () => {
  const { page, faults, tap } = await atTheChoice();
  await tap(page.getByRole('radio', { name: 'Direct debit' }));
  const iban = page.getByLabel('IBAN');
  await iban.fill('DE00');
  await tap(page.getByRole('button', { name: /^Pay \$/ }));
  await page.getByRole('alert').getByText('This account number is not right.').waitFor();
  await iban.fill('DE89 3704 0044 0532 0130 00');
  await tap(page.getByRole('button', { name: /^Pay \$/ }));
  await booked(page);
  expect(faults).toEqual([]);
}, 120_000);
