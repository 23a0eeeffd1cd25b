// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/household.browser.ts
import { expect, test } from 'bun:test';
import { axeFindings, testConsole } from './open.ts';
import { peopleOf, toast } from './people.ts';

const { server, open } = testConsole();
const { elsewhere, newClient } = peopleOf(server);

interface Household {
  readonly members: readonly { readonly name: string; readonly role: string; readonly isPayer: boolean }[];
}

/** Who is in the household of a client, by name, as what. */
const placesOf = async (clientId: string): Promise<[string, string, boolean][]> => {
  const { data } = await elsewhere<{ data: Household[] }>('GET', `/manage/households?client_id=${clientId}`);
  return (data[0]?.members ?? []).map(({ name, role, isPayer }) => [name, role, isPayer]);
};

test('a household is set up, people join it when they have agreed, change their place and leave', async () => {
  await elsewhere('PATCH', '/v2/settings', { membership: { households: 'desk' } });
  const id = await newClient('Rui Parker');
  const { page, faults } = await open(`/console/clients/${id}`);
  const card = page.getByRole('region', { name: 'Household' });
  const refusal = page.getByText('Ask the person first. Check the box when they have agreed.');
  const act = async (name: string, item: string): Promise<void> => {
    await card.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  await card.getByText('Rui is in no household.').waitFor();
  await card.getByRole('button', { name: 'Set up household' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Parker');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Set up household' }).click();
  await refusal.waitFor();
  await dialog.getByText('Rui has agreed').click();
  await dialog.getByRole('button', { name: 'Set up household' }).click();
  await toast(page, 'Household set up').waitFor();
  expect(await placesOf(id)).toEqual([['Rui Parker', 'adult', true]]);

  await card.getByRole('button', { name: 'Add person' }).click();
  await dialog.getByLabel('First name').fill('Mia');
  await dialog.getByLabel('Last name').fill('Parker');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add person' }).click();
  await toast(page, 'Mia added').waitFor();
  await card.getByText('Mia Parker').waitFor();

  // Someone who becomes an adult is asked.
  await act('Mia Parker', 'Make an adult');
  await dialog.getByText('No one else in the household can then act for this person.', { exact: false }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Make an adult' }).click();
  await refusal.waitFor();
  expect(await placesOf(id)).toContainEqual(['Mia Parker', 'dependant', false]);
  await dialog.getByText('Mia Parker has agreed').click();
  await dialog.getByRole('button', { name: 'Make an adult' }).click();
  await toast(page, 'Saved').waitFor();
  expect(await placesOf(id)).toContainEqual(['Mia Parker', 'adult', false]);

  await act('Mia Parker', 'Take out of the household');
  const alert = page.getByRole('alertdialog');
  await alert.getByText('They stay clients of the studio.').waitFor();
  await alert.getByRole('button', { name: 'Take out of the household' }).click();
  await toast(page, 'Mia Parker is no longer in the household').waitFor();
  await card.getByRole('button', { name: 'Dissolve household' }).click();
  await alert.getByRole('button', { name: 'Dissolve household' }).click();
  await card.getByText('Rui is in no household.').waitFor();
  expect(await placesOf(id)).toEqual([]);
  const isRefusal = (fault: string): boolean => fault.includes('status of 400');
  // Both times without the box.
  expect([faults.filter(isRefusal).length, faults.filter((fault) => !isRefusal(fault))]).toEqual([2, []]);
});
