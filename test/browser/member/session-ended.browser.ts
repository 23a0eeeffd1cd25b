// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/member/session-ended.browser.ts
import { expect, test } from 'bun:test';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { PLANS } from '../../../src/resources/demo-ids.ts';
import { freePort } from '../../helpers/pebble.ts';
import { testServer } from '../../helpers/process.ts';
import { axeFindings, sidewaysPixels, VIEWS } from '../console/open.ts';
import { addAuthenticator } from '../console/virtual-authenticator.ts';
import { memberPagesOf } from './open.ts';

// Browsers make passkeys at localhost without https. On this Friday classes follow all day.
const port = freePort();
const address = `http://localhost:${port}`;
const server = testServer(
  { env: { STUDIOD_PUBLIC_URL: address } },
  'sandbox',
  '--port',
  String(port),
  '--clock',
  'fixed:2026-03-06T12:30:00Z',
);
const { open, codeFor } = memberPagesOf(server, address);

const DANA = 'dana.rivera@members.example';
const PROFILE = '/book/me/account/profile';
const PHONE = { width: 390 } as const;
/** Axe would measure the colours of a sheet that is still coming. */
const options = { reducedMotion: 'reduce' } as const;

const sheet = (page: Page, name = 'Sign in'): Locator => page.getByRole('dialog', { name });

/** Ends the session of a browser by the interface, as a member does on another device. */
const endSessions = async (context: BrowserContext): Promise<void> => {
  const { body: sites } = await server.call('GET', '/v2/sites');
  const headers = { 'X-Studiod-Page': '1', 'X-Site-ID': sites.data[0].id, origin: address };
  const devices = `${address}/public-api/v2/member/devices`;
  const { data } = await (await context.request.get(devices, { headers })).json();
  const own = data.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
  expect((await context.request.delete(`${devices}/${own.id}`, { headers })).status()).toBe(200);
};
/** Codes are sent a few times an hour. The mails before are gone, so that the next code is the newest. */
const hourLater = async (): Promise<void> => {
  await server.call('POST', '/sandbox/clock', { advance: 'PT61M' });
  await server.call('DELETE', '/sandbox/mailbox');
};
/** Asks for a code, in the sheet, by keyboard alone. */
const askForCode = async (page: Page, email = DANA): Promise<void> => {
  await sheet(page).getByRole('heading', { name: 'Sign in' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Tab');
  if ((await page.locator('#email:focus, [id^="email-"]:focus').count()) === 0) await page.keyboard.press('Tab');
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await sheet(page, 'Enter the code').waitFor();
  await page.locator('input[name="code"]:focus').waitFor();
};
const typeCode = async (page: Page, email = DANA): Promise<void> => page.keyboard.type(await codeFor(email));
const signIn = async (page: Page, email?: string): Promise<void> => {
  await askForCode(page, email);
  await typeCode(page, email);
};

test.each(VIEWS)('what was typed stays and is saved by itself, at $width px, $theme', async ({ width, theme }) => {
  await hourLater();
  const { page, context, faults } = await open(PROFILE, { width, theme, options });
  const phone = `+1 212 555 01${width === 390 ? 1 : 2}${theme === 'dark' ? 1 : 2}`;
  await page.locator('#phone').fill(phone);
  await endSessions(context);
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await sheet(page).getByText('Your session has ended.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(page.url()).toBe(address + PROFILE);
  const { SHOTS } = process.env;
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/session-ended-${width}-${theme}.png` });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save' }).and(page.locator(':focus')).waitFor();
  expect(await page.locator('#phone').inputValue()).toBe(phone);
  await page.keyboard.press('Enter');
  await sheet(page).waitFor();
  await askForCode(page);
  expect(await axeFindings(page)).toEqual([]);
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/session-ended-code-${width}-${theme}.png` });
  await typeCode(page);
  await page.waitForURL('**?saved');
  expect(await page.locator('#phone').inputValue()).toBe(phone);
  expect(faults).toEqual([]);
});

test('a class that costs a credit waits for its press, after signing in', async () => {
  await hourLater();
  const { page, context, faults } = await open('/book?day=2026-03-12', { ...PHONE, options });
  const row = page.locator('.class').filter({ hasText: 'Morning Flow' }).first();
  await row.getByRole('link', { name: 'Book' }).tap();
  const booking = page.getByRole('dialog', { name: 'Morning Flow' });
  await booking.getByText('1 credit from Ten classes').waitFor();
  await endSessions(context);
  await booking.getByRole('button', { name: 'Book' }).tap();
  await signIn(page);
  await booking.getByRole('status').getByText('press the button once more').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const { SHOTS } = process.env;
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/press-again.png` });
  await booking.getByRole('button', { name: 'Book' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'You’re booked, Dana' }).waitFor();

  // Cancelling in time costs nothing: it goes on by itself.
  // A link opens a sheet once the script of its page is there.
  await page.waitForLoadState();
  await page.getByRole('link', { name: /^Cancel/ }).tap();
  const cancelling = page.getByRole('dialog', { name: /^Cancel Morning Flow/ });
  await cancelling.waitFor();
  await hourLater();
  await endSessions(context);
  await cancelling.getByRole('button', { name: 'Cancel booking', exact: true }).tap();
  await signIn(page);
  await page.getByText('Your booking for Morning Flow is canceled. Your credit was returned.').waitFor();
  expect(faults).toEqual([]);
});

test('a sheet that finds nobody signed in opens once somebody is', async () => {
  await hourLater();
  const { page, context, faults } = await open('/book?day=2026-03-11', { options });
  await endSessions(context);
  const row = page.locator('.class').filter({ hasText: 'Morning Flow' }).first();
  await row.getByRole('link', { name: 'Book' }).press('Enter');
  await sheet(page).getByText('Then we continue to Morning Flow.').waitFor();
  await signIn(page);
  await page.getByRole('dialog', { name: 'Morning Flow' }).getByText('Free cancellation until').waitFor();
  expect(faults).toEqual([]);
});

test('a photo that was chosen is uploaded after signing in, at once or with its button', async () => {
  await hourLater();
  const { page, context, faults } = await open(PROFILE, { ...PHONE, options });
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  const photo = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') };
  const send = page.getByRole('button', { name: 'Try uploading again' });
  await endSessions(context);
  await page.getByLabel('Add photo').setInputFiles(photo);
  await sheet(page).getByText('Your session has ended.').waitFor();
  await page.keyboard.press('Escape');
  await send.waitFor();
  // This browser asks for no motion.
  const seconds = await page.evaluate<string>(
    `getComputedStyle(document.querySelector('[data-send]')).transitionDuration`,
  );
  expect(seconds).toBe('0s');
  expect(await axeFindings(page)).toEqual([]);
  await send.tap();
  await signIn(page);
  // The page stays, with what is typed in it.
  await page.locator('[data-photo]').getByRole('status').getByText('Saved.').waitFor();

  // Removing waits for signing in too.
  await hourLater();
  await endSessions(context);
  await page.getByRole('button', { name: 'Remove photo' }).tap();
  await signIn(page);
  await page.getByLabel('Add photo').waitFor();
  expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
});

test('somebody else who signs in there does nothing in the name of the first', async () => {
  await hourLater();
  const { page, context } = await open(PROFILE, { options });
  await page.locator('#phone').fill('+1 212 555 0199');
  await endSessions(context);
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  const { body } = await server.call('GET', '/v2/clients?limit=100');
  const other = body.data.find(({ email, status }: { email: string | null; status: string }) => {
    return email !== null && email !== DANA && status === 'active';
  });
  const reloaded = page.waitForEvent('load');
  await signIn(page, other.email);
  await reloaded;
  await page.getByText(`Account, ${other.firstName} ${other.lastName}`).waitFor({ state: 'attached' });
  for (const { id } of [other, { id: server.ready.clientId }]) {
    expect((await server.call('GET', `/v2/clients/${id}`)).body.phone).not.toBe('+1 212 555 0199');
  }
});

test.each(VIEWS)(
  'a stranger signs in over the schedule at $width px, $theme, and the class comes next',
  async (view) => {
    await hourLater();
    const { page, faults } = await open('/book?day=2026-03-17', { ...view, clientId: null, options });
    const row = page.locator('.class').filter({ hasText: 'Morning Flow' }).first();
    await row.getByRole('link', { name: 'Book' }).press('Enter');
    await sheet(page).getByText('Then we continue to Morning Flow.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await sidewaysPixels(page)).toBe(0);
    const { SHOTS } = process.env;
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/stranger-${view.width}-${view.theme}.png` });
    await sheet(page).getByRole('link', { name: 'New here? Sign up' }).click();
    await sheet(page, 'New here?').getByRole('link', { name: 'I already have an account' }).click();
    await signIn(page);
    await page.waitForURL(/\/book\/class\/[^/]+\/book$/);
    await page.getByRole('heading', { level: 1, name: 'Morning Flow' }).waitFor();
    expect(faults).toEqual([]);
  },
);

