// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/system.browser.ts
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { texts as de } from '../../../src/texts/made/console/de.ts';
import { keysOn, mouseOn } from './hands.ts';
import { axeFindings, closedAfterEach, sidewaysPixels, testConsole, VIEWS, type View } from './open.ts';
import { peopleOf } from './people.ts';

const { booking, content, mails, system } = de;

const directory = mkdtempSync(join(tmpdir(), 'studiod-system-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const { server, open: openAny } = testConsole('--data', directory);

const openPath = closedAfterEach(openAny);
const open = async (path: string, view?: View) => {
  const opened = await openPath(path, view);
  // A backup, and what doctor checks, let other processes go first.
  opened.page.setDefaultTimeout(60_000);
  return opened;
};
const { elsewhere } = peopleOf(server);

let manager = '';
beforeAll(async () => {
  const person = { firstName: 'Mara', lastName: 'Field', email: 'mara@browser.example', role: 'manager' };
  manager = (await elsewhere<{ link: string }>('POST', '/manage/staff/invitations', { person })).link;
  const { id } = await elsewhere('POST', '/manage/plans', {
    name: 'Ten swims',
    type: 'credit_pack',
    price: 10_000,
    currency: 'USD',
    creditsTotal: 10,
  });
  await elsewhere('PATCH', `/manage/plans/${id}`, { name: 'Twelve swims', creditsTotal: 12, price: 12_050 });
}, 90_000);

test.each(VIEWS)('the checks are accessible at $width px, $theme', async (view) => {
  const { page, faults } = await open('/console/system', view);
  await page.getByText(/^Checked /).waitFor({ timeout: 50_000 });
  expect(await page.title()).toBe('System · Demo Studio');
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(faults).toEqual([]);
});

test.each(VIEWS)('the audit log is accessible at $width px, $theme', async (view) => {
  const { page, faults } = await open('/console/system/audit', view);
  const line = page.getByRole('button', { name: /Changed: Plan/ }).first();
  await line.click();
  await page.getByRole('rowheader', { name: 'Total credits' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(faults).toEqual([]);
});

test('what nobody has set up is a note, not a good result', async () => {
  const { page, faults } = await open('/console/system');
  const check = (text: string) => page.locator('.check-list > li').filter({ hasText: text });
  for (const text of ['No email server is set up, so no emails are sent.', 'Backups are on this server only.']) {
    await check(text).getByText('Note', { exact: true }).waitFor();
    expect(await check(text).locator('.said').allTextContents()).toEqual([text]);
  }
  await page.getByText('Sandbox mailbox', { exact: true }).waitFor();
  expect(faults).toEqual([]);
});

test('in German, a check says in German what is wrong, what to do and what was found', async () => {
  const { page, faults } = await open('/console/system', { locale: 'de-DE' });
  const check = page.getByRole('listitem').filter({ hasText: 'Was zu tun ist' }).first();
  const said = await check.textContent();
  const saysOf = (start: string): string[] =>
    Object.entries(system).flatMap(([name, text]) => (name.startsWith(start) && said?.includes(text) ? [text] : []));
  expect(saysOf('mend_')).toHaveLength(1);
  expect(saysOf('found_')).not.toEqual([]);
  expect(faults).toEqual([]);
});

test('in German, the audit log names fields of settings and content as their forms do', async () => {
  await elsewhere('PATCH', '/v2/settings', {
    booking: { lateCancelWindowMinutes: 600, waitlistPromotionMode: 'manual' },
    notification: { fromName: 'Studio am Park' },
  });
  await elsewhere('POST', '/manage/content/banners', { title: 'Sommer', placement: 'on_demand', position: 3 });
  const { page, faults } = await open('/console/system/audit', { locale: 'de-DE' });
  await page.getByRole('button', { name: system.act_updateSettings }).first().click();
  const late = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: booking.lateWindow }) });
  expect(await late.getByRole('cell').last().textContent()).toBe('600');
  const sender = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: mails.fromName }) });
  expect(await sender.getByRole('cell').last().textContent()).toBe('Studio am Park');
  await page.getByRole('button', { name: 'Sommer' }).first().click();
  const place = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: content.place, exact: true }) });
  expect(await place.getByRole('cell').last().textContent()).toBe(content.placeOnDemand);
  expect(faults).toEqual([]);
});

describe.each([
  { by: 'keys', handsOn: keysOn },
  { by: 'clicks', handsOn: mouseOn },
])('by $by', ({ handsOn }) => {
  test('what doctor says is told with what to do, and checked again', async () => {
    const { page, faults } = await open('/console/today');
    const hands = handsOn(page);
    await hands.press(page.getByRole('link', { name: 'System' }));
    const checks = page.getByRole('region', { name: 'Checks' });
    await checks.getByText('Background jobs', { exact: true }).waitFor();
    await checks.getByText('What to do').first().waitFor();
    expect(await checks.getByRole('listitem').count()).toBeGreaterThan(15);
    await page.getByText(/ free/).first().waitFor();
    const answered = page.waitForResponse(/\/manage\/system\/check$/);
    await hands.press(page.getByRole('button', { name: 'Check again' }));
    expect((await answered).status()).toBe(200);
    expect(faults).toEqual([]);
  });

  test('the audit log says in words who changed what, and is filtered', async () => {
    const { page, faults } = await open('/console/system/audit');
    const hands = handsOn(page);
    const filters = page.getByRole('group', { name: 'Filters' });
    for (const label of ['User', 'What', 'From', 'To']) await filters.getByText(label, { exact: true }).waitFor();
    const line = page.getByRole('button', { name: /Changed: Plan .* Twelve swims/ }).first();
    await hands.press(line);
    const row = page.getByRole('row').filter({ hasText: 'Total credits' });
    await row.waitFor();
    expect(await row.getByRole('cell').allTextContents()).toEqual(['10', '12']);
    expect(await page.getByRole('main').textContent()).not.toContain('{"');
    const price = page.getByRole('row').filter({ hasText: 'Price' });
    expect(await price.getByRole('cell').allTextContents()).toEqual(['$100.00', '$120.50']);
    // What was added is told in words, without what is empty.
    await hands.press(page.getByRole('button', { name: /Added: Plan .* Ten swims/ }).first());
    const added = page.getByRole('table').filter({ hasText: 'Ten swims' }).last();
    await added.getByRole('row').filter({ hasText: 'Type' }).getByText('Class pack').waitFor();
    expect(await added.textContent()).not.toMatch(/credit_pack|on_purchase|Description/);
    await hands.press(page.getByRole('button', { name: /What/ }));
    await hands.pick(page.getByRole('option', { name: 'Exported data' }));
    await page.getByText('No entries match.').waitFor();
    expect(new URL(page.url()).search).toBe('?act=exportFamily');
    expect(faults).toEqual([]);
  });
});

test('a manager sees the audit log alone', async () => {
  const { page, faults } = await open('/console/system', { role: null, invitation: manager });
  await page
    .getByRole('button', { name: /Changed: Plan/ })
    .first()
    .waitFor();
  expect(await page.getByRole('tab').allTextContents()).toEqual(['Audit log']);
  expect(await page.getByRole('link', { name: 'Data', exact: true }).count()).toBe(0);
  expect(faults).toEqual([]);
});

test('the front desk has no such page', async () => {
  const { page } = await open('/console/system', { role: 'front_desk' });
  await page.getByRole('heading').first().waitFor();
  expect(await page.getByRole('link', { name: 'System' }).count()).toBe(0);
  expect(await page.getByRole('tablist').count()).toBe(0);
});
