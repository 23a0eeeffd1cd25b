// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/main-actions.browser.ts
import { expect, test } from 'bun:test';
import { testConsole } from './open.ts';
import { peopleOf } from './people.ts';

const { server, open } = testConsole();
const { newClient, sell, elsewhere } = peopleOf(server);

test('Ctrl Enter takes the payment wherever the focus is', async () => {
  const clientId = await newClient('Pays Quickly');
  const { page } = await open(`/console/sell?client=${clientId}`);
  await page.getByRole('button', { name: /^Charge \$/ }).waitFor();
  await page.getByRole('button', { name: 'Discount code', exact: true }).focus();
  await page.keyboard.press('Control+Enter');
  await page.getByText(/ sold for /).waitFor();
  expect(await page.getByLabel('Discount code').count()).toBe(0);
});

test('a dialog begins in its first field, and Ctrl Enter sends its form', async () => {
  const { page } = await open('/console/calendar');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('n');
  await page.getByRole('dialog', { name: 'Add a class' }).waitFor();
  await page.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Sunrise Stretch');
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Sunrise Stretch');
  await page.getByLabel('Name', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('Control+Enter');
  await page.getByLabel('Name', { exact: true }).and(page.locator(':focus, [aria-invalid="true"]')).waitFor();
});

test('the list of keys fits on the screen and closes', async () => {
  const { page } = await open('/console/today');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const close = dialog.getByRole('button', { name: 'Close' });
  await close.scrollIntoViewIfNeeded();
  const box = await close.boundingBox();
  expect((box?.y ?? 9_999) + (box?.height ?? 0)).toBeLessThan(900);
  await close.click();
  await dialog.waitFor({ state: 'detached' });
});

test('whoever is suspended is not offered a class', async () => {
  const clientId = await newClient('Zelda Halted');
  await elsewhere('PATCH', `/v2/clients/${clientId}`, { status: 'suspended' });
  const { page } = await open('/console/today');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('/');
  await page.locator('.palette input:focus').waitFor();
  await page.keyboard.type('zelda');
  await page.getByRole('complementary', { name: 'Zelda Halted' }).waitFor();
  expect(await page.getByRole('button', { name: /^Book \d/ }).count()).toBe(0);
  await page.goto(`${server.ready.rootUrl}/console/sessions/${server.ready.sessionId}`);
  await page.getByRole('button', { name: /^Book someone/ }).click();
  await page.getByRole('dialog').getByRole('searchbox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('mar');
  await page.getByRole('option', { name: /Marcus Bell/ }).waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('zelda');
  const option = page.getByRole('option', { name: /Zelda Halted/ });
  await option.waitFor();
  expect(await option.textContent()).toContain('Suspended: cannot book');
  await option.click();
  await page.getByRole('alert').waitFor();
});

test('whoever may book over the limit chooses so in a full class', async () => {
  const startTime = new Date(Date.now() + 3 * 3_600_000).toISOString();
  const full = { siteId: server.ready.siteId, name: 'Very Full', startTime, durationMinutes: 45, capacity: 1 };
  const session = await elsewhere('POST', '/manage/sessions', full);
  const [first, second] = [await newClient('Fills Up'), await newClient('Squeezed In')];
  await elsewhere('POST', '/v2/bookings', { clientId: first, sessionId: session.id, requireCredit: false });
  await sell(second);
  const book = async (role: 'owner' | 'front_desk') => {
    const { page } = await open(`/console/sessions/${session.id}`, { role });
    await page.getByRole('button', { name: /^Book someone/ }).click();
    await page.getByText('Anyone you choose goes on the waitlist.').waitFor();
    return { page, box: page.getByRole('checkbox', { name: 'Book over capacity' }) };
  };
  const desk = await book('front_desk');
  expect(await desk.box.count()).toBe(0);
  await desk.page.context().close();
  const { page, box } = await book('owner');
  await box.check();
  await page.getByRole('dialog').getByRole('searchbox').fill('squeezed');
  await page.getByRole('option', { name: /Squeezed In/ }).click();
  await page
    .getByText('2 expected')
    .or(page.getByRole('row', { name: /Squeezed In/ }))
    .first()
    .waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { data } = await elsewhere<{ data: { clientId: string; status: string }[] }>(
    'GET',
    `/v2/bookings?session_id=${session.id}&client_id=${second}`,
  );
  expect(data.map(({ status }) => status)).toEqual(['confirmed']);
});

test('an instructor opens only the own rosters from the calendar', async () => {
  for (const view of ['week', 'list']) {
    const { page } = await open(`/console/calendar?view=${view}`, { role: 'instructor' });
    if (view === 'week') {
      await page.getByText('Lunch Ride').last().click();
      await page.getByRole('dialog', { name: 'Lunch Ride' }).waitFor();
      expect(await page.getByRole('link', { name: 'Open roster' }).count()).toBe(0);
    } else {
      await page.getByText('Lunch Ride').first().waitFor();
      expect(await page.getByRole('link', { name: /Lunch Ride/ }).count()).toBe(0);
      expect(await page.getByRole('link', { name: /Vinyasa Flow|Yin and Breath/ }).count()).toBeGreaterThan(0);
    }
  }
});

test('Book on Today says what to type', async () => {
  const { page } = await open('/console/today');
  await page.getByRole('button', { name: /^Book/ }).first().click();
  await page.getByText('Enter three letters of a name, or scan a card.').waitFor();
  await page.context().close();
});

test('the desk bar says to an instructor what it finds, and when it finds nothing', async () => {
  const { page } = await open('/console/today', { role: 'instructor' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.deskbar-hint').getByText('Search classes and pages').waitFor();
  await page.keyboard.press('/');
  await page.locator('.palette input:focus').waitFor();
  await page.keyboard.type('marcus');
  await page.getByText('No class or page found for “marcus”.').waitFor();
});

test('an address that is no page says so, with the navigation beside it', async () => {
  const { page } = await open('/console/no/such/page');
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Calendar' }).waitFor();
});
