// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/client.browser.ts
import { expect, test } from 'bun:test';
import { until } from '../../helpers/process.ts';
import { axeFindings, sidewaysPixels, testConsole, VIEWS } from './open.ts';
import { peopleOf, toast } from './people.ts';

const { server, open } = testConsole();
const { elsewhere, newClient, sell } = peopleOf(server);

const DANA = '/console/clients/01000000-0000-7000-8000-000000000301';

test.each(VIEWS)('a client is accessible at $width px, $theme', async (view) => {
  const { page, faults } = await open(DANA, view);
  await page.getByRole('heading', { name: 'Dana Rivera' }).waitFor();
  await page.getByText('Ends', { exact: false }).first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(await page.title()).toBe('Dana Rivera · Demo Studio');
  for (const tab of ['Bookings', 'Passes', 'Payments', 'Check-ins', 'Progress', 'Details']) {
    await page.getByRole('tab', { name: tab }).click();
    await page.locator('.client-panel .skeleton').first().waitFor({ state: 'detached' });
    // What the tab shows does not stand beside it again.
    expect(await page.getByRole('heading', { name: 'Passes' }).count()).toBe(tab === 'Passes' ? 0 : 1);
    expect(await axeFindings(page)).toEqual([]);
    expect(await sidewaysPixels(page)).toBe(0);
  }
  expect(faults).toEqual([]);
});

test('a class is booked and cancelled with the keyboard, with the outcome said before', async () => {
  const id = await newClient('Key Board');
  await sell(id);
  const { page, faults } = await open(`/console/clients/${id}/bookings`, { role: 'front_desk' });
  await page.getByText('Key has no bookings.').waitFor();
  await page.keyboard.press('b');
  const dialog = page.getByRole('dialog', { name: 'Book a class for Key' });
  await dialog.getByRole('option').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.type('morning flow');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await toast(page, /^Key is booked into Morning Flow/).waitFor();
  await page.getByRole('button', { name: /^Cancel Morning Flow/ }).click();
  await page
    .getByText(/1 credit/)
    .first()
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel booking' }).press('Enter');
  await toast(page, 'Morning Flow was canceled.').waitFor();
  await page.getByRole('cell', { name: 'Canceled' }).waitFor();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await page.getByText(/^At the front desk\./).waitFor();
  await page.getByText('By staff. Credit returned.').waitFor();
  expect(faults).toEqual([]);
});

test('a class that was booked by mistake is given back with its credit, and one that the client has is marked', async () => {
  const id = await newClient('Miss Booked');
  await sell(id);
  const { page, faults } = await open(`/console/clients/${id}/bookings`, { role: 'front_desk' });
  await page.getByText('Miss has no bookings.').waitFor();
  const option = page.getByRole('dialog', { name: 'Book a class for Miss' }).getByRole('option');
  const book = async (): Promise<void> => {
    await page.keyboard.press('b');
    await option.first().waitFor();
    await page.keyboard.type('morning flow');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await toast(page, /^Miss is booked into Morning Flow, .* 1 credit used\.$/)
      .last()
      .waitFor();
  };
  await book();
  await page.keyboard.press('z');
  await toast(page, 'Morning Flow was canceled.').waitFor();
  type Packs = { data: { creditsRemaining: number }[] };
  const { data } = await elsewhere<Packs>('GET', `/v2/packages?client_id=${id}`);
  expect(data.map(({ creditsRemaining }) => creditsRemaining)).toEqual([10]);
  await book();
  await page.getByRole('cell', { name: 'Upcoming' }).waitFor();
  await page.keyboard.press('b');
  await option.filter({ hasText: 'Booked' }).first().waitFor();
  expect(faults).toEqual([]);
});

