// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/account.browser.ts
import { expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import { totpCode } from '../../../src/auth/staff/second-factor/totp.ts';
import { axeFindings, type OpenPage, sidewaysPixels, testConsoleAtLocalhost, VIEWS, type View } from './open.ts';
import { addAuthenticator } from './virtual-authenticator.ts';

const { server, open } = testConsoleAtLocalhost();

const EMAIL = 'olivia@demo-studio.example';
const PASSWORD = 'sandbox password';

const openAccount = async (view: View = {}): Promise<OpenPage> => {
  const opened = await open('/console/account', view);
  await opened.page.getByRole('heading', { name: 'Your account' }).waitFor();
  return opened;
};

/** The pixels of the QR code of the page, as a camera sees them. */
const PIXELS = `(async () => {
  const picture = document.querySelector('.qr').cloneNode(true);
  for (const side of ['width', 'height']) picture.setAttribute(side, '300');
  const image = new Image();
  image.src = 'data:image/svg+xml,' + encodeURIComponent(new XMLSerializer().serializeToString(picture));
  await image.decode();
  const canvas = new OffscreenCanvas(300, 300).getContext('2d');
  canvas.drawImage(image, 0, 0);
  return [...canvas.getImageData(0, 0, 300, 300).data];
})()`;

const card = (page: Page, name: string) => page.getByRole('region', { name });

/** Ends the password's 15 minutes. */
const waitForPassword = async (): Promise<void> => {
  await server.call('POST', '/sandbox/clock', { advance: 'PT16M' });
};

const givePassword = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' });
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
};

const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /, account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
};

const sendPassword = async (page: Page, password = PASSWORD): Promise<void> => {
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
};

