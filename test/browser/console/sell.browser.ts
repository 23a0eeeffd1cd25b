// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/sell.browser.ts
import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { until } from '../../helpers/process.ts';
import { makeDay, sendTo } from './day.ts';
import { axeFindings, sidewaysPixels, testConsole, VIEWS } from './open.ts';
import { peopleOf, toast } from './people.ts';

const { server, open } = testConsole();
const { newClient, sell, elsewhere } = peopleOf(server);

const sellTo = (): string => `/console/sell?client=${server.ready.clientId}`;
const isReady = (page: Page) => page.getByRole('button', { name: /^Charge \$/ }).waitFor();

test.each(VIEWS)('the page is accessible at $width px, $theme', async (view) => {
  const { page, faults } = await open(sellTo(), view);
  await isReady(page);
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(faults).toEqual([]);
});

test('a plan is sold for cash with its change, and the receipt says what was paid', async () => {
  const { page, faults } = await open(sellTo());
  await isReady(page);
  await page.getByRole('radio', { name: /Ten classes/ }).check({ force: true });
  await page.getByRole('button', { name: 'Charge $150.00' }).waitFor();
  await page.getByLabel('Cash received').first().fill('160');
  await page.getByText('$10.00').waitFor();
  await page.getByRole('button', { name: 'Charge $150.00' }).click();
  await page.getByText('Ten classes sold for $150.00.').waitFor();
  await page.getByRole('button', { name: 'Print receipt' }).waitFor();
  expect(await page.getByLabel('Receipt').textContent()).toContain('$150.00');
  expect(faults).toEqual([]);
});

