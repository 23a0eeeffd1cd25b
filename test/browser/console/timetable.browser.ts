// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/timetable.browser.ts
import { expect, test } from 'bun:test';
import { SITES } from '../../../src/resources/demo-ids.ts';
import { until } from '../../helpers/process.ts';
import { chooseClassPicture } from './class-picture.ts';
import { axeFindings, closedAfterEach, guarded, sidewaysPixels, testConsole, VIEWS } from './open.ts';

const { server, open: openAny } = testConsole('--clock', 'fixed:2026-03-02T15:00:00Z');
const open = closedAfterEach(openAny);

test.each(VIEWS)('the schedule and the form of a change are accessible at $width px, $theme', async (view) => {
  const { page, faults } = await open('/console/timetable', view);
  await page.getByRole('heading', { name: 'Monday' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  await page.getByRole('link', { name: 'Edit Strength Basics' }).first().click();
  await page.getByRole('heading', { name: 'Edit Strength Basics' }).waitFor();
  await page.getByLabel('Starts').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(faults).toEqual([]);
});

test('a change says what would happen before it is made, and then happens', async () => {
  const { page, faults } = await open('/console/timetable');
  await page.getByRole('link', { name: 'Edit Strength Basics' }).first().click();
  await page.getByText('No changes.').waitFor();
  await page.getByLabel('Starts').fill('18:30');
  await page.getByText('Before: 6:00 PM').waitFor();
  await page.getByRole('button', { name: /^Change \d+ classes/ }).click();
  await page.getByText('Strength Basics updated.').waitFor();
  await page.getByText('6:30 PM').first().waitFor();
  expect(faults).toEqual([]);
});

test('what was typed is kept: leaving asks, a reload brings it back, and only discarding drops it', async () => {
  const { page, faults } = await open('/console/timetable');
  await page.getByRole('link', { name: 'Edit Strength Basics' }).first().click();
  await page.getByText('No changes.').waitFor();
  const starts = page.getByLabel('Starts');
  await starts.fill('19:15');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await guarded(page);
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Plans' }).click();
  await question.getByText('1 unsaved change').waitFor();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText(/^Before: 6:[03]0 PM/).waitFor();
  expect(await starts.inputValue()).toBe('7:15 PM');
  await page.getByRole('link', { name: 'Discard' }).click();
  await page.getByRole('heading', { level: 1, name: 'Schedule' }).waitFor();
  await page.getByRole('link', { name: 'Edit Strength Basics' }).first().click();
  await page.getByText('No changes.').waitFor();
  expect(faults).toEqual([]);
});

test('a new class is kept over a reload, and is gone once it was added', async () => {
  const { page } = await open('/console/timetable/new');
  await page.getByLabel('Name', { exact: true }).first().fill('Sunrise Stretch');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await until(async () => (await page.locator('main input').first().inputValue()) === 'Sunrise Stretch');
  await page.locator('.dayday').filter({ hasText: 'Monday' }).click();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Sunrise Stretch', { exact: false }).first().waitFor();
  await page.waitForURL(/\/timetable$/);
  await page.getByRole('link', { name: 'Add' }).first().click();
  await page.getByLabel('Name', { exact: true }).first().waitFor();
  expect(await page.getByLabel('Name', { exact: true }).first().inputValue()).toBe('');
});

test('a class has as many seats as its room, and a room or an instructor is added from the list', async () => {
  const { page, faults } = await open('/console/timetable/new');
  await page.getByLabel('Name', { exact: true }).first().fill('Sunrise Stretch');
  await page.getByRole('button', { name: /Room/ }).first().click();
  await page.getByRole('option', { name: 'Wall', exact: true }).click();
  await until(async () => (await page.getByLabel('Capacity').inputValue()) === '8');
  await page.getByRole('button', { name: /Room/ }).first().click();
  await page.getByRole('option', { name: 'Add a room…' }).click();
  await page.waitForURL(/\/settings\/sites\//);
  await page.goBack();
  await until(async () => (await page.locator('main input').first().inputValue()) === 'Sunrise Stretch');
  expect(faults).toEqual([]);
});

test('times stand in the list where it is narrow', async () => {
  const { page } = await open('/console/timetable', { width: 390 });
  const line = page.locator('.slot').filter({ hasText: 'Strength Basics' }).first();
  await line.waitFor();
  expect(await line.locator('.at').isVisible()).toBe(true);
  expect(await line.locator('.at').textContent()).toMatch(/^\d+:\d\d [AP]M$/);
});

test('a press before the preview of the last change makes the change only if the page has said what it does', async () => {
  const { page } = await open('/console/timetable');
  const made: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && !request.url().includes('dry_run')) made.push(request.postData() ?? '');
  });
  await page.getByRole('link', { name: 'Edit Morning Flow' }).first().click();
  await page.getByText('No changes.').waitFor();
  const change = page.getByRole('button', { name: /^Change \d+ classes/ });
  await page.getByLabel('Starts').fill('07:15');
  await change.waitFor();
  const daily = await change.textContent();
  /** The previews that wait, each with what it is of; none waits once they are answered. */
  const held: { readonly body: string; readonly go: () => void }[] = [];
  let isHeld = false;
  await page.route('**/v2/schedules/*?dry_run=true', async (route) => {
    const body = route.request().postData() ?? '';
    if (isHeld) await new Promise<void>((go) => held.push({ body, go }));
    await route.continue();
  });
  const isAsked = (what: string) => until(() => held.some(({ body }) => body.includes(what)));
  const answer = (): void => {
    isHeld = false;
    for (const { go } of held.splice(0)) go();
  };
  isHeld = true;
  await page.getByLabel('From', { exact: true }).fill('2026-03-09');
  await isAsked('2026-03-09');
  await change.click();
  answer();
  await until(async () => (await change.textContent()) !== daily);
  expect(made).toEqual([]);
  isHeld = true;
  await page.getByLabel('Starts').fill('07:20');
  await isAsked('07:20');
  await change.click();
  answer();
  await page.getByText('Morning Flow updated.').waitFor();
  expect(made).toEqual([expect.stringContaining('"startTime":"07:20"')]);
});

