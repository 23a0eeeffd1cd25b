// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/member/sign-in.browser.ts
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { axeFindings, sidewaysPixels, VIEWS } from '../console/open.ts';
import { testMember } from './open.ts';

const { server, open, codeFor } = testMember('--clock', 'fixed:2026-03-06T12:30:00Z');

let people = 0;

const DANA = 'dana.rivera@members.example';

const code = (page: Page) => page.getByRole('textbox', { name: 'Six-digit code' });
const askFor = async (page: Page, email: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Email address' }).fill(email);
  await page.getByRole('textbox', { name: 'Email address' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Enter the code' }).waitFor();
};
/** Codes are sent a few times an hour. The mails before are gone, so that the next code is the newest. */
const hourLater = async (): Promise<void> => {
  await server.call('POST', '/sandbox/clock', { advance: 'PT61M' });
  await server.call('DELETE', '/sandbox/mailbox');
};

test('a member is signed in at once', async () => {
  const { page, faults } = await open('/book');
  await page.getByText('Account, Dana Rivera').waitFor({ state: 'attached' });
  expect(faults).toEqual([]);
});

test.each(VIEWS)('signing in is accessible at $width px, $theme', async ({ width, theme }) => {
  await hourLater();
  const { page, faults } = await open('/book/sign-in', { clientId: null, width, theme });
  const looked = async (name: string) => {
    expect([name, await axeFindings(page)]).toEqual([name, []]);
    expect(await sidewaysPixels(page)).toBe(0);
    const { SHOTS } = process.env;
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}-${width}-${theme}.png`, fullPage: true });
  };
  await looked('sign-in');
  await askFor(page, DANA);
  await code(page).pressSequentially('407');
  await looked('code');
  expect(faults).toEqual([]);
});

test('by keyboard alone: the code goes by itself, a wrong one is kept and said, and the class comes next', async () => {
  await hourLater();
  const { body } = await server.call('GET', '/public-api/v2/timetable?limit=1');
  const next = `/book/class/${body.data[0].id}`;
  const { page } = await open(`/book/sign-in?next=${next}`, { clientId: null });
  await page.getByText(`Then we continue to ${body.data[0].name}.`).waitFor();
  await askFor(page, DANA);
  expect(page.url()).not.toContain('dana');
  const right = await codeFor(DANA);
  const wrong = right === '111111' ? '222222' : '111111';
  await page.locator('#code:focus').waitFor();
  await page.keyboard.type(wrong);
  await page.getByRole('alert').getByText('You have 4 more tries.').waitFor();
  // The script lets a new code take the place of this one.
  await page.locator('.code[data-alive]').waitFor();
  expect(await code(page).inputValue()).toBe(wrong);
  expect(await page.locator('.code i').allTextContents()).toEqual([...wrong]);
  await page.locator('#code:focus').waitFor();
  await page.keyboard.type(right);
  await page.waitForURL(`**${next}`);
  await page.getByText('Account, Dana Rivera').waitFor({ state: 'attached' });
});

test('a code goes by itself that was typed before the script of the page came', async () => {
  await hourLater();
  // A service worker would ask for the script itself.
  const options = { serviceWorkers: 'block' } as const;
  const { page } = await open('/book/sign-in?next=/book/plans', { clientId: null, options });
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/sign-in[^/]*\.js/, async (route) => {
    await promise;
    await route.continue();
  });
  await askFor(page, DANA);
  await code(page).fill(await codeFor(DANA));
  resolve();
  await page.waitForURL('**/book/plans');
});

test('a pasted code works, with words around it, and a new one can be asked for after half a minute', async () => {
  await hourLater();
  const { page } = await open('/book/sign-in', { clientId: null, width: 390 });
  await page.clock.install();
  await askFor(page, DANA);
  await page.locator('button[data-again]:disabled').getByText('New code in 0:30').waitFor();
  await page.clock.runFor(31_000);
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await page.getByRole('button', { name: 'New code in 0:30' }).waitFor();
  const right = await codeFor(DANA);
  await code(page).focus();
  await page.keyboard.insertText(`Code: ${right.slice(0, 3)} ${right.slice(3)}`);
  await page.waitForURL('**/book');
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Account' }).waitFor();
});

test('without a script: the same', async () => {
  await hourLater();
  const { page } = await open('/book/sign-in?next=/book/plans', { clientId: null, width: 390, isPlain: true });
  await askFor(page, DANA);
  const right = await codeFor(DANA);
  await code(page).fill(`${right.slice(0, 3)} ${right.slice(3)}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/book/plans');
});

test.each(VIEWS)('a stranger signs up at $width px, $theme, and goes on to the class', async ({ width, theme }) => {
  const waiver = { version: '3', text: 'Training is demanding.\n\n'.repeat(20) };
  const consent = { version: '1', text: 'We keep your bookings for three years.' };
  await server.call('PATCH', '/v2/settings', { membership: { waiver, consent, askBirthDate: true } });
  const { body } = await server.call('GET', '/public-api/v2/timetable?limit=1');
  const [session] = body.data;
  const { page, faults } = await open(`/book/class/${session.id}`, { clientId: null, width, theme });
  await page.goto(new URL(`/book/sign-in?next=/book/class/${session.id}`, page.url()).href);
  await page.getByRole('link', { name: 'New here? Sign up' }).click();
  // The page before has a field of the same name.
  await page.getByRole('heading', { name: 'New here?' }).waitFor();
  people += 1;
  const email = `mateo${people}@members.example`;
  await askFor(page, email);
  await code(page).pressSequentially(await codeFor(email));
  await page.getByRole('textbox', { name: 'First name' }).fill('Mateo');
  await page.getByRole('textbox', { name: 'Last name' }).fill('Silva');
  await page.getByLabel('Date of birth').fill('1990-04-01');
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  await page.getByRole('checkbox', { name: 'I have read and agree to the waiver' }).check();
  await page.getByRole('checkbox', { name: 'may use my data' }).check();
  const { SHOTS } = process.env;
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/sign-up-${width}-${theme}.png`, fullPage: true });
  await page.getByRole('button', { name: `Continue to ${session.name}` }).click();
  await page.waitForURL(`**/book/class/${session.id}`);
  await page.getByText('Account, Mateo Silva').waitFor({ state: 'attached' });
  expect(faults).toEqual([]);
});

test.each(['de-DE', 'es-ES', 'fr-FR'])('in %s nothing is cut off at 390 px', async (locale) => {
  await hourLater();
  const { page } = await open('/book/sign-in', { clientId: null, width: 390, locale });
  expect(await sidewaysPixels(page)).toBe(0);
  await page.locator('#email').fill(DANA);
  await page.locator('button[type="submit"]').click();
  await page.locator('#code').waitFor();
  expect(await sidewaysPixels(page)).toBe(0);
});