test.each(VIEWS)('the account is accessible at $width px, $theme', async (view) => {
  const { page, faults } = await openAccount(view);
  await card(page, 'Signed-in devices').getByText('This browser', { exact: true }).waitFor();
  await card(page, 'Passkeys').getByRole('button', { name: 'Add passkey' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  await card(page, 'Authenticator app').getByRole('button', { name: 'Set up an app' }).click();
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(faults).toEqual([]);
});

test.each(VIEWS)('the sign-in with a passkey is accessible at $width px, $theme', async (view) => {
  const { page, faults } = await open('/console/sign-in', { ...view, role: null });
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(faults).toEqual([]);
});

test('the button of the person leads to it, and so does the sheet of narrow screens', async () => {
  const { page } = await open('/console/today', { role: 'instructor' });
  await page.getByRole('button', { name: /, account/ }).click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await page.getByRole('heading', { name: 'Your account' }).waitFor();
  await card(page, 'You').getByText('Instructor', { exact: true }).waitFor();
  await page.keyboard.press('/');
  await page.locator('.palette input:focus').waitFor();
  await page.keyboard.type('>account');
  await page.getByRole('option', { name: 'Your account' }).waitFor();
  const { page: narrow } = await open('/console/today', { width: 390 });
  await narrow.getByRole('button', { name: 'More', exact: true }).click();
  await narrow.getByRole('button', { name: /, account/ }).click();
  await narrow.getByRole('menuitem', { name: 'Your account' }).click();
  await narrow.getByRole('heading', { name: 'Your account' }).waitFor();
  await narrow.getByRole('dialog').waitFor({ state: 'hidden' });
});

test('theme, single keys and language are kept at once', async () => {
  const { page } = await openAccount({ role: 'instructor' });
  await page.getByText('Dark', { exact: true }).click();
  await page.locator('html[data-theme="dark"]').waitFor({ state: 'attached' });
  // The theme is kept with a request of its own.
  const kept = page.waitForResponse(
    async (response) => response.request().method() === 'PATCH' && (await response.json()).singleKeys === false,
  );
  await page.getByRole('checkbox', { name: /Single-key shortcuts/ }).click();
  await kept;
  await page.getByRole('button', { name: /Language/ }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Ihr Konto' }).waitFor();
  await page.getByRole('button', { name: /Sprache/ }).click();
  await page.getByRole('option', { name: 'Wie im Browser' }).click();
  await page.getByRole('heading', { name: 'Your account' }).waitFor();
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
});

test('a browser elsewhere is signed out', async () => {
  const { page } = await openAccount({ role: 'front_desk' });
  const other = await open('/console/today', { role: 'front_desk' });
  await page.reload();
  const sessions = card(page, 'Signed-in devices');
  await sessions.getByText('This browser', { exact: true }).waitFor();
  await sessions.getByRole('button', { name: /Sign out/ }).click();
  await page.getByText('Browser signed out.').waitFor();
  await sessions.getByRole('button', { name: /Sign out/ }).waitFor({ state: 'hidden' });
  // The stream of the other browser tells it within 20 seconds. It keeps what is typed, and goes on once
  // somebody has signed in in another tab.
  await other.page.getByRole('alertdialog', { name: 'You are signed out' }).waitFor({ timeout: 45_000 });
  expect(await axeFindings(other.page)).toEqual([]);
  const signedIn = await other.context.request.post(new URL('/sandbox/sign-in', page.url()).href, {
    data: { role: 'front_desk' },
  });
  expect(signedIn.status()).toBe(200);
  await other.page.evaluate('window.dispatchEvent(new Event("visibilitychange"))');
  await other.page.getByRole('alertdialog').waitFor({ state: 'hidden' });
});

test('who does not give the password again changes nothing, and can give it later', async () => {
  const { page } = await openAccount();
  await waitForPassword();
  const codes = card(page, 'Authenticator app');
  await codes.getByRole('button', { name: 'Set up an app' }).click();
  await page.getByRole('dialog', { name: 'Confirm your password' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await codes.getByText('This needs your password.').waitFor();
  await codes.getByRole('button', { name: 'Set up an app' }).click();
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('not the password');
  await page.keyboard.press('Enter');
  await page.getByText('That password is not correct.').waitFor();
  await givePassword(page);
  // The request was sent again by itself.
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  await page.keyboard.press('Escape');
});

test('a kiosk and a file ask for the password before they begin', async () => {
  const { page } = await open('/console/clients', { role: 'owner' });
  await waitForPassword();
  await page.reload();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV of all clients' }).click();
  await givePassword(page);
  expect((await file).suggestedFilename()).toEndWith('.csv');
  await waitForPassword();
  await page.reload();
  await page
    .getByRole('button', { name: /change location/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Start kiosk mode on this device' }).click();
  await givePassword(page);
  await page.getByLabel('PIN').fill('2468');
  // Whoever takes long over a dialog is asked above it, and nothing typed is lost.
  await waitForPassword();
  await page.getByRole('button', { name: 'Start kiosk' }).click();
  await givePassword(page);
  await page.waitForURL(/\/console\/kiosk/);
});

/** Removes the app, which a try that failed before has left. */
const removeApp = async (codes: Locator): Promise<void> => {
  await codes.getByRole('button', { name: /^(?:Set up an app|Remove app)$/ }).waitFor();
  const remove = codes.getByRole('button', { name: 'Remove app' });
  if (!(await remove.isVisible())) return;
  await remove.click();
  await codes.page().getByRole('alertdialog').getByRole('button', { name: 'Remove app' }).click();
  await codes.getByRole('button', { name: 'Set up an app' }).waitFor();
};

test('an app and recovery codes are set up after the password, used to sign in, and removed', async () => {
  const { page, faults } = await openAccount();
  const codes = card(page, 'Authenticator app');
  await removeApp(codes);
  await waitForPassword();
  await codes.getByRole('button', { name: 'Set up an app' }).click();
  await givePassword(page);
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const data = Uint8ClampedArray.from(await page.evaluate<number[]>(PIXELS));
  const decoded = decodeQR({ width: 300, height: 300, data });
  const secret = ((await page.locator('.secret').textContent()) ?? '').replaceAll(' ', '');
  expect(decoded).toMatch(/^otpauth:\/\/totp\/Demo%20Studio:olivia%40demo-studio\.example\?/);
  expect(new URL(decoded).searchParams.get('secret')).toBe(secret);
  const now = async () => Date.parse((await server.call('GET', '/sandbox/clock')).body.now);
  await page.getByLabel('Six-digit code from the app').fill(totpCode(secret, await now()));
  await page.keyboard.press('Enter');
  const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
  await shown.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const recoveryCodes = await shown.getByRole('listitem').allInnerTexts();
  expect(recoveryCodes.length).toBe(10);
  await page.keyboard.press('Escape');
  await shown.getByRole('button', { name: 'I have saved them' }).click();
  await codes.getByText('10 recovery codes left').waitFor();
  expect(faults.filter((fault) => !fault.includes('403'))).toEqual([]);

  await signOut(page);
  await sendPassword(page);
  await page.getByRole('heading', { name: 'Enter your six-digit code' }).waitFor();
  await page.getByText(EMAIL).waitFor();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/console\/today/);

  await page.goto(new URL('/console/account', page.url()).href);
  await codes.getByText('9 recovery codes left').waitFor();
  await codes.getByRole('button', { name: 'Get new recovery codes' }).click();
  await page.getByText('Your current recovery codes will stop working.').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Get new recovery codes' }).click();
  await shown.getByRole('button', { name: 'I have saved them' }).click();
  await codes.getByRole('button', { name: 'Remove app' }).click();
  await page.getByText('Only your password will protect your account then').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove app' }).click();
  await codes.getByRole('button', { name: 'Set up an app' }).waitFor();
});

test('a passkey is added, signs in alone and as the second step, and is removed', async () => {
  const { page, faults } = await openAccount();
  await addAuthenticator(page);
  const passkeys = card(page, 'Passkeys');
  await passkeys.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add passkey' });
  await dialog.getByLabel('Passkey name').fill('Desk telephone');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await passkeys.getByText('Desk telephone').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await signOut(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL(/\/console\/today/);

  await signOut(page);
  await sendPassword(page);
  await page.getByRole('heading', { name: 'Your passkey' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL(/\/console\/today/);
  expect(faults).toEqual([]);

  await page.goto(new URL('/console/account', page.url()).href);
  await passkeys.getByText(/Last used/).waitFor();
  await passkeys.getByRole('button', { name: 'Remove Desk telephone' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove passkey' }).click();
  await passkeys.getByText('Desk telephone').first().waitFor({ state: 'hidden' });

  // The device still has it, and the server no longer knows it.
  await signOut(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('This passkey is not linked to an account here.').waitFor();
});

test('a page at another address than the server says tells why the browser makes no passkey', async () => {
  const { page, context } = await openAccount();
  await addAuthenticator(page);
  // The page at 127.0.0.1 is secure for the browser, but is not the name that the passkeys belong to.
  const elsewhere = page.url().replace('localhost', '127.0.0.1');
  const cookies = await context.cookies();
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, domain: '127.0.0.1' })));
  await page.goto(elsewhere);
  await card(page, 'Passkeys').getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await page.getByText('Passkeys do not work at this address.').waitFor();
});

test('a studio that wants a second step of everybody leads to the account first', async () => {
  await server.call('PATCH', '/v2/settings', { brand: { requireSecondFactor: true } });
  const { page } = await open('/console/today', { role: 'front_desk' });
  await page.getByText('Your studio requires two-step sign-in').waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/account');
  expect(await axeFindings(page)).toEqual([]);
  await server.call('PATCH', '/v2/settings', { brand: { requireSecondFactor: false } });
});

test('another password ends the sessions of other browsers', async () => {
  const { page } = await openAccount();
  const other = await openAccount();
  const own = card(page, 'Password');
  await own.getByLabel('Current password').fill('wrong password now');
  await own.getByLabel('New password').fill('short');
  await page.keyboard.press('Enter');
  await own.getByText('12 characters').first().waitFor();
  await own.getByLabel('New password').fill('three green bicycles');
  await page.keyboard.press('Enter');
  await own.getByText('That password is not correct.').waitFor();
  await own.getByLabel('Current password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Password changed.').waitFor();
  expect(await own.getByLabel('New password').inputValue()).toBe('');
  // The next act is refused, and the page says why.
  await other.page.getByText('Dark', { exact: true }).click();
  await other.page.getByRole('alertdialog', { name: 'You are signed out' }).waitFor();
  await other.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await sendPassword(other.page, 'three green bicycles');
  await other.page.getByRole('heading', { name: 'Your account' }).waitFor();
});
