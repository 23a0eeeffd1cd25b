// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/restore.browser.ts
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { folderForEachTest, startServer, studiod } from '../../helpers/process.ts';
import { launchBrowser } from '../launch.ts';
import { keysOn, mouseOn } from './hands.ts';
import { sendAs } from './new-studio.ts';
import { axeFindings } from './open.ts';

const cwd = folderForEachTest();
const EMAIL = 'olivia@harbour.example';
const PASSWORD = 'tide rope lantern oak';
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
}, 90_000);
afterAll(() => browser?.close());

describe.each([
  { by: 'keys', handsOn: keysOn, width: 1440 },
  { by: 'clicks', handsOn: mouseOn, width: 390 },
])('by $by at $width px', ({ handsOn, width }) => {
  test('a backup takes the place of the studio, once its name is written', async () => {
    const server = await startServer({ cwd }, 'serve', '--name', 'Harbour Yoga', '--timezone', 'Europe/Lisbon');
    expect((await studiod({ cwd, input: `${PASSWORD}\n` }, 'owner', 'create', EMAIL)).code).toBe(0);
    const context = await browser.newContext({ viewport: { width, height: 900 }, locale: 'en-US' });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const signIn = async (): Promise<void> => {
      await page.getByLabel('Email').fill(EMAIL);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
    };
    await page.goto(`${server.ready.console}/data/backups`);
    await signIn();
    const hands = handsOn(page);
    await hands.press(page.getByRole('button', { name: 'Back up now' }));
    const actions = page.getByRole('button', { name: /^Actions for the backup/ });
    await actions.waitFor();
    await sendAs(page, 'POST', '/v2/clients', { firstName: 'Ada', lastName: 'Park', email: 'ada@harbour.example' });

    await hands.press(actions);
    await hands.pick(page.getByRole('menuitem', { name: 'Restore…' }));
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('1 client', { exact: true }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const name = dialog.getByRole('textbox', { name: 'Type “Harbour Yoga” to confirm' });
    await hands.write(name, 'Harbor');
    await hands.press(dialog.getByRole('button', { name: 'Restore backup' }));
    await dialog.getByText(/^That does not match\./).waitFor();
    await hands.write(name, 'Harbour Yoga');
    await hands.press(dialog.getByRole('button', { name: 'Restore backup' }));
    await page.getByText('Restarting').waitFor();

    await page.waitForURL(/\/console\/sign-in/);
    await signIn();
    await page.getByText(/^This studio was restored from backup studiod-/).waitFor();
    expect(await sendAs<{ data: object[] }>(page, 'GET', '/v2/clients')).toMatchObject({ data: [] });
    await context.close();
  });
});
