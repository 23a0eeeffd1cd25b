// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/client-actions.browser.ts
import { expect, test } from 'bun:test';
import { until } from '../../helpers/process.ts';
import { axeFindings, testConsole } from './open.ts';
import { peopleOf, toast } from './people.ts';

const { server, open } = testConsole();
const { elsewhere, newClient, sell } = peopleOf(server);

test('a payment is refunded in part, with what it does in words, and its receipt is shown', async () => {
  const id = await newClient('Re Fund');
  await sell(id);
  const { page, faults } = await open(`/console/clients/${id}/payments`);
  await page.getByRole('button', { name: /^Receipt/ }).click();
  const receipt = page.locator('.receipt');
  await receipt.getByText('Total').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('h1').isVisible()).toBe(false);
  expect(await receipt.isVisible()).toBe(true);
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: /^Refund/ }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('Give the client $150.00 in person.').waitFor();
  // All of the money goes back, so the pass goes with it.
  expect(await dialog.getByLabel('Also cancel the pass').isChecked()).toBe(true);
  await dialog.getByText('The 10 remaining credits are removed.', { exact: false }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByLabel('Amount').fill('30');
  await dialog.getByText('Give the client $30.00 in person.').waitFor();
  await dialog.getByText('$120.00 can still be refunded after this.').waitFor();
  await dialog.getByText('Ten classes can still be used.').waitFor();
  await dialog.getByText('Also cancel the pass').click();
  await dialog.getByText('The 10 remaining credits are removed.', { exact: false }).waitFor();
  await dialog.getByText('Also cancel the pass').click();
  await dialog.getByText('Ten classes can still be used.').waitFor();
  await dialog.getByRole('button', { name: 'Refund $30.00' }).click();
  await toast(page, '$30.00 refunded.').waitFor();
  await page.getByText('Partially refunded').waitFor();
  expect(faults).toEqual([]);
});

test('a package is frozen, adjusted and cancelled', async () => {
  const id = await newClient('Fro Zen');
  await sell(id);
  const { page, faults } = await open(`/console/clients/${id}/packages`);
  const pack = page.locator('.client-panel').getByRole('article', { name: 'Ten classes' });
  const act = async (name: string): Promise<void> => {
    await pack.getByRole('button', { name: 'Actions for Ten classes' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Freeze…');
  await page.getByLabel('Reason').waitFor();
  await page.getByLabel('Keep bookings during the freeze').check();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Freeze', exact: true }).click();
  await toast(page, /^Ten classes is frozen until/).waitFor();
  await pack.getByText('Frozen', { exact: true }).waitFor();
  await act('End freeze');
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'End freeze' }).click();
  await pack.getByText('Active', { exact: true }).waitFor();
  await act('Adjust credits…');
  await page.getByText('10 now, 11 after this change.').waitFor();
  await page.getByRole('button', { name: 'Adjust credits', exact: true }).click();
  await page.getByText('Enter a reason for the credit history.').waitFor();
  await page.locator('input:focus').and(page.getByLabel('Reason')).waitFor();
  await page.getByLabel('Reason').fill('Class was cut short');
  await page.keyboard.press('Enter');
  await toast(page, 'Ten classes: 11 credits left.').waitFor();
  await pack.getByRole('button', { name: 'Credit history' }).click();
  await page.getByRole('cell', { name: /Class was cut short/ }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await act('Cancel pass…');
  await page.getByText('11 credits are lost.').waitFor();
  await page.getByRole('button', { name: 'Cancel pass' }).click();
  await pack.getByText('Canceled', { exact: true }).waitFor();
  expect(faults).toEqual([]);
});

test('a freeze says before how many bookings it cancels', async () => {
  const id = await newClient('Fro Zenbooked');
  await sell(id);
  const { sessionId } = server.ready;
  await elsewhere('POST', '/v2/bookings', { clientId: id, sessionId });
  const { page, faults } = await open(`/console/clients/${id}/packages`);
  const pack = page.locator('.client-panel').getByRole('article', { name: 'Ten classes' });
  await pack.getByRole('button', { name: 'Actions for Ten classes' }).click();
  await page.getByRole('menuitem', { name: 'Freeze…' }).click();
  await page.getByText('1 booking will be canceled.').waitFor();
  await page.getByLabel('Keep bookings during the freeze').check();
  await page.getByText('1 booking will be canceled.').waitFor({ state: 'detached' });
  await page.getByLabel('Keep bookings during the freeze').uncheck();
  await page.getByRole('button', { name: 'Freeze', exact: true }).click();
  await toast(page, /1 booking/).waitFor();
  expect(faults).toEqual([]);
});

test('a client is suspended with undo, archived and restored, and erased by name', async () => {
  const id = await newClient('Go Ne');
  const { page, faults } = await open(`/console/clients/${id}`);
  const more = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: /^More:/ }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await page.getByRole('heading', { name: 'Go Ne' }).waitFor();
  await more('Suspend');
  await page.getByText('Suspended: cannot book').waitFor();
  // It is shown before it is stored.
  await until(async () => (await elsewhere<{ status: string }>('GET', `/v2/clients/${id}`)).status === 'suspended');
  await page.keyboard.press('z');
  await page.getByText('Suspended: cannot book').waitFor({ state: 'detached' });
  await more('Archive…');
  await page.getByText('No bookings are canceled.').waitFor();
  await page.getByRole('button', { name: 'Archive Go Ne' }).press('Enter');
  await page.getByText(/^Archived on/).waitFor();
  expect(await page.getByRole('tab', { name: 'Details' }).count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByText(/^Archived on/).waitFor({ state: 'detached' });
  await more('Delete personal data…');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Type Go Ne to confirm').fill('Somebody');
  await page.keyboard.press('Enter');
  await dialog.getByText('That does not match. Type Go Ne.').waitFor();
  await dialog.getByLabel('Type Go Ne to confirm').fill('Go Ne');
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByText(/^Data deleted on/).waitFor();
  await page.getByRole('heading', { name: 'Erased client' }).waitFor();
  expect(faults).toEqual([]);
});
