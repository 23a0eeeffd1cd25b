// What members change of their own: the card of a membership, a freeze, a free spot, times at two sites, the email.
// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/member/own-matters.browser.ts
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { PLANS } from '../../../src/resources/demo-ids.ts';
import { testMember } from './open.ts';

// A Friday morning in New York.
const { server, open, codeFor } = testMember('--clock', 'fixed:2026-03-06T12:30:00Z');

const make = async (path: string, body: object): Promise<{ id: string }> => {
  const reply = await server.call('POST', path, body);
  expect([path, reply.status, reply.body.message]).toEqual([path, 201, undefined]);
  return reply.body;
};

let people = 0;
/** Somebody new, with a pass of ten classes where a test books. */
const newClient = async (hasPass = false): Promise<{ id: string; email: string }> => {
  people += 1;
  const email = `nia-${people}@members.example`;
  const { id } = await make('/v2/clients', { firstName: 'Nia', lastName: `Okafor ${people}`, email });
  if (hasPass) await make('/manage/packages', { clientId: id, planId: PLANS.tenClasses, paymentMethod: 'cash' });
  return { id, email };
};

let classes = 0;
const newClass = async (fields: object): Promise<{ id: string; name: string }> => {
  classes += 1;
  const name = `Ropes ${classes}`;
  const given = { siteId: server.ready.siteId, durationMinutes: 60, capacity: 1, allowConflict: true, name };
  return { ...(await make('/manage/sessions', { ...given, ...fields })), name };
};

const addCard = async (page: Page, number: string, next: string): Promise<void> => {
  await page.goto(`${server.ready.rootUrl}/book/me/account/cards/add?next=${next}`);
  await page.getByLabel('Card number').pressSequentially(number);
  await page.getByRole('textbox', { name: 'Expires' }).pressSequentially('1131');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: 'Save card' }).click();
  await page.waitForURL(server.ready.rootUrl + next);
};

/** Somebody who has bought a monthly membership with the card 4242 on a phone. */
const openWithMembership = async (terms: object) => {
  const monthly = { type: 'unlimited', creditsTotal: null, price: 12_900, currency: 'USD', validityMonths: 1 };
  const name = `Monthly ${people}`;
  const plan = await make('/manage/plans', { ...monthly, name, autoRenews: true, isSoldOnline: true, ...terms });
  const { id: clientId } = await newClient();
  const { page, faults } = await open('/book/plans', { clientId, width: 390 });
  await addCard(page, '4242424242424242', `/book/plans/${plan.id}/buy`);
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.waitForURL(/\/book\/me$/);
  const { body } = await server.call('GET', `/v2/packages?client_id=${clientId}`);
  return { page, faults, name, path: `/book/me/passes/${body.data[0].id}` };
};

test('the card of a membership is shown on it, and changed there', async () => {
  const { page, faults, name, path } = await openWithMembership({});
  await addCard(page, '4000000000009995', path);
  await page.getByRole('link', { name: 'Card: Visa 4242' }).click();
  await page.getByText(`${name} will be charged to this card from April 6, 2026: $129.`).waitFor();
  await page.getByLabel('Visa 9995').check();
  await page.getByRole('button', { name: 'Use this card' }).click();
  await page.getByRole('link', { name: 'Card: Visa 9995' }).waitFor();
  await page.goto(`${server.ready.rootUrl}/book/me/account/cards`);
  await page.locator('li, .card').filter({ hasText: 'Visa 9995' }).getByText(`pays for ${name}`).first().waitFor();
  expect(faults).toEqual([]);
}, 120_000);

test('a freeze leaves as many payments of a minimum term as before', async () => {
  const { page, faults, path } = await openWithMembership({ minimumTermMonths: 3, memberMayFreeze: true });
  const charges = async () => {
    await page.goto(`${server.ready.rootUrl}${path}/end`);
    return await page
      .getByText(/You will be charged/)
      .first()
      .textContent();
  };
  const before = await charges();
  expect(before).toContain('2 more times: $258 in total.');
  await page.goto(`${server.ready.rootUrl}${path}/pause`);
  await page.getByLabel('First day').fill('2026-03-10');
  await page.getByLabel('Last day').fill('2026-03-31');
  await page.locator('main form button').first().click();
  await page.getByRole('button', { name: 'Freeze through March 31, 2026' }).click();
  await page.waitForURL((url) => url.pathname === path);
  expect(await charges()).toBe(before);
  expect(faults).toEqual([]);
}, 120_000);

test('the first in line takes a spot that stands free, with two taps', async () => {
  const booking = { waitlistPromotionMode: 'confirmation_window', waitlistConfirmationMinutes: 30 };
  expect((await server.call('PATCH', '/v2/settings', { booking })).status).toBe(200);
  const [inLine, seated] = [await newClient(true), await newClient(true)];
  const { id: sessionId, name } = await newClass({ startTime: '2026-03-11T15:00:00Z', waitlistEnabled: true });
  const seat = await make('/v2/bookings', { clientId: seated.id, sessionId });
  await make('/v2/bookings', { clientId: inLine.id, sessionId, joinWaitlist: true });
  expect((await server.call('POST', `/v2/bookings/${seat.id}/cancel`, {})).status).toBe(200);
  // The offer lapses, and nobody else is in line.
  await server.call('POST', '/sandbox/clock', { advance: 'PT31M' });
  const { page, faults } = await open('/book/me', { clientId: inLine.id, width: 390 });
  await page.getByText(`A spot in ${name} is open. First come, first served.`).waitFor();
  await page.getByRole('link', { name: /^Book/ }).first().tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Book' }).tap();
  await page.getByRole('heading', { level: 1, name: 'You’re booked, Nia' }).waitFor();
  expect(faults).toEqual([]);
}, 120_000);

test('rows of classes at two sites say their site, and the city of each time', async () => {
  const west = await make('/v2/sites', { name: 'Venice Beach', timezone: 'America/Los_Angeles', currency: 'USD' });
  const { id: clientId } = await newClient(true);
  const here = await newClass({ startTime: '2026-03-11T12:00:00Z' });
  const there = await newClass({ startTime: '2026-03-11T15:00:00Z', siteId: west.id });
  for (const { id: sessionId } of [here, there]) await make('/v2/bookings', { clientId, sessionId });
  const { page, faults } = await open('/book/me', {
    clientId,
    width: 390,
    options: { timezoneId: 'America/New_York' },
  });
  const place = (name: string) => page.locator('.next-class, .class').filter({ hasText: name }).first();
  await place(here.name).getByText('Downtown').waitFor();
  const far = place(there.name);
  await far.getByText('Venice Beach').first().waitFor();
  expect(await far.textContent()).toMatch(/8:00\sAM in Los Angeles/);
  expect(faults).toEqual([]);
}, 120_000);

test('an email is changed with a code that is sent to the new one', async () => {
  const { id: clientId, email } = await newClient();
  const { page, faults } = await open('/book/me/account/profile', { clientId, width: 390 });
  await page
    .getByRole('link', { name: /Change email|Email/ })
    .first()
    .click();
  const next = `new-${email}`;
  await page.getByLabel('New email').fill(next);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Six-digit code').fill(await codeFor(next));
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.waitForURL(/\/book\/me\/account\/profile/);
  expect((await server.call('GET', `/v2/clients/${clientId}`)).body.email).toBe(next);
  expect(faults).toEqual([]);
}, 120_000);
