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
  if (executablePath === undefined) throw new Error('chromium was not found');
  // A container has no user namespaces for the sandbox of the browser, which opens only the pages of this test.
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

/** Opens a page and collects its errors and its requests to other origins. */
const openPage = async (path: string): Promise<{ page: Page; errors: string[] }> => {
  const page = await browser.newPage();
  page.setDefaultTimeout(10_000);
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(server.ready.rootUrl)) errors.push(request.url());
  });
  await page.goto(server.ready.rootUrl + path);
  return { page, errors };
};

const type = (page: Page, number: string) => page.fill('#number', number);
const showsStatus = (page: Page, text: string) => page.waitForSelector(`#status:text-is("${text}")`);
const statusContains = (page: Page, text: string) => page.waitForSelector(`#status:has-text("${text}")`);

test('the confirm page of the sandbox: declined, approved, confirmed; then the card is saved', async () => {
  const { body: setup } = await member('POST');
  const keys = new URLSearchParams({
    publishableKey: setup.publishableKey,
    clientSecret: setup.setupIntentClientSecret,
  });
  const { page, errors } = await openPage(`/sandbox/processor/confirm#${keys}`);
  await type(page, '4000 0000 0000 0002');
  await page.click('[type=submit]');
  await showsStatus(page, 'Your card was declined.');
  expect((await member('POST', `/${setup.id}/complete`)).body.error.code).toBe('payment_method_setup_failed');
  await type(page, '4000 0025 0000 3155');
  await page.click('[type=submit]');
  await showsStatus(page, 'requires_action');
  expect((await member('POST', `/${setup.id}/complete`)).body.error.code).toBe('payment_method_setup_incomplete');
  await page.click('#approve');
  await showsStatus(page, 'succeeded');
  expect((await member('POST', `/${setup.id}/complete`)).body).toMatchObject({
    status: 'active',
    card: { last4: '3155' },
  });
  expect(errors).toEqual([]);
  await page.close();
}, 60_000);

test('a key and a secret that do not match', async () => {
  const { page } = await openPage('/sandbox/processor/confirm');
  await page.fill('#publishableKey', 'pk_test_sandbox_acct_other');
  await page.fill('#clientSecret', 'seti_1_secret_2');
  await type(page, '4242 4242 4242 4242');
  await page.click('[type=submit]');
  await statusContains(page, 'No such setup intent');
  await page.close();
}, 60_000);

test('the page to add a card: a declined card, a saved card; the token is removed from the address', async () => {
  const { memberToken, siteId } = server.ready;
  const { page, errors } = await openPage(`/cards/add#${new URLSearchParams({ token: memberToken, site: siteId })}`);
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
  await showsStatus(page, 'Your card was declined.');
  await type(page, '4242 4242 4242 4242');
  await page.click('[type=submit]');
  await showsStatus(page, 'The card is saved. You can close this page.');
  expect(await page.textContent('#cards')).toContain('visa ending in 4242, 11/2031');
  expect((await member('GET')).body.data[0].card).toMatchObject({ last4: '4242', expMonth: 11, expYear: 2031 });
  expect(errors).toEqual([]);
  await page.close();
}, 60_000);

test('the page shows that a token is invalid', async () => {
  const { page } = await openPage(`/cards/add#token=none&site=${server.ready.siteId}`);
  await statusContains(page, 'token');
  await page.close();
}, 60_000);
