// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/content.browser.ts
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { ENTRIES, SITES } from '../../../src/resources/demo-ids.ts';
import { until } from '../../helpers/process.ts';
import { sendTo } from './day.ts';
import { keysOn, mouseOn } from './hands.ts';
import { axeFindings, closedAfterEach, sidewaysPixels, testConsole, VIEWS } from './open.ts';
import { toast } from './people.ts';

const { server, open: openAny } = testConsole('--clock', 'fixed:2026-03-02T15:00:00Z');

const open = closedAfterEach(openAny);

const PATH = '/console/content';
const MANAGE = '/manage/content/entries';
const pathOf = (id: string): string => `${PATH}/entries/${id}`;

interface Stored {
  readonly id: string;
  readonly status: string;
  readonly title: string;
  readonly body: string | null;
  readonly publishedAt: string | null;
  readonly tagIds: readonly string[];
  readonly children: readonly { readonly entryId: string; readonly dayNumber: number | null }[];
}
const stored = (id: string) => sendTo<Stored>(server.ready, 'GET', `${MANAGE}/${id}`);
const addEntry = (fields: object = {}) =>
  sendTo(server.ready, 'POST', MANAGE, { title: 'Slow breathing', type: 'article', ...fields });
const named = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const idIn = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';
const state = (page: Page, words: string | RegExp) =>
  page.getByRole('region', { name: 'Publishing' }).locator('.status').getByText(words);

test.each(VIEWS)('the list and a program are accessible at $width px, $theme', async (view) => {
  const { page, faults } = await open(PATH, view);
  await page.getByRole('link', { name: 'Morning flow at home' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  await page.getByRole('link', { name: 'Your first week' }).click();
  await page.getByRole('row', { name: 'Ten squats' }).waitFor();
  await field(page, 'Text (Markdown)').fill('# One\n\n## Two\n\n- [x] done\n\n| a | b |\n|--|--|\n| 1 | 2 |');
  await page.getByText('1 unsaved change').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(faults).toEqual([]);
});

test('entries are found by title, type, state and category, and the address says so', async () => {
  await addEntry({ title: 'Élan in the morning', status: 'draft' });
  const { page } = await open(PATH);
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
  await page.getByRole('link', { name: 'Green bowl' }).waitFor();
  await page.getByRole('searchbox', { name: 'Search by title' }).fill('elan mor');
  await until(async () => (await rows.count()) === 1);
  expect(await rows.first().textContent()).toContain('Draft');
  await page.getByRole('searchbox', { name: 'Search by title' }).fill('');
  await page.getByRole('link', { name: 'Green bowl' }).waitFor();
  const filter = async (name: string, value: string): Promise<void> => {
    await page.getByRole('button', { name: 'Add filter', exact: true }).click();
    await page.getByRole('menuitem', { name }).click();
    await page.getByRole('menuitemradio', { name: value, exact: true }).click();
  };
  await filter('Category', 'Yoga');
  await until(async () => (await rows.count()) === 2);
  await page.getByRole('link', { name: 'Morning flow at home' }).waitFor();
  await filter('Type', 'Audio');
  await page.getByRole('link', { name: 'Morning flow at home' }).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('link', { name: 'Breathing before sleep' }).waitFor();
  await until(async () => (await rows.count()) === 1);
  await filter('Status', 'Archived');
  await page.getByText('Nothing matches. Clear the filters or the search.').waitFor();
});

test.each([
  { who: 'with the mouse', handsOn: mouseOn, width: 1440 },
  { who: 'with the keyboard', handsOn: keysOn, width: 1440 },
  { who: 'with the mouse on a telephone', handsOn: mouseOn, width: 390 },
])('an article is written, published and taken back $who, $width px', async ({ handsOn, width }) => {
  const { page, faults } = await open(PATH, { width });
  const hands = handsOn(page);
  await page.getByRole('link', { name: 'Green bowl' }).waitFor();
  await hands.press(named(page, /^New item/));
  const dialog = page.getByRole('dialog');
  await hands.press(dialog.getByRole('button', { name: 'Create draft' }));
  await dialog.getByText('Enter a title.').waitFor();
  await hands.write(dialog.getByRole('textbox', { name: 'Title' }), 'Why we breathe');
  await hands.choose(page.getByRole('radio', { name: /^Article/ }));
  await hands.press(dialog.getByRole('button', { name: 'Create draft' }));
  await page.getByRole('heading', { level: 1, name: 'Why we breathe' }).waitFor();
  await state(page, 'Draft').waitFor();
  await hands.write(field(page, 'Text (Markdown)'), '**In** four.');
  await page.locator('.markdown-preview strong').getByText('In').waitFor();
  await hands.press(named(page, 'Publish now'));
  await toast(page, 'Saved.').waitFor();
  await state(page, 'Published').waitFor();
  const id = idIn(page);
  expect(await stored(id)).toMatchObject({ status: 'published', body: '**In** four.', title: 'Why we breathe' });
  // The button stands where the one before it stood.
  await hands.rest();
  await hands.press(named(page, 'Revert to draft'));
  await state(page, 'Draft').waitFor();
  await hands.press(named(page, 'Archive'));
  await hands.press(page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }));
  await state(page, 'Archived').waitFor();
  await hands.press(named(page, 'Restore as draft'));
  await state(page, 'Draft').waitFor();
  expect((await stored(id)).status).toBe('draft');
  expect(faults).toEqual([]);
});

