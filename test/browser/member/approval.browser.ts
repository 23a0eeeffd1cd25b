// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/member/approval.browser.ts
import { expect, test } from 'bun:test';
import type { Route } from 'playwright-core';
import { PLANS } from '../../../src/resources/demo-ids.ts';
import { type Hands, keysOn, mouseOn } from '../console/hands.ts';
import { axeFindings, sidewaysPixels, VIEWS } from '../console/open.ts';
import { testMember } from './open.ts';

// A Friday morning in New York: classes follow all day.
const { server, open } = testMember('--clock', 'fixed:2026-03-06T12:30:00Z');

/** Its bank asks when it is saved, and for each payment. */
const CARD = '4000002760003184';

let people = 0;
/** Somebody without a pass, who has saved the card. */
const newClient = async (): Promise<string> => {
  people += 1;
  const person = { firstName: 'Ida', lastName: `Holm ${people}`, email: `ida${people}@members.example` };
  const { id: clientId } = (await server.call('POST', '/v2/clients', person)).body;
  const { idToken } = (await server.call('POST', '/sandbox/member-token', { clientId })).body;
  const member = { authorization: `Bearer ${idToken}`, 'x-site-id': server.ready.siteId, 'x-service-api-key': '' };
  const methods = '/public-api/v2/member/payments/methods';
  const setup = (await server.call('POST', methods, undefined, member)).body;
  const keys = { publishableKey: setup.publishableKey, clientSecret: setup.setupIntentClientSecret };
  const card = { number: CARD, expMonth: 11, expYear: 2031, cvc: '123' };
  await server.call('POST', '/sandbox/processor/setups/confirm', { ...keys, card });
  await server.call('POST', '/sandbox/processor/setups/approve', keys);
  expect((await server.call('POST', `${methods}/${setup.id}/complete`, undefined, member)).status).toBe(200);
  return clientId;
};
const of = async (clientId: string, what: string) =>
  (await server.call('GET', `/v2/${what}?client_id=${clientId}`)).body.data;

/** A class tomorrow with one seat. */
const makeClass = async (more: object = {}): Promise<string> => {
  const { status, body } = await server.call('POST', '/manage/sessions', {
    siteId: server.ready.siteId,
    name: 'Strength Basics',
    category: 'Strength',
    roomName: 'Gym',
    capacity: 1,
    startTime: '2026-03-07T15:00:00Z',
    durationMinutes: 60,
    allowConflict: true,
    ...more,
  });
  expect(status).toBe(201);
  return body.id;
};
const buyPath = (planId: string) => `/book/plans/${planId}/buy`;
const bankOn = ({ page }: Hands) => page.getByRole('dialog', { name: 'Your bank asks you to approve this payment.' });

/** Refuses at first, leaves and comes back, then approves. */
const scenario = async (hands: Hands, clientId: string, sessionId: string): Promise<void> => {
  const { page, press } = hands;
  const bank = bankOn(hands);
  await press(page.getByRole('button', { name: 'Pay and book' }));
  await press(bank.getByRole('button', { name: 'Decline' }));
  await page
    .getByRole('alert')
    .filter({ hasText: 'Your bank declined the card. Nothing was bought or booked.' })
    .waitFor();
  await page.getByText('Visa 3184').first().waitFor();
  expect([await of(clientId, 'packages'), await of(clientId, 'bookings')]).toEqual([[], []]);

  await press(page.getByRole('button', { name: 'Pay and book' }));
  await press(bank.getByRole('button', { name: 'Close' }));
  await page.getByText('We hold your spot until').waitFor();
  const waiting = page.url();
  await page.goto(`${server.ready.rootUrl}/book/me`);
  await page.goto(`${server.ready.rootUrl}/book/class/${sessionId}/book`);
  expect(page.url()).toBe(waiting);
  await press(bank.getByRole('button', { name: 'Approve' }));
  await page.waitForURL(/\/book\/me\/bookings\/[^?]+\?new$/);
  const [bookings, packages] = [await of(clientId, 'bookings'), await of(clientId, 'packages')];
  expect([bookings.length, packages.length, bookings[0].status]).toEqual([1, 1, 'confirmed']);
  const paid = (await of(clientId, 'payments')).map(({ status }: { status: string }) => status);
  expect(paid.toSorted()).toEqual(['completed', 'failed']);
};