test('a passkey signs in over the page without a mail', async () => {
  await hourLater();
  const { page, context, faults } = await open(`${PROFILE}`, { options });
  await addAuthenticator(page);
  await page.goto(`${address}/book/sign-in/passkey?next=${PROFILE}`);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await page.waitForURL(`**${PROFILE}`);
  await page.locator('#phone').fill('+1 212 555 0177');
  await endSessions(context);
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  // The browser may sign in at once, in the field of the address.
  const saved = page.waitForURL('**?saved');
  await Promise.race([saved, sheet(page).getByRole('button', { name: 'Sign in with a passkey' }).click()]);
  await saved;
  expect(await page.locator('#phone').inputValue()).toBe('+1 212 555 0177');
  expect(faults).toEqual([]);
});

test('a card that was typed stays, and its payment waits for the press', async () => {
  await hourLater();
  const { page, context, faults } = await open(`/book/plans/${PLANS.tenClasses}/buy`, { ...PHONE, options });
  await page.getByText('Change', { exact: true }).click();
  await page.getByLabel('Use another card').check();
  await page.locator('.act-bar').getByText('New card').waitFor();
  await page.getByLabel('Card number').pressSequentially('4242424242424242');
  await page.getByRole('textbox', { name: 'Expires' }).pressSequentially('1131');
  await page.getByLabel('Security code').fill('123');
  await endSessions(context);
  await page.getByLabel('Security code').press('Enter');
  await signIn(page);
  await page.getByRole('status').getByText('press the button once more').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const { SHOTS } = process.env;
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/pay-again.png` });
  expect(await page.getByLabel('Security code').inputValue()).toBe('123');
  await page.getByRole('button', { name: 'Pay' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/book/me');
  expect(faults).toEqual([]);
});
