// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/six-actions.browser.ts
// Keys and clicks of acts at the desk, counted from Today. The acts of every day beside these are counted in today.browser.ts.
import { beforeEach, describe, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { PLANS } from '../../../src/resources/demo-ids.ts';
import { type DemoDay, makeDay, sendTo } from './day.ts';
import { testConsole } from './open.ts';

const { server, open } = testConsole('--clock', 'fixed:2026-03-02T15:00:00Z');
const ask = <Body = { id: string }>(method: string, path: string, body?: object) =>
  sendTo<Body>(server.ready, method, path, body);

let day: DemoDay;
beforeEach(async () => {
  expect((await server.call('POST', '/sandbox/reset')).status).toBe(200);
  day = await makeDay(server.ready);
}, 120_000);

const openDay = async () => {
  const { page, faults } = await open('/console/today', { siteId: day.siteId });
  await page.getByRole('heading', { level: 3, name: /Vinyasa Flow/ }).waitFor();
  return { page, faults };
};

const option = (page: Page, name: string) => page.getByRole('option').filter({ hasText: name });
const person = (page: Page, name: string) => page.locator('[data-person]').filter({ hasText: name });

/** Presses keys and clicks, and counts both; a key that is held with another counts as well. */
const counted = (page: Page) => {
  const count = { keys: 0, clicks: 0 };
  return {
    count,
    press: async (...keys: string[]): Promise<void> => {
      for (const key of keys) {
        await page.keyboard.press(key);
        count.keys += key.split('+').length;
      }
    },
    click: async (element: Locator): Promise<void> => {
      await element.click();
      count.clicks += 1;
    },
  };
};

const LETTERS = ['w', 'a', 'n'];

describe('a package is sold and a class is booked at once', () => {
  beforeEach(async () => {
    // Wanda had ten classes, and has none now: the plan that was bought last is not the first of the list.
    const sale = { clientId: day.people.Wanda, planId: PLANS.tenClasses, siteId: day.siteId, paymentMethod: 'cash' };
    const { id } = await ask('POST', '/manage/packages', sale);
    await ask('POST', `/v2/packages/${id}/cancel`, {});
  });

  const isReady = (page: Page) => page.getByRole('button', { name: 'Charge $150.00' }).waitFor();
  const isDone = async (page: Page): Promise<void> => {
    await page.getByText('Ten classes sold for $150.00. Class booked.').waitFor();
    const { data } = await ask<{ data: { clientId: string }[] }>('GET', `/v2/bookings?session_id=${day.open}`);
    expect(data.map(({ clientId }) => clientId)).toEqual([day.people.Wanda ?? '']);
  };

  test('by four keys beside the letters', async () => {
    const { page, faults } = await openDay();
    const { press, count } = counted(page);
    await press('/');
    await page.locator('.palette input:focus').waitFor();
    await press(...LETTERS);
    await option(page, 'Wanda Ortiz').getByText('Sell and book').waitFor();
    await press('Enter');
    await isReady(page);
    await page.getByText(/a spot in the class/).waitFor();
    await press('Control+Enter');
    await isDone(page);
    expect([count.keys - LETTERS.length, count.clicks]).toEqual([4, 0]);
    expect(faults).toEqual([]);
  });

  test('by at most four clicks', async () => {
    const { page, faults } = await openDay();
    const { press, click, count } = counted(page);
    await click(page.getByRole('button', { name: 'Search clients, classes, and pages' }));
    await page.locator('.palette input:focus').waitFor();
    await press(...LETTERS);
    await option(page, 'Wanda Ortiz').getByText('Sell and book').waitFor();
    await click(option(page, 'Wanda Ortiz'));
    await isReady(page);
    await page.getByText(/a spot in the class/).waitFor();
    await click(page.getByRole('button', { name: 'Charge $150.00' }));
    await isDone(page);
    expect(count.keys).toBe(LETTERS.length);
    expect(count.clicks).toBeLessThanOrEqual(4);
    expect(faults).toEqual([]);
  });
});

test('a booking is cancelled by two clicks, after its outcome is said', async () => {
  const { page, faults } = await openDay();
  const { click, count } = counted(page);
  await person(page, 'Ivan Petrov').hover();
  await click(page.getByRole('button', { name: 'Cancel Ivan Petrov’s booking' }));
  const question = page.getByRole('alertdialog', { name: 'Cancel late?' });
  await question.getByText('$15.00', { exact: false }).first().waitFor();
  await click(question.getByRole('button', { name: 'Late-cancel' }));
  await page.locator('.toast').filter({ hasText: 'Ivan Petrov' }).waitFor();
  expect(count).toEqual({ keys: 0, clicks: 2 });
  const booked = await ask<{ data: { clientId: string }[] }>(
    'GET',
    `/v2/bookings?session_id=${day.next}&status=cancelled`,
  );
  expect(booked.data.map(({ clientId }) => clientId)).toContain(day.people.Ivan ?? '');
  expect(faults).toEqual([]);
});

test('how many credits are left is answered by one click and three letters, and nothing opens', async () => {
  const { page, faults } = await openDay();
  const url = page.url();
  const { press, click, count } = counted(page);
  await click(page.getByRole('button', { name: 'Search clients, classes, and pages' }));
  await page.locator('.palette input:focus').waitFor();
  await press('x', 'a', 'n');
  await page.getByRole('complementary', { name: 'Xandra Ellis' }).getByText('10 of 10 left').waitFor();
  expect(count).toEqual({ keys: 3, clicks: 1 });
  expect(page.url()).toBe(url);
  expect(faults).toEqual([]);
});
