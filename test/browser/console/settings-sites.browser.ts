// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/settings-sites.browser.ts
// The sites of the studio: address, zone, hours, rooms, closures with what falls, and the archive.
import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { SITES } from '../../../src/resources/demo-ids.ts';
import { until } from '../../helpers/process.ts';
import { keysOn, mouseOn } from './hands.ts';
import { axeFindings, closedAfterEach, sidewaysPixels, testConsole, VIEWS } from './open.ts';
import { peopleOf, toast } from './people.ts';

const { server, open: openAny } = testConsole('--clock', 'fixed:2026-03-02T15:00:00Z');
const { elsewhere, newClient } = peopleOf(server);

const open = closedAfterEach(openAny);

const LIST = '/console/settings/sites';
const DOWNTOWN = `${LIST}/${SITES.downtown}`;

interface Site {
  readonly name: string;
  readonly status: string;
  readonly archivedAt: string | null;
  readonly phone: string | null;
  readonly address: Readonly<Record<string, string | null>> | null;
  readonly openingHours: readonly { day: string; open: string; close: string }[];
  readonly rooms: readonly { id: string; name: string; capacity: number | null }[];
  readonly closures: readonly { startDate: string; endDate: string; name: string | null }[];
}
const stored = (id: string = SITES.downtown) => elsewhere<Site>('GET', `/v2/sites/${id}`);
const change = (body: object, id: string = SITES.downtown) => elsewhere('PATCH', `/v2/sites/${id}`, body);
const newSite = async (name: string) => (await elsewhere('POST', '/v2/sites', { name })).id;

const field = (page: Page, name: string) => page.getByRole('main').getByLabel(name, { exact: true });
const save = (page: Page) => page.getByRole('button', { name: /^Save/ });

describe.each([LIST, DOWNTOWN])('%s', (path) => {
  test.each(VIEWS)('is accessible at $width px, $theme', async (view) => {
    const { page, faults } = await open(path, view);
    await page
      .getByText(path === LIST ? '214 Mercer Street, New York' : 'Opening hours')
      .first()
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await sidewaysPixels(page)).toBe(0);
    expect(faults).toEqual([]);
  });

  test('is refused to instructors', async () => {
    const { page } = await open(path, { role: 'instructor' });
    await page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor();
  });
});

