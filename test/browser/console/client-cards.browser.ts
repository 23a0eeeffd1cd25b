// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/client-cards.browser.ts
// The saved cards of a client at the desk: the default, what renews by each, and removing one.
import { expect, test } from 'bun:test';
import { PLANS } from '../../../src/resources/demo-ids.ts';
import { axeFindings, sidewaysPixels, testConsole, VIEWS } from './open.ts';
import { peopleOf, toast } from './people.ts';

const { server, open } = testConsole();
const { elsewhere, newClient } = peopleOf(server);
const [VISA, OTHER] = ['4242424242424242', '4000000000009995'] as const;

interface Setup {
  readonly id: string;
  readonly publishableKey: string;
  readonly setupIntentClientSecret: string;
}

const addCard = async (clientId: string, number: string): Promise<string> => {
  const root = `/manage/clients/${clientId}/payment-methods`;
  const { id, publishableKey, setupIntentClientSecret: clientSecret } = await elsewhere<Setup>('POST', root);
  const card = { number, expMonth: 11, expYear: 2041, cvc: '123' };
  await server.call('POST', '/sandbox/processor/setups/confirm', { publishableKey, clientSecret, card });
  await elsewhere('POST', `${root}/${id}/complete`);
  return id;
};
/** Sells a membership that renews by a card. */
const sellMonthly = async (clientId: string, paymentMethodId: string): Promise<void> => {
  const sale = { clientId, planId: PLANS.membership, paymentMethod: 'card', paymentMethodId };
  const { id } = await elsewhere('POST', '/manage/packages', sale);
  await elsewhere('PATCH', `/manage/packages/${id}`, { autoRenews: true, paymentMethodId });
};
const stored = async (clientId: string): Promise<[last4: string, isDefault: boolean][]> => {
  const { body } = await server.call('GET', `/manage/clients/${clientId}/payment-methods`);
  return body.data.map(({ card, isDefault }: { card: { last4: string }; isDefault: boolean }) => [
    card.last4,
    isDefault,
  ]);
};

test.each(VIEWS)('the cards are accessible at $width px, $theme', async (view) => {
  const clientId = await newClient(`Ida Card${view.width}${view.theme}`);
  await addCard(clientId, VISA);
  await addCard(clientId, OTHER);
  const { page, faults } = await open(`/console/clients/${clientId}`, view);
  const cards = page.getByRole('region', { name: 'Cards' });
  await cards.getByText('Visa 9995').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  await cards.getByRole('button', { name: 'Actions for Visa 4242' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await page.getByRole('alertdialog').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('the desk makes a card the default, with what that means, and takes it back', async () => {
  const clientId = await newClient('Omar Default');
  await addCard(clientId, VISA);
  await addCard(clientId, OTHER);
  const { page, faults } = await open(`/console/clients/${clientId}`, { role: 'front_desk' });
  const cards = page.getByRole('region', { name: 'Cards' });
  await cards.getByRole('article', { name: 'Visa 4242' }).getByText('Default').waitFor();
  await cards.getByRole('button', { name: 'Actions for Visa 9995' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Make default' }).press('Enter');
  await toast(page, 'Visa 9995 is now the default: fees are charged to it.').waitFor();
  await cards.getByRole('article', { name: 'Visa 9995' }).getByText('Default').waitFor();
  expect(await stored(clientId)).toEqual([
    ['9995', true],
    ['4242', false],
  ]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await toast(page, 'Visa 4242 is the default again.').waitFor();
  expect(await stored(clientId)).toEqual([
    ['9995', false],
    ['4242', true],
  ]);
  expect(faults).toEqual([]);
});

test('removing the default says which card is the default then, and that no card is left', async () => {
  const clientId = await newClient('Nina Remove');
  await addCard(clientId, VISA);
  await addCard(clientId, OTHER);
  const { page, faults } = await open(`/console/clients/${clientId}`, { role: 'front_desk' });
  const cards = page.getByRole('region', { name: 'Cards' });
  const remove = async (name: string) => {
    await cards.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
  };
  await remove('Visa 4242');
  await page.getByText('Visa 9995 becomes the default: fees are charged to it.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  expect(await stored(clientId)).toHaveLength(2);
  await remove('Visa 4242');
  await page.getByRole('button', { name: 'Remove Visa 4242' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await toast(page, 'Visa 4242 removed.').waitFor();
  await cards.getByRole('article', { name: 'Visa 9995' }).getByText('Default').waitFor();
  expect(await stored(clientId)).toEqual([['9995', true]]);
  await remove('Visa 9995');
  await page.getByText('No card will be on file: fees cannot be charged.').waitFor();
  await page.getByRole('button', { name: 'Remove Visa 9995' }).click();
  await cards.getByText('Nina has no saved cards.').waitFor();
  expect(faults).toEqual([]);
});

test('a card by which a membership renews is removed once another card pays', async () => {
  const clientId = await newClient('Ruth Renew');
  const visa = await addCard(clientId, VISA);
  await sellMonthly(clientId, visa);
  await addCard(clientId, OTHER);
  const { page, faults } = await open(`/console/clients/${clientId}`);
  const cards = page.getByRole('region', { name: 'Cards' });
  const entry = cards.getByRole('article', { name: 'Visa 4242' });
  await entry.getByText(/renews with this card\./).waitFor();
  await cards.getByRole('button', { name: 'Actions for Visa 4242' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText(/renews with this card\. Choose another card/).waitFor();
  expect(await dialog.getByRole('button', { name: 'Remove Visa 4242' }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Renew with Visa 9995' }).click();
  await dialog.getByRole('button', { name: 'Remove Visa 4242' }).click();
  await toast(page, 'Visa 4242 removed.').waitFor();
  await cards
    .getByRole('article', { name: 'Visa 9995' })
    .getByText(/renews with this card\./)
    .waitFor();
  expect(await stored(clientId)).toEqual([['9995', true]]);
  expect(faults).toEqual([]);
});

test('the desk cannot choose what pays a membership, and is told whom to ask', async () => {
  const clientId = await newClient('Ruth Desk');
  await sellMonthly(clientId, await addCard(clientId, VISA));
  await addCard(clientId, OTHER);
  const { page } = await open(`/console/clients/${clientId}`, { role: 'front_desk' });
  await page.getByRole('button', { name: 'Actions for Visa 4242' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText(/Before this card can be removed, an owner or manager has to choose another one/).waitFor();
  expect(await dialog.getByRole('button').allInnerTexts()).toEqual(['Cancel']);
});

test('the renewal of a membership is moved to another day of the month', async () => {
  const id = await newClient('Bill Day');
  await sellMonthly(id, await addCard(id, VISA));
  const { page, faults } = await open(`/console/clients/${id}/packages`);
  const pack = page.locator('.client-panel').getByRole('article', { name: 'Membership' });
  await pack.getByRole('button', { name: 'Actions for Membership' }).click();
  await page.getByRole('menuitem', { name: 'Change renewal date…' }).click();
  await page.getByText(/^Paid until .* The days in between are free\.$/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Day of the month/ })
    .click();
  await page.getByRole('option', { name: '7', exact: true }).click();
  await page.getByRole('button', { name: 'Change renewal date', exact: true }).click();
  await toast(page, /^Membership renews next on /).waitFor();
  const { data } = await elsewhere<{ data: { billingDay: number }[] }>('GET', `/v2/packages?client_id=${id}`);
  expect(data.map(({ billingDay }) => billingDay)).toEqual([7]);
  await pack.getByText(/^Renews .*\b7\b/).waitFor();
  expect(faults).toEqual([]);
});