test('a new class is added by keyboard alone', async () => {
  const { page } = await open('/console/timetable');
  await page.getByRole('heading', { name: 'Monday' }).waitFor();
  await page.keyboard.press('n');
  await page.getByLabel('Name', { exact: true }).pressSequentially('Dawn Stretch');
  await page.getByRole('checkbox', { name: 'Thursday' }).press('Space');
  await page.getByText(/Every week on Thursday at 6:00 PM/).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Dawn Stretch was added to the schedule.').waitFor();
});

test('the first problem of the form is said beside its field', async () => {
  const { page } = await open('/console/timetable/new');
  await page.getByRole('button', { name: /^Add class/ }).click();
  await page.getByText('Enter a name.').waitFor();
});

test('the front desk reads the timetable and changes nothing', async () => {
  const { page } = await open('/console/timetable', { role: 'front_desk' });
  await page.getByRole('heading', { name: 'Monday' }).waitFor();
  expect(await page.getByRole('link', { name: /^Edit / }).count()).toBe(0);
  expect(await page.getByRole('link', { name: /^Add/ }).count()).toBe(0);
});

test('a class that repeats is paused, goes on and is removed, each after its outcome', async () => {
  const { page, faults } = await open('/console/timetable');
  const change = () => page.getByRole('link', { name: 'Edit Morning Flow' }).first().click();
  await change();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText(/^\d+ upcoming classes stay, with \d+ bookings\.$/).waitFor();
  await dialog.getByText(/^No classes are added after .* until you resume\.$/).waitFor();
  await dialog.getByText('No one is notified.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Pause class' }).click();
  await page.getByText('Morning Flow paused.').waitFor();
  await page.getByText('Paused', { exact: true }).first().waitFor();
  await change();
  await page.getByRole('button', { name: 'Resume', exact: true }).click();
  await dialog.getByText('No classes are missing.').waitFor();
  await dialog.getByRole('button', { name: 'Resume class' }).click();
  await page.getByText('Morning Flow resumed.').waitFor();
  await change();
  // By keyboard alone, and the first time it stays.
  await page.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
  await dialog.getByText(/^\d+ upcoming classes are canceled, with \d+ bookings?\.$/).waitFor();
  await dialog.getByText('Past classes and their bookings stay.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove', exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: /^Remove class and notify \d+ people$/ }).press('Enter');
  await page.getByText('Morning Flow removed.').waitFor();
  await page.getByRole('heading', { name: 'Monday' }).waitFor();
  await page.getByRole('link', { name: 'Edit Morning Flow' }).first().waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

