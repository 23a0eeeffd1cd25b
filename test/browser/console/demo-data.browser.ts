// Run by scripts/test where there is a browser: bun test ./test/browser/console/demo-data.browser.ts
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { startServer, testFolder, until } from '../../helpers/process.ts';
import { launchBrowser } from '../launch.ts';
import { sendAs } from './new-studio.ts';
import { axeFindings, faultsOf, sidewaysPixels, VIEWS } from './open.ts';

const cwd = testFolder();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
}, 90_000);
afterAll(() => browser?.close());

const REMOVE = { name: 'Remove demo data' } as const;

/** The words of the question, once the server has said what would go. */
const questionOf = async (page: Page): Promise<string> => {
  await page.getByRole('button', REMOVE).click();
  const question = page.getByRole('alertdialog', { name: 'Remove demo data?' });
  await question.getByText('This cannot be undone.').waitFor();
  return (await question.textContent()) ?? '';
};

test('a new owner looks around with demo data, adds somebody, and removes all of it', async () => {
  const server = await startServer({ cwd }, 'serve');
  const { rootUrl } = server.ready;
  let link = '';
  await until(() => {
    link = /https?:\/\/\S+\/console\/setup#\S+/.exec(server.errSoFar())?.[0] ?? '';
    return link !== '';
  });
  // Without motion, a theme has its colours as soon as it is chosen.
  const motion = { reducedMotion: 'reduce' } as const;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US', ...motion });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const faults = faultsOf(page, rootUrl);
  await page.goto(link);
  await page.getByLabel('First name').fill('Olivia');
  await page.getByLabel('Last name').fill('Grant');
  await page.getByLabel('Email').fill('olivia@harbour.example');
  await page.getByLabel('Password', { exact: true }).fill('tide rope lantern oak');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).fill('Harbour Yoga');
  await page.keyboard.press('Enter');
  await page.getByLabel('Location name').fill('Pier 4');
  const box = page.getByRole('checkbox', { name: /^Explore a demo studio first/ });
  expect(await box.isChecked()).toBe(false);
  for (const { width, theme } of VIEWS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: theme });
    expect([width, theme, await axeFindings(page), await sidewaysPixels(page)]).toEqual([width, theme, [], 0]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await box.focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Open your studio' }).click();
  // Another process makes the data first.
  await page.waitForURL(/\/console\/today/, { timeout: 120_000 });

  // The day of the demo studio, at the owner's own site, with a quiet notice.
  await page.getByText('You are viewing demo data').waitFor();
  await page.getByText('Pier 4').first().waitFor();
  await page.getByText('Vinyasa Flow').first().waitFor();
  for (const { width, theme } of VIEWS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: theme });
    expect([width, theme, await axeFindings(page), await sidewaysPixels(page)]).toEqual([width, theme, [], 0]);
    const question = await questionOf(page);
    expect(question).toContain('97 clients');
    expect(question).not.toContain('These stay');
    expect([width, theme, await axeFindings(page)]).toEqual([width, theme, []]);
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  }

  // What somebody has added goes only where the owner says so.
  await page.setViewportSize({ width: 1440, height: 900 });
  await sendAs(page, 'POST', '/v2/clients', { firstName: 'Ada', lastName: 'Own', email: 'ada@example.com' });
  const asked = await questionOf(page);
  expect(asked).toContain('97 clients');
  expect(asked).toContain('1 client: Ada Own');
  const question = page.getByRole('alertdialog');
  const confirm = question.getByRole('button', REMOVE);
  expect(await confirm.isDisabled()).toBe(false);
  await question.getByRole('checkbox', { name: /Remove these too/ }).check();
  await confirm.click();
  await page.getByRole('heading', { name: 'Welcome, Olivia' }).waitFor();
  expect(await page.getByText('demo data').count()).toBe(0);
  await page.getByText('Pier 4').first().waitFor();
  const clients = await sendAs<{ data: unknown[] }>(page, 'GET', '/v2/clients');
  expect(clients.data).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
}, 180_000);
