// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/session.browser.ts
import { beforeEach, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { BOOKINGS, MEMBER, SESSIONS } from '../../../src/resources/demo-ids.ts';
import { until } from '../../helpers/process.ts';
import { chooseClassPicture } from './class-picture.ts';
import { axeFindings, sidewaysPixels, testConsole, VIEWS } from './open.ts';

const { server, open } = testConsole('--clock', 'fixed:2026-03-02T15:00:00Z');
const ask = (...request: Parameters<typeof server.call>) => server.call(...request);
const morning = `/console/sessions/${SESSIONS.offered}`;

beforeEach(async () => {
  expect((await ask('POST', '/sandbox/reset')).status).toBe(200);
});

/** The row of a client. */
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
/** Presses J until the row of a client has the focus. */
const walkTo = async (page: Page, name: string): Promise<void> => {
  await row(page, name).waitFor();
  const focused = row(page, name).and(page.locator(':focus'));
  for (let step = 0; step < 9 && (await focused.count()) === 0; step += 1) await page.keyboard.press('j');
};
const toast = (page: Page, text: string | RegExp) => page.locator('.toast').filter({ hasText: text });
const bookMember = async () =>
  (await ask('POST', '/v2/bookings', { clientId: MEMBER, sessionId: SESSIONS.offered })).body as { id: string };
/** The morning begins at 12:00 UTC, two days after the day of the clock; it is free to cancel until midnight. */
const nearStart = () => ask('POST', '/sandbox/clock', { at: '2026-03-05T11:30:00Z' });

describe('by keyboard alone', () => {
  test('somebody is booked, checked in, and expected again', async () => {
    const { page, faults } = await open(morning);
    await page.getByRole('grid', { name: 'Roster' }).waitFor();
    await page.keyboard.press('b');
    await page.getByRole('dialog', { name: 'Book into Morning Flow' }).waitFor();
    await page.getByRole('searchbox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('dan');
    // Others are found by fewer letters.
    const options = page.getByRole('option');
    await options.filter({ hasText: 'Dana Rivera' }).waitFor();
    await options.nth(1).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await row(page, 'Dana Rivera').getByText('Expected').waitFor();
    await toast(page, 'Dana Rivera is booked.').waitFor();

    await walkTo(page, 'Dana Rivera');
    await page.keyboard.press('i');
    await row(page, 'Dana Rivera')
      .getByText(/^Here /)
      .waitFor();
    await toast(page, 'Dana Rivera checked in.').waitFor();
    await page.keyboard.press('z');
    await row(page, 'Dana Rivera').getByText('Expected').waitFor();
    expect(faults).toEqual([]);
  });

  test('a no-show is marked, with its fee said, and undone', async () => {
    await ask('PATCH', '/v2/settings', { payment: { noShowFee: 1_500, feesApplyTo: 'all' } });
    await bookMember();
    await nearStart();
    const { page, faults } = await open(morning);
    await walkTo(page, 'Dana Rivera');
    await page.keyboard.press('n');
    await row(page, 'Dana Rivera').getByText('No-show').waitFor();
    await toast(page, /Dana Rivera was marked as a no-show\. \$15\.00 fee /).waitFor();
    await page.keyboard.press('z');
    await row(page, 'Dana Rivera').getByText('Expected').waitFor();
    expect(faults).toEqual([]);
  });

  test('a late cancellation says what it costs first, and may give the credit back', async () => {
    const { id } = await bookMember();
    await nearStart();
    const { page, faults } = await open(morning);
    await walkTo(page, 'Dana Rivera');
    await page.keyboard.press('c');
    const question = page.getByRole('alertdialog', { name: 'Cancel late?' });
    await question.getByText('not returned', { exact: false }).waitFor();
    expect(page.url()).toContain(`panel=${id}`);
    await page.getByRole('button', { name: 'Late-cancel' }).and(page.locator(':focus')).waitFor();
    // Before the button stand the fee and, before it, the credit.
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Space');
    await question.getByText(/1 credit is returned/).waitFor();
    await page
      .getByRole('button', { name: /^Cancel/ })
      .last()
      .press('Enter');
    await toast(page, 'Dana Rivera’s booking was canceled. 1 credit returned.').waitFor();
    await row(page, 'Canceled, 1').waitFor();
    expect((await ask('GET', `/v2/bookings/${id}`)).body).toMatchObject({
      status: 'cancelled',
      creditOutcome: 'restored',
      isLateCancel: false,
    });
    expect(faults).toEqual([]);
  });

  test('Escape closes the panel, and the focus is on its row again', async () => {
    await bookMember();
    const { page } = await open(morning);
    await row(page, 'Dana Rivera').waitFor();
    await page.keyboard.press('j');
    const name = await page.evaluate<string>("document.activeElement.querySelector('.who b').innerText");
    const heading = page.getByRole('heading', { name, level: 2 }).and(page.locator(':focus'));
    // Enter waits a moment after J, lest a card that is scanned opens somebody.
    await until(async () => {
      await page.keyboard.press('Enter');
      return (await heading.count()) > 0;
    });
    await page.keyboard.press('Escape');
    await row(page, name).and(page.locator(':focus')).waitFor();
    expect(page.url()).not.toContain('panel=');
  });
});

/** Ten minutes after the start of the morning, and an hour after its end. */
const running = () => ask('POST', '/sandbox/clock', { at: '2026-03-05T12:10:00Z' });
const over = () => ask('POST', '/sandbox/clock', { at: '2026-03-05T14:00:00Z' });
const addByKey = async (page: Page): Promise<void> => {
  await page.getByRole('grid', { name: 'Roster' }).waitFor();
  await page.keyboard.press('b');
  await page.getByRole('dialog', { name: 'Book into Morning Flow' }).waitFor();
  await page.keyboard.type('dana r');
  const options = page.getByRole('option');
  await options.filter({ hasText: 'Dana Rivera' }).waitFor();
  await options.nth(1).waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
};

describe('after the start', () => {
  test('the front desk adds a walk-in to a class that runs, by B', async () => {
    await running();
    const { page, faults } = await open(morning, { role: 'front_desk' });
    await addByKey(page);
    await row(page, 'Dana Rivera').getByText('Expected').waitFor();
    await row(page, 'Dana Rivera').getByText('added afterwards').waitFor();
    await page.getByRole('button', { name: 'Substitute' }).waitFor();
    await page.getByRole('button', { name: 'Check in, Dana Rivera' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('whoever is added once it is over is here, and it can be undone the day after', async () => {
    await over();
    const { page } = await open(morning, { role: 'front_desk' });
    await addByKey(page);
    await row(page, 'Dana Rivera')
      .getByText(/^Here /)
      .waitFor();
    await page.getByRole('button', { name: 'Undo, Dana Rivera' }).click();
    await row(page, 'Dana Rivera').getByText('Expected').waitFor();
  });
});

describe('moving a booking', () => {
  test('the panel moves it, with what that does said before', async () => {
    const { id } = await bookMember();
    const { page, faults } = await open(`${morning}?panel=${id}`, { role: 'front_desk' });
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Move Dana Rivera to another class' });
    await dialog.getByRole('option', { name: 'Morning Flow' }).first().click();
    await dialog.getByText('The pass and its credit stay the same.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Move booking' }).click();
    await toast(page, /^Dana Rivera is now booked into /).waitFor();
    await row(page, 'Dana Rivera').waitFor({ state: 'detached' });
    expect((await ask('GET', `/v2/bookings/${id}`)).body).toMatchObject({ status: 'confirmed' });
    expect(faults).toEqual([]);
  });
});

describe('what one may not do', () => {
  test('says whom to ask, and cancelling a class is a right of the desk', async () => {
    const { page } = await open(`/console/sessions/${SESSIONS.breathing}?panel=${BOOKINGS.penalized}`, {
      role: 'front_desk',
    });
    const waive = page.getByRole('button', { name: 'Waive fee' });
    await waive.waitFor();
    expect(await waive.isDisabled()).toBe(true);
    await page.getByText('Ask Olivia Grant').waitFor();
    await page.goto(`${new URL(page.url()).origin}${morning}`);
    await page.getByRole('button', { name: /^More/ }).click();
    await page.getByRole('menuitem', { name: 'Cancel class' }).click();
    await page.getByRole('alertdialog', { name: /^Cancel Morning Flow/ }).waitFor();
  });
});

describe('by mouse', () => {
  test('somebody is checked in from the row, and undone in the panel', async () => {
    await bookMember();
    const { page, faults } = await open(morning);
    await page.getByRole('button', { name: 'Check in, Dana Rivera' }).click();
    await row(page, 'Dana Rivera')
      .getByText(/^Here /)
      .waitFor();
    // It is shown before it is stored.
    await toast(page, 'Dana Rivera checked in.').waitFor();
    await row(page, 'Dana Rivera').getByText('Dana Rivera').click();
    await page.getByRole('complementary').getByRole('button', { name: 'Undo' }).click();
    await row(page, 'Dana Rivera').getByText('Expected').waitFor();
    expect(faults).toEqual([]);
  });

  test('a fee is waived', async () => {
    const { page } = await open(`/console/sessions/${SESSIONS.breathing}?panel=${BOOKINGS.penalized}`);
    await page.getByRole('button', { name: 'Waive fee' }).click();
    await toast(page, / fee is waived\./).waitFor();
    expect((await ask('GET', `/v2/bookings/${BOOKINGS.penalized}`)).body.penalty.status).toBe('waived');
  });

  test('a seat that is held is confirmed, and its offer counts down', async () => {
    const { page } = await open(`/console/sessions/${SESSIONS.handstand}`);
    await page
      .getByText(/^Offer expires \w{3}, Mar \d, \d+:\d\d\s[AP]M/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Copy link' }).waitFor({ state: 'hidden' });
    await page
      .getByRole('button', { name: /^Confirm spot/ })
      .first()
      .click();
    await toast(page, /has a spot\./).waitFor();
    await row(page, 'Expected, 2').waitFor();
  });

  test('everybody is checked in at once', async () => {
    await bookMember();
    const { page } = await open(morning);
    await page.getByRole('button', { name: 'Check in all 3' }).click();
    await toast(page, '3 people checked in.').waitFor();
    await row(page, 'Here, 3').waitFor();
  });

  test('whom the server refuses of several is named above the roster, shown as before, and tried again alone', async () => {
    const { id } = await bookMember();
    const { page } = await open(morning);
    let others = 0;
    await page.route('**/checkin', async (route) => {
      const path = new URL(route.request().url()).pathname;
      const error = { type: 'conflict', code: 'booking_cancelled', message: 'The booking is canceled.' };
      if (path.includes(id)) return route.fulfill({ status: 409, json: { error } });
      // A colleague is faster.
      if (++others === 1) await ask('POST', path);
      return route.continue();
    });
    await page.getByRole('button', { name: 'Check in all 3' }).click();
    await page.getByRole('alert').getByText('Dana Rivera: This booking is canceled.', { exact: false }).waitFor();
    await row(page, 'Here, 2').waitFor();
    await page.unroute('**/checkin');
    await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
    await toast(page, 'Dana Rivera checked in.').waitFor();
    await row(page, 'Here, 3').waitFor();
  });
});

describe('the session as a whole', () => {
  test('another instructor teaches, and somebody in two places is put there anyway', async () => {
    const { page } = await open(morning);
    await page.getByRole('button', { name: 'Substitute', exact: true }).click();
    await page.getByRole('button', { name: 'Assign substitute' }).click();
    await page.getByText('Choose an instructor.').waitFor();
    await page.getByText('Ben Ito').click();
    await page.getByRole('button', { name: 'Assign Ben Ito' }).click();
    await toast(page, 'Ben Ito is now teaching.').waitFor();
    await page.getByText(/Ben Ito for Ana/).waitFor();
  });

  test('a smaller class takes nobody their place', async () => {
    await bookMember();
    const { page } = await open(morning);
    await page.getByRole('button', { name: 'More: edit, cancel class' }).click();
    await page.getByRole('menuitem', { name: 'Edit class' }).click();
    await page.getByLabel('Capacity').fill('2');
    await page.getByText('3 are booked. No one loses their spot, and no one new can book.').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('3 are booked, but the class holds 2. No one loses their spot.').waitFor();
  });

  test('it gets a picture of its own, which members see', async () => {
    const { page, faults } = await open(morning, { width: 390 });
    await page.getByRole('button', { name: 'More: edit, cancel class' }).click();
    await page.getByRole('menuitem', { name: 'Edit class' }).click();
    await page.getByText('Shown to members').click();
    await chooseClassPicture(page, 900, 600);
    await toast(page, 'Photo saved.').waitFor();
    await page.getByRole('img', { name: 'Current photo' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await sidewaysPixels(page)).toBe(0);
    const { imageUrl } = (await ask('GET', `/v2/sessions/${SESSIONS.offered}`)).body;
    await page.goto(new URL(`/book/class/${SESSIONS.offered}`, page.url()).href);
    await page.locator(`.hero img[src="${new URL(imageUrl).pathname}"]`).waitFor();
    expect(faults).toEqual([]);
  });

  test('it is cancelled, with what that does said before', async () => {
    await bookMember();
    const { page } = await open(morning);
    await page.getByRole('button', { name: 'More: edit, cancel class' }).click();
    await page.getByRole('menuitem', { name: 'Cancel class' }).click();
    const question = page.getByRole('alertdialog', { name: 'Cancel Morning Flow?' });
    await question.getByText('3 bookings are canceled at no charge.').waitFor();
    await question.getByLabel('Reason').fill('The boiler is broken.');
    await question.getByRole('button', { name: 'Cancel class and notify 3 people' }).click();
    await page.getByText('This class was canceled: The boiler is broken.').waitFor();
    expect(await page.getByRole('button', { name: 'Book someone' }).count()).toBe(0);
  });

  test('a day after its end nobody is booked or canceled', async () => {
    await bookMember();
    await ask('POST', '/sandbox/clock', { at: '2026-03-06T14:00:00Z' });
    const { page } = await open(morning);
    await row(page, 'Dana Rivera').getByText('Dana Rivera').click();
    await page.getByRole('complementary').getByRole('button', { name: 'No-show' }).waitFor();
    expect(await page.getByRole('button', { name: 'Cancel', exact: true }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Book someone' }).count()).toBe(0);
  });
});

test('an instructor checks in the own class, and sees neither sales nor cancellations', async () => {
  await bookMember();
  const { page, faults } = await open(morning, { role: 'instructor' });
  await row(page, 'Dana Rivera').getByText('Dana Rivera').click();
  const panel = page.getByRole('complementary');
  await panel.getByRole('button', { name: 'Check in' }).waitFor();
  expect(await panel.getByRole('button', { name: 'Cancel', exact: true }).count()).toBe(0);
  expect(await panel.getByText('Balance').count()).toBe(0);
  expect(await panel.getByRole('link').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Book someone' }).count()).toBe(0);
  expect(faults).toEqual([]);
});

test.each(VIEWS)(
  'is accessible at $width px, $theme, with the panel and its question open',
  async (view) => {
    const { id } = await bookMember();
    const { page, faults } = await open(`${morning}?panel=${id}`, view);
    await row(page, 'Dana Rivera').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('complementary').getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel booking' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await sidewaysPixels(page)).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByRole('complementary').waitFor({ state: 'detached' });
    await page.keyboard.press('b');
    await page.getByRole('searchbox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('dan');
    await page.getByRole('option').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
  },
  150_000,
);

test('prints the roster with boxes to tick and without acts', async () => {
  await bookMember();
  const { page } = await open(morning);
  await row(page, 'Dana Rivera').waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(
    await page
      .getByRole('button', { name: /Check in/ })
      .first()
      .isVisible(),
  ).toBe(false);
  expect(await page.getByText('Dana Rivera').isVisible()).toBe(true);
});

test('prints who is expected, and empty lines: nobody who has cancelled, and nothing that passes', async () => {
  const booking = await bookMember();
  const { page } = await open(`${morning}?panel=${booking.id}`);
  await row(page, 'Dana Rivera').waitFor();
  expect((await ask('POST', `/v2/bookings/${booking.id}/cancel`, {})).status).toBe(200);
  await page
    .getByRole('row', { name: /Cancelled|Canceled/ })
    .first()
    .waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await row(page, 'Dana Rivera').isVisible()).toBe(false);
  expect(await page.locator('.crumb').first().isVisible()).toBe(false);
  expect(await page.locator('.print-lines li').first().isVisible()).toBe(true);
});

test.each([768, 1000])('the panel is a sheet in sight at %d px', async (width) => {
  const booking = await bookMember();
  const { page } = await open(morning, { width });
  await row(page, 'Dana Rivera').click({ position: { x: 120, y: 10 } });
  await page.waitForURL(new RegExp(booking.id));
  const box = await page.locator('.session-panel').boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(900);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
});