test.each(VIEWS)('a picture of a class is chosen, used at once, and removed at $width px, $theme', async (view) => {
  const { page, faults } = await open('/console/timetable', view);
  await page.getByRole('link', { name: 'Edit Strength Basics' }).first().click();
  await page.getByText('Shown to members').click();
  await chooseClassPicture(page, 300, 200);
  await page.getByText(/^This photo is too small/).waitFor();
  await chooseClassPicture(page, 1600, 1200);
  await page.getByText('Photo saved.').first().waitFor();
  const shown = page.getByRole('img', { name: 'Current photo' });
  await shown.waitFor();
  const width = "(async (image) => (await image.decode(), image.naturalWidth))(document.querySelector('.picture-now'))";
  expect(await page.evaluate<number>(width)).toBe(1280);
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  await page.getByRole('button', { name: 'Remove photo' }).click();
  await page.getByText('Photo removed.').first().waitFor();
  await shown.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

test('a new class gets its picture with its first day, and members see it', async () => {
  const { page, faults } = await open('/console/timetable/new');
  await page.getByLabel('Name', { exact: true }).fill('Cold Plunge');
  await page.getByText('Shown to members').click();
  await chooseClassPicture(page, 900, 600);
  await page.getByRole('img', { name: 'Current photo' }).waitFor();
  await page.getByRole('button', { name: /^Add class/ }).click();
  await page.getByText('Cold Plunge was added to the schedule.').waitFor();
  await page.getByRole('link', { name: 'Edit Cold Plunge' }).first().click();
  await page.getByText('Shown to members').click();
  await page.getByRole('img', { name: 'Current photo' }).waitFor();
  expect(faults).toEqual([]);
});

test('a time is read as people write it, and one that cannot be read is said and holds the form', async () => {
  const { page, faults } = await open('/console/timetable/new');
  const starts = page.getByLabel('Starts');
  for (const [typed, shown] of [
    ['9:30', '9:30 AM'],
    ['9:30 pm', '9:30 PM'],
    ['930', '9:30 AM'],
    ['9.30', '9:30 AM'],
    ['9', '9:00 AM'],
    ['18h30', '6:30 PM'],
  ] as const) {
    await starts.fill(typed);
    await starts.blur();
    expect([typed, (await starts.inputValue()).replace(/\s/g, ' ')]).toEqual([typed, shown]);
  }
  await page.getByLabel('Name', { exact: true }).fill('Read Right');
  await page.getByRole('checkbox', { name: 'Thursday' }).press('Space');
  await page.getByText(/at 6:30 PM/).waitFor();
  await page.getByText(/^Next: Thu, Mar 5, /).waitFor();
  await starts.fill('half past');
  await starts.blur();
  await page.getByText('Enter a time such as 6:30 PM.').waitFor();
  // What follows from the time before is not shown as if it followed from this one.
  await page.getByText(/^Before this change: Thu, Mar 5, /).waitFor();
  await page.getByRole('button', { name: /^Add class/ }).click();
  await starts.and(page.locator(':focus')).waitFor();
  expect(await starts.inputValue()).toBe('half past');
  await starts.fill('7');
  await page.getByLabel('Length (minutes)').focus();
  await page.getByText('Read as 7:00 AM. For the afternoon, enter 7:00 PM.').waitFor();
  const from = page.getByLabel('From', { exact: true });
  await from.fill('3/9');
  await from.blur();
  expect(await from.inputValue()).toBe('Mon, Mar 9, 2026');
  await page.getByRole('button', { name: /^Add class/ }).click();
  await page.getByText('Read Right was added to the schedule.').waitFor();
  expect(faults).toEqual([]);
});

test('what is typed on a phone has letters of 16 px, so that the page does not zoom', async () => {
  for (const path of ['/console/timetable/new', '/console/plans/new']) {
    const { page } = await open(path, { width: 390 });
    await page.getByLabel('Name', { exact: true }).waitFor();
    const small = await page.evaluate<number>(
      `[...document.querySelectorAll('main :is(input, select, textarea)')]
        .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16).length`,
    );
    expect([path, small]).toEqual([path, 0]);
  }
});

test('a class is duplicated with its times and its room, and begins today', async () => {
  const { page, faults } = await open('/console/timetable');
  await page.getByRole('link', { name: 'Duplicate Strength Basics' }).first().click();
  const name = page.getByLabel('Name', { exact: true }).first();
  await until(async () => (await name.inputValue()) === 'Strength Basics');
  await name.fill('Strength Two');
  // At its own hour the original has the room and the instructor.
  await page.getByLabel('Starts').fill('05:10');
  await page.getByRole('button', { name: /^Add class/ }).click();
  await page.getByText('Strength Two was added to the schedule.').waitFor();
  const { data } = (await server.call('GET', '/v2/schedules?limit=100')).body;
  const named = (wanted: string) =>
    data.find(
      (each: { name: string; recurrenceRule: unknown }) => each.name === wanted && each.recurrenceRule !== null,
    );
  const { roomName, instructorId, durationMinutes, capacity, recurrenceRule } = named('Strength Basics');
  expect(named('Strength Two')).toMatchObject({
    ...{ roomName, instructorId, durationMinutes, capacity },
    recurrenceRule: { daysOfWeek: recurrenceRule.daysOfWeek },
    startDate: '2026-03-02',
  });
  expect(faults).toEqual([]);
});

test('many classes are found by typing, and by room, and the address keeps that', async () => {
  for (const [index, roomName] of ['Gym', 'Loft', 'Gym', 'Loft', 'Gym', 'Loft'].entries()) {
    const body = {
      name: `Class ${index + 1}`,
      siteId: SITES.downtown,
      roomName,
      startDate: '2026-03-02',
      startTime: `1${index}:00`,
      durationMinutes: 30,
      horizonDays: 7,
      recurrenceRule: { frequency: 'weekly', daysOfWeek: ['SU'] },
      allowConflict: true,
    };
    expect((await server.call('POST', '/v2/schedules', body)).status).toBe(201);
  }
  const { page, faults } = await open('/console/timetable');
  const lines = page.locator('.slot');
  await page.getByRole('searchbox', { name: 'Search class, room, or instructor' }).fill('class 2');
  await until(async () => (await lines.count()) === 1);
  await page.getByRole('searchbox', { name: 'Search class, room, or instructor' }).fill('class loft');
  await until(async () => (await lines.count()) === 3);
  expect(await axeFindings(page)).toEqual([]);
  await page.reload();
  await until(async () => (await lines.count()) === 3);
  await page.getByRole('searchbox', { name: 'Search class, room, or instructor' }).fill('nothing');
  await page.getByText('No classes match.').waitFor();
  expect(faults).toEqual([]);
});
