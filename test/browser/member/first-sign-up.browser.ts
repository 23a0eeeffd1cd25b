// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/member/first-sign-up.browser.ts
// What the studio sets in the console is what a stranger meets (first-day.md).
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { toast } from '../console/people.ts';
import { testMember } from './open.ts';

const { server, open, codeFor } = testMember('--clock', 'fixed:2026-03-06T12:30:00Z');

const WAIVER = 'I train at my own risk, and say what hurts.';

let people = 0;
/** Somebody whom the studio does not know, also when the test runs once more. */
const newStranger = () => {
  people += 1;
  return { lastName: `Osei ${people}`, email: `nina.osei${people}@members.example` };
};

/** A page of the console in a browser of its own. */
const consoleOf = async (stranger: Page, path: string, role: string): Promise<Page> => {
  const context = await stranger.context().browser()?.newContext({ locale: 'en-US' });
  if (context === undefined) throw new Error('there is no browser');
  const { rootUrl } = server.ready;
  expect((await context.request.post(`${rootUrl}/sandbox/sign-in`, { data: { role } })).status()).toBe(200);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(rootUrl + path);
  return page;
};

const prove = async (page: Page, email: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Email address' }).fill(email);
  await page.getByRole('textbox', { name: 'Email address' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Enter the code' }).waitFor();
  await page.getByRole('textbox', { name: 'Six-digit code' }).pressSequentially(await codeFor(email));
};

test('a stranger signs the waiver of the console, waits, is let in on Today, and signs in', async () => {
  const { lastName, email } = newStranger();
  const waiver = `${WAIVER} ${lastName}`;
  const { page: stranger } = await open('/book', { clientId: null, width: 390 });
  const office = await consoleOf(stranger, '/console/settings/members', 'owner');
  await office.getByRole('main').getByLabel('Waiver', { exact: true }).fill(waiver);
  await office.locator('label').filter({ hasText: 'Anyone can sign up, with your approval' }).click();
  await office.getByRole('button', { name: /^Save/ }).click();
  await toast(office, 'Saved.').waitFor();

  await stranger.goto(`${server.ready.rootUrl}/book/sign-up`);
  await prove(stranger, email);
  await stranger.getByRole('textbox', { name: 'First name' }).fill('Nina');
  await stranger.getByRole('textbox', { name: 'Last name' }).fill(lastName);
  await stranger.getByText(waiver).waitFor();
  await stranger.getByRole('checkbox', { name: 'I have read and agree to the waiver' }).check();
  await stranger.locator('main button[type="submit"], main form button').last().click();
  await stranger.getByText('Waiting for approval').waitFor();

  const desk = await consoleOf(stranger, '/console/today', 'front_desk');
  const waiting = desk.locator('li[data-decision="sign_up"]', { hasText: `Nina ${lastName}` });
  const more = desk.getByRole('button', { name: /sign-up/ });
  // Of many decisions of one kind, the first ones are shown.
  await waiting.or(more).first().waitFor();
  if (!(await waiting.isVisible())) await more.click();
  await waiting.getByRole('button', { name: 'Approve' }).click();
  await toast(desk, `Nina ${lastName} approved`).waitFor();

  await server.call('POST', '/sandbox/clock', { advance: 'PT61M' });
  await stranger.goto(`${server.ready.rootUrl}/book/sign-in`);
  await prove(stranger, email);
  await stranger.getByText(`Account, Nina ${lastName}`).waitFor({ state: 'attached' });
  const { body } = await server.call('GET', `/v2/clients?email=${email}`);
  expect(body.data[0]).toMatchObject({
    status: 'lead',
    waiver: { status: 'signed', version: expect.stringMatching(/^2026-03-06-\d{6}$/) },
  });
}, 120_000);