test('on a phone: refused, left and resumed, approved', async () => {
  const [clientId, sessionId] = [await newClient(), await makeClass()];
  const { page, faults } = await open(`/book/class/${sessionId}/book`, { clientId, width: 390 });
  await scenario(mouseOn(page), clientId, sessionId);
  expect(faults).toEqual([]);
}, 120_000);

test('by keyboard alone', async () => {
  const [clientId, sessionId] = [await newClient(), await makeClass()];
  const { page } = await open(`/book/class/${sessionId}/book`, { clientId });
  await scenario(keysOn(page), clientId, sessionId);
}, 120_000);

test('a plan alone, given up and then approved; a double press buys once', async () => {
  const clientId = await newClient();
  const { page } = await open(buyPath(PLANS.tenClasses), { clientId });
  const bank = bankOn(mouseOn(page));
  await page.getByRole('button', { name: 'Pay' }).dblclick();
  await bank.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Cancel payment' }).click();
  await page.getByRole('alert').filter({ hasText: 'The payment was not approved.' }).waitFor();
  await page.getByRole('button', { name: 'Pay' }).dblclick();
  await bank.getByRole('button', { name: 'Approve' }).click();
  await page.waitForURL(/\/book\/me$/);
  expect((await of(clientId, 'packages')).length).toBe(1);
  expect((await of(clientId, 'payments')).length).toBe(2);
}, 120_000);

/** Refuses at first, leaves and comes back, then approves: one visit, without a plan. */
const visitScenario = async (hands: Hands, clientId: string, sessionId: string): Promise<void> => {
  const { page, press } = hands;
  const bank = bankOn(hands);
  await press(page.getByRole('button', { name: 'Pay and book' }));
  await press(bank.getByRole('button', { name: 'Decline' }));
  await page.getByRole('alert').filter({ hasText: 'Your bank declined the card.' }).waitFor();
  expect([await page.getByRole('radio', { name: 'Drop-in' }).isChecked(), await of(clientId, 'bookings')]).toEqual([
    true,
    [],
  ]);
  await press(page.getByRole('button', { name: 'Pay and book' }));
  await press(bank.getByRole('button', { name: 'Close' }));
  await page.getByText('We hold your spot until').waitFor();
  const waiting = page.url();
  await page.goto(`${server.ready.rootUrl}/book/class/${sessionId}/book`);
  expect(page.url()).toBe(waiting);
  await press(bank.getByRole('button', { name: 'Approve' }));
  await page.waitForURL(/\/book\/me\/bookings\/[^?]+\?new$/);
  const [bookings, packages] = [await of(clientId, 'bookings'), await of(clientId, 'packages')];
  expect([bookings.length, bookings[0].bookingSource, packages]).toEqual([1, 'drop_in', []]);
};
const VISIT = { dropInPrice: { amount: 2_200, currency: 'USD' } };

test('one visit, on a phone and by keyboard: refused, left and resumed, approved', async () => {
  for (const [width, handsOn] of [
    [390, mouseOn],
    [1440, keysOn],
  ] as const) {
    const [clientId, sessionId] = [await newClient(), await makeClass(VISIT)];
    const { page, faults } = await open(`/book/class/${sessionId}/book?way=visit`, { clientId, width });
    await visitScenario(handsOn(page), clientId, sessionId);
    expect(faults).toEqual([]);
  }
}, 120_000);

test('one visit without a script: the page of the bank asks, and leads back to the ticket', async () => {
  const [clientId, sessionId] = [await newClient(), await makeClass(VISIT)];
  const { page } = await open(`/book/class/${sessionId}/book?way=visit`, { clientId, isPlain: true, width: 390 });
  for (const [decision, back] of [
    ['Decline', /refused=declined/],
    ['Approve', /\/book\/me\/bookings\/[^?]+\?new$/],
  ] as const) {
    await page.getByRole('button', { name: 'Pay and book' }).click();
    await page.getByRole('link', { name: 'Open my bank' }).click();
    await page.getByRole('button', { name: decision }).click();
    await page.waitForURL(back);
  }
  expect((await of(clientId, 'bookings')).length).toBe(1);
}, 120_000);

