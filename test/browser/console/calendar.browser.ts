// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/calendar.browser.ts
import { beforeEach, describe, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { SITES, STAFF } from '../../../src/resources/demo-ids.ts';
import { until } from '../../helpers/process.ts';
import { chooseClassPicture } from './class-picture.ts';
import { axeFindings, sidewaysPixels, testConsole, VIEWS } from './open.ts';

/** With blanks of one kind. */
const plain = (text: string): string => text.replace(/\s/g, ' ');

type Listed = Readonly<Record<'id' | 'roomName' | 'instructorId', string | null>>;

/** A time as the field of a studio with 12 hours shows it. */
const shownTime = (time: string): string =>
  new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
    Date.parse(`2026-01-01T${time}Z`),
  );

const { server, open } = testConsole('--clock', 'fixed:2026-03-02T15:00:00Z');
const ask = (...request: Parameters<typeof server.call>) => server.call(...request);

beforeEach(async () => {
  expect((await ask('POST', '/sandbox/reset')).status).toBe(200);
});

/** Adds a class of one time on Thursday 5 March at 10:00 in New York. */
const addPopUp = async (more: object = {}): Promise<string> => {
  const usual = { name: 'Pop-up', siteId: SITES.downtown, startTime: '2026-03-05T15:00:00Z', durationMinutes: 60 };
  const { status, body: session } = await ask('POST', '/manage/sessions', { ...usual, ...more });
  expect(status).toBe(201);
  return session.id;
};
const startOf = async (id: string): Promise<string> => (await ask('GET', `/v2/sessions/${id}`)).body.startTime;
const block = (page: Page, id: string): Locator => page.locator(`[data-session="${id}"]`);
const toast = (page: Page, text: string | RegExp) => page.locator('.toast').filter({ hasText: text });

/** Later on the same day: how far a pointer drags depends on where in the block it began. */
const LATER = /^2026-03-05T1[678]:/;

/** Drags the block of a session down by hours. */
const dragDown = async (page: Page, id: string, hours: number): Promise<void> => {
  await block(page, id).waitFor();
  let place = await block(page, id).boundingBox();
  // The page scrolls to the hours of the day when its classes are there.
  await until(async () => {
    const before = JSON.stringify(place);
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    place = await block(page, id).boundingBox();
    return place !== null && JSON.stringify(place) === before;
  });
  if (place === null) throw new Error('the block is not shown');
  const [x, y] = [place.x + place.width / 2, place.y + 6];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 20, { steps: 4 });
  await page.mouse.move(x, y + place.height * hours, { steps: 8 });
  await page.mouse.up();
};

