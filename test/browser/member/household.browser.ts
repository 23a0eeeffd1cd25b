// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/member/household.browser.ts
import { describe, expect, test } from 'bun:test';
import { testsEverything } from '../../helpers/everything.ts';
import { type Hands, keysOn, touchOn } from '../console/hands.ts';
import { axeFindings, sidewaysPixels } from '../console/open.ts';
import { testMember } from './open.ts';

// A Friday morning in New York.
const { server, open } = testMember('--clock', 'fixed:2026-03-06T12:30:00Z');

const CARD = '4242424242424242';

const typeCard = async ({ page, write }: Hands) => {
  await write(page.getByLabel('Card number'), CARD);
  await write(page.getByRole('textbox', { name: 'Expires' }), '1131');
  await write(page.getByLabel('Security code'), '123');
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

const scenario = async (lastName: string, width: number, handsOn: (page: Hands['page']) => Hands): Promise<void> => {
  const waiver = { version: '1', text: 'At your own risk.' };
  const membership = { households: 'members', waiver };
  expect((await server.call('PATCH', '/v2/settings', { membership })).status).toBe(200);
  const person = { firstName: 'Rui', lastName, email: `rui.${lastName}@members.example` };
  const { id: father } = (await server.call('POST', '/v2/clients', person)).body;
  const [morning, noon] = [
    await makeClass(`Little Movers ${lastName}`),
    await makeClass(`Junior Climbing ${lastName}`),
  ];

  const { page, faults } = await open('/book/me/account', { clientId: father, width });
  const hands = handsOn(page);
  const { press, write, choose, tick } = hands;
  await press(page.getByRole('link', { name: /^Household/ }));
  for (const name of ['Mia', 'Ben']) {
    await write(page.getByLabel('First name'), name);
    await press(page.getByRole('button', { name: 'Add', exact: true }));
    await page.getByText(`${name} ${lastName}`).waitFor();
  }
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  const household = (await server.call('GET', `/manage/households?client_id=${father}`)).body.data[0];
  const childOf = (name: string): string =>
    household.members.find((each: { name: string }) => each.name === `${name} ${lastName}`).clientId;
  const [mia, ben] = [childOf('Mia'), childOf('Ben')];
  const dropIn = page.getByRole('radio', { name: /Drop-in/ });

  // The page asks once for whom, leads back, and keeps the answer.
  await page.goto(new URL(`/book/class/${morning}/book`, page.url()).href);
  await page.getByRole('heading', { level: 1, name: 'Who’s coming?' }).waitFor();
  expect(await page.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe(`/book/class/${morning}`);
  expect(await axeFindings(page)).toEqual([]);
  await press(page.getByRole('link', { name: 'Mia' }));
  await page.getByText('For Mia').first().waitFor();
  await choose(dropIn);
  await page.locator('.act-bar').getByText('$15').waitFor();
  await typeCard(hands);
  await press(page.getByRole('button', { name: /^Pay/ }));
  await page.waitForURL(/\/book\/me\/bookings\//);
  expect(await bookingsOf(mia)).toMatchObject([{ status: 'confirmed', sessionId: morning }]);
  expect(await bookingsOf(father)).toEqual([]);

  // For the other child with the card that was saved: it is the father's.
  await page.goto(new URL(`/book/class/${noon}/book?for=${ben}`, page.url()).href);
  await page.getByText('For Ben').first().waitFor();
  await choose(dropIn);
  await page.locator('.act-bar').getByText('$15').waitFor();
  await press(page.getByRole('button', { name: /^Pay/ }));
  await page.waitForURL(/\/book\/me\/bookings\//);
  expect(await bookingsOf(ben)).toMatchObject([{ status: 'confirmed', sessionId: noon }]);

  await page.goto(new URL(`/book/me/waiver?for=${mia}`, page.url()).href);
  await tick(page.getByRole('checkbox'));
  await press(page.getByRole('button', { name: 'Agree' }));
  await page.getByText('Signed').or(page.getByText('Saved')).first().waitFor();
  expect((await server.call('GET', `/manage/clients/${mia}/agreements`)).body.data).toMatchObject([
    { name: `Mia ${lastName}`, guardianName: `Rui ${lastName}`, signedByClientId: father },
  ]);

  // Beside his own classes he sees theirs, and cancels one.
  await page.goto(new URL(`/book/me?for=${father}`, page.url()).href);
  await page.getByRole('heading', { name: 'Mia’s next classes' }).waitFor();
  await press(page.getByRole('link', { name: `Little Movers ${lastName}` }));
  await page.waitForURL(/\/book\/me\/bookings\//);
  // The link opens a sheet once the script of its page is there.
  await page.waitForLoadState();
  await press(page.getByRole('link', { name: /^Cancel/ }));
  await press(page.getByRole('dialog').getByRole('button', { name: /^Cancel/ }));
  await page.waitForURL(/\/book\/me(?:\?|$)/);
  expect(await bookingsOf(mia)).toMatchObject([{ status: 'cancelled', cancelledBy: 'client' }]);
  expect(await bookingsOf(ben)).toMatchObject([{ status: 'confirmed' }]);
  expect(faults).toEqual([]);
};

describe('a father adds two children, books, pays, signs for and cancels for them', () => {
  test('by touch', () => scenario('Reed', 390, touchOn), 240_000);
  test.if(testsEverything)('by keyboard alone', () => scenario('Lake', 1440, keysOn), 240_000);
});