test('an entry is scheduled by the clock of the studio, and one that has ended says so', async () => {
  const { id } = await addEntry();
  const { page } = await open(pathOf(id));
  await named(page, 'Schedule').click();
  const time = page.getByLabel('Publish on');
  await time.fill('2026-03-02T09:00');
  await page.getByText('Choose a time in the future, or publish now.').waitFor();
  await time.fill('2026-03-05T18:30');
  await named(page, 'Schedule').click();
  await state(page, /^Scheduled for Thu/).waitFor();
  expect(await stored(id)).toMatchObject({ status: 'scheduled', publishedAt: '2026-03-05T23:30:00.000Z' });
  await named(page, 'Cancel scheduling').click();
  await state(page, 'Draft').waitFor();
  const { id: ended } = await addEntry({
    status: 'published',
    publishedAt: '2026-02-01T08:00:00Z',
    expiresAt: '2026-03-01T08:00:00Z',
  });
  await page.goto(new URL(pathOf(ended), server.ready.rootUrl).href);
  await state(page, /^Expired Sun/).waitFor();
});

test('markup in a text does no harm: it is shown as it was typed', async () => {
  const body = [
    '<script>window.harmed = 1</script> <img src=x onerror="window.harmed = 1">',
    '<svg onload="window.harmed = 1"><a href="javascript:window.harmed=1">a</a>',
    '[press](javascript:window.harmed=1) [entity](&#106;avascript:window.harmed=1) [data](data:text/html,x)',
    '![outside](https://elsewhere.example/pixel.png) [mail](mailto:a@studio.example) [page](https://studio.example)',
    '<iframe src="https://elsewhere.example"></iframe>\n\n<style>body { display: none }</style>',
  ].join('\n\n');
  const { id } = await addEntry({ body });
  const { page, faults } = await open(pathOf(id));
  const preview = page.locator('.markdown-preview .prose');
  await preview.getByText('<script>window.harmed = 1</script>').waitFor();
  expect(await preview.locator('script, iframe, svg, style, img, [onerror], [onload]').count()).toBe(0);
  const links = await Promise.all((await preview.locator('a').all()).map((each) => each.getAttribute('href')));
  // The address in the markup is text like the rest of it.
  expect(links).toEqual(['mailto:a@studio.example', 'https://studio.example', 'https://elsewhere.example']);
  await preview.getByText('press').click();
  await preview.getByText('entity').click();
  expect(await page.evaluate('window.harmed')).toBeUndefined();
  expect(faults).toEqual([]);
});

