// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/checkins.browser.ts
import { expect, test } from 'bun:test';
import { SITES } from '../../../src/resources/demo-ids.ts';
import { keysOn, mouseOn } from './hands.ts';
import { axeFindings, sidewaysPixels, testConsole, VIEWS } from './open.ts';
import { peopleOf, toast } from './people.ts';

const { server, open } = testConsole();
const { newClient, elsewhere, sell } = peopleOf(server);

/** A client whom the rules have refused at the site. Returns the id of the client. */
const refused = async (name: string): Promise<string> => {
  const clientId = await newClient(name);
  await elsewhere('PATCH', `/v2/clients/${clientId}`, { status: 'suspended' });
  await elsewhere('POST', '/v2/checkins', { clientId, locationId: SITES.downtown, source: 'kiosk' });
  return clientId;
};

test.each(VIEWS)('the list and a check-in are accessible at $width px, $theme', async (view) => {
  const name = `Acc ${view.theme}${view.width}`;
  await refused(name);
  const { page, faults } = await open('/console/checkins', view);
  const row = page.getByRole('row', { name: new RegExp(`^${name}`) });
  await row.waitFor();
  await page.locator('.figures').getByText('Refused').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(await page.title()).toBe('Check-ins · Demo Studio');
  await row.locator('small').first().click();
  const panel = page.getByRole('complementary', { name });
  await panel.getByText('The client is suspended.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(faults).toEqual([]);
});

test.each([
  { hand: 'mouse', handsOn: mouseOn, width: 1440 },
  { hand: 'keyboard', handsOn: keysOn, width: 1440 },
  { hand: 'mouse', handsOn: mouseOn, width: 390 },
])('who was refused is let in by $hand at $width px, with a reason that stays', async ({ hand, handsOn, width }) => {
  const name = `Let ${hand}${width}`;
  await refused(name);
  const { page, faults } = await open('/console/checkins', { width, role: 'front_desk' });
  const hands = handsOn(page);
  const row = page.getByRole('row', { name: new RegExp(`^${name}`) });
  await row.getByText('The client is suspended.').waitFor();
  await hands.open(row);
  const panel = page.getByRole('complementary', { name });
  await hands.press(panel.getByRole('button', { name: 'Let in anyway' }));
  const dialog = page.getByRole('dialog', { name: `${name} cannot be checked in` });
  await hands.press(dialog.getByRole('button', { name: 'Let in anyway', exact: true }));
  await dialog.getByText('Enter a reason. It is saved with the check-in.').waitFor();
  await hands.write(dialog.getByLabel('Reason for letting them in'), 'Pays tomorrow');
  await hands.press(dialog.getByRole('button', { name: 'Let in anyway', exact: true }));
  await toast(page, `${name} was let in.`).waitFor();
  await panel.getByText('Pays tomorrow').waitFor();
  await panel.getByText('Let in by staff').waitFor();
  expect(await panel.getByRole('button', { name: 'Let in anyway' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await page.locator('[role="row"][data-key]:focus').waitFor();
  expect(faults).toEqual([]);
});

test('filters stand in the address, and the counts are of all that they leave', async () => {
  const clientId = await refused('Fil Tered');
  const { page, faults } = await open(`/console/checkins?client=${clientId}&site=${SITES.downtown}&range=today`);
  const figure = (name: string) => page.locator('.figures > div').filter({ hasText: name }).locator('dd');
  await figure('Check-ins').getByText(/^1/).waitFor();
  await figure('Refused').getByText(/^1/).waitFor();
  await page.getByRole('button', { name: 'Add filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Status' }).click();
  await page.getByRole('menuitemradio', { name: 'Checked in' }).click();
  await page.getByText('No results').waitFor();
  expect(new URL(page.url()).searchParams.get('status')).toBe('valid');
  await page.getByRole('button', { name: 'Remove “Status”' }).click();
  await page.getByRole('row', { name: /^Fil Tered/ }).waitFor();
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await (await (await downloaded).createReadStream()).toArray();
  expect(Buffer.concat(file).toString().trim().split('\r\n')).toHaveLength(2);
  expect(faults).toEqual([]);
});

test('a check-in at the front desk says whose it was, and one that was undone was not refused', async () => {
  const clientId = await newClient('Desk Said');
  const { id } = await elsewhere('POST', '/v2/bookings', { clientId, sessionId: server.ready.sessionId });
  await elsewhere('POST', `/v2/bookings/${id}/checkin`);
  await elsewhere('POST', `/manage/bookings/${id}/undo`);
  const { page, faults } = await open(`/console/checkins?client=${clientId}`, { role: 'front_desk' });
  await page
    .getByRole('row', { name: /^Desk Said/ })
    .getByText('Undone')
    .waitFor();
  const refusals = page.locator('.figures > div').filter({ hasText: 'Refused' }).locator('dd');
  await refusals.getByText(/^0/).waitFor();
  const { rootUrl } = server.ready;
  await page.goto(new URL(`/console/clients/${clientId}`, rootUrl).href);
  await page.getByRole('button', { name: 'Check in', exact: true }).first().click();
  await toast(page, /checked in/).waitFor();
  await page.goto(new URL(`/console/clients/${clientId}/checkins`, rootUrl).href);
  await page.getByText('Downtown, front desk, Felix Moor').waitFor();
  expect(faults).toEqual([]);
});

test('times of another site are by its clock, in the list and on the profile', async () => {
  const { id: siteId } = await elsewhere('POST', '/v2/sites', { name: 'Shibuya', timezone: 'Asia/Tokyo' });
  const clientId = await newClient('Far East');
  const visit = { clientId, locationId: siteId, source: 'kiosk' };
  const { checkedInAt } = await elsewhere<{ checkedInAt: string }>('POST', '/v2/checkins', visit);
  const day = new Date(Date.parse(checkedInAt) + 2 * 86_400_000).toISOString().slice(0, 10);
  const { id: sessionId } = await elsewhere('POST', '/manage/sessions', {
    name: 'Far Flow',
    startTime: `${day}T03:30:00.000Z`,
    durationMinutes: 60,
    capacity: 5,
    locationId: siteId,
  });
  await sell(clientId);
  await elsewhere('POST', '/v2/bookings', { clientId, sessionId });
  const clock = new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Tokyo', hour: 'numeric', minute: '2-digit' });
  const came = new RegExp(clock.format(Date.parse(checkedInAt)).replace(/\s/, '\\s'));
  const { page, faults } = await open(`/console/checkins?client=${clientId}`);
  const row = page.getByRole('row', { name: /^Far East/ });
  await row.getByText(came).last().waitFor();
  await page.goto(new URL(`/console/clients/${clientId}/checkins`, server.ready.rootUrl).href);
  await page.locator('.client-panel').getByText(came).waitFor();
  await page.getByRole('tab', { name: 'Bookings' }).click();
  await page
    .locator('.client-panel')
    .getByText(/, 12:30\sPM$/)
    .waitFor();
  expect(faults).toEqual([]);
});

test('who may not read bookings may not open it', async () => {
  const { page, faults } = await open('/console/checkins', { role: 'instructor' });
  await page.getByText('You do not have access to this page').waitFor();
  expect(await page.getByRole('link', { name: 'Check-ins' }).count()).toBe(0);
  expect(faults).toEqual([]);
});
