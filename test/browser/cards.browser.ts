// Run by scripts/check.ts where there is a browser: bun test ./test/browser/cards.browser.ts
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import { newFolder, removeFolder, type Server, startServer } from '../helpers/process.ts';
import { browserPath } from './path.ts';

let cwd = '';
let server: Server;
let browser: Browser;
beforeAll(async () => {
  cwd = newFolder();
  server = await startServer({ cwd }, 'sandbox');
  const executablePath = browserPath();
  if (executablePath === undefined) throw new Error('there is no chromium; scripts/check.ts looks first');
  // A container has no user namespaces for the sandbox of the browser; it only sees pages of this very test.
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'], timeout: 20_000 });
}, 30_000);
afterAll(async () => {
  await browser?.close();
  await server.stop();
  removeFolder(cwd);
});

const member = async (method: string, path = '') => {
  const { rootUrl, memberToken, siteId } = server.ready;
  const headers = { authorization: `Bearer ${memberToken}`, 'x-site-id': siteId };
  const answer = await fetch(`${rootUrl}/public-api/v2/member/payments/methods${path}`, { method, headers });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
};

/** A page that notes whatever it complains of, and every address outside of the server that it asks. */
const openPage = async (path: string): Promise<{ page: Page; complaints: string[] }> => {
  const page = await browser.newPage();
  page.setDefaultTimeout(10_000);
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(server.ready.rootUrl)) complaints.push(request.url());
  });
  await page.goto(server.ready.rootUrl + path);
  return { page, complaints };
};

const type = (page: Page, number: string) => page.fill('#number', number);
const says = (page: Page, text: string) => page.waitForSelector(`#status:text-is("${text}")`);
const saysSomeOf = (page: Page, text: string) => page.waitForSelector(`#status:has-text("${text}")`);

test('the confirm page of the sandbox: declined, asked for a click, confirmed; then the card is saved', async () => {
  const { body: setup } = await member('POST');
  const keys = new URLSearchParams({
    publishableKey: setup.publishableKey,
    clientSecret: setup.setupIntentClientSecret,
  });
  const { page, complaints } = await openPage(`/sandbox/processor/confirm#${keys}`);
  await type(page, '4000 0000 0000 0002');
  await page.click('[type=submit]');
  await says(page, 'Your card was declined.');
  expect((await member('POST', `/${setup.id}/complete`)).body.error.code).toBe('payment_method_setup_failed');
  await type(page, '4000 0025 0000 3155');
  await page.click('[type=submit]');
  await says(page, 'requires_action');
  expect((await member('POST', `/${setup.id}/complete`)).body.error.code).toBe('payment_method_setup_incomplete');
  await page.click('#approve');
  await says(page, 'succeeded');
  expect((await member('POST', `/${setup.id}/complete`)).body).toMatchObject({
    status: 'active',
    card: { last4: '3155' },
  });
  expect(complaints).toEqual([]);
  await page.close();
}, 60_000);

test('a key and a secret that do not belong together', async () => {
  const { page } = await openPage('/sandbox/processor/confirm');
  await page.fill('#publishableKey', 'pk_test_sandbox_acct_other');
  await page.fill('#clientSecret', 'seti_1_secret_2');
  await type(page, '4242 4242 4242 4242');
  await page.click('[type=submit]');
  await saysSomeOf(page, 'No such setup intent');
  await page.close();
}, 60_000);

test('the page to add a card: a refusal, the click, the saved card; nothing of the member stays in the address', async () => {
  const { memberToken, siteId } = server.ready;
  const { page, complaints } = await openPage(
    `/cards/add#${new URLSearchParams({ token: memberToken, site: siteId })}`,
  );
  await page.waitForSelector('[type=submit]:enabled');
  expect(page.url()).toBe(`${server.ready.rootUrl}/cards/add`);
  for (const [field, value] of [
    ['#expMonth', '11'],
    ['#expYear', '2031'],
    ['#cvc', '123'],
  ] as const) {
    await page.fill(field, value);
  }
  await type(page, '4000 0000 0000 0002');
  await page.click('[type=submit]');
  await says(page, 'Your card was declined.');
  await type(page, '4242 4242 4242 4242');
  await page.click('[type=submit]');
  await says(page, 'The card is saved. You can close this page.');
  expect(await page.textContent('#cards')).toContain('visa ending in 4242, 11/2031');
  expect((await member('GET')).body.data[0].card).toMatchObject({ last4: '4242', expMonth: 11, expYear: 2031 });
  expect(complaints).toEqual([]);
  await page.close();
}, 60_000);

test('a token that is none is told on the page', async () => {
  const { page } = await openPage(`/cards/add#token=none&site=${server.ready.siteId}`);
  await saysSomeOf(page, 'token');
  await page.close();
}, 60_000);
