// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/clients.browser.ts
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { until } from '../../helpers/process.ts';
import { axeFindings, sidewaysPixels, testConsole, VIEWS } from './open.ts';
import { peopleOf } from './people.ts';

const { server, open } = testConsole();
const { elsewhere, newClient } = peopleOf(server);

/** The names in the table, in its order. */
const names = (page: Page): Promise<string[]> => page.locator('.clients-table .who > a').allTextContents();
const row = (page: Page, name: string) => page.getByRole('row', { name });
/** Waits until the table has these rows only. */
const expectNames = async (page: Page, expected: readonly string[]): Promise<void> => {
  const table = page.locator('.clients-table .who > a');
  await table.nth(expected.length).waitFor({ state: 'detached' });
  await table.nth(expected.length - 1).waitFor();
  expect(await names(page)).toEqual([...expected]);
};

test.each(VIEWS)('the list is accessible at $width px, $theme', async (view) => {
  const { page, faults } = await open('/console/clients', view);
  await row(page, 'Mei Chen').waitFor();
  await page.locator('.lists .count').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(await page.title()).toBe('Clients · Demo Studio');
  expect(faults).toEqual([]);
});

test('a client is found by typing, and opened with the keyboard alone', async () => {
  await newClient('Hannah Aardvark');
  const { page, faults } = await open('/console/clients', { role: 'front_desk' });
  await page.getByRole('searchbox', { name: 'Search clients', exact: true }).fill('hannah c');
  await expectNames(page, ['Hannah Cohen']);
  expect(new URL(page.url()).searchParams.get('q')).toBe('hannah c');
  await page.keyboard.press('Escape');
  await row(page, 'Mei Chen').waitFor();
  await page.getByRole('columnheader', { name: 'Name' }).click();
  await page.waitForURL(/sort=name/);
  await page.locator('.clients-table tbody tr').first().getByText('Hannah Aardvark').waitFor();
  await page.keyboard.press('Tab');
  await page.locator('body').click({ position: { x: 5, y: 5 } });
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  // Enter waits until somebody can have seen where the focus is.
  await until(async () => {
    await page.keyboard.press('Enter');
    return /\/clients\/[0-9a-f-]{36}/.test(page.url());
  });
  expect(faults).toEqual([]);
});

test('filters stand in the address, and what they show is saved as a list', async () => {
  const { page, faults } = await open('/console/clients');
  await row(page, 'Mei Chen').waitFor();
  await page.keyboard.press('f');
  await page.getByRole('menuitem', { name: 'Status' }).press('ArrowRight');
  await page.getByRole('menuitemradio', { name: 'Suspended' }).press('Enter');
  await expectNames(page, ['Victor Moreau']);
  expect(new URL(page.url()).searchParams.get('status')).toBe('suspended');
  await page.reload();
  await expectNames(page, ['Victor Moreau']);
  await page.getByRole('button', { name: 'Save as list' }).click();
  await page.getByRole('button', { name: 'Save list' }).click();
  await page.getByText('Enter a list name.').waitFor();
  await page.getByLabel('List name').fill('On hold');
  await page.keyboard.press('Enter');
  const tab = page.getByRole('tab', { name: /^On hold/ });
  await page.waitForURL(/\/clients\?list=/);
  await page.getByRole('tab', { name: /^On hold/, selected: true }).waitFor();
  // Another filter changes the list until it is saved.
  await page.getByRole('button', { name: 'Add filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Waiver' }).click();
  await page.getByRole('menuitemradio', { name: 'Not signed' }).click();
  await page.getByRole('button', { name: 'Save changes to “On hold”' }).click();
  await page.getByText('“On hold” saved.').waitFor();
  await page.getByRole('button', { name: 'Remove filter Waiver' }).click();
  await page.getByRole('tab', { name: 'All' }).click();
  await row(page, 'Mei Chen').waitFor();
  await tab.click();
  await page.getByRole('button', { name: 'Remove filter Waiver' }).waitFor();
  await page.getByRole('button', { name: 'More for “On hold”' }).click();
  await page.getByRole('menuitem', { name: 'Delete list' }).click();
  await page.getByRole('button', { name: 'Delete list' }).click();
  await tab.waitFor({ state: 'detached' });
  await row(page, 'Mei Chen').waitFor();
  expect(faults).toEqual([]);
});

