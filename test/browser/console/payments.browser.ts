// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/payments.browser.ts
import { expect, test } from 'bun:test';
import { until } from '../../helpers/process.ts';
import { keysOn, mouseOn } from './hands.ts';
import { axeFindings, closedAfterEach, sidewaysPixels, testConsole, VIEWS } from './open.ts';
import { peopleOf, toast } from './people.ts';

const { server, open: openAny } = testConsole();
const open = closedAfterEach(openAny);
const { newClient, sell, elsewhere } = peopleOf(server);

/** A client with a payment of ten classes. */
const payer = async (name: string) => {
  const clientId = await newClient(name);
  await sell(clientId);
  const { data } = await elsewhere<{ data: { id: string }[] }>('GET', `/manage/payments?client_id=${clientId}`);
  return { clientId, paymentId: data[0]?.id ?? '' };
};

test.each(VIEWS)('the list and a payment are accessible at $width px, $theme', async (view) => {
  const { paymentId } = await payer(`Acc ${view.theme}${view.width}`);
  await elsewhere('POST', `/v2/payments/${paymentId}/refund`, { amount: 4_000, notes: 'Half of it' });
  const { page, faults } = await open('/console/payments', view);
  await page.getByRole('row', { name: /^Acc/ }).first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(await page.title()).toBe('Payments · Demo Studio');
  await page.getByRole('row', { name: new RegExp(`^Acc ${view.theme}${view.width}`) }).click();
  const panel = page.getByRole('complementary', { name: `Acc ${view.theme}${view.width}` });
  await panel.getByRole('img', { name: '$40.00 of $150.00 refunded.' }).waitFor();
  await panel.getByText('Half of it').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(faults).toEqual([]);
});

test('what is imported later stands where it belongs in time', async () => {
  const { clientId } = await payer('New Est');
  const old = {
    clientId,
    amount: 1_100,
    currency: 'USD',
    status: 'completed',
    paymentMethod: 'cash',
    purpose: 'product',
  };
  const paidAt = '2019-03-01T15:00:00Z';
  await elsewhere('POST', '/manage/imports?family=payments', [
    { ...old, externalId: 'old-1', paidAt, createdAt: paidAt },
  ] as never);
  const { page } = await open('/console/payments');
  const first = page.getByRole('row').nth(1);
  await first.getByText('New Est').waitFor();
  await first.getByText('$150.00').waitFor();
  // A day of years ago is said with its year.
  await page.goto(`${new URL(page.url()).origin}/console/payments?client=${clientId}`);
  await page
    .getByText(/Mar 1, 2019|1 Mar 2019/)
    .first()
    .waitFor();
});

