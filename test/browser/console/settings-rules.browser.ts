// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/settings-rules.browser.ts
// The settings of booking, payment and membership: for all sites or one, by mouse and by keyboard.
import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { SITES } from '../../../src/resources/demo-ids.ts';
import { until } from '../../helpers/process.ts';
import { keysOn, mouseOn } from './hands.ts';
import { axeFindings, closedAfterEach, sidewaysPixels, testConsole, VIEWS } from './open.ts';
import { peopleOf, toast } from './people.ts';

const { server, open: openAny } = testConsole('--clock', 'fixed:2026-03-02T15:00:00Z');
const { elsewhere } = peopleOf(server);

const open = closedAfterEach(openAny);

const BOOKING = '/console/settings/booking';
const PAYMENT = '/console/settings/payment';
const MEMBERSHIP = '/console/settings/membership';

type Group = 'booking' | 'payment' | 'membership';
const of = (siteId?: string) => `/v2/settings${siteId === undefined ? '' : `?siteId=${siteId}`}`;
const stored = async (group: Group, siteId?: string) =>
  (await elsewhere<Readonly<Record<Group, object>>>('GET', of(siteId)))[group];
const change = (body: object, siteId?: string) => elsewhere('PATCH', of(siteId), body);

const field = (page: Page, name: string) => page.getByRole('main').getByLabel(name, { exact: true });
const rule = (page: Page, name: string) => page.getByRole('switch', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: /^Save/ });

const LATE = 'Late-cancel window (before start)';
const OVERLAP = 'Allow overlapping bookings';

describe.each([BOOKING, PAYMENT, MEMBERSHIP])('%s', (path) => {
  test.each(VIEWS)('is accessible at $width px, $theme', async (view) => {
    const { page, faults } = await open(path, view);
    await page.getByRole('main').getByRole('switch').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('main').getByRole('switch').first().press('Space');
    await save(page).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await sidewaysPixels(page)).toBe(0);
    expect(faults).toEqual([]);
  });

  test('is read by the front desk, which changes nothing', async () => {
    const { page, faults } = await open(path, { role: 'front_desk' });
    await page.getByText('Only owners and managers can change this.').waitFor();
    const main = page.getByRole('main');
    for (const role of ['textbox', 'switch', 'radio', 'checkbox'] as const) {
      expect(await main.getByRole(role).count()).toBe(0);
    }
    // Every value is in words.
    expect(await main.locator('.settings-read').last().textContent()).not.toMatch(/_|null|true|false|undefined|\{/);
    expect(await axeFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('is refused to instructors', async () => {
    const { page } = await open(path, { role: 'instructor' });
    await page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor();
  });
});

describe.each([
  { by: 'keys', handsOn: keysOn, minutes: '360', typed: '6 h', said: '6 hours' },
  { by: 'clicks', handsOn: mouseOn, minutes: '1440', typed: '1440 min', said: '1 day' },
])('by $by', ({ by, handsOn, minutes, typed, said }) => {
  test('the rules of booking are changed with one button', async () => {
    await change({
      booking: {
        lateCancelWindowMinutes: 720,
        allowOverlappingBookings: false,
        waitlistPromotionMode: 'automatic',
        maxActiveBookingsPerClient: null,
      },
    });
    const { page, faults } = await open('/console/settings/mails');
    const hands = handsOn(page);
    await hands.press(page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Booking' }));
    await field(page, LATE).waitFor();
    if (by === 'keys') await rule(page, OVERLAP).press('Space');
    else await rule(page, OVERLAP).click();
    await hands.write(field(page, 'Upcoming bookings per client'), '12');
    await hands.write(field(page, LATE), typed);
    await field(page, LATE).blur();
    expect(await field(page, LATE).inputValue()).toBe(said);
    await page.getByText('Before: 12 hours').waitFor();
    await hands.choose(
      page.getByRole('radio', { name: 'Offer it to the first person on the waitlist, with time to accept' }),
    );
    await field(page, 'Time to accept an offer').waitFor();
    await page.getByText('4 unsaved changes').waitFor();
    if (by === 'keys') await page.keyboard.press('Control+Enter');
    else await hands.press(save(page));
    await toast(page, 'Saved.').waitFor();
    expect(await stored('booking')).toMatchObject({
      lateCancelWindowMinutes: Number(minutes),
      allowOverlappingBookings: true,
      waitlistPromotionMode: 'confirmation_window',
      maxActiveBookingsPerClient: 12,
    });
    expect(faults).toEqual([]);
  });
});

test('a site has its own rule, and goes back to what all sites have', async () => {
  await change({ booking: { lateCancelWindowMinutes: 720 } });
  await change({ booking: { lateCancelWindowMinutes: null } }, SITES.downtown);
  const { page } = await open(BOOKING);
  await page.getByRole('button', { name: /Settings for/ }).click();
  await page.getByRole('option', { name: 'Downtown' }).click();
  await page.waitForURL(/site=/);
  await page.getByText('Same as all locations').nth(10).waitFor();
  await page.getByText('Leave empty to use the setting for all locations.').first().waitFor();
  await field(page, LATE).fill('1');
  await save(page).click();
  await toast(page, 'Saved.').waitFor();
  expect(await stored('booking', SITES.downtown)).toMatchObject({ lateCancelWindowMinutes: 60 });
  expect(await stored('booking')).toMatchObject({ lateCancelWindowMinutes: 720 });
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: `Use the setting for all locations ${LATE}` }).click();
  await toast(page, `${LATE}: now uses the setting for all locations.`).waitFor();
  await until(async () => (await field(page, LATE).inputValue()) === '12 hours');
  expect(await stored('booking', SITES.downtown)).toMatchObject({ lateCancelWindowMinutes: 720 });
});

test('money is written as people write it, and cards are off without the other ways to pay', async () => {
  await change({ payment: { lateCancelFee: 0, noShowFee: 1500, acceptedMethods: ['card', 'cash'] } });
  const { page, faults } = await open(PAYMENT);
  expect(await field(page, 'No-show fee').inputValue()).toBe('15.00');
  await field(page, 'Late-cancel fee').fill('12,5');
  await page.getByRole('switch', { name: 'Accept cards' }).press('Space');
  await page.getByText(/Before: On$/).waitFor();
  await page.getByText('Before: $0.00').waitFor();
  await save(page).click();
  await toast(page, 'Saved.').waitFor();
  expect(await stored('payment')).toMatchObject({
    lateCancelFee: 1250,
    noShowFee: 1500,
    acceptedMethods: ['cash'],
  });
  expect(faults).toEqual([]);
});

test('what cannot be read and what the server refuses is said beside its field, and nothing typed is lost', async () => {
  const { page } = await open(PAYMENT);
  const errorOf = (name: string) =>
    page
      .locator('.field')
      .filter({ has: page.getByLabel(name, { exact: true }) })
      .locator('.error');
  await field(page, 'Late-cancel fee').fill('much');
  await field(page, 'Saved cards per member').fill('999');
  await errorOf('Late-cancel fee').waitFor();
  await save(page).click();
  await field(page, 'Late-cancel fee').and(page.locator(':focus')).waitFor();
  expect(await field(page, 'Late-cancel fee').inputValue()).toBe('much');
  await field(page, 'Late-cancel fee').fill('$1,250');
  await save(page).click();
  await errorOf('Saved cards per member').waitFor();
  expect(await field(page, 'Late-cancel fee').inputValue()).toBe('1,250.00');
  expect(await axeFindings(page)).toEqual([]);
});

test('who may read the audit log is told which colleague has changed it, asked only afterwards', async () => {
  const { page } = await open(MEMBERSHIP);
  await field(page, 'Freeze limit per year').fill('31');
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/manage/audit-log')) asked += 1;
  });
  const colleague = await open('/console/today');
  await colleague.page.evaluate(`(async () => {
    const headers = { 'X-Studiod-Console': '1', 'content-type': 'application/json' };
    const body = JSON.stringify({ membership: { maxFreezeDaysPerYear: 91 } });
    const response = await fetch('/v2/settings', { method: 'PATCH', headers, body });
    if (!response.ok) throw new Error(await response.text());
  })()`);
  await colleague.context.close();
  expect(asked).toBe(0);
  await save(page).click();
  await page.getByText(/^Olivia Grant changed this at .* Which version do you want to keep\?$/).waitFor();
  await page.locator('label').filter({ hasText: 'Olivia Grant’s version' }).getByText('91 days').waitFor();
  expect(asked).toBe(1);
});

