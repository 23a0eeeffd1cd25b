// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/in-sight.browser.ts
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { until } from '../../helpers/process.ts';
import { testConsole } from './open.ts';
import { peopleOf, toast } from './people.ts';

const { server, open } = testConsole();
const { newClient, elsewhere } = peopleOf(server);

test('what two people changed at once is asked where it is seen, below a long form too', async () => {
  const clientId = await newClient('Twice Changed');
  const { page } = await open(`/console/clients/${clientId}/details`);
  const field = page.getByLabel('Last name');
  await field.fill('Mine');
  await elsewhere('PATCH', `/v2/clients/${clientId}`, { lastName: 'Theirs' });
  await page.keyboard.press('Control+Enter');
  const question = page.getByText(/changed this at .* Which version do you want to keep\?/);
  await question.waitFor();
  // The page scrolls to it.
  await until(async () => {
    const box = await question.boundingBox();
    return (box?.y ?? 9_999) + (box?.height ?? 0) < 900;
  }, 20_000);
});

/** Whether two elements overlap. */
const overlap = (page: Page, one: string, other: string): Promise<boolean> =>
  page.evaluate<boolean>(`(() => {
    const [a, b] = ${JSON.stringify([one, other])}.map((each) => document.querySelector(each).getBoundingClientRect());
    return a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right;
  })()`);

test('a toast and the bulk bar cover neither what has the focus, nor the last row, nor each other', async () => {
  const { page, faults } = await open('/console/clients', { width: 390 });
  const last = page.getByRole('row').last();
  await last.waitFor();
  // What clears the focus comes with the palette.
  await page.keyboard.press('/');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox').waitFor({ state: 'detached' });
  await last.focus();
  await page.keyboard.press('x');
  await page.locator('.bulkbar').waitFor();
  const focused = '[role="row"]:focus';
  expect(await overlap(page, focused, '.bulkbar')).toBe(false);
  // The row stands where the toast will be.
  await page.evaluate('document.activeElement.scrollIntoView({ block: "end" })');
  const scan = [...'99887766', 'Enter'].map((key) => ({ key, bubbles: true, cancelable: true }));
  await page.evaluate(
    `for (const key of ${JSON.stringify(scan)}) document.body.dispatchEvent(new KeyboardEvent('keydown', key))`,
  );
  await toast(page, 'No client has card 99887766.').waitFor();
  await until(async () => !(await overlap(page, focused, '.toast')));
  expect(await overlap(page, focused, '.bulkbar')).toBe(false);
  expect(await overlap(page, '.bulkbar', '.toast')).toBe(false);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a page that did not load without a connection says so, and loads when the connection is back', async () => {
  const { page, context } = await open('/console/today');
  await page.getByText('Live', { exact: true }).waitFor();
  await context.setOffline(true);
  await page.getByText('Offline', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Clients' }).first().click();
  await page.getByText('The studio’s server did not respond.').first().waitFor();
  await context.setOffline(false);
  await page
    .getByRole('grid', { name: /Clients/ })
    .or(page.getByLabel('Search clients'))
    .first()
    .waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
});

test('a toast covers nobody, and tabs stand at one height on each page', async () => {
  const { page, faults } = await open('/console/content');
  const heights: (number | undefined)[] = [];
  for (const path of ['content', 'clients', 'engagement', 'integrations', 'data', 'system', 'plans']) {
    await page.goto(new URL(`/console/${path}`, server.ready.rootUrl).href);
    heights.push((await page.locator('.tabs').first().boundingBox())?.y);
  }
  expect(new Set(heights).size).toBe(1);
  const clientId = await newClient('Covered Never');
  await page.goto(new URL(`/console/clients/${clientId}`, server.ready.rootUrl).href);
  await page.getByRole('button', { name: /^More: / }).click();
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  await page.locator('.toast').waitFor();
  expect(await overlap(page, '.toast', '#page')).toBe(false);
  expect(await overlap(page, '.toast', '.deskbar')).toBe(false);
  expect(faults).toEqual([]);
});