test('filters stand in the address, and the totals are of all that they leave', async () => {
  const { clientId, paymentId } = await payer('Fil Ter');
  const body = { clientId, amount: 1_200, currency: 'USD', paymentMethod: 'external', purpose: 'product' };
  await elsewhere('POST', '/manage/payments', body);
  await elsewhere('POST', `/v2/payments/${paymentId}/refund`, { amount: 5_000 });
  const { page, faults } = await open(`/console/payments?client=${clientId}`, { role: 'front_desk' });
  const figure = (name: string) => page.locator('.figures > div').filter({ hasText: name }).locator('dd');
  await figure('Collected').getByText('$162.00').waitFor();
  await figure('Refunded').getByText('$50.00').waitFor();
  await figure('Net').getByText('$112.00').waitFor();
  await page.getByRole('button', { name: 'Remove filter Client' }).waitFor();
  await page.getByText('2 of 2').waitFor();
  await page.locator('h1').click();
  await page.keyboard.press('f');
  await page.getByRole('menuitem', { name: 'Payment for' }).press('ArrowRight');
  await page.getByRole('menuitemradio', { name: 'Product' }).press('Enter');
  await figure('Collected').getByText('$12.00').waitFor();
  expect(new URL(page.url()).searchParams.get('purpose')).toBe('product');
  await page.reload();
  await figure('Collected').getByText('$12.00').waitFor();
  // Two years ago there was nothing: the page says which filter to drop.
  await page.getByRole('button', { name: 'Add filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Date range' }).click();
  await page.getByRole('menuitemradio', { name: 'Custom dates…' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Choose at least one date.').waitFor();
  await page.getByLabel('From').fill('2024-01-01');
  await page.getByLabel('To', { exact: true }).fill('2024-01-31');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('No results').waitFor();
  expect(new URL(page.url()).searchParams.get('range')).toBe('2024-01-01..2024-01-31');
  await page.getByText(/Jan 1, 2024 to Jan 31, 2024/).waitFor();
  await page.getByRole('button', { name: 'Remove “Date range”' }).click();
  await figure('Collected').getByText('$12.00').waitFor();
  await page.getByRole('button', { name: 'Remove filter Client' }).click();
  await page.getByRole('button', { name: 'Add filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Client…' }).click();
  await page.getByRole('searchbox', { name: 'Search clients' }).fill('fil ter');
  await page.getByRole('option', { name: /Fil Ter/ }).click();
  await page.waitForURL(new RegExp(`client=${clientId}`));
  expect(faults).toEqual([]);
});

test.each([
  { hand: 'mouse', handsOn: mouseOn, width: 1440 },
  { hand: 'keyboard', handsOn: keysOn, width: 1440 },
  { hand: 'mouse', handsOn: mouseOn, width: 390 },
])(
  'a payment is refunded in part by $hand at $width px, with what it does said before',
  async ({ hand, handsOn, width }) => {
    const name = `Re ${hand}${width}`;
    await payer(name);
    const { page, faults } = await open('/console/payments', { width });
    const hands = handsOn(page);
    await hands.open(page.getByRole('row', { name: new RegExp(`^${name}`) }));
    const panel = page.getByRole('complementary', { name });
    await panel.waitFor();
    await panel.locator('h2:focus').waitFor();
    await hands.press(panel.getByRole('button', { name: 'Refund…' }));
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Give the client $150.00 in person.').waitFor();
    // Whoever gets all of the money back keeps nothing; whoever gets a part keeps the pass.
    await dialog.getByText('Ten classes is canceled. The 10 remaining credits are removed.').waitFor();
    await hands.write(dialog.getByLabel('Amount'), '30');
    await dialog.getByText('Ten classes can still be used.').waitFor();
    await dialog.getByText('$120.00 can still be refunded after this.').waitFor();
    await hands.press(dialog.getByRole('button', { name: 'Refund $30.00' }));
    await toast(page, '$30.00 refunded.').waitFor();
    await panel.getByText('Partially refunded').waitFor();
    await panel.getByRole('img', { name: '$30.00 of $150.00 refunded.' }).waitFor();
    await page.getByRole('row', { name }).filter({ hasText: '$30.00 refunded' }).waitFor();
    await hands.press(panel.getByRole('button', { name: 'Receipt' }));
    await page.locator('.receipt').getByText('Total').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.receipt').isVisible()).toBe(true);
    expect(await page.locator('h1').isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await page.keyboard.press('Escape');
    await page.locator('.receipt').waitFor({ state: 'detached' });
    // Escape closes the panel, and the focus is on its row again.
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await page.locator('[role="row"][data-key]:focus').waitFor();
    expect(faults).toEqual([]);
  },
);

test('J and K walk the rows beside an open panel, and a colleague opens it by its address', async () => {
  const { page, faults } = await open('/console/payments');
  const rows = page.locator('.record-list [role="row"][data-key]');
  await rows.first().waitFor();
  await page.keyboard.press('j');
  // Enter waits until somebody can have seen where the focus is.
  await until(async () => {
    await page.keyboard.press('Enter');
    return page.url().includes('open=');
  });
  await page.locator('.side-panel .lines').first().waitFor();
  await page.keyboard.press('j');
  const second = (await rows.nth(1).getAttribute('data-key')) ?? '';
  await page.waitForURL(new RegExp(`open=${second}`));
  await page.keyboard.press('k');
  await page.waitForURL((url) => url.searchParams.get('open') !== second);
  const address = page.url();
  const other = await open(new URL(address).pathname + new URL(address).search);
  await other.page.locator('.side-panel .lines').first().waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await page.waitForURL(/calendar/);
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.waitForURL(/payments/);
  expect([...faults, ...other.faults]).toEqual([]);
});

test('the file has what the filters show, for who may export', async () => {
  const { clientId } = await payer('Ex Port');
  const { page, faults } = await open(`/console/payments?client=${clientId}&method=cash`);
  await page.getByRole('row', { name: /^Ex Port/ }).waitFor();
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await (await (await downloaded).createReadStream()).toArray();
  const lines = Buffer.concat(file).toString().trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(clientId);
  const desk = await open('/console/payments', { role: 'front_desk' });
  await desk.page.getByRole('row', { name: /^Ex Port/ }).waitFor();
  expect(await desk.page.getByRole('button', { name: 'Download CSV' }).count()).toBe(0);
  const instructor = await open('/console/payments', { role: 'instructor' });
  await instructor.page.getByText('You do not have access to this page').waitFor();
  expect(faults).toEqual([]);
});