test('two people at one entry: the later one chooses, and leaving with changes asks', async () => {
  const { id } = await addEntry({ title: 'First title' });
  const { page } = await open(pathOf(id));
  await field(page, 'Title').fill('My title');
  await field(page, 'Equipment').fill('Mat, Block');
  await sendTo(server.ready, 'PATCH', `${MANAGE}/${id}`, { title: 'Their title', level: 'Beginner' });
  await page.keyboard.press('Control+Enter');
  await page.getByText(/^Someone else changed this at/).waitFor();
  const choice = page.getByRole('radiogroup', { name: 'Title' });
  await choice.getByText('Their title').click();
  await named(page, 'Save').click();
  await page.getByRole('heading', { level: 1, name: 'Their title' }).waitFor();
  expect(await stored(id)).toMatchObject({ title: 'Their title', level: 'Beginner', equipment: ['Mat', 'Block'] });
  await field(page, 'Title').fill('');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Enter a title.').waitFor();
  await page.getByRole('link', { name: 'Library' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
  expect(await field(page, 'Title').inputValue()).toBe('');
  await page.getByRole('link', { name: 'Library' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave without saving' }).click();
  await page.getByRole('link', { name: 'Their title' }).waitFor();
});

test('tags, categories and plans are chosen by typing, and dropped', async () => {
  const { id } = await addEntry();
  const { page, faults } = await open(pathOf(id));
  const tags = page.getByRole('combobox', { name: 'Tags' });
  await tags.fill('cal');
  await page.getByRole('option', { name: 'Calm' }).click();
  await page.getByRole('combobox', { name: 'Categories' }).fill('morn');
  await page.getByRole('option', { name: 'Yoga › Morning' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator('label', { hasText: 'With a pass' }).click();
  await page.getByRole('combobox', { name: 'Plans that unlock it' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await toast(page, 'Saved.').waitFor();
  expect(await stored(id)).toMatchObject({ access: 'package', tagIds: [expect.any(String)], accessPlanIds: [] });
  await named(page, /^Remove Calm/).click();
  await named(page, /^Save/).click();
  await page.getByText('1 unsaved change').waitFor({ state: 'detached' });
  expect(await stored(id)).toMatchObject({ tagIds: [], categoryIds: [expect.any(String)] });
  expect(faults).toEqual([]);
});

test('a program is put in order by dragging, by buttons and by the keyboard, with days', async () => {
  const children = [ENTRIES.morningFlow, ENTRIES.tenSquats, ENTRIES.restDays].map((entryId, index) => ({
    entryId,
    dayNumber: index + 1,
  }));
  const { id } = await addEntry({ title: 'A week', type: 'program', children });
  const { page, faults } = await open(pathOf(id));
  const rows = page.getByRole('grid', { name: 'Program' }).getByRole('row');
  const titles = () => rows.locator('.who').allTextContents();
  await rows.nth(2).waitFor();
  await named(page, 'Move Why rest days matter up').click();
  await until(async () => (await titles()).join() === 'Morning flow at home,Why rest days matter,Ten squats');
  await named(page, 'Move Morning flow at home down').press('Enter');
  await until(async () => (await titles()).join() === 'Why rest days matter,Morning flow at home,Ten squats');
  const place = { x: 8, y: 4 };
  await rows.nth(2).dragTo(rows.nth(0), { sourcePosition: place, targetPosition: place });
  await until(async () => (await titles()).join() === 'Ten squats,Why rest days matter,Morning flow at home');
  await page.getByRole('textbox', { name: 'Day for Ten squats' }).fill('5');
  await page.getByRole('combobox', { name: 'Add item' }).fill('green');
  await page.getByRole('option', { name: /^Green bowl/ }).click();
  await named(page, 'Remove Why rest days matter').click();
  await page.keyboard.press('Control+Enter');
  await toast(page, 'Saved.').waitFor();
  expect((await stored(id)).children.map(({ entryId, dayNumber }) => [entryId, dayNumber])).toEqual([
    [ENTRIES.tenSquats, 5],
    [ENTRIES.morningFlow, 1],
    [ENTRIES.greenBowl, 2],
  ]);
  await page.reload();
  await rows.nth(2).waitFor();
  await until(async () => (await titles()).join() === 'Ten squats,Morning flow at home,Green bowl');
  expect(faults).toEqual([]);
});

test('a metric says what it measures, and keeps which repetitions have a best', async () => {
  const { page } = await open(PATH);
  await page.getByRole('link', { name: 'Green bowl' }).waitFor();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Deadlift');
  await dialog.locator('label', { hasText: 'A value members log, such as a weight lifted.' }).click();
  await dialog.getByRole('button', { name: 'Create draft' }).click();
  await page.getByRole('heading', { level: 1, name: 'Deadlift' }).waitFor();
  await field(page, 'Rep counts').fill('1, five');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Enter whole numbers, separated by commas.').waitFor();
  await field(page, 'Rep counts').fill('1, 5');
  await page.keyboard.press('Control+Enter');
  await toast(page, 'Saved.').waitFor();
  expect(await stored(idIn(page))).toMatchObject({
    metricDefinition: { dimension: 'weight', baseUnit: 'kg', direction: 'higher_is_better', repSchemes: [1, 5] },
  });
});

test('a manager of one site adds entries of that site', async () => {
  const person = { firstName: 'Mona', lastName: 'Reed', email: 'mona@site.example', role: 'manager' };
  const body = { person: { ...person, siteIds: [SITES.downtown] } };
  const { link } = await sendTo<{ link: string }>(server.ready, 'POST', '/manage/staff/invitations', body);
  const { page } = await open(PATH, { invitation: link });
  await named(page, /^New item/).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('At our place');
  await dialog.getByRole('button', { name: 'Create draft' }).click();
  await page.getByRole('heading', { level: 1, name: 'At our place' }).waitFor();
  expect(await stored(idIn(page))).toMatchObject({ siteIds: [SITES.downtown] });
  // The settings are those of the only site, with nothing to choose.
  await page.goto(new URL('/console/settings/booking', server.ready.rootUrl).href);
  const overlap = page.getByRole('switch', { name: 'Allow overlapping bookings' });
  await overlap.press('Space');
  await page.getByRole('button', { name: /^Save/ }).click();
  await toast(page, 'Saved.').waitFor();
  // So is what else begins with a form: a leaderboard is of that site.
  await page.goto(new URL('/console/engagement/boards/new', server.ready.rootUrl).href);
  await page.getByLabel('Name', { exact: true }).fill('Our best');
  await page.getByRole('button', { name: /^Create leaderboard/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Our best' }).waitFor();
});

test('a role without content sees neither the page nor its link', async () => {
  const { page } = await open(PATH, { role: 'front_desk' });
  await page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor();
  expect(await page.getByRole('link', { name: 'Library' }).count()).toBe(0);
});
