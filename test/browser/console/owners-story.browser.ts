// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/owners-story.browser.ts
// What it takes a new owner, in keys and presses, from the link of the first start to a studio that can be booked, emails included.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { startServer, testFolder } from '../../helpers/process.ts';
import { startMailServer, tlsFile } from '../../helpers/smtp.ts';
import { zoneAtNoon } from '../../helpers/zone-at-noon.ts';
import { launchBrowser } from '../launch.ts';
import { linkOf } from './new-studio.ts';
import { faultsOf } from './open.ts';
import { toast } from './people.ts';

/** The most that the whole may take. */
const MOST = { keys: 300, presses: 60 };
const ACCOUNT = { user: 'studio', password: 'very secret' };
const cwd = testFolder();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
}, 90_000);
afterAll(() => browser?.close());

/** A person who types and presses, and is counted. */
const counted = (page: Page) => {
  const spent = { keys: 0, presses: 0 };
  const press = async (element: Locator): Promise<void> => {
    spent.presses += 1;
    await element.filter({ visible: true }).first().click();
  };
  const key = async (name: string): Promise<void> => {
    spent.keys += 1;
    await page.keyboard.press(name);
  };
  /** Writes into a field: it has the focus, or is the next one, or is pressed. What stands in it is selected first. */
  const write = async (label: string, text: string, place: Page | Locator = page): Promise<void> => {
    const field = place
      .getByRole('textbox', { name: label })
      .or(place.getByLabel(label, { exact: true }))
      .first();
    await field.waitFor();
    const hasFocus = async () => (await field.and(page.locator(':focus')).count()) > 0;
    if (!(await hasFocus())) await key('Tab');
    if (!(await hasFocus())) await press(field);
    await page.keyboard.press('Control+a');
    if ((await field.inputValue()) !== '') spent.keys += 1;
    spent.keys += text.length;
    await page.keyboard.type(text);
  };
  return { spent, press, key, write };
};

test('a studio that can be booked takes an owner at most 300 keys and 60 presses', async () => {
  const mail = await startMailServer({ tls: 'starttls', account: ACCOUNT });
  const env = { STUDIOD_SMTP_CA_FILE: tlsFile('loopback.pem') };
  const server = await startServer({ cwd, env }, 'serve');
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    timezoneId: zoneAtNoon(),
    locale: 'en-US',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const faults = faultsOf(page, server.ready.rootUrl);
  const { spent, press, key, write } = counted(page);
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const open = (name: string) =>
    press(page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name, exact: true }));

  await page.goto(await linkOf(server));
  await write('First name', 'Olivia');
  await write('Last name', 'Grant');
  await write('Email', 'olivia@harbour-yoga.com');
  await write('Password', 'tide rope lantern oak');
  await key('Enter');
  await write('Name', 'Harbour Yoga');
  await key('Enter');
  await write('Location name', 'Pier 4');
  await press(button('Open your studio'));
  await page.waitForURL(/\/console\/today/);

  await open('Staff');
  await press(page.getByRole('row', { name: /Olivia Grant/ }).or(page.getByRole('link', { name: /Olivia Grant/ })));
  await press(page.getByRole('link', { name: 'Edit' }).or(button('Edit')));
  await press(page.locator('label').filter({ hasText: /^Instructor/ }));
  await press(button(/^Save/));
  await toast(page, 'Saved.').waitFor();

  await open('Schedule');
  await press(page.getByRole('link', { name: /^Add recurring class/ }));
  await write('Name', 'Morning Flow');
  for (const day of ['Monday', 'Wednesday', 'Friday', 'Sunday']) {
    const box = page.getByRole('checkbox', { name: day });
    if (!(await box.isChecked())) await press(page.locator('label').filter({ has: box }));
  }
  await write('Starts', '9:30');
  await write('Capacity', '12');
  await press(page.getByRole('button', { name: /Instructor/ }));
  await press(page.getByRole('option', { name: /Olivia/ }));
  await press(button(/^Add class/));
  await page.getByText('Morning Flow was added to the schedule.').waitFor();

  await open('Plans');
  await press(page.getByRole('link', { name: /^(?:New plan|Add plan)/ }));
  await write('Name', 'Ten classes');
  await write('Price in USD', '150');
  await press(button(/^Add plan/));
  await toast(page, 'Ten classes is on sale.').waitFor();

  await open('Settings');
  await press(page.getByRole('link', { name: 'Emails' }));
  await press(button('Set up email server'));
  const dialog = page.getByRole('dialog', { name: 'Email server' });
  await write('Server', '127.0.0.1', dialog);
  await press(page.locator('label').filter({ has: page.getByRole('radio', { name: 'STARTTLS' }) }));
  await write('Port', new URL(mail.url()).port, dialog);
  await write('From address', 'studio@harbour.example', dialog);
  await write('User name', ACCOUNT.user, dialog);
  await write('Password', ACCOUNT.password, dialog);
  await press(dialog.getByRole('button', { name: 'Save' }));
  await page.getByText('Emails come from').waitFor();
  await press(button('Send a test'));
  await page.getByText(/^A test is on its way to/).waitFor();

  await open('Data');
  const asked = page.waitForEvent('filechooser');
  await press(button('Choose a file'));
  await (await asked).setFiles(join(import.meta.dir, '../../fixtures/imports/mindbody-clients.csv'));
  await press(button('Check 5 rows'));
  await press(button('Import the 3 rows that are fine'));
  await page.getByText('3 rows imported.').waitFor();

  // A stranger finds the class and what it costs.
  const stranger = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await stranger.goto(`${server.ready.rootUrl}/book/week`);
  await stranger.getByText('Morning Flow').first().waitFor();
  // The server restarts with its mail server, and the page makes what is refused meanwhile again.
  expect(faults.filter((fault) => !fault.includes('ERR_CONNECTION_REFUSED'))).toEqual([]);
  expect(spent.keys).toBeLessThanOrEqual(MOST.keys);
  expect(spent.presses).toBeLessThanOrEqual(MOST.presses);
  console.log(`measured  owner's story: ${spent.keys} keys, ${spent.presses} presses`);
  await context.close();
  expect(await server.stop()).toBe(0);
  await mail.close();
}, 300_000);
