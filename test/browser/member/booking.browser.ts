// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/member/booking.browser.ts
import { expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { axeFindings, sidewaysPixels, VIEWS } from '../console/open.ts';
import { testMember } from './open.ts';

// A Friday morning in New York: classes follow all day. The member has ten credits, and a place that is offered.
const { server, open } = testMember('--clock', 'fixed:2026-03-06T12:30:00Z');

let numbers = 0;
/** What is made for a test has a number, so that the test can run once more. */
const numbered = (name: string): string => `${name} ${++numbers}`;

const DAY = '/book?day=2026-03-12';
const PHONE = { width: 390 } as const;

/** Counts what a thumb presses. */
const thumb = () => {
  let count = 0;
  return {
    async tap(what: Locator): Promise<void> {
      count += 1;
      // A link opens a sheet once the script of its page is there; before, it leads to a page.
      await what.page().waitForLoadState();
      await what.tap();
    },
    get count() {
      return count;
    },
  };
};

const row = (page: Page, name: string): Locator => page.locator('.class').filter({ hasText: name }).first();
const sheet = (page: Page): Locator => page.getByRole('dialog');
const bookingsOf = async (): Promise<{ id: string; status: string; session: { startTime: string } }[]> => {
  const { body } = await server.call(
    'GET',
    `/v2/bookings?client_id=${server.ready.clientId}&expand[]=session&limit=100`,
  );
  return body.data;
};

test.each(VIEWS)('each page is accessible at $width px, $theme', async ({ width = 1440, theme = 'light' }) => {
  const [booking] = await bookingsOf();
  const { body } = await server.call('GET', '/public-api/v2/timetable?limit=100');
  const classes: { id: string; availability: string }[] = body.data;
  const full = classes.find(({ availability }) => availability === 'waitlist')?.id;
  const free = classes.find(({ availability }) => availability === 'available')?.id;
  const { page, faults } = await open('/book', {
    width,
    theme,
    // Axe would measure the colours of a sheet that is still coming.
    options: { reducedMotion: 'reduce' },
  });
  const paths = [
    '/book',
    DAY,
    `/book/class/${free}`,
    `/book/class/${full}`,
    `/book/class/${free}/book`,
    `/book/class/${full}/book`,
    `/book/me/bookings/${booking?.id}`,
    `/book/me/bookings/${booking?.id}?new`,
    '/book/me',
    '/book/me/past?month=2026-02',
  ];
  for (const path of paths) {
    await page.goto(server.ready.rootUrl + path);
    expect([path, await axeFindings(page)]).toEqual([path, []]);
    expect([path, await sidewaysPixels(page)]).toEqual([path, 0]);
  }
  await page.goto(server.ready.rootUrl + DAY);
  await page.locator('.classes a[data-sheet]').first().click();
  await sheet(page).getByRole('heading', { level: 1 }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('the week is seen at once; a class is booked with two taps, and cancelled with two; undo is one', async () => {
  const { page, faults } = await open(DAY, PHONE);
  expect(await page.getByRole('navigation', { name: 'Day' }).getByRole('link').count()).toBe(14);
  const book = thumb();
  await book.tap(row(page, 'Morning Flow').getByRole('link', { name: 'Book' }));
  await sheet(page).getByText('Free cancellation until').waitFor();
  await sheet(page).getByText('1 credit from Ten classes').waitFor();
  await book.tap(sheet(page).getByRole('button', { name: 'Book' }));
  await page.getByRole('heading', { level: 1, name: 'You’re booked, Dana' }).waitFor();
  expect(book.count).toBe(2);
  await page.locator('.ticket .dots i[data-now]').waitFor();

  const cancel = thumb();
  await cancel.tap(page.getByRole('link', { name: /^Cancel/ }));
  await sheet(page).getByText('You get your credit back').waitFor();
  await cancel.tap(sheet(page).getByRole('button', { name: 'Cancel booking', exact: true }));
  await page.getByText('Your booking for Morning Flow is canceled. Your credit was returned.').waitFor();
  expect(cancel.count).toBe(2);
  await page.waitForURL(({ search }) => search === '');

  const undo = thumb();
  await undo.tap(page.getByRole('button', { name: 'Undo' }));
  await page.waitForURL(/\/book\/me\/bookings\//);
  expect([undo.count, faults]).toEqual([1, []]);
});

test('a week on one page: a choice finds classes at once, words do with Enter, and a class is booked there', async () => {
  const { page, faults } = await open('/book/week?day=2026-03-08', PHONE);
  expect(await page.locator('#classes h2').count()).toBeGreaterThan(5);
  await page.waitForLoadState();
  await page.getByLabel('Class type').selectOption('Strength');
  await page.waitForURL(/category=Strength/);
  expect(await row(page, 'Morning Flow').count()).toBe(0);
  await page.getByLabel('Class type').selectOption('');
  await page.waitForURL(/category=&/);
  await page.getByRole('searchbox').fill('flow');
  await page.getByRole('searchbox').press('Enter');
  await page.waitForURL(/q=flow/);
  expect(await page.locator('.class').filter({ hasNotText: /flow/i }).count()).toBe(0);
  await row(page, 'Morning Flow').getByRole('link', { name: 'Book' }).tap();
  await sheet(page).getByText('Free cancellation until').waitFor();
  expect(faults).toEqual([]);
});

test('a waiting list is joined with two taps, and left with two', async () => {
  const { page, faults } = await open('/book?day=2026-03-09', PHONE);
  const join = thumb();
  await join.tap(row(page, 'Strength Basics').getByRole('link', { name: 'Join waitlist' }));
  await sheet(page)
    .getByText(/^Full\. You would be/)
    .waitFor();
  await sheet(page).getByText('Joining and leaving are free.').waitFor();
  await join.tap(sheet(page).getByRole('button', { name: 'Join waitlist' }));
  await page.getByRole('heading', { level: 1, name: /on the waitlist$/ }).waitFor();
  const leave = thumb();
  await leave.tap(page.getByRole('link', { name: /^Leave/ }));
  await leave.tap(sheet(page).getByRole('button', { name: 'Leave waitlist' }));
  await page.getByText('You left the waitlist for Strength Basics.').waitFor();
  expect([join.count, leave.count, faults]).toEqual([2, 2, []]);
});

test('by keyboard alone: booked in a sheet, which has the focus and gives it back', async () => {
  const { page } = await open('/book?day=2026-03-13');
  await row(page, 'Morning Flow').getByRole('link', { name: 'Book' }).focus();
  await page.keyboard.press('Enter');
  const focus = page.locator(':focus');
  const title = sheet(page).getByRole('heading', { level: 1 }).and(focus);
  await title.waitFor();
  await page.keyboard.press('Escape');
  await sheet(page).waitFor({ state: 'detached' });
  await row(page, 'Morning Flow').getByRole('link', { name: 'Book' }).and(focus).waitFor();
  await page.keyboard.press('Enter');
  await title.waitFor();
  await sheet(page).getByRole('button', { name: 'Book' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'You’re booked, Dana' }).waitFor();
});

test('without a script: booked and cancelled', async () => {
  const { page } = await open('/book?day=2026-03-14', { ...PHONE, isPlain: true });
  await row(page, 'Morning Flow').getByRole('link', { name: 'Book' }).click();
  await page.getByRole('button', { name: 'Book' }).click();
  await page.getByRole('heading', { level: 1, name: 'You’re booked, Dana' }).waitFor();
  await page.getByRole('link', { name: /^Cancel/ }).click();
  await page.getByRole('button', { name: 'Cancel booking', exact: true }).click();
  await page.getByText('Your booking for Morning Flow is canceled. Your credit was returned.').waitFor();
});

test('what changes elsewhere is shown while the page is open', async () => {
  const { page } = await open('/book?day=2026-03-15', PHONE);
  const following = page.waitForResponse((response) => response.url().endsWith('/member/live'));
  await page.reload();
  await following;
  const href = await row(page, 'Morning Flow')
    .getByRole('link', { name: 'Morning Flow', exact: true })
    .getAttribute('href');
  const sessionId = href?.split('/').at(-1);
  const { status } = await server.call('POST', '/v2/bookings', { clientId: server.ready.clientId, sessionId });
  expect(status).toBe(201);
  await row(page, 'Morning Flow').getByText('You’re booked').waitFor({ timeout: 40_000 });
});

test('an offer is on the page, and taken with two taps', async () => {
  const { page, faults } = await open('/book', PHONE);
  const take = thumb();
  await take.tap(page.getByRole('region', { name: 'Spots held for you' }).getByRole('link', { name: /^Accept/ }));
  await sheet(page).getByText('Spot held for you until').waitFor();
  await take.tap(sheet(page).getByRole('button', { name: 'Accept' }));
  await page.getByRole('heading', { level: 1, name: 'You’re booked, Dana' }).waitFor();
  expect([take.count, faults]).toEqual([2, []]);
});

test('a seat that is gone while somebody chooses: the sheet changes in place, and nothing is taken', async () => {
  const startTime = '2026-03-16T15:00:00Z';
  const name = numbered('Rope');
  const given = { siteId: server.ready.siteId, name, startTime, durationMinutes: 60, capacity: 1 };
  const { body: session } = await server.call('POST', '/manage/sessions', given);
  const { page, faults } = await open('/book?day=2026-03-16', PHONE);
  await row(page, name).getByRole('link', { name: 'Book' }).tap();
  await sheet(page).getByRole('button', { name: 'Book' }).waitFor();
  const person = { firstName: 'Nia', lastName: 'Okoro', email: `${numbered('nia').replace(' ', '')}@members.example` };
  const { body: other } = await server.call('POST', '/v2/clients', person);
  const seat = { clientId: other.id, sessionId: session.id, requireCredit: false };
  expect((await server.call('POST', '/v2/bookings', seat)).status).toBe(201);
  await sheet(page).getByRole('button', { name: 'Book' }).tap();
  await sheet(page).getByRole('alert').getByText('That spot was just taken. You were not charged.').waitFor();
  await sheet(page).getByRole('button', { name: 'Join waitlist' }).waitFor();
  expect((await bookingsOf()).some(({ session: each }) => each.startTime.startsWith('2026-03-16T15'))).toBe(false);
  expect(faults).toEqual([]);
});

test('a class that opens later: the row leads to the reminder, by keyboard alone, and says that there is one', async () => {
  // Axe would measure the colours of a sheet that is still coming.
  const { page, faults } = await open('/book?day=2026-03-24', { options: { reducedMotion: 'reduce' } });
  await row(page, 'Morning Flow')
    .getByRole('link', { name: /^Remind me/ })
    .press('Enter');
  await sheet(page)
    .getByText(/^Opens /)
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await sheet(page).getByRole('button', { name: 'Remind me' }).press('Enter');
  await page.waitForURL(/\/book\/class\/[^/]+$/);
  await page.goto(`${server.ready.rootUrl}/book?day=2026-03-24`);
  await row(page, 'Morning Flow').getByText('Reminder on').waitFor();
  expect(faults).toEqual([]);
});

test('a stranger sees Book, and the class is kept over signing in, without a script too', async () => {
  const { page } = await open(DAY, { ...PHONE, clientId: null, isPlain: true });
  await row(page, 'Morning Flow').getByRole('link', { name: 'Book' }).tap();
  await page.waitForURL(/\/book\/sign-in\?next=%2Fbook%2Fclass%2F/);
  await page.getByText('Then we continue to Morning Flow.').waitFor();
});

test.each(['de-DE', 'es-ES', 'fr-FR'])('in %s nothing is cut off at 390 px', async (locale) => {
  const [booking] = await bookingsOf();
  const { page } = await open('/book', { ...PHONE, locale });
  for (const path of [DAY, '/book/me', `/book/me/bookings/${booking?.id}?new`, '/book/me/past']) {
    await page.goto(server.ready.rootUrl + path);
    expect([path, await sidewaysPixels(page)]).toEqual([path, 0]);
  }
});
