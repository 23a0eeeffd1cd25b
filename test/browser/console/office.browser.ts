// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/office.browser.ts
// A new owner sets a studio up, from an empty database to a report that is right, by mouse and by keyboard alone.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { verify } from '../../../src/webhooks/signature.ts';
import { startServer, testFolder } from '../../helpers/process.ts';
import { zoneAtNoon } from '../../helpers/zone-at-noon.ts';
import { launchBrowser } from '../launch.ts';
import { type Hands, keysOn, mouseOn } from './hands.ts';
import { linkOf, setUp } from './new-studio.ts';
import { faultsOf } from './open.ts';
import { toast } from './people.ts';
import { type Arrived, openReceiver } from './receiver.ts';

const fixture = (name: string): string => join(import.meta.dir, '../../fixtures', name);
const folder = testFolder();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
}, 90_000);
afterAll(() => browser?.close());

/** Opens a page by the navigation. The page before has some of the same links, and stays until the next one is here. */
const open = async ({ page, press }: Hands, name: string): Promise<void> => {
  await press(page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name, exact: true }));
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
};
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

const addPlan = async (hands: Hands): Promise<void> => {
  const { page, press, write } = hands;
  await open(hands, 'Plans');
  await press(page.getByRole('link', { name: /^(?:New plan|Add plan)/ }));
  await write(page.getByLabel('Name'), 'Ten classes');
  await write(page.getByLabel('Price in USD'), '150');
  await press(button(page, /^Add plan/));
  await toast(page, 'Ten classes is on sale.').waitFor();
};

/** A class each day, so that there is one today. */
const addClass = async (hands: Hands, startTime: string): Promise<void> => {
  const { page, press, write } = hands;
  await open(hands, 'Schedule');
  await press(page.getByRole('link', { name: /^Add recurring class/ }));
  await write(page.getByLabel('Name', { exact: true }), 'Harbour Flow');
  await write(page.getByLabel('Starts'), startTime);
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']) {
    const box = page.getByRole('checkbox', { name: day });
    if (await box.isChecked()) continue;
    await box.focus();
    await page.keyboard.press('Space');
  }
  await press(button(page, /^Add class/));
  await page.getByText('Harbour Flow was added to the schedule.').waitFor();
};

const publishTheme = async (hands: Hands): Promise<void> => {
  const { page, press, write } = hands;
  await open(hands, 'Settings');
  await write(page.getByRole('main').getByLabel('Color', { exact: true }), '#7A1F5C');
  await press(button(page, /^Publish/));
  await toast(page, /^Published as version/).waitFor();
};

const invite = async (hands: Hands): Promise<void> => {
  const { page, press, write, choose } = hands;
  await open(hands, 'Staff');
  await press(button(page, /^Invite/));
  const dialog = page.getByRole('dialog');
  await write(dialog.getByLabel('First name'), 'Nina');
  await write(dialog.getByLabel('Last name'), 'Park');
  await write(dialog.getByLabel('Email'), 'nina@harbour.example');
  await choose(page.getByRole('radio', { name: /^Front desk/ }));
  await press(dialog.getByRole('button', { name: 'Send invitation', exact: true }));
  expect(await dialog.getByLabel('Link').inputValue()).toContain('/console/invitation#');
  await press(dialog.getByRole('button', { name: 'Close' }));
};

const chooseFile = async ({ page, press }: Hands, file: string): Promise<void> => {
  const asked = page.waitForEvent('filechooser');
  await press(button(page, /^Choose (?:a|another) file$/));
  await (await asked).setFiles(fixture(`imports/${file}`));
};

/** Clients of two other systems. */
const importClients = async (hands: Hands): Promise<void> => {
  const { page, press, choose } = hands;
  await open(hands, 'Data');
  await chooseFile(hands, 'glofox-members.csv');
  await choose(page.getByRole('radio', { name: 'Day first: 04/03/1991 is March 4, 1991' }));
  await press(button(page, 'Check 2 rows'));
  await page.getByText('2 rows checked: no problems.').waitFor();
  await press(button(page, 'Import 2 rows'));
  await page.getByText('2 rows imported.').waitFor();
  await page.goto(page.url());
  await chooseFile(hands, 'mindbody-clients.csv');
  await press(button(page, 'Check 5 rows'));
  await page.getByText('5 rows checked: 3 are fine, 2 have problems.').waitFor();
};

const publishArticle = async (hands: Hands): Promise<void> => {
  const { page, press, write, choose } = hands;
  await open(hands, 'Library');
  await press(button(page, /^(?:New item|Add item)/));
  const dialog = page.getByRole('dialog');
  await write(dialog.getByRole('textbox', { name: 'Title' }), 'Why we breathe');
  await choose(page.getByRole('radio', { name: /^Article/ }));
  await press(dialog.getByRole('button', { name: 'Create draft' }));
  await page.getByRole('heading', { level: 1, name: 'Why we breathe' }).waitFor();
  await press(button(page, 'Publish now'));
  await toast(page, 'Saved.').waitFor();
};