test('the text that a saved list searches for is cleared, in the address too', async () => {
  const { id } = await elsewhere('POST', '/manage/client-lists', { name: 'Only Mei', filters: { search: 'mei' } });
  const { page, faults } = await open(`/console/clients?list=${id}`);
  await expectNames(page, ['Mei Chen']);
  const find = page.getByRole('searchbox', { name: 'Search this list' });
  expect(await find.inputValue()).toBe('mei');
  await find.fill('');
  await row(page, 'Victor Moreau').waitFor();
  await page.reload();
  await row(page, 'Victor Moreau').waitFor();
  await page.getByRole('tab', { name: /^Only Mei/, selected: true }).waitFor();
  expect(faults).toEqual([]);
});

test('rows are selected with X and Shift X, up to everybody whom the list has', async () => {
  const { page, faults } = await open('/console/clients?sort=name');
  await page.locator('.clients-table tbody tr').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByRole('region', { name: '1 selected' }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  const bar = page.getByRole('region', { name: '3 selected' });
  await bar.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await bar.getByRole('button', { name: /^Select all \d+$/ }).click();
  await page.getByRole('region', { name: /^All \d+ on this list$/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.bulkbar').waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

test('the keys of a list are not taken for the first letter of a name', async () => {
  for (const name of ['Amy Keyes', 'Ben Keyes', 'Jim Keyes', 'Kit Keyes', 'Xena Keyes']) await newClient(name);
  const { page, faults } = await open('/console/clients?q=keyes&sort=name');
  await expectNames(page, ['Amy Keyes', 'Ben Keyes', 'Jim Keyes', 'Kit Keyes', 'Xena Keyes']);
  const focused = (name: string) => row(page, name).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('j');
  await focused('Amy Keyes');
  await page.keyboard.press('j');
  await focused('Ben Keyes');
  await page.keyboard.press('k');
  await focused('Amy Keyes');
  await page.keyboard.press('x');
  await page.getByRole('region', { name: '1 selected' }).waitFor();
  await focused('Amy Keyes');
  expect(faults).toEqual([]);
});

test('a file has the clients who are selected, for who may export', async () => {
  const chosen = [await newClient('Filed Away'), await newClient('Filed Too')];
  const other = await newClient('Filed Not');
  const select = async (role: 'owner' | 'front_desk') => {
    const opened = await open('/console/clients?q=filed', { role });
    for (const [at, name] of [/Filed Away/, /Filed Too/].entries()) {
      await opened.page.getByRole('row', { name }).focus();
      await opened.page.keyboard.press('x');
      await opened.page.getByRole('region', { name: `${at + 1} selected` }).waitFor();
    }
    return opened;
  };
  const { page, context, faults } = await select('owner');
  const idsOfFile = async (press: () => Promise<void>): Promise<(string | undefined)[]> => {
    const file = page.waitForEvent('download');
    await press();
    const text = await Bun.file(await (await file).path()).text();
    const [head = '', ...rows] = text.trim().split(/\r?\n/);
    const at = head.split(',').indexOf('id');
    return rows.map((row) => row.split(',')[at]).toSorted();
  };
  const bar = page.locator('.bulkbar');
  const press = () => bar.getByRole('button', { name: 'Download CSV' }).click();
  expect(await idsOfFile(press)).toEqual(chosen.toSorted());
  await bar.getByRole('button', { name: 'Select all 3' }).click();
  await page.getByRole('region', { name: 'All 3 on this list' }).waitFor();
  expect(await idsOfFile(press)).toEqual([...chosen, other].toSorted());
  expect(await idsOfFile(() => page.getByRole('button', { name: 'Download CSV of this list' }).click())).toHaveLength(
    3,
  );
  expect(faults).toEqual([]);
  await context.close();
  const desk = await select('front_desk');
  expect(await desk.page.getByRole('button', { name: 'Download CSV' }).count()).toBe(0);
});

test('a client is added by keyboard; an email that is taken leads to its client', async () => {
  const { page } = await open('/console/clients', { role: 'front_desk' });
  await row(page, 'Mei Chen').waitFor();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New client' });
  await dialog.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await dialog.getByText('Enter a first name.').waitFor();
  await page.keyboard.type('Mei');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Chen');
  await page.keyboard.press('Tab');
  await page.keyboard.type('mei.chen@members.example');
  await page.keyboard.press('Enter');
  await dialog.getByText('Mei Chen already uses this email. Open that client, or enter another email.').waitFor();
  await dialog.getByLabel('Email').fill('mei.other@members.example');
  await dialog.getByRole('button', { name: 'Add client' }).click();
  await page.waitForURL(/\/clients\/[0-9a-f-]{36}/);
});

test('nobody is found: a new client begins with the name that was typed', async () => {
  const { page, faults } = await open('/console/clients?q=gra%20hopper', { width: 390 });
  await page.getByText('No client found for “gra hopper”').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add “gra hopper”' }).click();
  expect(await page.getByLabel('First name').inputValue()).toBe('Gra');
  expect(await page.getByLabel('Last name').inputValue()).toBe('Hopper');
  expect(faults).toEqual([]);
});

test('instructors are told that the page is not theirs', async () => {
  const { page } = await open('/console/clients', { role: 'instructor' });
  await page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor();
  expect(server.ready.rootUrl).toStartWith('http://127.0.0.1');
});

// Last, since its clients are newer than all others.
test('more clients than a file has by their ids are told how many it has', async () => {
  await Promise.all(Array.from({ length: 101 }, (_, at) => newClient(`Crowd ${at}`)));
  const { page, faults } = await open('/console/clients?q=crowd');
  const bar = page.locator('.bulkbar');
  for (const count of [25, 50, 75, 100, 101]) {
    await page.locator('thead input[type=checkbox]').check({ force: true });
    await page.getByRole('region', { name: `${count} selected` }).waitFor();
    if (count < 101) await page.getByRole('button', { name: 'Next page' }).click();
    if (count < 101) await page.locator('thead input[type=checkbox]:not(:checked)').waitFor();
  }
  await bar.getByText('Download up to 100, or all').waitFor();
  expect(await bar.getByRole('button', { name: 'Download CSV' }).count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await bar.getByRole('button', { name: 'Select all 101' }).click();
  await bar.getByRole('button', { name: 'Download CSV' }).waitFor();
  expect(faults).toEqual([]);
});

test('a dialog in which something was typed stays open at a press beside it, and asks at Escape', async () => {
  const { page, faults } = await open('/console/clients');
  await page.getByRole('button', { name: 'New client' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New client' });
  const name = dialog.getByLabel('First name');
  await name.pressSequentially('Marta');
  await page.mouse.click(10, 10);
  expect(await name.inputValue()).toBe('Marta');
  await page.keyboard.press('Escape');
  await dialog.getByText('Leave without saving?').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await name.and(page.locator(':focus')).waitFor();
  expect(await name.inputValue()).toBe('Marta');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Leave without saving' }).click();
  await dialog.waitFor({ state: 'detached' });
  // Nothing was typed: a press beside it closes it.
  await page.getByRole('button', { name: 'New client' }).first().click();
  await name.waitFor();
  expect(await name.inputValue()).toBe('');
  await page.mouse.click(10, 10);
  await dialog.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

test('what a browser fills in by itself is guarded too', async () => {
  const { page, faults } = await open('/console/clients');
  await page.getByRole('button', { name: 'New client' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New client' });
  const email = dialog.getByLabel('Email');
  await email.waitFor();
  // As Safari and password managers do: no key, no press, nothing but the change.
  const id = await email.getAttribute('id');
  await page.evaluate(`(() => {
    const field = document.getElementById('${id}');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, 'marta@studio.example');
    field.dispatchEvent(new Event('change', { bubbles: true }));
  })()`);
  await page.keyboard.press('Escape');
  await dialog.getByText('Leave without saving?').waitFor();
  expect(await email.inputValue()).toBe('marta@studio.example');
  expect(faults).toEqual([]);
});