test('Ctrl Enter charges from every control, also right after a plan and a way to pay were clicked', async () => {
  const clientId = await newClient('Presses Keys');
  const { page, faults } = await open(`/console/sell?client=${clientId}`);
  await isReady(page);
  await page.getByRole('radio', { name: /Ten classes/ }).check({ force: true });
  await page.getByRole('radio', { name: 'Other' }).check({ force: true });
  await page.getByRole('button', { name: 'Charge $150.00' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Ten classes sold for $150.00.').waitFor();
  expect(faults).toEqual([]);
});

test('a press while the amount is read again takes it if it stays the same, and nothing if it changes', async () => {
  const clientId = await newClient('Presses Early');
  const sold = async (): Promise<number> =>
    (await elsewhere<{ data: object[] }>('GET', `/manage/packages?client_id=${clientId}`)).data.length;
  const { page, faults } = await open(`/console/sell?client=${clientId}`);
  await isReady(page);
  await page.getByRole('radio', { name: /Ten classes/ }).check({ force: true });
  const take = page.getByRole('button', { name: 'Charge $150.00' });
  await take.waitFor();
  const held: (() => void)[] = [];
  await page.route('**/manage/packages?dry_run=true', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  const isAsked = () => until(() => held.length > 0);
  const answer = (): void => held.shift()?.();
  await page.getByRole('radio', { name: /Drop-in/ }).check({ force: true });
  await isAsked();
  await take.click();
  answer();
  await page.getByRole('button', { name: /^Charge \$(?!150)/ }).waitFor();
  expect(await sold()).toBe(0);
  await page.getByRole('radio', { name: 'Other' }).check({ force: true });
  await isAsked();
  await page.getByRole('button', { name: /^Charge \$/ }).click();
  expect(await sold()).toBe(0);
  answer();
  await page.getByText(/^Drop-in sold/).waitFor();
  expect([await sold(), faults]).toEqual([1, []]);
});

test('the receipt is sent by mail, after the sale and from the payment; without an address it says why not', async () => {
  const clientId = await newClient('Wants Mail');
  const { page, faults } = await open(`/console/sell?client=${clientId}`);
  await isReady(page);
  await page.getByRole('button', { name: /^Charge \$/ }).click();
  // It goes by itself, and again where somebody asks for it.
  await page.getByText(/^The receipt was sent to /).waitFor();
  await page.getByRole('button', { name: 'Email again' }).click();
  const said = page.getByText('The receipt was sent to wants.mail@browser.example.');
  await said.and(page.locator(':focus')).waitFor();
  expect(await page.getByRole('button', { name: /^Email / }).count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await page.goto(new URL(`/console/clients/${clientId}/payments`, server.ready.rootUrl).href);
  await page
    .getByRole('button', { name: /^Receipt/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Receipt' });
  await dialog.getByRole('button', { name: 'Email again' }).click();
  await dialog.getByText('The receipt was sent to wants.mail@browser.example.').waitFor();
  expect(faults).toEqual([]);
  const { id } = await elsewhere('POST', '/manage/clients', { firstName: 'No', lastName: 'Address' });
  await page.goto(new URL(`/console/sell?client=${id}`, server.ready.rootUrl).href);
  await page.getByRole('button', { name: /^Charge \$/ }).click();
  await page.getByRole('button', { name: 'Email the receipt' }).click();
  await page.getByRole('alert').getByText('This client cannot get emails').waitFor();
});

test('the plan that the client bought last and that is still on sale is chosen first', async () => {
  const clientId = await newClient('Buys Again');
  const chosen = async (page: Page, name: string | RegExp) =>
    page.getByRole('radio', { name, checked: true }).waitFor();
  const { page, faults } = await open(`/console/clients/${clientId}`);
  await page.getByRole('main').getByRole('link', { name: /^Sell/ }).first().click();
  await isReady(page);
  await page.getByRole('radio', { checked: true, name: /Ten classes/ }).waitFor({ state: 'detached' });
  await sell(clientId);
  const plan = {
    name: 'Gone soon',
    type: 'credit_pack',
    creditsTotal: 3,
    price: 4_500,
    currency: 'USD',
    validityDays: 30,
  };
  const { id: planId } = await elsewhere('POST', '/manage/plans', plan);
  await elsewhere('POST', '/manage/packages', { clientId, planId, paymentMethod: 'cash' });
  await page.goto(new URL(`/console/sell?client=${clientId}`, server.ready.rootUrl).href);
  await chosen(page, /Gone soon/);
  await page.getByRole('button', { name: 'Charge $45.00' }).waitFor();
  await elsewhere('DELETE', `/manage/plans/${planId}`);
  await page.reload();
  await chosen(page, /Ten classes/);
  await page.getByRole('button', { name: 'Charge $150.00' }).waitFor();
  expect(faults).toEqual([]);
});

test('by keyboard alone: find, choose, sell and book in one act, and check in', async () => {
  const { now } = await sendTo<{ now: string }>(server.ready, 'GET', '/sandbox/clock');
  const startTime = new Date(Date.parse(now) + 60 * 60_000).toISOString();
  const { siteId } = server.ready;
  const sale = { siteId, name: 'Sale day', startTime, durationMinutes: 45 };
  await sendTo(server.ready, 'POST', '/manage/sessions', sale);
  const off = await sendTo(server.ready, 'POST', '/manage/sessions', { ...sale, name: 'Off day' });
  await sendTo(server.ready, 'POST', `/manage/sessions/${off.id}/cancel`, {});
  const { page } = await open('/console/sell', { siteId });
  const found = page.getByRole('option');
  await page.getByRole('searchbox', { name: 'Search clients', exact: true }).and(page.locator(':focus')).waitFor();
  // Nobody buys yet: nothing is chosen.
  await page.getByRole('radio', { name: /Ten classes/ }).waitFor();
  expect(await page.getByRole('radiogroup', { name: 'Items' }).getByRole('radio', { checked: true }).count()).toBe(0);
  await page.getByText('Choose a client and an item.').waitFor();
  await page.keyboard.type('dana');
  // Others are found by fewer letters.
  await found.filter({ hasText: 'Dana Rivera' }).waitFor();
  await found.nth(1).waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await isReady(page);
  await page.getByRole('button', { name: 'Choose a class' }).press('Enter');
  await page.getByRole('listbox', { name: 'Upcoming classes' }).waitFor();
  await page.getByRole('option', { name: /Sale day/ }).waitFor();
  expect(await page.getByRole('option', { name: /Off day/ }).count()).toBe(0);
  await page.getByRole('option', { name: /Sale day/ }).press('Enter');
  await page.getByText(/a spot in the class/).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText(/ sold for .* Class booked\.$/).waitFor();
  // The receipt is that of the payment, with how it was paid.
  await page.getByLabel('Receipt').getByText('Payment method').waitFor();
  await page.getByText(/^Sale day, /).waitFor();
  await page.getByRole('button', { name: 'Check in' }).press('Enter');
  await toast(page, 'Dana Rivera is checked in.').waitFor();
  await page
    .getByRole('heading', { name: /Class booked\.$/ })
    .and(page.locator(':focus'))
    .waitFor();
});

test('a discount is for who may change prices', async () => {
  const owner = await open(sellTo());
  await isReady(owner.page);
  await owner.page.getByRole('button', { name: 'Discount', exact: true }).click();
  await owner.page.getByLabel('Amount off').fill('5');
  await owner.page.getByText('−$5.00').waitFor();
  const desk = await open(sellTo(), { role: 'front_desk' });
  await isReady(desk.page);
  expect(await desk.page.getByRole('button', { name: 'Discount', exact: true }).count()).toBe(0);
  expect(await desk.page.getByRole('radio', { name: 'Comp' }).count()).toBe(0);
});

test('a refusal says why, and what was typed stays', async () => {
  const { page } = await open(`${sellTo()}&session=${server.ready.sessionId}`);
  await isReady(page);
  await page.getByRole('button', { name: /^Charge \$/ }).click();
  await page.getByText(/ sold for /).waitFor();
  await page.goto(new URL(`${sellTo()}&session=${server.ready.sessionId}`, server.ready.rootUrl).href);
  const alert = page.getByRole('alert');
  await alert.waitFor();
  expect(await alert.textContent()).toContain('already');
  expect(await page.getByText('Dana Rivera').count()).toBeGreaterThan(0);
});

test('what is no amount, or too much, is said beside its field, and nothing is taken', async () => {
  const clientId = await newClient('Bargains Hard');
  const { page } = await open(`/console/sell?client=${clientId}`);
  await isReady(page);
  await page.getByRole('radio', { name: /Ten classes/ }).check({ force: true });
  await page.getByRole('button', { name: 'Charge $150.00' }).waitFor();
  await page.getByRole('button', { name: 'Discount', exact: true }).click();
  const field = page.getByLabel('Amount off');
  await field.fill('20%');
  await page.getByRole('button', { name: 'Edit price' }).click();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Enter an amount such as 12.50.').waitFor();
  await field.and(page.locator(':focus')).waitFor();
  await field.fill('500');
  await page.getByText('The discount can be at most $150.00.').waitFor();
  expect(await field.inputValue()).toBe('500');
  expect(await page.getByText('Choose a client and an item.').count()).toBe(0);
  await field.fill('50');
  await page.getByRole('button', { name: 'Charge $100.00' }).click();
  await page.getByText('Ten classes sold for $100.00.').waitFor();
  expect(await soldTo(clientId)).toEqual({ packages: 1, payments: 1 });
  await page.context().close();
});

test('a full class is said in the words of the desk, with its waiting list', async () => {
  const { siteId } = server.ready;
  const startTime = new Date(Date.now() + 3 * 3_600_000).toISOString();
  const full = { siteId, name: 'Full House', startTime, durationMinutes: 45, capacity: 1 };
  const session = await elsewhere('POST', '/manage/sessions', full);
  const [clientId, other] = [await newClient('Late Comer'), await newClient('First Comer')];
  await sell(other);
  await elsewhere('POST', '/v2/bookings', { clientId: other, sessionId: session.id });
  const { page } = await open(`/console/sell?client=${clientId}&session=${session.id}`);
  await page.getByText(/^This class is full\. Choose the waitlist/).waitFor();
  await page.getByRole('checkbox', { name: /Add to the waitlist/ }).check({ force: true });
  await page.getByText(/a place on the waitlist/).waitFor();
  expect(await page.getByText(/joinWaitlist/).count()).toBe(0);
  await page.context().close();
});

test('what can no longer be canceled free of charge is not promised to be, and a promise has its day', async () => {
  const { siteId } = server.ready;
  const clientId = await newClient('Asks First');
  const sessionIn = (hours: number) =>
    elsewhere('POST', '/manage/sessions', {
      siteId,
      name: `In ${hours} hours`,
      startTime: new Date(Date.now() + hours * 3_600_000).toISOString(),
      durationMinutes: 45,
    });
  const [soon, later] = [await sessionIn(3), await sessionIn(72)];
  const { page } = await open(`/console/sell?client=${clientId}&session=${soon.id}`);
  await page.getByText('Can no longer be canceled free of charge.').waitFor();
  expect(await page.getByText(/Free cancellation until/).count()).toBe(0);
  await page.goto(new URL(`/console/sell?client=${clientId}&session=${later.id}`, server.ready.rootUrl).href);
  await page
    .getByText(/Free cancellation until (?:Sun|Mon|Tue|Wed|Thu|Fri|Sat), [A-Z][a-z]+ \d+, \d+:\d\d [AP]M\./)
    .waitFor();
  await page.context().close();
});

test('a present that is no plan is noted with the amount 0', async () => {
  const clientId = await newClient('Gets Presents');
  const { page } = await open(`/console/sell?client=${clientId}&tab=other`);
  await page.getByRole('radio', { name: 'Comp' }).check({ force: true });
  await page.getByLabel('Item name').fill('Yoga mat');
  await page.getByLabel('Amount in USD').fill('12');
  await page.getByRole('button', { name: 'Charge $12.00' }).click();
  await page.getByText('$0.00 paid.').waitFor();
  await page.context().close();
});

test('a fee that waits on Today is taken, and whoever buys for a class that has ended is added to it as here', async () => {
  const { siteId, ended } = await makeDay(server.ready);
  const { page, faults } = await open('/console/today', { siteId });
  const fee = page.locator('[data-decision]').filter({ hasText: 'Fee: Luca Romano' });
  await fee.getByRole('link', { name: 'Take payment' }).click();
  await page.getByRole('radio', { name: /^Fees/, checked: true }).waitFor();
  await page.getByText(/^(Late-cancel|No-show) fee/).waitFor();
  const clientId = await newClient('Late Buyer');
  const desk = await open(`/console/sell?client=${clientId}&session=${ended}`, { siteId, role: 'front_desk' });
  await isReady(desk.page);
  await desk.page.getByText(/a spot in the class/).waitFor();
  await desk.page.getByRole('button', { name: /^Charge \$/ }).click();
  await desk.page.getByText(/ Added to the class and checked in\.$/).waitFor();
  expect([...faults, ...desk.faults]).toEqual([]);
});

test('the front desk voids its own sale, and is told whom to ask about another one', async () => {
  const clientId = await newClient('Wrong Sale');
  await sell(clientId);
  const { page, faults } = await open(`/console/sell?client=${clientId}`, { role: 'front_desk' });
  await isReady(page);
  await page.getByRole('button', { name: /^Charge \$/ }).click();
  await page.getByRole('button', { name: 'Void sale' }).click();
  const dialog = page.getByRole('alertdialog', { name: /^Void / });
  await dialog.getByRole('listitem').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Void sale' }).click();
  await toast(page, 'Sale voided.').waitFor();
  const sold = await elsewhere<{ data: { status: string }[] }>('GET', `/manage/packages?client_id=${clientId}`);
  expect(sold.data.map(({ status }) => status).toSorted()).toEqual(['active', 'cancelled']);
  await page.goto(new URL(`/console/clients/${clientId}/payments`, server.ready.rootUrl).href);
  await page.getByText('To refund a payment, ask Olivia Grant.').waitFor();
  expect(await page.getByRole('button', { name: /^(?:Void|Refund)/ }).count()).toBe(0);
  expect(faults).toEqual([]);
});

const soldTo = async (clientId: string) => {
  const list = async (kind: string): Promise<number> =>
    (await sendTo<{ data: object[] }>(server.ready, 'GET', `/manage/${kind}?client_id=${clientId}`)).data.length;
  return { packages: await list('packages'), payments: await list('payments') };
};

/** Lets the server do what is posted first, and loses its response. */
const loseFirst = async (page: Page, path: RegExp): Promise<void> => {
  let isLost = false;
  await page.route(path, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.continue();
    isLost = true;
    expect((await route.fetch()).status()).toBe(201);
    await route.abort();
  });
};

describe('money is taken once', () => {
  test('when the response of a sale is lost, and the button is pressed again', async () => {
    const clientId = await newClient('Lost Answer');
    const { page } = await open(`/console/sell?client=${clientId}`);
    await isReady(page);
    await loseFirst(page, /\/manage\/packages$/);
    await page.getByRole('button', { name: /^Charge \$/ }).click();
    await page.getByRole('alert').waitFor();
    expect(await soldTo(clientId)).toEqual({ packages: 1, payments: 1 });
    await page.getByRole('button', { name: /^Charge \$/ }).click();
    await page.getByText(/ sold for /).waitFor();
    expect(await soldTo(clientId)).toEqual({ packages: 1, payments: 1 });
    // What is sold next is another sale.
    await page.getByRole('button', { name: 'New sale' }).click();
    await page.goBack();
    await page.getByRole('button', { name: /^Charge \$/ }).click();
    await page.getByText(/ sold for /).waitFor();
    expect(await soldTo(clientId)).toEqual({ packages: 2, payments: 2 });
  });

  test('by a double press, and by the key after the sale', async () => {
    const clientId = await newClient('Double Press');
    const { page } = await open(`/console/sell?client=${clientId}`);
    await isReady(page);
    await page.getByRole('button', { name: /^Charge \$/ }).dblclick();
    await page.getByText(/ sold for /).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Control+Enter');
    // What the keys have sent is at the server before this. The network is never idle: the page follows what others do.
    await page.evaluate("fetch('/livez')");
    expect(await soldTo(clientId)).toEqual({ packages: 1, payments: 1 });
  });

  test('when the response of another sale is lost', async () => {
    const clientId = await newClient('Lost Mat');
    const { page } = await open(`/console/sell?client=${clientId}&tab=other`);
    await page.getByLabel('Item name').fill('Yoga mat');
    await page.getByLabel(/^Amount/).fill('25');
    await loseFirst(page, /\/manage\/payments$/);
    await page.getByRole('button', { name: 'Charge $25.00' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Charge $25.00' }).click();
    await page.getByRole('heading', { name: /\$25\.00/ }).waitFor();
    expect(await soldTo(clientId)).toEqual({ packages: 0, payments: 1 });
  });

  test('after a refusal the same is asked anew', async () => {
    const clientId = await newClient('Asked Anew');
    const { page } = await open(`/console/sell?client=${clientId}`);
    await isReady(page);
    const keys: (string | undefined)[] = [];
    const refusals = [
      { status: 409, code: 'idempotency_key_in_use', text: 'This is already being processed.' },
      { status: 503, code: 'processor_unavailable', text: 'The card processor is not responding.' },
      { status: 409, code: 'card_declined', text: 'The card was declined.' },
    ];
    await page.route(/\/manage\/packages$/, (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      const refusal = refusals.shift();
      if (refusal === undefined) return route.continue();
      const { status, code } = refusal;
      return route.fulfill({ status, json: { error: { type: 'conflict_error', code, message: `No: ${code}.` } } });
    });
    for (const { text } of [...refusals]) {
      await page.getByRole('button', { name: /^Charge \$/ }).click();
      await page.getByText(text).waitFor();
    }
    await page.getByRole('button', { name: /^Charge \$/ }).click();
    await page.getByText(/ sold for /).waitFor();
    expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 0, 0, 3]);
    expect(await soldTo(clientId)).toEqual({ packages: 1, payments: 1 });
  });
});