const publishChallenge = async (hands: Hands, first: string, last: string): Promise<void> => {
  const { page, press, write } = hands;
  await open(hands, 'Engagement');
  await press(page.getByRole('link', { name: /^New challenge/ }));
  await write(page.getByLabel('Name', { exact: true }), 'Move in spring');
  await page.getByLabel('First day').fill(first);
  await page.getByLabel('Last day').fill(last);
  await press(button(page, /^Create draft/));
  await page.getByText('Ready to publish.').waitFor();
  await press(button(page, 'Publish'));
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Publish challenge' }));
  await toast(page, 'Move in spring published.').waitFor();
};

/** Adds an endpoint for everything. Returns its secret, which is shown once. */
const addEndpoint = async (hands: Hands, url: string): Promise<string> => {
  const { page, press, write } = hands;
  await open(hands, 'Integrations');
  await press(page.getByRole('link', { name: /^Add endpoint/ }));
  await write(page.getByRole('textbox', { name: 'Name', exact: true }), 'Website');
  await write(page.getByLabel('URL'), url);
  await press(button(page, /^Add endpoint/));
  const shown = page.getByRole('dialog').locator('code');
  await shown.first().waitFor();
  const secret = (await shown.last().textContent()) ?? '';
  await press(button(page, 'I have copied it'));
  await press(button(page, 'Send test'));
  await toast(page, /^Test delivered: 200 in/).waitFor();
  return secret;
};

const sellAndBook = async (hands: Hands): Promise<void> => {
  const { page, press, write, pick, choose } = hands;
  await open(hands, 'Sell');
  await write(page.getByRole('searchbox', { name: 'Search clients', exact: true }), 'niamh');
  await pick(page.getByRole('option', { name: /Niamh Byrne/ }));
  await choose(page.getByRole('radio', { name: /Ten classes/ }));
  await choose(page.getByRole('radio', { name: 'Cash' }));
  await press(button(page, 'Choose a class'));
  await page
    .getByRole('option', { name: /Harbour Flow/ })
    .first()
    .press('Enter');
  await press(button(page, 'Charge $150.00'));
  await page.getByText(/^Ten classes sold for \$150\.00\. Class booked\.$/).waitFor();
};

const isSigned = ({ headers, body }: Arrived, secret: string): boolean =>
  verify({ secret, header: headers.get('x-service-signature') ?? '', body }, Math.floor(Date.now() / 1_000)).code ===
  'ok';

const readReport = async (hands: Hands): Promise<void> => {
  const { page, turnTo } = hands;
  await open(hands, 'Reports');
  const figure = (name: string) => page.locator('.figures > div').filter({ hasText: name }).locator('dd');
  await figure('Revenue').getByText('$150.00', { exact: true }).waitFor();
  await turnTo(page.getByRole('tab', { name: 'Revenue' }));
  await page.getByText('Ten classes').filter({ visible: true }).first().waitFor();
};

test.each(['mouse', 'keyboard'] as const)(
  'from the set-up to a report that is right, by %s',
  async (by) => {
    const tls = { cert: Bun.file(fixture('tls/loopback.pem')), key: Bun.file(fixture('tls/loopback.key')) };
    const receiver = openReceiver(tls);
    const env = {
      STUDIOD_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
      STUDIOD_WEBHOOK_CA_FILE: fixture('tls/loopback.pem'),
    };
    const server = await startServer({ cwd: folder, env }, 'serve', '--data', by);
    const timezoneId = zoneAtNoon();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId, locale: 'en-US' });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const faults = faultsOf(page, server.ready.rootUrl);
    const hands = by === 'mouse' ? mouseOn(page) : keysOn(page);
    const dateIn = (days: number): string =>
      new Intl.DateTimeFormat('en-CA', { timeZone: timezoneId }).format(Date.now() + days * 86_400_000);

    await setUp(hands, await linkOf(server));
    await addPlan(hands);
    await addClass(hands, '20:00');
    await publishTheme(hands);
    await invite(hands);
    await importClients(hands);
    await publishArticle(hands);
    await publishChallenge(hands, dateIn(1), dateIn(28));
    const secret = await addEndpoint(hands, receiver.url);
    await sellAndBook(hands);
    const booked = (): Arrived | undefined => receiver.arrived.find(({ body }) => body.includes('"booking.created"'));
    for (let waited = 0; booked() === undefined && waited < 300; waited += 1) await Bun.sleep(100);
    const hit = booked();
    expect(hit !== undefined && isSigned(hit, secret)).toBe(true);

    await readReport(hands);
    expect(faults).toEqual([]);
    await context.close();
    receiver.stop();
    expect(await server.stop()).toBe(0);
  },
  400_000,
);
