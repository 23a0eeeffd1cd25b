// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/class-details.browser.ts
// What members read about a class: written at a schedule, at a session, and at a class that takes place once.
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { SCHEDULES } from '../../../src/resources/demo-ids.ts';
import { axeFindings, sidewaysPixels, testConsole, VIEWS } from './open.ts';
import { peopleOf } from './people.ts';

const { server, open } = testConsole();
const { elsewhere } = peopleOf(server);

const CHANGE = `/console/timetable/${SCHEDULES.morningFlow}/change`;

const unfold = async (page: Page): Promise<void> => {
  await page.getByText('Shown to members', { exact: true }).press('Enter');
  await page.getByLabel('Description').waitFor();
};

test.each(VIEWS)('the fields are accessible at $width px, $theme', async (view) => {
  const { page, faults } = await open(CHANGE, view);
  await page.getByLabel('Starts').waitFor();
  await unfold(page);
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(faults).toEqual([]);
});

test('a schedule is changed with all its classes, and nobody is told', async () => {
  const { page, faults } = await open(CHANGE);
  await page.getByLabel('Starts').waitFor();
  await unfold(page);
  await page.getByLabel('Description').fill('Breath leads, the body follows.');
  await page.getByLabel('Level').fill('All levels');
  await page.getByLabel('What to bring').fill('mat, water');
  await page.getByLabel('Arrive early (minutes)').fill('10');
  await page.getByText('Sunset', { exact: true }).click();
  await page.getByRole('button', { name: /^Change \d+ classes$/ }).click();
  await page.getByText('Morning Flow updated.').waitFor();
  const { data } = await elsewhere<{ data: { name: string; description: string; level: string }[] }>(
    'GET',
    '/public-api/v2/timetable?limit=100',
  );
  const classes = data.filter(({ name }) => name === 'Morning Flow');
  expect(classes.length).toBeGreaterThan(0);
  for (const each of classes) {
    expect(each).toMatchObject({
      description: 'Breath leads, the body follows.',
      level: 'All levels',
      bring: ['mat', 'water'],
      arriveMinutes: 10,
      sign: 'rest',
    });
  }
  expect(faults).toEqual([]);
});

test('a session has its own', async () => {
  const { data } = await elsewhere<{ data: { id: string }[] }>(
    'GET',
    `/v2/sessions?limit=1&start_time_gte=${new Date().toISOString()}`,
  );
  const id = data[0]?.id ?? '';
  const { page, faults } = await open(`/console/sessions/${id}`);
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Edit class' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Shown to members').click();
  await dialog.getByLabel('Description').fill('Today outside, if it is dry.');
  await dialog.getByRole('radio', { name: 'Based on category and name' }).press('ArrowRight');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await elsewhere<object>('GET', `/v2/sessions/${id}`)).toMatchObject({
    description: 'Today outside, if it is dry.',
    sign: 'flow',
  });
  expect(faults).toEqual([]);
});
