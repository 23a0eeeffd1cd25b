// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/setup.browser.ts
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { totpCode } from '../../../src/auth/staff/second-factor/totp.ts';
import { startServer, testFolder, until } from '../../helpers/process.ts';
import { launchBrowser } from '../launch.ts';
import { axeFindings, sidewaysPixels, VIEWS } from './open.ts';

const cwd = testFolder();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
}, 90_000);
afterAll(() => browser?.close());

/** The link that the start of a server prints while there is no owner. */
const linkOf = (printed: string): string => /https?:\/\/\S+\/console\/setup#\S+/.exec(printed)?.[0] ?? '';

test('an empty server becomes an open studio by its link', async () => {
  const server = await startServer({ cwd }, 'serve');
  await until(() => linkOf(server.errSoFar()) !== '');
  const link = linkOf(server.errSoFar());
  expect(link).not.toBe('');
  for (const { width, theme } of VIEWS) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: theme });
    const page = await context.newPage();
    await page.goto(link);
    await page.getByRole('heading', { name: 'Who is the owner?' }).waitFor();
    expect(new URL(page.url()).hash).toBe('');
    expect(await axeFindings(page)).toEqual([]);
    expect(await sidewaysPixels(page)).toBe(0);
    await context.close();
  }
  const page = await browser.newPage();
  await page.goto(link);
  await page.getByLabel('First name').fill('Olivia');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Required.').first().waitFor();
  await page.getByLabel('Last name').fill('Grant');
  await page.getByLabel('Email').fill('olivia@harbour.example');
  await page.getByLabel('Password', { exact: true }).fill('tide rope lantern oak');
  // A page that is loaded again has lost nothing but the password.
  await page.reload();
  await page.getByLabel('Password', { exact: true }).fill('tide rope lantern oak');
  expect(await page.getByLabel('Email').inputValue()).toBe('olivia@harbour.example');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).fill('Harbour Yoga');
  await page.keyboard.press('Enter');
  await page.getByLabel('Street address').fill('4 Pier Road');
  await page.getByRole('textbox', { name: 'City' }).fill('Portland');
  await page.getByLabel('State or region').fill('ME');
  await page.getByLabel('Postal code').fill('04101');
  await page
    .getByRole('button', { name: /Country/ })
    .first()
    .waitFor();
  await page.getByLabel('Location name').fill('Pier 4');
  await page.getByRole('button', { name: 'Open your studio' }).click();
  await page.waitForURL(/\/console\/today/);
  await page.getByText('Harbour Yoga').first().waitFor();
  await page.getByText('Pier 4').first().waitFor();
  await page.getByText('Olivia Grant').first().waitFor();

  const late = await browser.newPage();
  await late.goto(link);
  await late.getByText('This studio is already set up').waitFor();

  // Signing out ends the session; signing in with the password begins another.
  await page.getByRole('button', { name: /Olivia Grant/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByLabel('Email').fill('olivia@harbour.example');
  await page.getByLabel('Password', { exact: true }).fill('tide rope lantern');
  await page.keyboard.press('Enter');
  await page.locator('.error').waitFor();
  await page.getByLabel('Password', { exact: true }).fill('tide rope lantern oak');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/console\/today/);

  // With an app that makes codes, signing in has a second step.
  const { rootUrl } = server.ready;
  const headers = { 'X-Studiod-Console': '1', origin: rootUrl };
  const begun = await page.request.post(`${rootUrl}/manage/auth/totp`, { headers });
  const { secret } = await begun.json();
  const data = { code: totpCode(secret, Date.now()) };
  const confirmed = await page.request.post(`${rootUrl}/manage/auth/totp/confirm`, { headers, data });
  const { recoveryCodes } = await confirmed.json();
  await page.request.post(`${rootUrl}/manage/auth/sign-out`, { headers });
  await page.goto(`${rootUrl}/console/sign-in`);
  await page.getByLabel('Email').fill('olivia@harbour.example');
  await page.getByLabel('Password', { exact: true }).fill('tide rope lantern oak');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Enter your six-digit code' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.locator('input:focus').waitFor();
  await page.keyboard.type('000000');
  await page.getByRole('alert').waitFor();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCodes[0]);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/console\/today/);
});
