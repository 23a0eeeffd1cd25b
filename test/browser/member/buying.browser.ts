// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/member/buying.browser.ts
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { PLANS } from '../../../src/resources/demo-ids.ts';
import { axeFindings, sidewaysPixels, VIEWS } from '../console/open.ts';
import { testMember } from './open.ts';

// A Friday morning in New York: classes follow all day.
const { server, open } = testMember('--clock', 'fixed:2026-03-06T12:30:00Z');

const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  approved: '4000002500003155',
} as const;

let codes = 0;
/** A code of its own, also when a test runs once more. */
const newCode = async (word: string, fields: object): Promise<string> => {
  codes += 1;
  const code = `${word}${codes}`;
  expect((await server.call('POST', '/manage/discount-codes', { code, name: code, ...fields })).status).toBe(201);
  return code;
};

let people = 0;
/** Somebody without a pass. */
const newClient = async (): Promise<string> => {
  people += 1;
  const person = { firstName: 'Nia', lastName: `Cole ${people}`, email: `nia${people}@members.example` };
  return (await server.call('POST', '/v2/clients', person)).body.id;
};
const of = async (clientId: string, what: string) =>
  (await server.call('GET', `/v2/${what}?client_id=${clientId}`)).body.data;

/** A class tomorrow that has seats. */
const makeClass = async (fields: object = {}): Promise<string> => {
  const { status, body } = await server.call('POST', '/manage/sessions', {
    siteId: server.ready.siteId,
    name: 'Strength Basics',
    category: 'Strength',
    roomName: 'Gym',
    capacity: 8,
    startTime: '2026-03-07T15:00:00Z',
    durationMinutes: 60,
    allowConflict: true,
    ...fields,
  });
  expect(status).toBe(201);
  return body.id;
};

const typeCard = async (page: Page, number: string) => {
  await page.getByLabel('Card number').fill('');
  await page.getByLabel('Card number').pressSequentially(number);
  await page.getByRole('textbox', { name: 'Expires' }).fill('');
  await page.getByRole('textbox', { name: 'Expires' }).pressSequentially('1131');
  await page.getByLabel('Security code').fill('123');
};
const buyPath = (planId: string) => `/book/plans/${planId}/buy`;
const note = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor();

test('a new card: declined at first, then taken; what was typed stays', async () => {
  const clientId = await newClient();
  const { page, faults } = await open(buyPath(PLANS.tenClasses), { clientId, width: 390 });
  await typeCard(page, CARDS.declined);
  await page.getByRole('button', { name: 'Pay' }).click();
  await note(page, 'Your bank declined the card. Nothing was bought or booked.');
  expect(await page.getByLabel('Card number').inputValue()).toBe('4000 0000 0000 0002');
  expect(await of(clientId, 'packages')).toEqual([]);
  await typeCard(page, CARDS.good);
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.waitForURL(/\/book\/me$/);
  expect((await of(clientId, 'packages')).length).toBe(1);
  expect(faults.filter((fault) => !/404/.test(fault))).toEqual([]);
}, 120_000);

test('a card without funds is kept; another card pays', async () => {
  const clientId = await newClient();
  const { page } = await open(buyPath(PLANS.tenClasses), { clientId });
  await typeCard(page, CARDS.noFunds);
  await page.getByRole('button', { name: 'Pay' }).click();
  await note(page, 'Your bank declined the card. Nothing was bought or booked.');
  await page.getByText('Visa 9995').first().waitFor();
  await page.getByText('Change', { exact: true }).click();
  await page.getByLabel('Use another card').check();
  await page.locator('.act-bar').getByText('New card').waitFor();
  await typeCard(page, CARDS.good);
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.waitForURL(/\/book\/me$/);
  expect((await of(clientId, 'packages')).length).toBe(1);
}, 120_000);

