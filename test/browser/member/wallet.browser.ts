// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/member/wallet.browser.ts
// How many taps a stranger needs from the timetable to a class that a wallet has paid for, and what else may happen.
import { beforeAll, describe, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { testsEverything } from '../../helpers/everything.ts';
import { type Hands, keysOn, touchOn } from '../console/hands.ts';
import { testMember } from './open.ts';

const { server, open, codeFor } = testMember('--clock', 'fixed:2026-03-06T12:30:00Z');

/** The most taps. */
const MOST = 8;

beforeAll(async () => {
  await server.call('PATCH', '/v2/settings', { payment: { waysToPay: true } });
});

let strangers = 0;

/** A stranger who comes to the page on which it is chosen how to pay. Each press and each field without the focus counts as a tap. */
const atTheChoice = async (width = 390, handsOn: (page: Page) => Hands = touchOn) => {
  const { page, faults } = await open('/book', { clientId: null, width });
  const hands = handsOn(page);
  let taps = 0;
  const tap = async (what: Locator): Promise<void> => {
    taps += 1;
    await hands.press(what);
  };
  const write = async (field: Locator, text: string): Promise<void> => {
    await field.waitFor();
    if ((await field.and(page.locator(':focus')).count()) === 0) taps += 1;
    await hands.write(field, text);
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
  return { page, faults, hands, tap, taps: () => taps };
};

const booked = (page: Page) => page.getByRole('heading', { name: 'You’re booked, Wendy' }).waitFor();

describe('a stranger buys by wallet and is booked', () => {
  const payByWallet = async (width: number, handsOn: (page: Page) => Hands): Promise<number> => {
    const { page, faults, tap, taps } = await atTheChoice(width, handsOn);
    await tap(page.getByRole('button', { name: /^Pay \$/ }));
    await tap(page.getByRole('dialog').getByRole('button', { name: 'Pay with the wallet' }));
    await booked(page);
    expect(faults).toEqual([]);
    return taps();
  };

  test('with at most 8 taps', async () => {
    expect(await payByWallet(390, touchOn)).toBeLessThanOrEqual(MOST);
  }, 120_000);

  test.if(testsEverything)('by keyboard alone', () => payByWallet(1440, keysOn).then(() => undefined), 120_000);
});

test('a wallet that is dismissed charges nothing, and the bank pays then', async () => {
  const { page, faults, hands, tap } = await atTheChoice();
  await tap(page.getByRole('button', { name: /^Pay \$/ }));
  await tap(page.getByRole('dialog').getByRole('button', { name: 'Close' }));
  await page.getByRole('alert').getByText('You closed the wallet.').waitFor();
  await hands.choose(page.getByRole('radio', { name: 'Your bank' }));
  await tap(page.getByRole('button', { name: /^Pay \$/ }));
  await page.waitForURL(/\/sandbox\/processor\/approval/);
  await page.getByRole('button', { name: 'Approve' }).tap();
  await booked(page);
  expect(faults).toEqual([]);
}, 120_000);

test('an account is debited, and the class is booked meanwhile', async () => {
  const { page, faults, hands, tap } = await atTheChoice();
  await hands.choose(page.getByRole('radio', { name: 'Direct debit' }));
  const iban = page.getByLabel('IBAN');
  await iban.fill('DE00');
  await tap(page.getByRole('button', { name: /^Pay \$/ }));
  await page.getByRole('alert').getByText('This account number is not right.').waitFor();
  await iban.fill('DE89 3704 0044 0532 0130 00');
  await tap(page.getByRole('button', { name: /^Pay \$/ }));
  await booked(page);
  expect(faults).toEqual([]);
}, 120_000);

describe('a way to pay is saved for later in the account', () => {
  const newClient = async (): Promise<string> => {
    const person = { firstName: 'Ida', lastName: 'Holm', email: `ida${++strangers}@members.example` };
    return (await server.call('POST', '/v2/clients', person)).body.id;
  };
  const atTheForm = async (width: number, handsOn: (page: Page) => Hands) => {
    const { page, faults } = await open('/book/me/account/cards', { clientId: await newClient(), width });
    const hands = handsOn(page);
    await hands.press(page.getByRole('link', { name: 'Add a way to pay' }));
    await page.getByRole('heading', { level: 1, name: 'Add a way to pay' }).waitFor();
    const save = () => hands.press(page.getByRole('button', { name: 'Save', exact: true }));
    return { page, faults, hands, save };
  };
  const isSaved = async (page: Page) => {
    await page.waitForURL(/\/book\/me\/account\/cards$/);
    await page.getByText('SEPA 3000').first().waitFor();
  };

  test('by keyboard: an account that is not one, then one that is', async () => {
    const { page, faults, hands, save } = await atTheForm(1440, keysOn);
    await hands.choose(page.getByRole('radio', { name: 'Direct debit' }));
    await hands.write(page.getByLabel('IBAN'), 'DE00');
    await save();
    await page.getByRole('alert').getByText('This account number is not right.').waitFor();
    await hands.write(page.getByLabel('IBAN'), 'DE89 3704 0044 0532 0130 00');
    await save();
    await isSaved(page);
    expect(faults).toEqual([]);
  }, 120_000);

  test('by touch: a bank declines, then approves and leads back', async () => {
    const { page, hands, save } = await atTheForm(390, touchOn);
    const atBank = async (answer: string) => {
      await hands.choose(page.getByRole('radio', { name: 'Your bank' }));
      await save();
      await page.getByRole('heading', { name: 'Save your account' }).waitFor();
      await hands.press(page.getByRole('button', { name: answer }));
    };
    await atBank('Decline');
    await page.getByRole('alert').getByText('Your bank declined. Nothing was saved.').waitFor();
    await atBank('Approve');
    await isSaved(page);
  }, 120_000);
});
