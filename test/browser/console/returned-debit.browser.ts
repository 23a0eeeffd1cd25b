// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/returned-debit.browser.ts
import { expect, test } from 'bun:test';
import { axeFindings, sidewaysPixels, testConsole } from './open.ts';
import { peopleOf } from './people.ts';

const { server, open } = testConsole('--clock', 'fixed:2026-03-06T12:30:00Z');
const { elsewhere, newClient } = peopleOf(server);

/** Who has bought with an account. */
interface Debited {
  readonly clientId: string;
  readonly paymentId: string;
}

/** A member who has bought a plan with an account, at the interface. */
const debited = async (name: string, iban: string): Promise<Debited> => {
  await elsewhere('PATCH', '/v2/settings', { payment: { waysToPay: true } });
  const clientId = await newClient(name);
  const { data } = await elsewhere<{ data: { id: string; name: string; isSoldOnline: boolean }[] }>(
    'GET',
    '/manage/plans?limit=100',
  );
  const planId = data.find((plan) => plan.name === 'Ten classes')?.id;
  const { body: token } = await server.call('POST', '/sandbox/member-token', { clientId });
  const headers = { authorization: `Bearer ${token.idToken}`, 'x-site-id': server.ready.siteId };
  const ask = async (path: string, body?: object): Promise<Record<string, string>> => {
    const url = new URL(path, server.ready.rootUrl);
    const json = { 'content-type': 'application/json', ...headers };
    const response = await fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body ?? {}) });
    return JSON.parse(await response.text());
  };
  const order = { planId, payOnDevice: true, acceptTerms: true };
  const { id, publishableKey, clientSecret } = await ask('/public-api/v2/member/purchases', order);
  await ask('/sandbox/processor/charges/pay', { publishableKey, clientSecret, way: 'debit', iban });
  await ask(`/public-api/v2/member/purchases/${id}/complete`);
  return { clientId, paymentId: String(id) };
};
const later = (advance: string) => server.call('POST', '/sandbox/clock', { advance });

test('a debit fails on day 4: the desk sees it, and takes the money another way', async () => {
  const { clientId } = await debited('Dora Debit', 'DE62 3704 0044 0532 0130 01');
  const meanwhile = await open(`/console/clients/${clientId}/payments`, { role: 'front_desk' });
  await meanwhile.page.getByText('At the bank').first().waitFor();
  await meanwhile.context.close();
  await later('P4DT2H');
  // The session of the desk has ended in these days.
  const { page, faults } = await open('/console/today', { role: 'front_desk' });
  const item = page.locator('[data-decision="payment_returned"]').filter({ hasText: 'Dora Debit' });
  // Four days leave more to decide than is shown at once.
  const more = page.locator('button.more');
  await item.or(more).first().waitFor();
  if ((await item.count()) === 0) await more.press('Enter');
  await item.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await item.getByRole('link', { name: 'Take payment' }).press('Enter');
  await page.waitForURL(/\/sell\?.*tab=fees/);
  await page.getByText('The bank has taken the money back.').waitFor();
  await page.getByRole('radio', { name: 'Cash' }).press('Space');
  await page.getByRole('button', { name: /^Charge \$.* Ten classes/ }).press('Enter');
  await page.getByText(/^\$.* paid\.$/).waitFor();
  const { isInArrears } = await elsewhere<{ isInArrears: boolean }>('GET', `/v2/clients/${clientId}`);
  expect(isInArrears).toBe(false);
  await page.goto(new URL('/console/today', server.ready.rootUrl).href);
  await page.locator('main h1').first().waitFor();
  expect(await item.count()).toBe(0);
  expect([...meanwhile.faults, ...faults]).toEqual([]);
}, 180_000);

test('a debit is disputed on day 20: the owner decides who bears it', async () => {
  const { clientId, paymentId } = await debited('Disa Dispute', 'DE35 3704 0044 0532 0130 02');
  await later('P20DT2H');
  const { page, faults } = await open('/console/today', { width: 390 });
  const item = page.locator('[data-decision="dispute"]').filter({ hasText: 'Disa Dispute' });
  await item.getByRole('link', { name: 'Decide now' }).click();
  await page.getByRole('heading', { name: 'Disputed at the bank' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  await page.getByRole('button', { name: 'The client owes it' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'The client owes it' }).click();
  await page.getByText('The client owes the amount.').waitFor();
  const { isInArrears } = await elsewhere<{ isInArrears: boolean }>('GET', `/v2/clients/${clientId}`);
  const payment = await elsewhere<{ dispute: { decision: string } }>('GET', `/v2/payments/${paymentId}`);
  expect([isInArrears, payment.dispute.decision]).toEqual([true, 'claim']);
  expect(faults).toEqual([]);
}, 180_000);

test('a claim that was paid, and is won on day 25: the owner refunds what was paid twice', async () => {
  const { clientId, paymentId } = await debited('Dita Double', 'DE08 3704 0044 0532 0130 03');
  await later('P20DT2H');
  await elsewhere('POST', `/manage/payments/${paymentId}/dispute`, { decision: 'claim' });
  const { amount, currency } = await elsewhere<{ amount: number; currency: string }>(
    'GET',
    `/v2/payments/${paymentId}`,
  );
  const cash = { clientId, amount, currency, paymentMethod: 'cash', purpose: 'membership_renewal' };
  await elsewhere('POST', '/manage/payments', cash);
  await later('P5DT2H');
  const { page, faults } = await open(`/console/payments?open=${paymentId}`, { width: 390 });
  const dispute = page.getByRole('region', { name: 'Disputed at the bank' });
  await dispute.getByText('Decide whether that goes back.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  await dispute.getByRole('button', { name: /^Refund \$/ }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Refund \$/ })
    .click();
  await dispute.getByText('It is refunded.').waitFor();
  const decided = await elsewhere<{ dispute: { decision: string }; refunds: { amount: number; reason: string }[] }>(
    'GET',
    `/v2/payments/${paymentId}`,
  );
  expect([decided.dispute.decision, decided.refunds]).toMatchObject(['refund', [{ amount, reason: 'duplicate' }]]);
  expect(faults).toEqual([]);
}, 180_000);