test('a new row has the focus, and what is typed is its name', async () => {
  const { page, faults } = await open(DOWNTOWN);
  await page.getByRole('button', { name: 'Add room' }).first().focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Reformer Room');
  const rooms = page.getByRole('main').getByLabel('Room', { exact: false });
  await until(async () => (await page.locator(':focus').inputValue()) === 'Reformer Room');
  await page.getByRole('button', { name: 'Add closure' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('First day').and(page.locator(':focus')).waitFor();
  expect(await rooms.count()).toBeGreaterThan(0);
  expect(faults).toEqual([]);
});

test('the front desk reads a site, and changes nothing', async () => {
  const { page, faults } = await open(LIST, { role: 'front_desk' });
  await page.getByRole('link', { name: 'Downtown' }).click();
  await page.getByText('Only owners and managers can change this.').waitFor();
  await page.getByText(/Mon 6:00 AM to 10:00 PM/).waitFor();
  const main = page.getByRole('main');
  expect(await main.getByRole('textbox').count()).toBe(0);
  expect(await main.getByRole('button').count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
});

describe.each([
  { by: 'keys', handsOn: keysOn },
  { by: 'clicks', handsOn: mouseOn },
])('by $by', ({ by, handsOn }) => {
  test('a site is added, gets address, hours and rooms, is archived and restored', async () => {
    const { page, faults } = await open(LIST);
    const hands = handsOn(page);
    await hands.press(page.getByRole('button', { name: 'Add location' }));
    const dialog = page.getByRole('dialog', { name: 'Add location' });
    await hands.press(dialog.getByRole('button', { name: 'Add location' }));
    await dialog.getByText('Enter a name.').waitFor();
    await hands.write(dialog.getByLabel('Name'), `Harbour ${by}`);
    await hands.press(dialog.getByRole('button', { name: 'Add location' }));
    await page.waitForURL(/\/settings\/sites\/[0-9a-f-]{36}$/);
    const id = page.url().slice(-36);
    await hands.write(field(page, 'Address line 1'), '5 Quay Road');
    await hands.write(field(page, 'City'), 'Bristol');
    await hands.press(page.getByRole('button', { name: 'Add hours on Tuesday' }));
    await field(page, 'Tuesday, opening time 1').fill('07:30');
    await hands.press(page.getByRole('button', { name: 'Add room' }));
    await hands.write(field(page, 'Room name'), 'Loft');
    await hands.write(field(page, 'Capacity (people)'), '16');
    await page.getByText('4 unsaved changes').waitFor();
    if (by === 'keys') await page.keyboard.press('Control+Enter');
    else await hands.press(save(page));
    await toast(page, 'Saved.').waitFor();
    expect(await stored(id)).toMatchObject({
      name: `Harbour ${by}`,
      address: { line1: '5 Quay Road', city: 'Bristol' },
      openingHours: [{ day: 'TU', open: '07:30', close: '20:00' }],
      rooms: [{ name: 'Loft', capacity: 16 }],
    });
    await hands.press(page.getByRole('button', { name: 'Archive', exact: true }));
    await page.getByText(`Harbour ${by} no longer accepts new classes, bookings, or sales.`).waitFor();
    await hands.press(page.getByRole('button', { name: `Archive Harbour ${by}` }));
    await toast(page, `Harbour ${by} archived. No classes are scheduled there.`).waitFor();
    expect((await stored(id)).archivedAt).not.toBeNull();
    await hands.press(page.getByRole('button', { name: 'Restore' }));
    await toast(page, `Harbour ${by} restored.`).waitFor();
    expect(await stored(id)).toMatchObject({ status: 'active', archivedAt: null });
    expect(faults).toEqual([]);
  });
});

test('the hours of one day are those of every day, by one press', async () => {
  const id = await newSite('Open Daily');
  await change(
    {
      openingHours: [
        { day: 'TU', open: '07:30', close: '12:00' },
        { day: 'TU', open: '16:00', close: '21:00' },
        { day: 'WE', open: '10:00', close: '11:00' },
      ],
    },
    id,
  );
  const { page, faults } = await open(`${LIST}/${id}`);
  const same = page.getByRole('button', { name: 'Use Tuesday’s hours every day' });
  await same.click();
  // All days are the same now, so there is nothing to copy.
  await same.waitFor({ state: 'detached' });
  await save(page).click();
  await toast(page, 'Saved.').waitFor();
  expect((await stored(id)).openingHours.toSorted((one, other) => one.day.localeCompare(other.day))).toEqual(
    ['FR', 'MO', 'SA', 'SU', 'TH', 'TU', 'WE'].flatMap((day) => [
      { day, open: '07:30', close: '12:00' },
      { day, open: '16:00', close: '21:00' },
    ]),
  );
  expect(faults).toEqual([]);
});

test('archived sites are shown where somebody asks for them', async () => {
  const id = await newSite('Old Mill');
  await elsewhere('DELETE', `/v2/sites/${id}`);
  const { page } = await open(LIST);
  await page.getByRole('link', { name: 'Downtown' }).waitFor();
  expect(await page.getByRole('link', { name: 'Old Mill' }).count()).toBe(0);
  await page.getByRole('switch', { name: 'Include archived locations' }).press('Space');
  await page.waitForURL(/archived=yes/);
  await page.getByRole('link', { name: 'Old Mill' }).waitFor();
  await page.getByText('Archived', { exact: true }).waitFor();
});

test('the default site says why it cannot be archived', async () => {
  const { page } = await open(DOWNTOWN);
  await page.getByText(/You cannot archive the default location/).waitFor();
  expect(await page.getByRole('button', { name: 'Archive', exact: true }).count()).toBe(0);
});

test('the calendar removes a closure, and keeps those that a colleague made meanwhile', async () => {
  const closure = (day: number, name: string) => ({ startDate: `2027-01-0${day}`, endDate: `2027-01-0${day}`, name });
  const [first, theirs, second] = [closure(4, 'First'), closure(5, 'Theirs'), closure(6, 'Second')];
  await change({ closures: [first, second] });
  const { page } = await open('/console/calendar');
  await page.getByRole('button', { name: 'Closure' }).click();
  let writes = 0;
  await page.route(`**/v2/sites/${SITES.downtown}`, async (route) => {
    if (route.request().method() === 'PATCH' && ++writes === 1) await change({ closures: [first, theirs, second] });
    await route.continue();
  });
  await page.getByRole('button', { name: 'Remove closure First' }).click();
  await toast(page, 'Closure removed.').waitFor();
  expect((await stored()).closures).toEqual([theirs, second]);
  await change({ closures: [] });
});

test.each([1440, 390])(
  'a closure says which classes fall and who is notified before it is saved, at %i px',
  async (width) => {
    await change({ closures: [] });
    const date = width === 390 ? '2026-03-05' : '2026-03-04';
    const clientId = await newClient(width === 390 ? 'Nora Pike' : 'Tess Moor');
    const { data } = await elsewhere<{ data: { id: string; localDate: string; scheduleId: string | null }[] }>(
      'GET',
      `/manage/sessions?location_id=${SITES.downtown}&start_time_gte=${date}T05:00:00Z&limit=20`,
    );
    const session = data.find((each) => each.localDate === date && each.scheduleId !== null);
    await elsewhere('POST', '/v2/bookings', { clientId, sessionId: session?.id, requireCredit: false });
    const closures = [{ startDate: date, endDate: date, name: 'Boiler' }];
    interface Preview {
      readonly notified: readonly { readonly clientId: string | null; readonly name: string }[];
      readonly notifiedCount: number;
    }
    const { notified, notifiedCount } = await elsewhere<Preview>('PATCH', `/v2/sites/${SITES.downtown}?dry_run=true`, {
      closures,
    });
    expect(notified.map((each) => each.clientId)).toContain(clientId);
    const { page, faults } = await open(DOWNTOWN, { width });
    await page.getByRole('button', { name: 'Add closure' }).click();
    await field(page, 'First day').fill(date);
    await field(page, 'Reason').fill('Boiler');
    const outcome = page.getByRole('region', { name: 'What saving will do' });
    await outcome.getByText(/class(?:es are| is) canceled/).waitFor();
    // A few of them are named, the others counted.
    const line = outcome.getByText(/(?:is|are) notified\.$/);
    for (const { name } of notified.slice(0, 3)) await line.filter({ hasText: name }).waitFor();
    await page
      .getByRole('button', { name: new RegExp(`^Save and notify ${notifiedCount} (?:person|people)`) })
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await sidewaysPixels(page)).toBe(0);
    // Nothing is changed until it is saved.
    expect((await stored()).closures).toEqual([]);
    await save(page).click();
    await toast(page, 'Saved.').waitFor();
    expect((await stored()).closures).toEqual(closures);
    const after = await elsewhere<{ status: string }>('GET', `/manage/sessions/${session?.id}`);
    expect(after.status).toBe('cancelled');
    expect(faults).toEqual([]);
  },
);

test('another zone says what it does to the classes', async () => {
  const { page } = await open(DOWNTOWN);
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  const options = page.getByRole('option');
  // A list closes when the page below it scrolls: its keys do not, not even where the page ends below it.
  await zone.evaluate('(field) => scrollBy(0, field.getBoundingClientRect().bottom - innerHeight + 90)');
  await zone.click();
  await zone.fill('São Paulo');
  await until(async () => (await options.count()) === 1);
  expect(await options.allInnerTexts()).toEqual(['America/Sao Paulo']);
  await zone.fill('nowhere');
  await page.getByText('No matches.').waitFor();
  await zone.fill('chicago');
  await options.filter({ hasText: 'America/Chicago' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await until(async () => (await zone.inputValue()) === 'America/Chicago');
  await page.getByText(/a class at 6:00\sPM still starts at 6:00\sPM in the new time zone/).waitFor();
  await page.getByText(/classes move to the new time zone/).waitFor();
  await page.getByText('Before: America/New York').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Discard' }).click();
  await save(page).waitFor({ state: 'detached' });
});

test('what somebody else has changed meanwhile is said with both values', async () => {
  const id = await newSite('Two Hands');
  await change({ phone: '+1 212 555 0001', rooms: [{ name: 'Blue', capacity: 8 }] }, id);
  const { page } = await open(`${LIST}/${id}`);
  await field(page, 'Phone').fill('+1 212 555 0002');
  await field(page, 'Capacity (people)').fill('10');
  await change({ phone: '+1 212 555 0003', rooms: [{ name: 'Blue', capacity: 9 }] }, id);
  await save(page).click();
  await page.getByText(/Someone else changed this at/).waitFor();
  await page.getByText('Blue (9)').waitFor();
  await page.getByText('+1 212 555 0003').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('radiogroup', { name: 'Phone' }).locator('label').filter({ hasText: 'Your version' }).click();
  await page.getByRole('radiogroup', { name: 'Rooms' }).locator('label').filter({ hasText: 'Their version' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Saved.').waitFor();
  expect(await stored(id)).toMatchObject({ phone: '+1 212 555 0002', rooms: [{ name: 'Blue', capacity: 9 }] });
});

test('what the server refuses is said beside its field; leaving asks', async () => {
  const { page } = await open(DOWNTOWN);
  await field(page, 'Email').fill('the desk');
  await save(page).click();
  const wrong = page.locator('.field').filter({ has: page.getByLabel('Email', { exact: true }) });
  await wrong.locator('.error').waitFor();
  expect(await field(page, 'Email').inputValue()).toBe('the desk');
  await page.getByRole('link', { name: 'All locations' }).click();
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor();
  await page.getByRole('button', { name: 'Leave without saving', exact: true }).click();
  await page.getByRole('link', { name: 'Downtown' }).waitFor();
});
