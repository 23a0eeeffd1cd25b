// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/class-terms.browser.ts
// On which terms a class is booked: given to a class that repeats, new and changed, and to one that takes place once.
import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { SCHEDULES } from '../../../src/resources/demo-ids.ts';
import { axeFindings, sidewaysPixels, testConsole, VIEWS } from './open.ts';
import { peopleOf } from './people.ts';

const { server, open } = testConsole();
const { elsewhere } = peopleOf(server);

const CHANGE = `/console/timetable/${SCHEDULES.morningFlow}/change`;

const unfold = async (page: Page): Promise<void> => {
  await page.getByText('Booking rules', { exact: true }).press('Enter');
  await page.getByLabel('Drop-in price (USD)').waitFor();
};

const unfoldRules = async (page: Page): Promise<void> => {
  await page.getByText('Custom rules', { exact: true }).click();
  await page.getByLabel('Late-cancel window (before start)').waitFor();
};

const choose = async (page: Page, field: RegExp, answer: string): Promise<void> => {
  await page.getByRole('button', { name: field }).click();
  await page.getByRole('option', { name: answer }).click();
};

test.each(VIEWS)('the terms say the rules of the studio, accessibly, at $width px, $theme', async (view) => {
  const { page, faults } = await open(CHANGE, view);
  await page.getByLabel('Starts').waitFor();
  await unfold(page);
  await unfoldRules(page);
  await page.getByText('Use studio rule: 12 hours').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(faults).toEqual([]);
});

test('a class that repeats gets its terms from here on, and follows the studio again', async () => {
  const { page, faults } = await open(CHANGE);
  await page.getByText('No changes.').waitFor();
  await unfold(page);
  await page.getByLabel('Drop-in price (USD)').fill('1x');
  await page.getByLabel('Drop-in price (USD)').blur();
  await page.getByText('Enter an amount such as 12.50.').waitFor();
  await page.getByLabel('Drop-in price (USD)').fill('18.50');
  await page.getByLabel('Credits per booking').fill('2');
  await choose(page, /Waitlist when full/, 'On');
  await page.getByLabel('Waitlist size').fill('3');
  await unfoldRules(page);
  await page.getByLabel('Late-cancel window (before start)').fill('180 min');
  await choose(page, /Upcoming bookings per client/, 'Custom number');
  await page.getByRole('textbox', { name: 'Custom number' }).fill('4');
  await choose(page, /When a spot opens up/, 'Staff decide');
  await page.getByLabel('Online class').click();
  await page.getByLabel('Class link').fill('https://video.example/flow');
  await page.getByRole('button', { name: /^Change \d+ classes$/ }).click();
  await page.getByText('Morning Flow updated.').waitFor();
  const path = `/v2/schedules/${SCHEDULES.morningFlow}`;
  expect(await elsewhere<object>('GET', path)).toMatchObject({
    dropInPrice: { amount: 1850, currency: 'USD' },
    creditCost: 2,
    waitlistEnabled: true,
    waitlistCapacity: 3,
    isPrivate: false,
    isVirtual: true,
    virtualUrl: 'https://video.example/flow',
    bookingPolicyOverrides: {
      lateCancelWindowMinutes: 180,
      waitlistPromotionMode: 'manual',
      maxActiveBookingsPerClient: 4,
    },
  });
  const { data } = await elsewhere<{ data: { name: string }[] }>('GET', '/public-api/v2/timetable?limit=100');
  const classes = data.filter(({ name }) => name === 'Morning Flow');
  expect(classes.length).toBeGreaterThan(0);
  for (const each of classes) expect(each).toMatchObject({ dropInPrice: { amount: 1850, currency: 'USD' } });

  await page.goto(`${server.ready.rootUrl}${CHANGE}`);
  await page.getByText('No changes.').waitFor();
  await unfold(page);
  await unfoldRules(page);
  await page.getByText('Custom. Studio rule: 12 hours').waitFor();
  await page.getByRole('button', { name: 'Use studio rules for everything' }).click();
  await page.getByRole('button', { name: 'Change the schedule' }).click();
  await page.getByText('Morning Flow updated.').waitFor();
  const { bookingPolicyOverrides } = await elsewhere<{ bookingPolicyOverrides: object | null }>('GET', path);
  expect(bookingPolicyOverrides ?? {}).toEqual({});
  expect(faults).toEqual([]);
});