test('a code: what it is not good for is said in place, then the sum with it, and a card that is typed stays', async () => {
  const code = await newCode('HALF', { percentOff: 50, planIds: [PLANS.tenClasses] });
  const clientId = await newClient();
  const { page, faults } = await open(buyPath(PLANS.tenClasses), { clientId, width: 390 });
  await typeCard(page, CARDS.good);
  await page.getByText('I have a promo code').click();
  const field = page.getByLabel('Promo code', { exact: true });
  await field.fill('never');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('We do not recognize this code. Check it and try again.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await field.fill(code.toLowerCase());
  await field.press('Enter');
  await page.getByText(`Code ${code}`).waitFor();
  await page.getByText('We do not recognize this code.').waitFor({ state: 'detached' });
  await page.locator('.act-bar').getByText('$75').waitFor();
  expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
  expect([await axeFindings(page), await sidewaysPixels(page)]).toEqual([[], 0]);
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.waitForURL(/\/book\/me$/);
  const [payment] = await of(clientId, 'payments');
  expect([payment.amount, payment.discountAmount]).toEqual([7_500, 7_500]);
  expect(faults).toEqual([]);
}, 120_000);

test('a code that makes it free hides the card, and nothing is charged', async () => {
  const code = await newCode('GIFT', { percentOff: 100 });
  const clientId = await newClient();
  const { page } = await open(buyPath(PLANS.tenClasses), { clientId });
  await page.getByText('I have a promo code').click();
  await page.getByLabel('Promo code', { exact: true }).fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByLabel('Card number').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Get it' }).click();
  await page.waitForURL(/\/book\/me$/);
  expect((await of(clientId, 'packages')).length).toBe(1);
}, 120_000);

test('a code for one visit: the sum with it, paid and booked; a free visit hides the card', async () => {
  for (const percentOff of [20, 100]) {
    const code = await newCode('VISIT', { percentOff, appliesTo: 'visits' });
    const [clientId, id] = [await newClient(), await makeClass({ dropInPrice: { amount: 2_200, currency: 'USD' } })];
    const { page, faults } = await open(`/book/class/${id}/book`, { clientId, width: 390 });
    await page.getByText('Drop-in').first().click();
    // The choice moves what stands below it.
    await page.getByRole('button', { name: 'Pay and book' }).waitFor();
    await page.getByLabel('Card number').waitFor();
    await page.getByText('I have a promo code').click();
    await page.getByLabel('Promo code', { exact: true }).fill(code.toLowerCase());
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText(`Code ${code}`).waitFor();
    expect([await axeFindings(page), await sidewaysPixels(page)]).toEqual([[], 0]);
    if (percentOff === 100) await page.getByLabel('Card number').waitFor({ state: 'hidden' });
    else await typeCard(page, CARDS.good);
    await page.getByRole('button', { name: percentOff === 100 ? 'Get it and book' : 'Pay and book' }).click();
    await page.waitForURL(/\/book\/me\/bookings\/[^?]+\?new$/);
    const [booking] = await of(clientId, 'bookings');
    const [payment] = await of(clientId, 'payments');
    expect([booking.bookingSource, payment.amount]).toEqual(percentOff === 100 ? ['comp', 0] : ['drop_in', 1_760]);
    expect(faults).toEqual([]);
  }
}, 120_000);

test('a bank that asks: no, then yes', async () => {
  const clientId = await newClient();
  const { page } = await open(buyPath(PLANS.monthly), { clientId });
  await typeCard(page, CARDS.approved);
  await page.getByRole('button', { name: 'Pay' }).click();
  const bank = page.getByRole('dialog', { name: 'Your bank asks you to approve this card.' });
  await bank.getByRole('button', { name: 'Close' }).click();
  await note(page, 'Your bank declined the card.');
  expect(await of(clientId, 'packages')).toEqual([]);
  await page.getByRole('button', { name: 'Pay' }).click();
  await bank.getByRole('button', { name: 'Approve' }).click();
  await page.waitForURL(/\/book\/me$/);
  expect((await of(clientId, 'packages')).length).toBe(1);
}, 120_000);

/** Stands for the script of Stripe: its card is declined first, then a good one, then confirmed already. */
const STRIPE = `window.Stripe = (publishableKey, options) => {
  let tries = 0;
  window.stripeOptions = options ?? null;
  return {
    elements: () => ({ create: () => ({ mount: (place) => { document.querySelector(place).textContent = 'Card'; } }) }),
    async confirmCardSetup(clientSecret) {
      tries += 1;
      if (tries === 1) return { error: { message: 'Your card was declined.' } };
      if (tries === 3) return { error: { message: 'Already confirmed.', setup_intent: { status: 'succeeded' } } };
      const card = { number: '4242424242424242', expMonth: 12, expYear: 2031, cvc: '123' };
      const body = JSON.stringify({ publishableKey, clientSecret, card });
      await fetch('/sandbox/processor/setups/confirm', { method: 'POST', body });
      return {};
    },
  };
};`;

/** What the page of a server with Stripe has. */
const withStripe = (text: string): string =>
  text
    .replace('data-cards="sandbox"', 'data-cards="stripe"')
    .replace('data-card-fields="" hidden>', (fields) => `${fields}<div class="input" id="card-frame"></div>`);

test('with the fields of Stripe: declined, then taken', async () => {
  const clientId = await newClient();
  // A service worker would ask for the page itself.
  const { page } = await open('/book/terms', { clientId, options: { serviceWorkers: 'block' } });
  const contentType = 'text/javascript';
  await page.route('https://js.stripe.com/v3/', (route) => route.fulfill({ contentType, body: STRIPE }));
  await page.route(server.ready.rootUrl + buyPath(PLANS.tenClasses), async (route) => {
    const response = await route.fetch();
    const policy = (response.headers()['content-security-policy'] ?? '').replace(
      "script-src 'self'",
      "script-src 'self' https://js.stripe.com",
    );
    const headers = { ...response.headers(), 'content-security-policy': policy };
    await route.fulfill({ response, body: withStripe(await response.text()), headers });
  });
  await page.goto(server.ready.rootUrl + buyPath(PLANS.tenClasses));
  await page.locator('#card-frame').getByText('Card').waitFor();
  await page.getByRole('button', { name: 'Pay' }).click();
  await note(page, 'Your card was declined.');
  expect(await of(clientId, 'packages')).toEqual([]);
  await page.route('**/complete', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Pay' }).click();
  await note(page, 'You are offline.');
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.waitForURL(/\/book\/me$/);
  expect((await of(clientId, 'packages')).length).toBe(1);
}, 120_000);

test('a double press buys once', async () => {
  const clientId = await newClient();
  const { page } = await open(buyPath(PLANS.tenClasses), { clientId });
  await typeCard(page, CARDS.good);
  await page.getByRole('button', { name: 'Pay' }).dblclick();
  await page.waitForURL(/\/book\/me$/);
  expect((await of(clientId, 'packages')).length).toBe(1);
  expect((await of(clientId, 'payments')).length).toBe(1);
}, 120_000);

test('the number of a card goes to the card processor alone', async () => {
  const clientId = await newClient();
  const { page } = await open(buyPath(PLANS.tenClasses), { clientId });
  const told: string[] = [];
  page.on('request', (request) => {
    if ((request.postData() ?? '').replaceAll(' ', '').includes(CARDS.good)) told.push(new URL(request.url()).pathname);
  });
  await typeCard(page, CARDS.good);
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.waitForURL(/\/book\/me$/);
  expect(told).toEqual(['/sandbox/processor/setups/confirm']);
}, 120_000);

test('the page says what is wrong with a card before it sends anything', async () => {
  const { page } = await open('/book/me/account/cards/add', { clientId: await newClient() });
  await typeCard(page, '4242424242424241');
  await page.getByRole('button', { name: 'Save card' }).click();
  await note(page, 'Check the card number');
  expect(await page.evaluate<string>('document.activeElement.id')).toBe('card-number');
  await typeCard(page, CARDS.good);
  await page.getByRole('textbox', { name: 'Expires' }).fill('01/20');
  await page.getByRole('button', { name: 'Save card' }).click();
  await note(page, 'This card has expired.');
}, 120_000);

test('a card is added, and the page leads back', async () => {
  const clientId = await newClient();
  const { page } = await open('/book/me/account/cards/add?next=/book/plans', { clientId, width: 390 });
  await typeCard(page, CARDS.good);
  await page.getByRole('button', { name: 'Save card' }).click();
  await page.waitForURL(`${server.ready.rootUrl}/book/plans`);
  await page.goto(server.ready.rootUrl + buyPath(PLANS.tenClasses));
  await page.getByText('Visa 4242').first().waitFor();
}, 120_000);

test('without a script a kept card pays, and the introduction is bought once', async () => {
  const clientId = await newClient();
  const first = await open('/book/me/account/cards/add', { clientId });
  await typeCard(first.page, CARDS.good);
  await first.page.getByRole('button', { name: 'Save card' }).click();
  await first.page.waitForURL(/\/book\/me\/account\/cards$/);
  const { page } = await open('/book/plans', { clientId, isPlain: true, width: 390 });
  await page.getByRole('link', { name: /^Buy.*Intro/ }).click();
  await page.getByText('To use another card, turn on JavaScript').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.waitForURL(/\/book\/me$/);
  await page.goto(`${server.ready.rootUrl}/book/plans`);
  await page.getByText('Already used').waitFor();
  expect(await page.getByRole('link', { name: /Intro, two weeks/ }).count()).toBe(0);
}, 120_000);

test('a class and a plan in one act, from the sheet of its page', async () => {
  const [clientId, id] = [await newClient(), await makeClass()];
  const { page, faults } = await open(`/book/class/${id}`, { clientId });
  await page.getByRole('link', { name: 'Book', exact: true }).first().click();
  await page.waitForURL(/\/book$/);
  await page.getByRole('heading', { level: 1, name: 'How would you like to pay?' }).waitFor();
  await page.getByLabel('Ten classes').check();
  await page.locator('.act-bar').getByText('$150').waitFor();
  await page.getByText('9 classes left after this.').waitFor();
  await typeCard(page, CARDS.good);
  await page.getByRole('button', { name: 'Pay and book' }).click();
  await page.waitForURL(/\/book\/me\/bookings\/[^?]+\?new$/);
  const [booking] = await of(clientId, 'bookings');
  expect([booking.sessionId, booking.status]).toEqual([id, 'confirmed']);
  expect(faults).toEqual([]);
}, 120_000);

test('a press just before the sum of another choice arrives is not lost', async () => {
  const dropInPrice = { amount: 2_200, currency: 'USD' };
  const [clientId, first] = [await newClient(), await makeClass({ dropInPrice })];
  const second = await makeClass({ dropInPrice, startTime: '2026-03-07T18:00:00Z' });
  const { page, faults } = await open(`/book/class/${first}/book`, { clientId, width: 390 });
  await page.getByText('Drop-in').first().click();
  await page.locator('.act-bar').getByText('$22').waitFor();
  await typeCard(page, CARDS.good);
  await page.getByRole('button', { name: 'Pay and book' }).click();
  await page.waitForURL(/\/book\/me\/bookings\/[^?]+\?new$/);
  // With the card that was saved, a press asks only whether the member is signed in: the sum arrives meanwhile.
  const pressed = Promise.withResolvers<void>();
  await page.route(/\/book\?way=/, async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await page.route('**/book/signed-in', async (route) => {
    pressed.resolve();
    await page.locator('.act-bar').getByText('$22').waitFor();
    await route.continue();
  });
  await page.goto(new URL(`/book/class/${second}/book`, page.url()).href);
  await page.getByText('Drop-in').first().click();
  await page.getByRole('button', { name: 'Pay and book' }).click();
  await page.waitForURL(/\/book\/me\/bookings\/[^?]+\?new$/);
  expect(await of(clientId, 'bookings')).toMatchObject([{ sessionId: second }, { sessionId: first }]);
  expect(faults).toEqual([]);
}, 120_000);

test('the last seat goes while the card is typed: nothing is taken', async () => {
  const [clientId, id] = [await newClient(), await makeClass({ capacity: 1, waitlistEnabled: true })];
  const { page } = await open(`/book/class/${id}/book`, { clientId, width: 390 });
  await typeCard(page, CARDS.good);
  const other = await newClient();
  const booked = await server.call('POST', '/v2/bookings', { clientId: other, sessionId: id });
  expect(booked.status).toBe(201);
  await page.getByRole('button', { name: 'Pay and book' }).click();
  await page.getByRole('heading', { level: 1, name: 'That spot was just taken' }).waitFor();
  expect([await of(clientId, 'packages'), await of(clientId, 'payments')]).toEqual([[], []]);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'See the waitlist' }).click();
  await page.getByRole('button', { name: 'Pay and join waitlist' }).waitFor();
}, 120_000);

test('by keyboard alone: a plan is chosen, a card typed, a class booked', async () => {
  const [clientId, id] = [await newClient(), await makeClass()];
  const { page } = await open(`/book/class/${id}/book`, { clientId });
  const active = () => page.evaluate<string>('document.activeElement.id || document.activeElement.name || ""');
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 30 && (await active()) !== name; presses++) await page.keyboard.press('Tab');
    expect(await active()).toBe(name);
  };
  await tabTo('way');
  await page.keyboard.press('ArrowDown');
  await page.locator('.act-bar').getByText('$129').waitFor();
  await tabTo('card-number');
  await page.keyboard.type(CARDS.good);
  await tabTo('card-expiry');
  await page.keyboard.type('1131');
  await tabTo('card-code');
  await page.keyboard.type('123');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/book\/me\/bookings\/[^?]+\?new$/);
  expect((await of(clientId, 'packages'))[0].planId).toBe(PLANS.monthly);
}, 120_000);

