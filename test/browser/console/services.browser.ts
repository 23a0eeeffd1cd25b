// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/services.browser.ts
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { folderForEachTest, startServer, studiod } from '../../helpers/process.ts';
import { startMailServer, tlsFile } from '../../helpers/smtp.ts';
import { startStripeMock } from '../../payments-processor/stripe/stripe-mock.ts';
import { launchBrowser } from '../launch.ts';
import { keysOn, mouseOn } from './hands.ts';
import { axeFindings } from './open.ts';

const cwd = folderForEachTest();
const EMAIL = 'olivia@harbour-yoga.com';
const PASSWORD = 'tide rope lantern oak';
const ACCOUNT = { user: 'studio', password: 'very secret' };
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
}, 90_000);
afterAll(() => browser?.close());

describe.each([
  { by: 'keys', handsOn: keysOn, width: 1440, colorScheme: 'light' as const },
  { by: 'clicks', handsOn: mouseOn, width: 390, colorScheme: 'dark' as const },
])('by $by at $width px', ({ handsOn, width, colorScheme }) => {
  test('an owner sets up the mail server and the card processor without the console of the machine', async () => {
    const mail = await startMailServer({ tls: 'starttls', account: ACCOUNT });
    const stripe = await startStripeMock();
    const env = { STUDIOD_SMTP_CA_FILE: tlsFile('loopback.pem'), STUDIOD_STRIPE_API_URL: stripe.url };
    const server = await startServer({ cwd, env }, 'serve', '--name', 'Harbour Yoga', '--timezone', 'Europe/Lisbon');
    expect((await studiod({ cwd, input: `${PASSWORD}\n` }, 'owner', 'create', EMAIL)).code).toBe(0);
    const context = await browser.newContext({ viewport: { width, height: 900 }, locale: 'en-US', colorScheme });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const hands = handsOn(page);
    await page.goto(`${server.ready.console}/settings/mails`);
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');

    await hands.press(page.getByRole('button', { name: 'Set up email server' }));
    const dialog = page.getByRole('dialog', { name: 'Email server' });
    const save = dialog.getByRole('button', { name: 'Save' });
    await hands.write(dialog.getByLabel('From address'), 'studio@harbour.example');
    await hands.press(save);
    await dialog.getByText('Enter the name of the server, such as smtp.example.com.').waitFor();
    await hands.write(dialog.getByLabel('Server', { exact: true }), '127.0.0.1');
    await hands.choose(page.getByRole('radio', { name: 'STARTTLS' }));
    expect(await dialog.getByRole('textbox', { name: 'Port' }).inputValue()).toBe('587');
    await hands.write(dialog.getByRole('textbox', { name: 'Port' }), new URL(mail.url()).port);
    await hands.write(dialog.getByLabel('User name'), ACCOUNT.user);
    await hands.write(dialog.getByLabel('Password', { exact: true }), 'wrong');
    await hands.press(dialog.getByRole('button', { name: 'Send a test' }));
    await dialog.getByText('The server does not accept the user name and password.').waitFor();
    await hands.write(dialog.getByLabel('Password', { exact: true }), ACCOUNT.password);
    await hands.press(dialog.getByRole('button', { name: 'Send a test' }));
    await dialog.getByText('The server does not accept').waitFor({ state: 'detached' });
    expect(await axeFindings(page)).toEqual([]);
    await hands.press(save);
    await page.getByText('Emails come from').waitFor();
    await hands.press(page.getByRole('button', { name: 'Send a test' }));
    await page.getByText(/^A test is on its way to|The test was not sent/).waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await page.goto(`${server.ready.console}/settings/payment`);
    await hands.press(page.getByRole('button', { name: 'Connect Stripe' }));
    const keys = page.getByRole('dialog', { name: 'Stripe account' });
    await hands.write(keys.getByLabel('Publishable key'), 'pk_test_mock');
    await hands.press(keys.getByRole('button', { name: 'Save' }));
    await keys.getByText('Enter the secret key. It starts with sk_ or rk_.').waitFor();
    await hands.write(keys.getByLabel('Secret key'), 'sk_test_Planted');
    expect(await axeFindings(page)).toEqual([]);
    await hands.press(keys.getByRole('button', { name: 'Save' }));
    await page.getByRole('button', { name: 'Remove' }).waitFor();
    await page.getByText('pk_test_mock').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await context.close();
    expect(await server.stop()).toBe(0);
    stripe.stop();
    await mail.close();
  }, 120_000);
});