test('a new class that repeats is private and sold singly, by keyboard alone', async () => {
  const { page, faults } = await open('/console/timetable/new');
  await page.getByLabel('Name', { exact: true }).pressSequentially('Board meeting stretch');
  await page.getByRole('checkbox', { name: 'Thursday' }).press('Space');
  await unfold(page);
  await page.keyboard.press('Tab');
  await page.keyboard.type('25');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('0');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Board meeting stretch was added to the schedule.').waitFor();
  const { data } = await elsewhere<{ data: { name: string }[] }>('GET', '/v2/schedules?limit=1');
  expect(data[0]).toMatchObject({
    name: 'Board meeting stretch',
    isPrivate: true,
    creditCost: 0,
    waitlistEnabled: null,
    dropInPrice: { amount: 2500, currency: 'USD' },
    isVirtual: false,
    bookingPolicyOverrides: null,
  });
  expect(faults).toEqual([]);
});

test('one class has its own terms, and says what the rules are', async () => {
  const { data } = await elsewhere<{ data: { id: string; scheduleId: string | null }[] }>(
    'GET',
    `/v2/sessions?limit=100&start_time_gte=${new Date().toISOString()}`,
  );
  // A class that takes place once has no schedule from which it could differ.
  const id = data.find(({ scheduleId }) => scheduleId !== null)?.id ?? '';
  const { page, faults } = await open(`/console/sessions/${id}`);
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Edit class' }).click();
  await page.getByRole('dialog').waitFor();
  await unfold(page);
  await page.getByText('Use studio rule: On').first().waitFor();
  expect(await page.getByLabel('Late-cancel window (before start)').count()).toBe(0);
  await page.getByLabel('Drop-in price (USD)').fill('12');
  await choose(page, /Waitlist when full/, 'Off');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await elsewhere<object>('GET', `/v2/sessions/${id}`)).toMatchObject({
    dropInPrice: { amount: 1200, currency: 'USD' },
    waitlistEnabled: false,
    isModified: true,
  });
  expect(faults).toEqual([]);
});

describe('what two people change at once is asked about', () => {
  const keepMine = async (page: Page): Promise<void> => {
    await page.getByText(/changed this at .* Which version do you want to keep\?$/).waitFor();
    await page.locator('label').filter({ hasText: 'Your version' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
  };

  test('of a class that repeats', async () => {
    const { page } = await open(CHANGE);
    await page.getByText('No changes.').waitFor();
    await page.getByLabel('Capacity').fill('11');
    const change = page.getByRole('button', { name: /^Change \d+ classes/ });
    await change.waitFor();
    const path = `/v2/schedules/${SCHEDULES.morningFlow}`;
    await elsewhere('PATCH', path, { capacity: 10 });
    await change.click();
    await keepMine(page);
    await page.getByText('Morning Flow updated.').waitFor();
    expect(await elsewhere<object>('GET', path)).toMatchObject({ capacity: 11 });
  });

  test('of one class', async () => {
    const { data } = await elsewhere<{ data: { id: string }[] }>(
      'GET',
      `/v2/sessions?limit=1&start_time_gte=${new Date(Date.now() + 86_400_000).toISOString()}`,
    );
    const id = data[0]?.id ?? '';
    const { page } = await open(`/console/sessions/${id}`);
    await page.getByRole('button', { name: /^More/ }).click();
    const read = page.waitForResponse((response) => response.url().endsWith(`/manage/sessions/${id}`));
    await page.getByRole('menuitem', { name: 'Edit class' }).click();
    const dialog = page.getByRole('dialog');
    await read;
    await dialog.getByLabel('Capacity').fill('9');
    await elsewhere('PATCH', `/manage/sessions/${id}`, { capacity: 7 });
    await dialog.getByRole('button', { name: /^Save/ }).click();
    await keepMine(page);
    await dialog.waitFor({ state: 'detached' });
    expect(await elsewhere<object>('GET', `/v2/sessions/${id}`)).toMatchObject({ capacity: 9 });
  });
});
