// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/content-parts.browser.ts
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { CATEGORIES, ENTRIES } from '../../../src/resources/demo-ids.ts';
import { until } from '../../helpers/process.ts';
import { sendTo } from './day.ts';
import { keysOn, mouseOn } from './hands.ts';
import { axeFindings, closedAfterEach, sidewaysPixels, testConsole, VIEWS } from './open.ts';
import { toast } from './people.ts';

const { server, open: openAny } = testConsole('--clock', 'fixed:2026-03-02T15:00:00Z');

const open = closedAfterEach(openAny);

const PATH = '/console/content';
const named = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const list = async <Row>(part: string) =>
  (await sendTo<{ data: Row[] }>(server.ready, 'GET', `/manage/content/${part}?limit=100`)).data;
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name, exact: true });

test.each(VIEWS)('categories, tags, banners and features are accessible at $width px, $theme', async (view) => {
  const { page, faults } = await open(PATH, view);
  const parts = [
    ['Categories', 'Edit Morning'],
    ['Tags', 'Edit Calm'],
    ['Banners', 'Edit New here?'],
    ['Sections', 'Edit Streaks'],
  ] as const;
  for (const [part, first] of parts) {
    await tab(page, part).click();
    await named(page, first).waitFor();
    expect([part, await axeFindings(page)]).toEqual([part, []]);
    await named(page, first).click();
    await page.getByRole('dialog').waitFor();
    expect([first, await axeFindings(page)]).toEqual([first, []]);
    expect(await sidewaysPixels(page)).toBe(0);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  }
  expect(faults).toEqual([]);
});

test.each([
  { who: 'with the mouse', handsOn: mouseOn, width: 1440 },
  { who: 'with the keyboard', handsOn: keysOn, width: 1440 },
  { who: 'with the mouse on a telephone', handsOn: mouseOn, width: 390 },
])('a tag is added, changed and removed $who, $width px', async ({ handsOn, width }) => {
  const { page, faults } = await open(`${PATH}/tags`, { width });
  const hands = handsOn(page);
  await named(page, 'Edit Calm').waitFor();
  await hands.press(named(page, /^New tag/));
  const dialog = page.getByRole('dialog');
  await hands.press(dialog.getByRole('button', { name: 'Save' }));
  await dialog.getByText('Enter a name.').waitFor();
  await hands.write(dialog.getByRole('textbox', { name: 'Name' }), 'Kettlebell');
  await hands.press(dialog.getByRole('button', { name: 'Save' }));
  await hands.press(named(page, 'Edit Kettlebell'));
  await hands.write(dialog.getByRole('textbox', { name: 'Group' }), 'Equipment');
  await hands.press(dialog.getByRole('button', { name: 'Save' }));
  const row = page.locator('li[data-depth]').filter({ hasText: 'Kettlebell' });
  await row.getByText('Equipment · Nothing published').waitFor();
  await hands.press(row.getByRole('button', { name: 'Remove' }));
  await hands.press(page.getByRole('alertdialog').getByRole('button', { name: 'Remove Kettlebell' }));
  await toast(page, 'Kettlebell removed.').waitFor();
  await row.waitFor({ state: 'detached' });
  expect((await list<{ name: string }>('tags')).map(({ name }) => name)).toEqual(['Calm', 'No equipment']);
  expect(faults).toEqual([]);
});

test('categories are a tree: none goes into itself, and one with others in it is not removed', async () => {
  const { page } = await open(`${PATH}/categories`);
  await named(page, 'Edit Yoga').waitFor();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Sunrise');
  await dialog.getByRole('button', { name: /Parent category$/ }).click();
  await page.getByRole('option', { name: 'Yoga › Morning' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await named(page, 'Edit Sunrise').waitFor();
  const made = (await list<{ name: string; parentId: string | null }>('categories')).find(
    ({ name }) => name === 'Sunrise',
  );
  expect(made?.parentId).toBe(CATEGORIES.morning);
  await named(page, 'Edit Yoga').click();
  await dialog.getByRole('button', { name: /Parent category$/ }).click();
  await page.getByRole('option', { name: 'Strength' }).waitFor();
  expect(await page.getByRole('option').allTextContents()).toEqual(['None (top level)', 'Strength']);
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const yoga = page.getByRole('listitem').filter({ hasText: 'Yoga' });
  await yoga.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Yoga' }).click();
  await page.getByText('This is still in use elsewhere.').waitFor();
  await yoga.waitFor();
});

test('a banner has its place, its time and what it opens', async () => {
  const { page, faults } = await open(`${PATH}/banners`);
  await named(page, 'Edit New here?').waitFor();
  await named(page, /^New banner/).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill('Open day');
  await dialog.getByRole('button', { name: /Opens$/ }).click();
  await page.getByRole('option', { name: 'Library item' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Choose what it opens.').waitFor();
  await dialog.getByRole('combobox', { name: 'Item to open' }).fill('green');
  await page.getByRole('option', { name: /^Green bowl/ }).click();
  await dialog.locator('.chosen').getByText('Green bowl').waitFor();
  await dialog.getByLabel('Shown from').fill('2026-03-05T08:00');
  await dialog.getByLabel('Shown until').fill('2026-03-06T08:00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Open day' })
    .getByText(/^From Thu/)
    .waitFor();
  const made = (await list<{ title: string }>('banners')).find(({ title }) => title === 'Open day');
  expect(made).toMatchObject({
    placement: 'home',
    action: { type: 'entry', target: ENTRIES.greenBowl },
    startsAt: '2026-03-05T13:00:00.000Z',
    endsAt: '2026-03-06T13:00:00.000Z',
  });
  expect(faults).toEqual([]);
});

test('a feature is hidden with one press, and has content of its own', async () => {
  const { page, faults } = await open(`${PATH}/features`);
  const streaks = page.getByRole('switch', { name: 'Show Streaks' });
  await streaks.press('Space');
  interface Feature {
    readonly key: string;
    readonly enabled: boolean;
    readonly entryIds: readonly string[];
  }
  const stored = async (key: string) => (await list<Feature>('features')).find((each) => each.key === key);
  await until(async () => (await stored('streaks'))?.enabled === false);
  await page.getByRole('listitem').filter({ hasText: 'Streaks' }).getByText('Hidden').waitFor();
  await named(page, 'Edit Video').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Items in this section' }).fill('morning');
  await page.getByRole('option', { name: /^Morning flow at home/ }).click();
  await dialog.getByRole('button', { name: 'Remove Morning flow at home' }).waitFor();
  await dialog.getByRole('textbox', { name: 'Title in the app' }).fill('Watch');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Video' }).getByText('Watch').waitFor();
  expect(await stored('video')).toMatchObject({ title: 'Watch', entryIds: [ENTRIES.morningFlow] });
  expect(faults).toEqual([]);
});
