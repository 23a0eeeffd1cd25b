// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/member/household.browser.ts
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { axeFindings, sidewaysPixels } from '../console/open.ts';
import { testMember } from './open.ts';

// A Friday morning in New York.
const { server, open } = testMember('--clock', 'fixed:2026-03-06T12:30:00Z');

const CARD = '4242424242424242';

const typeCard = async (page: Page) => {
  await page.getByLabel('Card number').pressSequentially(CARD);
  await page.getByRole('textbox', { name: 'Expires' }).pressSequentially('1131');
  await page.getByLabel('Security code').fill('123');
};

/** A class tomorrow that costs $15 without a pass. */
const makeClass = async (name: string): Promise<string> => {
  const { status, body } = await server.call('POST', '/manage/sessions', {
    siteId: server.ready.siteId,
    name,
    roomName: 'Gym',
    capacity: 8,
    startTime: '2026-03-07T15:00:00Z',
    durationMinutes: 60,
    dropInPrice: { amount: 1500, currency: 'USD' },
    allowConflict: true,
  });
  expect(status).toBe(201);
  return body.id;
};

const bookingsOf = async (clientId: string) =>
  (await server.call('GET', `/v2/bookings?client_id=${clientId}`)).body.data as {
    status: string;
    sessionId: string;
    cancelledBy: string | null;
  }[];

test('a father adds two children, books, pays, signs for and cancels for them, by touch', async () => {
  const waiver = { version: '1', text: 'At your own risk.' };
  const membership = { households: 'members', waiver };
  expect((await server.call('PATCH', '/v2/settings', { membership })).status).toBe(200);
  const person = { firstName: 'Rui', lastName: 'Reed', email: 'rui.reed@members.example' };
  const { id: father } = (await server.call('POST', '/v2/clients', person)).body;
  const [morning, noon] = [await makeClass('Little Movers'), await makeClass('Junior Climbing')];

  const { page, faults } = await open('/book/me/account', { clientId: father, width: 390 });
  await page.getByRole('link', { name: /^Household/ }).tap();
  for (const name of ['Mia', 'Ben']) {
    await page.getByLabel('First name').fill(name);
    await page.getByRole('button', { name: 'Add', exact: true }).tap();
    await page.getByText(`${name} Reed`).waitFor();
  }
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  const household = (await server.call('GET', `/manage/households?client_id=${father}`)).body.data[0];
  const childOf = (name: string): string =>
    household.members.find((each: { name: string }) => each.name === `${name} Reed`).clientId;
  const [mia, ben] = [childOf('Mia'), childOf('Ben')];

  // The page asks once for whom, and keeps it.
  await page.goto(new URL(`/book/class/${morning}/book`, page.url()).href);
  await page.getByRole('heading', { name: 'Who’s coming?' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Mia' }).tap();
  await page.getByText('For Mia').first().waitFor();
  await page
    .getByLabel(/Drop-in/)
    .first()
    .check();
  await typeCard(page);
  await page.getByRole('button', { name: /^Pay/ }).tap();
  await page.waitForURL(/\/book\/me\/bookings\//);
  expect(await bookingsOf(mia)).toMatchObject([{ status: 'confirmed', sessionId: morning }]);
  expect(await bookingsOf(father)).toEqual([]);

  // For the other one with the card that was saved: it is the father's.
  await page.goto(new URL(`/book/class/${noon}/book?for=${ben}`, page.url()).href);
  await page.getByText('For Ben').first().waitFor();
  await page
    .getByLabel(/Drop-in/)
    .first()
    .check();
  await page.getByRole('button', { name: /^Pay/ }).tap();
  await page.waitForURL(/\/book\/me\/bookings\//);
  expect(await bookingsOf(ben)).toMatchObject([{ status: 'confirmed', sessionId: noon }]);

  await page.goto(new URL(`/book/me/waiver?for=${mia}`, page.url()).href);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Agree' }).tap();
  await page.getByText('Signed').or(page.getByText('Saved')).first().waitFor();
  expect((await server.call('GET', `/manage/clients/${mia}/agreements`)).body.data).toMatchObject([
    { name: 'Mia Reed', guardianName: 'Rui Reed', signedByClientId: father },
  ]);

  // Beside his own classes he sees theirs, and cancels one.
  await page.goto(new URL(`/book/me?for=${father}`, page.url()).href);
  await page.getByRole('heading', { name: 'Mia’s next classes' }).waitFor();
  await page.getByRole('link', { name: 'Little Movers' }).tap();
  await page
    .getByRole('link', { name: /^Cancel/ })
    .first()
    .tap();
  await page
    .getByRole('button', { name: /^Cancel/ })
    .last()
    .tap();
  await page.waitForURL(/\/book\/me(?:\?|$)/);
  expect(await bookingsOf(mia)).toMatchObject([{ status: 'cancelled', cancelledBy: 'client' }]);
  expect(await bookingsOf(ben)).toMatchObject([{ status: 'confirmed' }]);
  expect(faults).toEqual([]);
}, 240_000);