test('two people change one client: both values are shown, and one is chosen', async () => {
  const id = await newClient('Con Flict');
  const { page } = await open(`/console/clients/${id}/details`);
  const phone = page.getByLabel('Phone', { exact: true });
  await phone.fill('+1 212 555 0101');
  await page.getByRole('textbox', { name: 'City' }).fill('Queens');
  await page.getByText('2 unsaved changes').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await elsewhere('PATCH', `/v2/clients/${id}`, { phone: '+1 212 555 0202', leadSource: 'Flyer' });
  await page.keyboard.press('Control+Enter');
  await page.getByText(/Someone else changed this at/).waitFor();
  await page.getByText('+1 212 555 0202', { exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('radio', { name: /\+1 212 555 0101/ }).press('Space');
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Saved.').waitFor();
  const client = await elsewhere<Record<string, unknown>>('GET', `/v2/clients/${id}`);
  expect(client).toMatchObject({ phone: '+1 212 555 0101', leadSource: 'Flyer', address: { city: 'Queens' } });
  await until(async () => (await page.getByLabel('How they found you').inputValue()) === 'Flyer');
});

test('by keyboard alone: a country is chosen by its name in the language of the page, and stored by its code', async () => {
  const id = await newClient('Abi Land');
  const { page } = await open(`/console/clients/${id}/details`, { locale: 'de-DE' });
  const country = page.getByRole('button', { name: /Land$/ });
  await country.press('Enter');
  await page.getByRole('listbox').waitFor();
  expect(await page.getByRole('option', { name: 'Deutschland' }).count()).toBe(1);
  await page.keyboard.type('Deutschl');
  await page.getByRole('option', { name: 'Deutschland' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await country.getByText('Deutschland').waitFor();
  await page.keyboard.press('Control+Enter');
  await toast(page, 'Gespeichert.').waitFor();
  const client = await elsewhere<Record<string, unknown>>('GET', `/v2/clients/${id}`);
  expect(client).toMatchObject({ address: { country: 'DE' } });
});

test('leaving with changes asks first, and what was typed stays', async () => {
  const id = await newClient('Sta Ying');
  const { page } = await open(`/console/clients/${id}/details`, { width: 390 });
  await page.getByRole('textbox', { name: 'City' }).fill('Queens');
  await page.getByRole('tab', { name: 'Payments' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
  expect(await page.getByRole('textbox', { name: 'City' }).inputValue()).toBe('Queens');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('tab', { name: 'Payments' }).click();
  await page.getByText('Sta has no payments yet.').waitFor();
});

test('tags, alerts and notes are changed where they stand', async () => {
  const id = await newClient('No Tes');
  const { page, faults } = await open(`/console/clients/${id}`, { role: 'front_desk' });
  await page.getByRole('button', { name: 'Add tag' }).click();
  await page.locator('.tag-form input:focus').waitFor();
  await page.keyboard.type('Regular');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove tag Regular' }).waitFor();
  // It is shown before it is stored.
  await until(async () => (await elsewhere<{ tags: string[] }>('GET', `/v2/clients/${id}`)).tags.includes('Regular'));
  await page.keyboard.press('z');
  await page.getByRole('button', { name: 'Remove tag Regular' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^More:/ }).click();
  await page.getByRole('menuitem', { name: 'Add alert' }).click();
  await page.getByLabel('Red alert').fill('Latex allergy');
  await page.keyboard.press('Control+Enter');
  await page.locator('.notice').getByText('Latex allergy').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Edit notes' }).click();
  await page.getByRole('dialog').getByLabel('Notes').fill('Prefers a mat by the door.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Prefers a mat by the door.').waitFor();
  expect(faults).toEqual([]);
});

test('a tag is put to those that the client has by then, and its undo takes away no other; one toast is shown at a time', async () => {
  const id = await newClient('Ta Gs', { tags: ['One', 'Two'] });
  const tags = async () => (await elsewhere<{ tags: string[] }>('GET', `/v2/clients/${id}`)).tags;
  const { page, faults } = await open(`/console/clients/${id}`, { role: 'front_desk' });
  let isFirst = true;
  await page.route(`**/v2/clients/${id}`, async (route) => {
    if (isFirst && route.request().method() === 'PATCH') {
      isFirst = false;
      await elsewhere('PATCH', `/v2/clients/${id}`, { tags: ['One', 'Two', 'Theirs'] });
    }
    await route.continue();
  });
  await page.getByRole('button', { name: 'Remove tag One' }).click();
  await until(async () => (await tags()).join() === 'Two,Theirs');
  await page.getByRole('button', { name: 'Remove tag Two' }).click();
  await toast(page, /Two/).waitFor();
  await until(async () => (await tags()).join() === 'Theirs');
  await elsewhere('PATCH', `/v2/clients/${id}`, { tags: ['Theirs', 'New'] });
  await page.keyboard.press('z');
  await until(async () => (await tags()).join() === 'Two,Theirs,New');
  await page.locator('.toast').waitFor({ state: 'detached' });
  expect(faults.filter((fault) => !fault.includes('412'))).toEqual([]);
});

test('who may not come in is let in with a reason', async () => {
  const id = await newClient('Let In');
  await elsewhere('PATCH', `/v2/clients/${id}`, { status: 'suspended' });
  const { page, faults } = await open(`/console/clients/${id}`, { role: 'front_desk' });
  await page.getByRole('button', { name: 'Check in', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Let cannot be checked in' });
  await dialog.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await dialog.getByText('Enter a reason. It is saved with the check-in.').waitFor();
  await page.keyboard.type('Talked to the owner');
  await page.keyboard.press('Enter');
  await toast(page, 'Let was let in.').waitFor();
  expect(faults).toEqual([]);
});

test('what a role may not do is absent', async () => {
  const { page } = await open(`${DANA}/payments`, { role: 'front_desk' });
  await page
    .getByRole('button', { name: /^Receipt/ })
    .first()
    .waitFor();
  expect(await page.getByRole('button', { name: /^Refund/ }).count()).toBe(0);
  await page.getByRole('button', { name: /^More:/ }).click();
  await page.getByRole('menuitem', { name: 'Suspend' }).waitFor();
  expect(await page.getByRole('menuitem', { name: /Archive|Delete/ }).count()).toBe(0);
});
