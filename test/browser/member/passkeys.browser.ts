// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/member/passkeys.browser.ts
import { expect, test } from 'bun:test';
import { freePort } from '../../helpers/pebble.ts';
import { testServer } from '../../helpers/process.ts';
import { axeFindings, sidewaysPixels, VIEWS } from '../console/open.ts';
import { addAuthenticator } from '../console/virtual-authenticator.ts';
import { memberPagesOf } from './open.ts';

// Browsers make passkeys at localhost without https.
const port = freePort();
const address = `http://localhost:${port}`;
const clock = 'fixed:2026-03-06T12:30:00Z';
const env = { STUDIOD_PUBLIC_URL: address };
const server = testServer({ env }, 'sandbox', '--port', String(port), '--clock', clock);
const { open, codeFor } = memberPagesOf(server, address);

const SOFIA = 'dana.rivera@members.example';

test('a passkey is offered once, signs in without a mail, and is offered first from then on', async () => {
  const { page, context, faults } = await open('/book/sign-in?next=/book/plans', { clientId: null, width: 390 });
  await addAuthenticator(page);
  expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
  await page.getByRole('textbox', { name: 'Email address' }).fill(SOFIA);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByRole('textbox', { name: 'Six-digit code' }).pressSequentially(await codeFor(SOFIA));
  await page.getByRole('heading', { name: 'Sign in faster next time' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await page.waitForURL('**/book/plans');
  await context.clearCookies();
  await page.goto(`${address}/book/sign-in?next=/book/plans`);
  // The browser may sign in at once: the person is asked in the field of the address, and this authenticator agrees.
  const arrived = page.waitForURL('**/book/plans');
  await Promise.race([arrived, page.getByRole('button', { name: 'Sign in with a passkey' }).click()]);
  await arrived;
  await page.getByRole('link', { name: 'Account' }).first().waitFor();
  expect(faults).toEqual([]);
});

test.each(VIEWS)('the offer is accessible at $width px, $theme, and Not now goes on', async ({ width, theme }) => {
  const { page, faults } = await open('/book/sign-in/passkey?next=/book/plans', {
    clientId: '01000000-0000-7000-8000-000000000302',
    width,
    theme,
  });
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  const { SHOTS } = process.env;
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/passkey-${width}-${theme}.png`, fullPage: true });
  await page.getByRole('link', { name: 'Not now' }).click();
  await page.waitForURL('**/book/plans');
  expect(faults).toEqual([]);
});
