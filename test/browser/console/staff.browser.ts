// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/staff.browser.ts
import { expect, test } from 'bun:test';
import { STAFF } from '../../../src/resources/demo-ids.ts';
import { keysOn, mouseOn } from './hands.ts';
import { axeFindings, sidewaysPixels, testConsole, VIEWS } from './open.ts';
import { copyRefused, peopleOf, toast } from './people.ts';

const { server, open } = testConsole();
const { elsewhere } = peopleOf(server);

let made = 0;
/** Hires somebody at the front desk. Returns the id. */
const hire = async (name: string, more: object = {}): Promise<string> => {
  const [firstName = '', lastName = ''] = name.split(' ');
  made += 1;
  const person = { firstName, lastName, email: `person${made}@browser.example`, role: 'front_desk', ...more };
  return (await elsewhere('POST', '/v2/staff', person)).id;
};
/** The link with which somebody chooses the first password. */
const linkOf = async (staffId: string): Promise<string> =>
  (await elsewhere<{ link: string }>('POST', '/manage/staff/invitations', { staffId })).link;

test.each(VIEWS)('the list and a person are accessible at $width px, $theme', async (view) => {
  const { page, context, faults } = await open('/console/staff', view);
  await page.getByRole('row', { name: /^Felix Moor/ }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(await page.title()).toBe('Staff · Demo Studio');
  await page.getByRole('button', { name: /^Invite/ }).click();
  await page.getByRole('dialog', { name: 'Invite a staff member' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('row', { name: /^Felix Moor/ }).click();
  await page.getByRole('switch', { name: 'Can waive fees' }).waitFor();
  expect(await page.title()).toBe('Felix Moor · Demo Studio');
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  await page.getByRole('button', { name: 'Edit…' }).click();
  await page.getByLabel('First name').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});

test.each([
  { hand: 'mouse', handsOn: mouseOn, width: 1440 },
  { hand: 'keyboard', handsOn: keysOn, width: 1440 },
  { hand: 'mouse', handsOn: mouseOn, width: 390 },
])('somebody is invited by $hand at $width px, and the link works', async ({ hand, handsOn, width }) => {
  const email = `${hand}${width}@browser.example`;
  const { page, context, faults } = await open('/console/staff', { width });
  const hands = handsOn(page);
  await hands.press(page.getByRole('button', { name: /^Invite/ }));
  const dialog = page.getByRole('dialog');
  const act = dialog.getByRole('button', { name: 'Send invitation', exact: true });
  await hands.press(act);
  await page.locator('input[name="firstName"]:focus').waitFor();
  await hands.write(dialog.getByLabel('First name'), 'In');
  await hands.write(dialog.getByLabel('Last name'), `Vited${width}`);
  await hands.write(dialog.getByLabel('Email'), 'olivia@demo-studio.example');
  await hands.choose(page.getByRole('radio', { name: /^Instructor/ }));
  await hands.press(act);
  // What the interface refuses stands beside its field, and nothing is lost.
  await dialog.getByText('A staff member already uses this email.').waitFor();
  await hands.write(dialog.getByLabel('Email'), email);
  await hands.press(act);
  const link = await dialog.getByLabel('Link').inputValue();
  expect(link).toContain('/console/invitation#');
  const copy = () => hands.press(dialog.getByRole('button', { name: 'Copy link' }));
  expect(await copyRefused(page, copy)).toBe(link);
  await hands.press(dialog.getByRole('button', { name: 'Close' }));
  await page
    .getByRole('row', { name: new RegExp(`^In Vited${width}`) })
    .first()
    .waitFor();
  const invited = await open('/console/today', { invitation: link });
  await invited.page.getByText('Instructor').first().waitFor();
  expect([...faults.filter((fault) => !fault.includes('409')), ...invited.faults]).toEqual([]);
  await context.close();
});

test.each([
  { hand: 'mouse', handsOn: mouseOn },
  { hand: 'keyboard', handsOn: keysOn },
])('rights are granted and taken away by $hand, each in a sentence', async ({ hand, handsOn }) => {
  const id = await hire(`Rights ${hand}`);
  const { page, context, faults } = await open(`/console/staff/${id}`);
  const hands = handsOn(page);
  const row = (name: string) => page.locator('.right-row').filter({ hasText: name });
  const flip = async (name: string): Promise<void> => {
    const control = page.getByRole('switch', { name });
    await control.waitFor();
    // It is shown before it is stored.
    const stored = page.waitForResponse((response) => response.request().method() === 'PATCH');
    if (hand === 'mouse') await control.click();
    else {
      await control.press('Space');
      await hands.rest();
    }
    await stored;
  };
  await flip('Can waive fees');
  await row('Can waive fees').getByText('Granted', { exact: true }).waitFor();
  await flip('Can sell passes and take payments');
  await row('Can sell passes and take payments').getByText('Removed').waitFor();
  await page.reload();
  await row('Can waive fees').getByText('Granted', { exact: true }).waitFor();
  await row('Can sell passes and take payments').getByText('Removed').waitFor();
  const { permissionOverrides } = await elsewhere<{ permissionOverrides: object }>('GET', `/v2/staff/${id}`);
  expect(permissionOverrides).toEqual({ grant: ['bookings:waive_penalty'], revoke: ['packages:sell'] });
  await flip('Can sell passes and take payments');
  await row('Can sell passes and take payments').getByText('From role').waitFor();
  // What no role of this kind may ever have is not offered.
  expect(await page.getByText('Can create and restore backups').count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

test('a person is changed, signed out of one browser, and deactivated with what that does said before', async () => {
  const id = await hire('Si Gnedin');
  const theirs = await open('/console/today', { invitation: await linkOf(id) });
  const { page, context, faults } = await open(`/console/staff/${id}`);
  await page.locator('.own-list b').getByText('Chrome, Linux').waitFor();
  await page.getByRole('button', { name: /^Sign out/ }).click();
  await page.getByText('Not signed in anywhere.').waitFor();
  expect((await theirs.context.request.get(`${server.ready.rootUrl}/manage/me`)).status()).toBe(401);
  await page.getByRole('button', { name: 'Edit…' }).click();
  await page.getByLabel('Phone').fill('+1 212 555 0199');
  await page.locator('label').filter({ hasText: 'Manager' }).click();
  await page.getByText('Changing the role signs this person out everywhere.').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Saved.').waitFor();
  await page.getByText('+1 212 555 0199').waitFor();
  await page.getByText('Can archive and restore clients').waitFor();
  await page.getByRole('button', { name: 'Reset password…' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  expect(await page.getByRole('textbox', { name: 'Link' }).inputValue()).toContain('/console/invitation#');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByText('Password reset sent').waitFor();
  await page.getByRole('button', { name: 'Cancel link' }).click();
  await toast(page, 'The link no longer works.').waitFor();
  await page.getByRole('button', { name: 'Deactivate…' }).click();
  await page.getByText('They are not signed in anywhere.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Deactivate Si Gnedin' }).click();
  await toast(page, 'Si Gnedin deactivated.').waitFor();
  await page.getByRole('button', { name: 'Reactivate' }).click();
  await toast(page, 'Si Gnedin is active again.').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test('classes ahead are counted, and the last owner is refused in words', async () => {
  const teacher = await open(`/console/staff/${STAFF.ana}`);
  await teacher.page.getByRole('button', { name: 'Deactivate…' }).click();
  await teacher.page.getByText(/^\d+ upcoming classes need another instructor\.$/).waitFor();
  await teacher.page.getByRole('button', { name: 'Cancel' }).click();
  const { page, context, faults } = await open(`/console/staff/${STAFF.owner}`);
  await page.getByText('Owners have full access.').waitFor();
  await page.getByRole('button', { name: 'Deactivate…' }).click();
  await page.getByText('The studio needs at least one active owner.', { exact: false }).waitFor();
  expect(await page.getByRole('button', { name: /^Deactivate Olivia/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Edit…' }).click();
  await page.getByText('You cannot change your own role.', { exact: false }).waitFor();
  expect(await page.getByRole('radio').count()).toBe(0);
  expect([...teacher.faults, ...faults.filter((fault) => !fault.includes('409'))]).toEqual([]);
  await context.close();
});

test('people are found by name, role and state, in the address', async () => {
  const { page, context, faults } = await open('/console/staff?role=instructor');
  await page.getByRole('row', { name: /^Ana Torres/ }).waitFor();
  expect(await page.getByRole('row', { name: /^Felix Moor/ }).count()).toBe(0);
  await page.getByRole('searchbox', { name: 'Search staff' }).fill('noor');
  await page.getByRole('row', { name: /^Ana Torres/ }).waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /^Noor Aziz/ }).waitFor();
  expect(new URL(page.url()).searchParams.get('q')).toBe('noor');
  await page.getByRole('row', { name: /^Noor Aziz/ }).press('Enter');
  await page.getByRole('heading', { name: 'Noor Aziz' }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test('the front desk reads the rights, and instructors may not open the page', async () => {
  const desk = await open(`/console/staff/${STAFF.ana}`, { role: 'front_desk' });
  await desk.page.getByText('Can view classes').waitFor();
  expect(await desk.page.getByRole('switch').count()).toBe(0);
  expect(await desk.page.getByRole('button', { name: 'Edit…' }).count()).toBe(0);
  const instructor = await open('/console/staff', { role: 'instructor' });
  await instructor.page.getByText('You do not have access to this page').waitFor();
  expect([...desk.faults, ...instructor.faults]).toEqual([]);
});

test('a manager sets what somebody is paid, and the front desk does not see it', async () => {
  const { page, context, faults } = await open(`/console/staff/${STAFF.ben}`);
  await page.getByRole('button', { name: 'Edit pay' }).click();
  const dialog = page.getByRole('dialog', { name: /^Pay for / });
  await dialog.getByText('Per hour').click();
  await dialog.getByRole('textbox', { name: /^Amount/ }).fill('52.50');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('$52.50 per hour').waitFor();
  await context.close();
  const desk = await open(`/console/staff/${STAFF.ben}`, { role: 'front_desk' });
  await desk.page.getByText('Can view classes').waitFor();
  expect(await desk.page.getByRole('heading', { name: 'Pay' }).count()).toBe(0);
  expect([...faults, ...desk.faults]).toEqual([]);
});