test('without a script the page of the bank asks, and leads back', async () => {
  const clientId = await newClient();
  const { page } = await open(buyPath(PLANS.tenClasses), { clientId, isPlain: true, width: 390 });
  for (const [decision, back] of [
    ['Decline', /refused=declined/],
    ['Approve', /\/book\/me$/],
  ] as const) {
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.getByRole('link', { name: 'Open my bank' }).click();
    await page.getByRole('heading', { name: 'Approve a payment' }).waitFor();
    await page.getByRole('button', { name: decision }).click();
    await page.waitForURL(back);
  }
  expect((await of(clientId, 'packages')).length).toBe(1);
}, 120_000);

/** Stands for the script of Stripe, whose bank approves everything. */
const STRIPE = `window.Stripe = (publishableKey) => ({
  async handleNextAction({ clientSecret }) {
    const body = JSON.stringify({ publishableKey, clientSecret, approved: true });
    await fetch('/sandbox/processor/charges/decide', { method: 'POST', body });
    return {};
  },
});`;

test('with the script of Stripe', async () => {
  const clientId = await newClient();
  // A service worker would ask for the page itself.
  const { page } = await open('/book/terms', { clientId, options: { serviceWorkers: 'block' } });
  const contentType = 'text/javascript';
  await page.route('https://js.stripe.com/v3/', (route) => route.fulfill({ contentType, body: STRIPE }));
  await page.goto(server.ready.rootUrl + buyPath(PLANS.tenClasses));
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.waitForURL(/\/book\/me\/purchases\//);
  // Loaded again, it is the page of a server with Stripe.
  const asStripe = async (route: Route) => {
    // What a browser says of a page that is loaded again; a request that is passed on says nothing.
    const response = await route.fetch({ headers: { ...route.request().headers(), 'sec-fetch-site': 'same-origin' } });
    const policy = (response.headers()['content-security-policy'] ?? '').replace(
      "script-src 'self'",
      "script-src 'self' https://js.stripe.com",
    );
    const body = (await response.text()).replace('data-processor="sandbox"', 'data-processor="stripe"');
    await route.fulfill({ response, body, headers: { ...response.headers(), 'content-security-policy': policy } });
  };
  await page.route(/\/book\/me\/purchases\//, asStripe, { times: 1 });
  await page.reload();
  await page.waitForURL(/\/book\/me$/);
  expect((await of(clientId, 'packages')).length).toBe(1);
}, 120_000);

test.each(VIEWS)(
  'the page is accessible at $width px, $theme',
  async (view) => {
    const [clientId, sessionId] = [await newClient(), await makeClass()];
    // Axe would measure the colours of a dialog that is still coming.
    const options = { reducedMotion: 'reduce' } as const;
    const { page, faults } = await open(`/book/class/${sessionId}/book`, { ...view, clientId, options });
    await page.getByRole('button', { name: 'Pay and book' }).click();
    const bank = bankOn(mouseOn(page));
    await bank.waitFor();
    expect([await axeFindings(page), await sidewaysPixels(page)]).toEqual([[], 0]);
    await bank.getByRole('button', { name: 'Close' }).click();
    await bank.waitFor({ state: 'detached' });
    await page.getByText('We hold your spot until').waitFor();
    expect([await axeFindings(page), await sidewaysPixels(page)]).toEqual([[], 0]);
    expect(faults).toEqual([]);
  },
  120_000,
);

test.each(['de-DE', 'es-ES', 'fr-FR'])(
  'in %s nothing is cut off at 390 px',
  async (locale) => {
    const clientId = await newClient();
    const { page } = await open(buyPath(PLANS.tenClasses), { clientId, width: 390, locale });
    await page.locator('.act-bar button').click();
    await page.getByRole('dialog').getByRole('button').last().click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await sidewaysPixels(page)).toBe(0);
  },
  120_000,
);
