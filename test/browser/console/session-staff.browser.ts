// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/session-staff.browser.ts
import { beforeEach, expect, test } from 'bun:test';
import { SESSIONS, SITES, STAFF } from '../../../src/resources/demo-ids.ts';
import { axeFindings, testConsole } from './open.ts';

const { server, open } = testConsole('--clock', 'fixed:2026-03-02T15:00:00Z');
const ask = (...request: Parameters<typeof server.call>) => server.call(...request);
const morning = `/console/sessions/${SESSIONS.offered}`;

beforeEach(async () => {
  expect((await ask('POST', '/sandbox/reset')).status).toBe(200);
});

test('the list of substitutes has whoever is free first, and says what the others teach', async () => {
  const { startTime } = (await ask('GET', `/v2/sessions/${SESSIONS.offered}`)).body;
  const at = { siteId: SITES.downtown, startTime, durationMinutes: 45 };
  const busy = await ask('POST', '/manage/sessions', { ...at, name: 'Meanwhile', instructorId: STAFF.ben });
  expect(busy.status).toBe(201);
  const { page, faults } = await open(morning);
  await page.getByRole('button', { name: 'Substitute', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a substitute' });
  await dialog.getByRole('radio', { name: /Ben Ito.*Teaches Meanwhile until 7:45\sAM/ }).waitFor();
  const people = await dialog.locator('.people-choice').getByRole('radio').count();
  expect(people).toBeGreaterThan(1);
  const said = await dialog.locator('.people-choice small').allTextContents();
  expect(said.map((text) => text.startsWith('Available'))).toEqual([...Array(people - 1).fill(true), false]);
  // Who teaches it already is no choice.
  expect(await dialog.locator('.people-choice').getByText('Ana Torres').count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('choices that come late are no change: the form is left without a question until one is chosen', async () => {
  const { page, faults } = await open(morning);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/v2/instructors?*', async (route) => {
    await released;
    await route.continue();
  });
  await page.reload();
  await page.getByRole('button', { name: 'More: edit, cancel class' }).click();
  await page.getByRole('menuitem', { name: 'Edit class' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Morning Flow' });
  await dialog.getByLabel('Name', { exact: true }).click();
  release();
  const instructor = dialog.getByRole('button', { name: /Instructor/ });
  await instructor.getByText('Ana Torres').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'More: edit, cancel class' }).click();
  await page.getByRole('menuitem', { name: 'Edit class' }).click();
  await instructor.click();
  await page.getByRole('option', { name: 'Ben Ito' }).click();
  await page.keyboard.press('Escape');
  await dialog.getByText('Leave without saving?').waitFor();
  expect(faults).toEqual([]);
});