test('what somebody else has changed meanwhile is said with both values, and not overwritten', async () => {
  await change({ membership: { maxFreezeDaysPerYear: 60, freezeExtendsExpiry: true } });
  const { page } = await open(MEMBERSHIP);
  await field(page, 'Freeze limit per year').fill('30');
  await change({ membership: { maxFreezeDaysPerYear: 90, freezeExtendsExpiry: false } });
  await save(page).click();
  await page.getByText(/Someone else changed this at/).waitFor();
  await page.locator('label').filter({ hasText: 'Their version' }).getByText('90 days').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.locator('label').filter({ hasText: 'Your version' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Saved.').waitFor();
  expect(await stored('membership')).toMatchObject({ maxFreezeDaysPerYear: 30, freezeExtendsExpiry: false });
});

test('leaving with changes asks', async () => {
  const { page } = await open(MEMBERSHIP);
  await field(page, 'Visits per week to keep a streak').fill('3');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Emails' }).click();
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  expect(await field(page, 'Visits per week to keep a streak').inputValue()).toBe('3');
});

describe('the card processor', () => {
  test('is tried, and says in its words that it works', async () => {
    const { page, faults } = await open(PAYMENT);
    const hands = keysOn(page);
    await hands.press(page.getByRole('button', { name: 'Test connection' }));
    await page.getByText('Connection works', { exact: true }).waitFor();
    await page.getByText('The sandbox processor works. It takes no real money.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.getByRole('main').textContent()).not.toMatch(/sk_|whsec/);
    expect(faults).toEqual([]);
  });

  test('that does not work says why', async () => {
    const { page } = await open(PAYMENT);
    const message = 'Stripe rejects the key.';
    await page.route('**/manage/settings/payment/test', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), works: false, message } });
    });
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('Connection failed').waitFor();
    await page.getByText(message).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  test('is not tried by the front desk', async () => {
    const { page } = await open(PAYMENT, { role: 'front_desk' });
    await page.getByText('Owners can run a test here.').waitFor();
    expect(await page.getByRole('button', { name: 'Test connection' }).count()).toBe(0);
  });
});