test.each(['de-DE', 'es-ES', 'fr-FR'])(
  'in %s nothing is cut off at 390 px',
  async (locale) => {
    const id = await makeClass({ dropInPrice: { amount: 2200, currency: 'USD' } });
    const { page } = await open(`/book/class/${id}/book`, { clientId: await newClient(), width: 390, locale });
    for (const path of [page.url(), '/book/plans', '/book/me/account/cards/add']) {
      await page.goto(new URL(path, server.ready.rootUrl).href);
      expect([path, await sidewaysPixels(page)]).toEqual([path, 0]);
    }
  },
  120_000,
);

test.each(VIEWS)(
  'each page is accessible at $width px, $theme',
  async (view) => {
    const id = await makeClass();
    const own = ['/book/me/account/cards/add', '/book/plans', '/book/terms', `/book/class/${id}/book`];
    const paths = [buyPath(PLANS.monthly), ...own];
    for (const clientId of [undefined, await newClient()]) {
      const { page, faults } = await open('/book/terms', { ...view, ...(clientId === undefined ? {} : { clientId }) });
      for (const path of paths) {
        await page.goto(server.ready.rootUrl + path);
        expect([path, await axeFindings(page)]).toEqual([path, []]);
        expect([path, await sidewaysPixels(page)]).toEqual([path, 0]);
      }
      expect(faults).toEqual([]);
    }
  },
  240_000,
);