describe('the week', () => {
  test('a class without people is dragged and brought back, with a question for whoever has booked since', async () => {
    const id = await addPopUp({ capacity: 5 });
    const { page, faults } = await open('/console/calendar');
    await dragDown(page, id, 2);
    await toast(page, /^Pop-up moved to Thu, Mar 5, 1[12]:/).waitFor();
    expect(await startOf(id)).toMatch(LATER);
    await page.keyboard.press('z');
    await toast(page, /^Pop-up moved back to /).waitFor();
    expect(await startOf(id)).toBe('2026-03-05T15:00:00.000Z');
    await dragDown(page, id, 2);
    await toast(page, /^Pop-up moved to /).waitFor();
    expect((await ask('POST', '/v2/bookings', { clientId: server.ready.clientId, sessionId: id })).status).toBe(201);
    await page.keyboard.press('z');
    const question = page.getByRole('alertdialog', { name: 'Move Pop-up?' });
    await question.getByText('Dana Rivera is notified.').waitFor();
    expect(await startOf(id)).toMatch(LATER);
    await question.getByRole('button', { name: 'Move this class and notify 1 person' }).click();
    await toast(page, /^Pop-up moved to /).waitFor();
    expect(await startOf(id)).toBe('2026-03-05T15:00:00.000Z');
    expect(faults).toEqual([]);
  });

  test('before a class with people moves, it says who is told', async () => {
    const id = await addPopUp({ capacity: 5 });
    expect((await ask('POST', '/v2/bookings', { clientId: server.ready.clientId, sessionId: id })).status).toBe(201);
    const { page, faults } = await open('/console/calendar');
    await dragDown(page, id, 1);
    const question = page.getByRole('alertdialog', { name: 'Move Pop-up?' });
    await question.getByText('Dana Rivera is notified.').waitFor();
    expect(await startOf(id)).toBe('2026-03-05T15:00:00.000Z');
    await question.getByRole('button', { name: 'Move this class and notify 1 person' }).click();
    await toast(page, /^Pop-up moved to Thu, Mar 5, 1[01]:/).waitFor();
    expect(await startOf(id)).toMatch(LATER);
    expect(faults).toEqual([]);
  });

  test('one of a schedule is moved alone, or the schedule from here on', async () => {
    const { page } = await open('/console/calendar');
    const { sessionId } = server.ready;
    await dragDown(page, sessionId, 1);
    const question = page.getByRole('alertdialog', { name: 'Move Morning Flow?' });
    await question.getByRole('button', { name: /^Move this class/ }).waitFor();
    await question.getByRole('link', { name: 'Move this and all later classes' }).click();
    await page.waitForURL(/\/timetable\/[^/]+\/change\?/);
    await page.getByText(/^Before: \d{1,2}:\d\d/).waitFor();
    const time = new URL(page.url()).searchParams.get('time') ?? '';
    expect(plain(await page.getByLabel('Starts').inputValue())).toBe(plain(shownTime(time.replaceAll('"', ''))));
    await page.getByRole('button', { name: /^Change \d+ classes/ }).waitFor();
  });

  test('somebody in two places is said in words, and put there anyway', async () => {
    const id = await addPopUp({ instructorId: STAFF.ana });
    await addPopUp({ name: 'Other', instructorId: STAFF.ana, startTime: '2026-03-05T17:00:00Z' });
    const { page } = await open('/console/calendar');
    await dragDown(page, id, 2);
    await page
      .getByRole('alert')
      .getByText(/^Pop-up was not moved: Ana Torres teaches Other until \d/)
      .waitFor();
    expect(await startOf(id)).toBe('2026-03-05T15:00:00.000Z');
    await page.getByRole('alert').getByRole('button', { name: 'Move anyway' }).click();
    await toast(page, /^Pop-up moved to /).waitFor();
    expect(await startOf(id)).toMatch(LATER);
  });

  test('by keyboard alone a class is opened and moved with fields', async () => {
    const id = await addPopUp();
    const { page, faults } = await open('/console/calendar');
    await block(page, id).press('Enter');
    await page.getByRole('dialog', { name: 'Pop-up' }).waitFor();
    expect(page.url()).toContain(`open=${id}`);
    await page.getByRole('button', { name: 'Move', exact: true }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Edit Pop-up' });
    await form.getByLabel('Starts').fill('13:30');
    await page.keyboard.press('Enter');
    await toast(page, 'Pop-up updated.').waitFor();
    expect(await startOf(id)).toBe('2026-03-05T18:30:00.000Z');
    expect(faults).toEqual([]);
  });

  test('its popover leads to the roster', async () => {
    const { page } = await open('/console/calendar');
    await block(page, server.ready.sessionId).click();
    const popover = page.getByRole('dialog', { name: 'Morning Flow' });
    await popover.getByText('2 expected, 10 open').waitFor();
    await popover.getByRole('link', { name: 'Open roster' }).click();
    await page.getByRole('grid', { name: 'Roster' }).waitFor();
  });
});

/** The classes named Pop-up that start on a day, by their start. */
const popUpsOn = async (day: string): Promise<string[]> => {
  const query = `start_time_gte=${day}T05:00:00Z&start_time_lte=${day}T23:59:00Z&limit=100`;
  const { data } = (await ask('GET', `/v2/sessions?location_id=${SITES.downtown}&${query}`)).body;
  return data.flatMap(({ name, startTime }: { name: string; startTime: string }) =>
    name === 'Pop-up' ? [startTime] : [],
  );
};

describe('copies', () => {
  test('the single classes of a week are copied at their time of day, and once', async () => {
    await addPopUp({ capacity: 5 });
    const { page, faults } = await open('/console/calendar');
    await page.getByRole('button', { name: 'Copy week' }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy March 2 – 8' });
    await dialog.getByText(/^\d+ classes are copied\./).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: /^Copy \d+ classes$/ }).click();
    await toast(page, / copied\./).waitFor();
    // The clocks are set forward on March 8.
    expect(await popUpsOn('2026-03-12')).toEqual(['2026-03-12T14:00:00.000Z']);
    await page.getByRole('button', { name: 'Copy week' }).click();
    await dialog.getByText(/\d+ classes already exist there\.$/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await popUpsOn('2026-03-12')).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  test('a copy whose answer was lost is asked for again with the same key, and made once', async () => {
    await addPopUp({ capacity: 5 });
    const { page, faults } = await open('/console/calendar');
    const keys = new Map<string, Set<string | undefined>>();
    let isLost = true;
    await page.route('**/manage/sessions', async (route, request) => {
      const { name, startTime } = request.postDataJSON();
      const sign = `${name} ${startTime}`;
      keys.set(sign, (keys.get(sign) ?? new Set()).add(request.headers()['idempotency-key']));
      if (name !== 'Pop-up' || !isLost) return route.continue();
      isLost = false;
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Copy week' }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy March 2 – 8' });
    const copy = dialog.getByRole('button', { name: /^Copy \d+ classes?$/ });
    await copy.waitFor();
    // The page cannot read what is there by now: the key alone says it.
    await page.route('**/manage/sessions?*', (route) => route.abort());
    await copy.click();
    await dialog.getByRole('alert').first().waitFor();
    expect(await popUpsOn('2026-03-12')).toHaveLength(1);
    await copy.click();
    await toast(page, / copied\./).waitFor();
    expect(await popUpsOn('2026-03-12')).toHaveLength(1);
    expect([...keys.values()].every((each) => each.size === 1)).toBe(true);
    expect([...(keys.get('Pop-up 2026-03-12T14:00:00.000Z') ?? [])][0]).toMatch(/^.{36} .{36} 1$/);
    expect(faults.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([]);
  });

  test('a class is duplicated a week later, with all that it has', async () => {
    const id = await addPopUp({ capacity: 5, roomName: 'Gym' });
    const { page, faults } = await open('/console/calendar');
    await block(page, id).click();
    await page.getByRole('button', { name: 'More: duplicate, cancel class' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a class' });
    expect(await dialog.getByLabel('Capacity').inputValue()).toBe('5');
    await dialog.getByRole('button', { name: 'Add class' }).click();
    await toast(page, 'Pop-up added.').waitFor();
    expect(await popUpsOn('2026-03-12')).toEqual(['2026-03-12T14:00:00.000Z']);
    expect(faults).toEqual([]);
  });
});

describe('the address', () => {
  test('keeps the week, the room, the instructor and the view', async () => {
    const { page } = await open('/console/calendar');
    await page.getByRole('heading', { name: 'March 2 – 8, Downtown' }).waitFor();
    await page.keyboard.press(']');
    await page.getByRole('heading', { name: 'March 9 – 15, Downtown' }).waitFor();
    await page.getByRole('radio', { name: 'Gym' }).click();
    await page.getByRole('button', { name: 'Any instructor' }).click();
    await page.getByRole('menuitemradio', { name: 'Ben Ito' }).click();
    await page.getByRole('button', { name: 'Instructor: Ben Ito' }).waitFor();
    await page.getByRole('radio', { name: 'List' }).click();
    await page
      .getByRole('link', { name: /Strength Basics/ })
      .first()
      .waitFor();
    expect(await page.getByRole('link', { name: /Morning Flow/ }).count()).toBe(0);
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({
      week: '2026-03-09',
      room: 'Gym',
      instructor: STAFF.ben,
      view: 'list',
    });
    await page.reload();
    await page
      .getByRole('link', { name: /Strength Basics/ })
      .first()
      .waitFor();
  });

  test.each([
    { filter: 'room=Gym', shown: (each: Listed) => each.roomName === 'Gym' },
    { filter: `instructor=${STAFF.ana}`, shown: (each: Listed) => each.instructorId === STAFF.ana },
  ])('$filter shows its classes alone', async ({ filter, shown }) => {
    const range = 'start_time_gte=2026-03-02T05:00:00Z&start_time_lte=2026-03-09T03:59:59Z&limit=100';
    const { data } = (await ask('GET', `/v2/sessions?location_id=${SITES.downtown}&${range}`)).body;
    const wanted = data.filter(shown).map(({ id }: Listed) => id);
    expect([0, data.length]).not.toContain(wanted.length);
    const { page, faults } = await open(`/console/calendar?${filter}`);
    await block(page, wanted[0]).first().waitFor();
    const ids = "[...document.querySelectorAll('[data-session]')].map((each) => each.dataset.session)";
    expect(new Set(await page.evaluate<string[]>(ids))).toEqual(new Set(wanted));
    expect(faults).toEqual([]);
  });

  test('what is hidden by filters is said, with the way out', async () => {
    const { page } = await open(`/console/calendar?room=Gym&instructor=${STAFF.ana}`);
    await page.getByRole('button', { name: 'Show all classes' }).click();
    await page.waitForURL((url) => url.searchParams.size === 0);
  });
});

test('the day by room draws a column for each room', async () => {
  const { page, faults } = await open('/console/calendar?view=rooms&week=2026-03-04');
  const grid = page.getByRole('region', { name: 'Day by room' });
  await grid.getByText('Studio A', { exact: true }).waitFor();
  await grid.getByRole('button', { name: /^Strength Basics, 6:00 PM to 7:00 PM, Gym/ }).click();
  await page.getByRole('dialog', { name: 'Strength Basics' }).waitFor();
  expect(faults).toEqual([]);
});

test('a day whose clocks are changed says so', async () => {
  const { page } = await open('/console/calendar?view=day&week=2026-03-08');
  await page.getByTitle('Clocks go forward: 23 hours today').waitFor();
});

test('N adds a class of one time, at a place that was pressed too', async () => {
  const { page, faults } = await open('/console/calendar');
  await page.locator('.fc').waitFor();
  await page.keyboard.press('n');
  const form = page.getByRole('dialog', { name: 'Add a class' });
  await form.getByRole('button', { name: 'Add class' }).click();
  await form.getByText('Enter a name.').waitFor();
  await form.getByLabel('Name', { exact: true }).fill('Handstands');
  await form.getByLabel('Date').fill('2026-03-06');
  await form.getByLabel('Starts').fill('12:00');
  await form.getByRole('button', { name: 'Add class' }).click();
  await toast(page, 'Handstands added.').waitFor();
  await page.getByRole('button', { name: /^Handstands, 12:00 PM to 1:00 PM/ }).waitFor();
  expect(faults).toEqual([]);
});

test.each([1440, 390])(
  'a class of one time gets its picture as it is added, and members see it, at %i px',
  async (width) => {
    const { page, faults } = await open('/console/calendar', { width });
    await page.getByText('Morning Flow').first().waitFor();
    await page.keyboard.press('n');
    const form = page.getByRole('dialog', { name: 'Add a class' });
    await form.getByLabel('Name', { exact: true }).fill('Cold Plunge');
    await form.getByLabel('Date').fill('2026-03-06');
    await form.getByLabel('Starts').fill('12:00');
    await form.getByText('Shown to members').click();
    await chooseClassPicture(page, 300, 200);
    await form.getByText(/^This photo is too small/).waitFor();
    await chooseClassPicture(page, 900, 600);
    const shown = form.getByRole('img', { name: 'Current photo' });
    await shown.waitFor();
    expect([await axeFindings(page), await sidewaysPixels(page)]).toEqual([[], 0]);
    await form.getByRole('button', { name: 'Remove photo' }).click();
    await shown.waitFor({ state: 'detached' });
    await chooseClassPicture(page, 900, 600);
    await shown.waitFor();
    await form.getByRole('button', { name: 'Add class' }).click();
    await toast(page, 'Cold Plunge added.').waitFor();
    const path = `/v2/sessions?location_id=${SITES.downtown}&start_time_gte=2026-03-06T17:00:00Z&limit=10`;
    const { data } = (await ask('GET', path)).body;
    const { id, imageUrl } = data.find(({ name }: { name: string }) => name === 'Cold Plunge');
    await page.goto(new URL(`/book/class/${id}`, page.url()).href);
    await page.locator(`.hero img[src="${new URL(imageUrl).pathname}"]`).waitFor();
    expect(faults).toEqual([]);
  },
);

test('a closure is drawn, and removed', async () => {
  const { page, faults } = await open('/console/calendar');
  await page.getByRole('button', { name: 'Closure' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close Downtown' });
  await dialog.getByLabel('Reason').fill('Inventory');
  await dialog.getByLabel('First day').fill('2026-03-07');
  await dialog.getByLabel('Last day').fill('2026-03-07');
  await dialog.getByRole('button', { name: /^Close/ }).click();
  await page.locator('.closure').getByText('Inventory').waitFor();
  await page.getByRole('button', { name: 'Closure' }).click();
  await page.getByRole('button', { name: 'Remove closure Inventory' }).click();
  await page.locator('.closure').waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

test('at 390 px a day is a list, with the days of the week above it', async () => {
  const { page, faults } = await open('/console/calendar', { width: 390 });
  await page.getByRole('button', { name: 'Thursday, March 5' }).click();
  await page.getByRole('heading', { name: 'Thursday, March 5' }).waitFor();
  await page.getByRole('link', { name: /Morning Flow/ }).click();
  await page.getByRole('grid', { name: 'Roster' }).waitFor();
  expect(faults).toEqual([]);
});

test('an instructor sees the calendar and moves nothing', async () => {
  const id = await addPopUp({ instructorId: STAFF.ana });
  const { page } = await open('/console/calendar', { role: 'instructor' });
  await block(page, id).click();
  await page.getByRole('dialog', { name: 'Pop-up' }).waitFor();
  expect(await page.getByRole('button', { name: 'Move', exact: true }).count()).toBe(0);
  expect(await page.getByRole('button', { name: /^Add class/ }).count()).toBe(0);
});

test.each(VIEWS)(
  'is accessible at $width px, $theme',
  async (view) => {
    const id = await addPopUp();
    const { page, faults } = await open('/console/calendar', view);
    await page.getByText('Morning Flow').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await sidewaysPixels(page)).toBe(0);
    if (view.width > 640) {
      await block(page, id).click();
      await page.getByRole('dialog', { name: 'Pop-up' }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await page.keyboard.press('n');
    await page.getByRole('dialog', { name: 'Add a class' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    for (const other of ['rooms', 'list', 'day']) {
      await page.goto(`${server.ready.rootUrl}/console/calendar?view=${other}`);
      await page.getByText('Morning Flow').first().waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(await sidewaysPixels(page)).toBe(0);
    }
    expect(faults).toEqual([]);
  },
  150_000,
);
