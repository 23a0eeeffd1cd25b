// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/client-signed.browser.ts
import { expect, test } from 'bun:test';
import { axeFindings, sidewaysPixels, testConsole, VIEWS } from './open.ts';
import { peopleOf } from './people.ts';

const { server, open } = testConsole();
const { elsewhere, newClient } = peopleOf(server);

const EVIL = '<img src=x onerror=alert(1)> At my own risk.\n\nAlways.';

const signs = async (name: string): Promise<string> => {
  const clientId = await newClient(name);
  const waiver = { clientId, kind: 'waiver', version: '2026-01', text: EVIL, name, guardianName: 'Ada Lee' };
  const consent = { clientId, kind: 'consent', version: '3', text: 'The studio keeps my data.', name };
  await elsewhere('POST', '/manage/imports?family=agreements', [
    { ...waiver, signedAt: '2026-01-05T15:00:00Z', address: '192.0.2.7', channel: 'sign_up' },
    { ...consent, signedAt: '2026-02-05T15:00:00Z', channel: 'desk' },
  ] as never);
  return clientId;
};

test.each(VIEWS)('what a client has signed opens with its text at $width px, $theme', async (view) => {
  const id = await signs(`Sig Ned${view.width}${view.theme}`);
  const { page, faults } = await open(`/console/clients/${id}`, { ...view, role: 'front_desk' });
  const card = page.getByRole('region', { name: 'Waiver and consent' });
  await card.getByText(/^Ada Lee on behalf of Sig Ned/).waitFor();
  expect(await card.getByRole('button').allTextContents()).toEqual(['Consent, version 3', 'Waiver, version 2026-01']);
  await card.getByRole('button', { name: 'Waiver, version 2026-01' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Waiver, version 2026-01' });
  expect(await dialog.locator('.text').textContent()).toBe(EVIL);
  await dialog.getByText('192.0.2.7').waitFor();
  // Whatever the file says of where it was signed.
  await dialog.getByText('Imported, signed elsewhere').waitFor();
  await dialog.getByRole('button', { name: 'Print' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('#root').isVisible()).toBe(false);
  expect(await dialog.getByText('Demo Studio').isVisible()).toBe(true);
  await page.emulateMedia({ media: 'screen' });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await card.getByRole('button', { name: 'Consent, version 3' }).click();
  const consent = page.getByRole('dialog', { name: 'Consent, version 3' });
  await consent.getByText('Imported, signed elsewhere').waitFor();
  await consent.getByText('Unknown').waitFor();
  expect(faults).toEqual([]);
});
