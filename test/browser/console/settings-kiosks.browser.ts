// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/settings-kiosks.browser.ts
// The tablets at the doors: who has started them, when they were last used, and what ends them.
import { expect, test } from 'bun:test';
import { SITES } from '../../../src/resources/demo-ids.ts';
import { SANDBOX_KIOSK } from '../../../src/sandbox/demo/kiosk.ts';
import { until } from '../../helpers/process.ts';
import { axeFindings, sidewaysPixels, testConsole, VIEWS } from './open.ts';
import { toast } from './people.ts';

const { server, open } = testConsole();
const LIST = '/console/settings/kiosks';

const newKiosk = async (name: string): Promise<{ id: string; token: string }> =>
  (await server.call('POST', '/manage/kiosks', { name, siteId: SITES.downtown, pin: '2468' })).body;

test.each(VIEWS)('the list is accessible at $width px, $theme', async (view) => {
  const { page, faults } = await open(LIST, view);
  await page.getByRole('button', { name: 'Revoke Front door' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  await page.getByRole('button', { name: 'Revoke Front door' }).click();
  await page.getByRole('alertdialog').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('a kiosk is listed with its site, who has started it and when it was used, and revoked after a question', async () => {
  const { id, token } = await newKiosk('Back door');
  const screen = () =>
    fetch(`${server.ready.rootUrl}/manage/kiosk`, { headers: { 'x-kiosk-token': token } }).then(({ status }) => status);
  expect(await screen()).toBe(200);
  const { page, faults } = await open(LIST, { role: 'front_desk' });
  const row = page.getByRole('row', { name: /Front door/ });
  await row.getByText(/^Started .* by Olivia Grant$/).waitFor();
  const mine = page.getByRole('row', { name: /Back door/ });
  await mine.getByText('Downtown').waitFor();
  await mine.getByText('Active').waitFor();
  await mine.getByRole('button', { name: 'Revoke Back door' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Revoke Back door?' });
  await dialog.getByText(/No one can check in on this tablet at Downtown/).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await screen()).toBe(200);
  await mine.getByRole('button', { name: 'Revoke Back door' }).press('Enter');
  await dialog.locator('button:focus').waitFor();
  await page.keyboard.press('Enter');
  await toast(page, 'Back door revoked.').waitFor();
  await mine.getByText(/^Ended /).waitFor();
  await mine.getByRole('button').waitFor({ state: 'detached' });
  expect(await screen()).toBe(401);
  expect((await server.call('GET', `/manage/kiosks/${id}`)).body.revokedAt).not.toBeNull();
  // The kiosks that work stand before those that have ended.
  await until(async () => {
    const names = await page.getByRole('row').allInnerTexts();
    const placeOf = (name: string) => names.findIndex((text) => text.includes(name));
    return placeOf('Front door') < placeOf('Back door');
  });
  expect(faults).toEqual([]);
});

test('the tablet of a kiosk that is revoked shows the sign-in', async () => {
  const { token } = await newKiosk('Side door');
  const { page } = await open('/console/sign-in', { role: null });
  await page.evaluate(`localStorage.setItem('studiod.kiosk', '${token}')`);
  await page.goto(`${server.ready.rootUrl}/console/kiosk`);
  await page.getByRole('heading', { name: 'Welcome. Who is checking in?' }).waitFor();
  const { body } = await server.call('GET', '/manage/kiosks');
  const made = body.data.find(({ name }: { name: string }) => name === 'Side door');
  await server.call('POST', `/manage/kiosks/${made.id}/revoke`);
  await page.evaluate("window.dispatchEvent(new Event('online'))");
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('the list says when a kiosk was last used', async () => {
  await fetch(`${server.ready.rootUrl}/manage/kiosk`, { headers: { 'x-kiosk-token': SANDBOX_KIOSK } });
  await newKiosk('New door');
  const { page } = await open(LIST);
  await page
    .getByRole('row', { name: /New door/ })
    .getByText('Never')
    .waitFor();
  expect(
    await page
      .getByRole('row', { name: /Front door/ })
      .getByText('Never')
      .count(),
  ).toBe(0);
});

test('instructors are refused', async () => {
  const { page } = await open(LIST, { role: 'instructor' });
  await page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor();
});
