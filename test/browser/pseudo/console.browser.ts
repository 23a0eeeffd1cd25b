// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/pseudo/console.browser.ts
import { expect, test } from 'bun:test';
import { pseudoOf } from '../../../scripts/texting/pseudo.ts';
import { SESSIONS } from '../../../src/resources/demo-ids.ts';
import { startServer, testFolder } from '../../helpers/process.ts';
import { ADDRESSES, GATES, OWN } from '../console/addresses.ts';
import { linkOf, PASSWORD } from '../console/new-studio.ts';
import { consoleOf } from '../console/open.ts';
import { browserOf } from '../console/visiting.ts';
import { IN_PSEUDO, testPseudo } from './open.ts';
import { faultsOfPage } from './words.ts';

const { program, server } = testPseudo('--clock', 'fixed:2026-03-05T15:00:00Z');
const folder = testFolder();
const opened = { ...consoleOf(server, ({ rootUrl }) => rootUrl), program };

test('no page of the console has a word from outside the catalogue, or one without room', async () => {
  const { page, goOn } = await browserOf(opened, IN_PSEUDO);
  expect(await page.locator('html').getAttribute('lang')).toBe(IN_PSEUDO.locale);
  const found: string[] = [];
  for (const { address } of [...ADDRESSES, OWN]) {
    // The texts of emails are in the language of the members who get them.
    const path = address(SESSIONS.yin).replace('part=texts', `part=texts&language=${IN_PSEUDO.locale}`);
    await goOn(path);
    for (const each of await faultsOfPage(page)) found.push(`${path}: ${each}`);
  }
  expect(found).toEqual([]);
}, 600_000);

test('no page of the first start', async () => {
  const empty = await startServer({ cwd: folder, program: opened.program }, 'serve');
  const { page } = await opened.open('/console/sign-in', { ...IN_PSEUDO, role: null });
  const found: string[] = [];
  const look = async (step: string): Promise<void> => {
    for (const each of await faultsOfPage(page)) found.push(`${step}: ${each}`);
  };
  const fill = (label: string, value: string) => page.getByLabel(pseudoOf(label), { exact: true }).fill(value);
  const goOn = () => page.getByRole('button', { name: pseudoOf('Continue') }).click();
  await page.goto(await linkOf(empty));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await goOn();
  await page.getByText(pseudoOf('Required.')).first().waitFor();
  await look('owner');
  await fill('First name', 'Olivia');
  await fill('Last name', 'Grant');
  await fill('Email', 'olivia@harbour.example');
  await fill('Password', PASSWORD);
  await goOn();
  await page.getByRole('textbox', { name: pseudoOf('Name') }).fill('Demo Studio');
  await look('studio');
  await goOn();
  await fill('Location name', 'Downtown');
  await look('location');
  await page.getByRole('button', { name: pseudoOf('Open your studio') }).click();
  await page.waitForURL(/\/console\/today/);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await look('today');
  expect(found).toEqual([]);
}, 120_000);

test('no page before the sign-in', async () => {
  const { page } = await opened.open('/console/sign-in', { ...IN_PSEUDO, role: null });
  const found: string[] = [];
  for (const path of GATES) {
    await page.goto(new URL(`/console${path}`, opened.server.ready.rootUrl).href);
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const each of await faultsOfPage(page)) found.push(`${path}: ${each}`);
  }
  expect(found).toEqual([]);
}, 120_000);

test('what the server refuses is said in words of the catalogue, beside its field and above a form', async () => {
  const { page } = await opened.open('/console/settings/booking', IN_PSEUDO);
  const found: string[] = [];
  await page.locator('input[name="booking.bookingWindowDays"]').fill('999999');
  await page.keyboard.press('Control+Enter');
  await page.locator('.field .error').first().waitFor();
  for (const each of await faultsOfPage(page)) found.push(`field: ${each}`);
  await page.goto(new URL('/console/invitation#unknown', opened.server.ready.rootUrl).href);
  await page.getByRole('heading', { level: 1 }).waitFor();
  for (const each of await faultsOfPage(page)) found.push(`link: ${each}`);
  expect(found).toEqual([]);
}, 120_000);
