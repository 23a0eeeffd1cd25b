// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/member/account.browser.ts
import { expect, test } from 'bun:test';
import { axeFindings, sidewaysPixels, VIEWS } from '../console/open.ts';
import { testMember } from './open.ts';

const { server, open } = testMember('--clock', 'fixed:2026-03-06T12:30:00Z');
const ACCOUNT = '/book/me/account';

const passOf = async (renews: boolean): Promise<string | undefined> => {
  const { body } = await server.call('GET', `/manage/packages?client_id=${server.ready.clientId}&limit=100`);
  const all: { id: string; autoRenews: boolean }[] = body.data;
  return all.find(({ autoRenews }) => autoRenews === renews)?.id;
};

test.each(VIEWS)('each page of the account is accessible at $width px, $theme', async ({ width, theme }) => {
  const pass = await passOf(false);
  const { page, faults } = await open(ACCOUNT, { width, theme });
  const paths = ['', '/profile', '/cards', '/receipts', '/mails', '/privacy', '/devices', '/data'].map(
    (each) => ACCOUNT + each,
  );
  for (const path of [...paths, '/book/me/passes', `/book/me/passes/${pass}`]) {
    await page.goto(new URL(path, page.url()).href);
    expect([path, await axeFindings(page)]).toEqual([path, []]);
    expect([path, await sidewaysPixels(page)]).toEqual([path, 0]);
    const { SHOTS } = process.env;
    const name = path === ACCOUNT ? 'account' : path.split('/').at(path.includes('passes/') ? 3 : -1);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}-${width}-${theme}.png`, fullPage: true });
  }
  expect(faults).toEqual([]);
});

test('by keyboard alone: reminders off, and the name on boards hidden', async () => {
  const { page } = await open(`${ACCOUNT}/mails`, { width: 390 });
  const reminders = page.getByRole('switch', { name: 'Class reminders' });
  const before = await reminders.isChecked();
  await reminders.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Saved.').waitFor();
  expect(await reminders.isChecked()).toBe(!before);
  expect(await page.getByRole('switch', { name: 'Receipts, fees' }).isDisabled()).toBe(true);
  await page.goto(new URL(`${ACCOUNT}/privacy`, page.url()).href);
  await page.getByRole('radio').first().focus();
  await page.keyboard.press('ArrowUp');
  expect(await page.getByRole('radio', { name: 'Hidden' }).isChecked()).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Saved.').waitFor();
  expect(await page.getByRole('radio', { name: 'Hidden' }).isChecked()).toBe(true);
});

test('a photo is set and removed; what is no picture is refused in place', async () => {
  const { page, faults } = await open(`${ACCOUNT}/profile`, { width: 390 });
  const input = page.getByLabel('Add photo');
  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await page.getByText('This photo cannot be used.').waitFor();
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') });
  await page.getByRole('button', { name: 'Remove photo' }).click();
  await page.getByLabel('Add photo').waitFor();
  expect(await page.evaluate("document.activeElement?.getAttribute('type')")).toBe('file');
  expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
});

test('a receipt is opened, and signing out ends the session, without a script', async () => {
  const { page } = await open(`${ACCOUNT}/receipts`, { width: 390, isPlain: true });
  await page.locator('main .rows a').first().click();
  await page.getByRole('heading', { level: 1, name: 'Receipt' }).waitFor();
  await page.getByText('Total').waitFor();
  await page.goto(new URL(ACCOUNT, page.url()).href);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('**/book');
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
});

test.each(['de-DE', 'es-ES', 'fr-FR'])('in %s nothing is cut off at 390 px', async (locale) => {
  const { page } = await open(ACCOUNT, { width: 390, locale });
  for (const path of ['', '/profile', '/mails', '/privacy', '/devices', '/data']) {
    await page.goto(new URL(ACCOUNT + path, page.url()).href);
    expect([path, await sidewaysPixels(page)]).toEqual([path, 0]);
  }
});
