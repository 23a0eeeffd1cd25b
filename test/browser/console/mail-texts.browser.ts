// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/mail-texts.browser.ts
import { afterEach, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { until } from '../../helpers/process.ts';
import { axeFindings, closedAfterEach, sidewaysPixels, testConsole, VIEWS, type View } from './open.ts';
import { peopleOf, toast } from './people.ts';

const { server, open: openAny } = testConsole('--clock', 'fixed:2026-03-02T15:00:00Z');
const { elsewhere } = peopleOf(server);

const PATH = '/console/settings/mails?part=texts';
const TEMPLATE = '/manage/message-templates/booking_confirmed.en';

const openPath = closedAfterEach(openAny);
const open = (path = PATH, view?: View) => openPath(path, view);
afterEach(async () => {
  for (const kind of ['booking_confirmed', 'booking_reminder', 'waitlist_promoted']) {
    await elsewhere('DELETE', `/manage/message-templates/${kind}.en`);
  }
});

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const mail = (page: Page) => page.frameLocator('iframe[title="Preview of this email"]');
const chips = (page: Page, name: string) => field(page, name).locator('.value-chip').allTextContents();
interface Stored {
  readonly subject: string;
  readonly heading: string;
  readonly lead: string;
  readonly note: string;
  readonly ownNote: string;
  readonly isChanged: boolean;
}
const stored = (path = TEMPLATE) => elsewhere<Stored>('GET', path);
const save = (page: Page) => page.getByRole('button', { name: /^Save/ });

const CREDITS = 'Body. If: paid with credits';
const DESK = 'How to cancel. If: too late to cancel for free, only the front desk can cancel';

test('an owner who knows no code changes the booking email, adds a note and sends a test, by the words of the page', async () => {
  const { page, faults } = await open();
  await elsewhere('DELETE', '/sandbox/mailbox');
  // The note stands first. `{` shows what can be said.
  await field(page, 'Your own note').click();
  await page.keyboard.type('Bring a towel, ');
  await page.keyboard.type('{');
  await page.getByRole('menuitem', { name: 'First name' }).click();
  await until(async () => (await chips(page, 'Your own note')).join() === 'First name');
  await until(() => page.evaluate<boolean>(`document.activeElement?.getAttribute('role') === 'textbox'`));
  await page.keyboard.type('.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Park behind the building.');
  await mail(page).getByText('Bring a towel, Dana.').waitFor();
  await mail(page).getByText('Park behind the building.').waitFor();
  // The sentence of one case, whose chips are the values, and which the preview shows.
  expect(await chips(page, CREDITS)).toEqual(['Weekday', 'one credit', 'Pass', '4 credits']);
  await field(page, CREDITS).fill('See you soon, and bring ');
  await button(page, `Insert value in ${CREDITS}`).click();
  await page.getByRole('menuitem', { name: 'Credits left' }).click();
  await mail(page).getByText('See you soon, and bring 4 credits').waitFor();
  await field(page, DESK).click();
  await mail(page).getByText('It is too late to cancel online. Contact the front desk.').waitFor();
  expect(await mail(page).getByText('Cancel for free until').count()).toBe(0);
  // What is not saved yet goes to the own address alone.
  await button(page, 'Send me a test').click();
  await toast(page, 'Test sent to olivia@demo-studio.example.').waitFor();
  const { data } = await elsewhere<{ data: { to: string; text: string }[] }>('GET', '/sandbox/mailbox?limit=100');
  const last = data.find(({ to }) => to.startsWith('olivia'));
  expect(last?.to).toBe('olivia@demo-studio.example');
  expect(last?.text).toContain('Bring a towel, Dana.\n\nPark behind the building.');
  expect(last?.text).toContain('It is too late to cancel online.');
  expect(await stored()).toMatchObject({ isChanged: false });
  await save(page).click();
  await toast(page, 'Saved.').waitFor();
  const { ownNote, lead, note, isChanged } = await stored();
  expect([isChanged, ownNote]).toEqual([true, 'Bring a towel, {firstName}.\nPark behind the building.']);
  expect(lead).toContain(
    'credits {See you soon, and bring {left, plural, one {# credit} other {# credits}}} package {',
  );
  expect(note).toStartWith('{cancelling, select, ');
  expect(await page.getByRole('main').textContent()).not.toMatch(/\{\w|\w\}|, select,|, plural,/);
  expect(faults).toEqual([]);
});

test('how to cancel is written once, and a block goes back to the default alone', async () => {
  const { page, faults } = await open();
  await page.getByText('Also used in: Spot from the waitlist, Class reminder.').waitFor();
  await field(page, DESK).fill('Call us.');
  await field(page, 'Heading').fill('Hello');
  await save(page).click();
  await toast(page, 'Saved.').waitFor();
  for (const kind of ['booking_confirmed', 'booking_reminder', 'waitlist_promoted']) {
    expect((await stored(`/manage/message-templates/${kind}.en`)).note).toContain('desk {Call us.}');
  }
  await button(page, 'Reset How to cancel').click();
  await until(async () => (await field(page, DESK).textContent())?.startsWith('It is too late') === true);
  await save(page).click();
  await until(async () => !(await stored('/manage/message-templates/booking_reminder.en')).isChanged);
  expect(await stored()).toMatchObject({ heading: 'Hello', isChanged: true });
  expect(faults).toEqual([]);
});

test('a text gets variants and says one thing again, without code', async () => {
  const { page, faults } = await open();
  await field(page, 'Heading').fill('See you soon');
  await button(page, 'Add variants to Heading').click();
  await page.getByRole('menuitem', { name: 'paid with credits, covered by a pass, and paid another way' }).click();
  await field(page, 'Heading. If: paid with credits').fill('A credit was used');
  await mail(page).getByRole('heading', { name: 'A credit was used' }).waitFor();
  await save(page).click();
  await toast(page, 'Saved.').waitFor();
  expect((await stored()).heading).toBe(
    '{paid, select, credits {A credit was used} package {See you soon} other {See you soon}}',
  );
  await button(page, 'Use one text for Heading').click();
  await save(page).click();
  await until(async () => (await stored()).heading === 'A credit was used');
  expect(faults).toEqual([]);
});

test('a count has its singular and plural, and the preview shows both', async () => {
  const { page, faults } = await open();
  await button(page, 'Singular and plural: 4 credits').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'For other numbers' }).fill('plenty of classes');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await mail(page).getByText('You have plenty of classes left.').waitFor();
  expect(await chips(page, CREDITS)).toContain('plenty of classes');
  expect(faults).toEqual([]);
});

test.each(VIEWS)('the texts are accessible at $width px, $theme', async (view) => {
  const { page, faults } = await open(PATH, view);
  await mail(page).getByRole('heading', { name: 'You’re booked, Dana' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await field(page, 'Heading').fill('See you soon');
  await save(page).waitFor();
  await button(page, 'Insert value in Your own note').click();
  await page.getByRole('menuitem', { name: 'First name' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(faults).toEqual([]);
});

test('the code stays for those who want it: what it says is the text of the blocks', async () => {
  const { page } = await open();
  await button(page, 'Edit as code').click();
  await field(page, 'Body').fill('See you.\nHello {firstNam}');
  await page.locator('.field .error').first().waitFor();
  await page.getByText('This is an older preview').waitFor();
  await field(page, 'Body').fill('Hello ');
  await page.getByRole('button', { name: 'Insert firstName: Dana' }).press('Enter');
  expect(await field(page, 'Body').inputValue()).toBe('Hello {firstName}');
  await mail(page).getByText('Hello Dana').waitFor();
  await button(page, 'Edit as text').click();
  expect(await chips(page, 'Body')).toEqual(['First name']);
  await page.keyboard.press('Control+Enter');
  await toast(page, 'Saved.').waitFor();
  expect(await stored()).toMatchObject({ isChanged: true, lead: 'Hello {firstName}' });
  await button(page, 'Reset to default').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset to default' }).click();
  await toast(page, 'Reset to the default text.').waitFor();
  await until(async () => (await chips(page, CREDITS)).length === 4);
  expect(await stored()).toMatchObject({ isChanged: false });
});

test('what somebody else has changed meanwhile is not overwritten', async () => {
  const { page } = await open();
  await field(page, 'Subject').fill('Mine');
  await elsewhere('PATCH', TEMPLATE, { subject: 'Theirs' });
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByText(/Someone else changed this at/).waitFor();
  expect(await stored()).toMatchObject({ subject: 'Theirs' });
  await page.locator('label').filter({ hasText: 'Their version' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Saved.').waitFor();
  await until(async () => (await field(page, 'Subject').textContent()) === 'Theirs');
});

test('another mail and another language stand in the address', async () => {
  const { page } = await open();
  await page.getByRole('button', { name: /Booking confirmation/ }).click();
  await page.getByRole('option', { name: 'Receipt' }).click();
  await page.waitForURL(/kind=receipt/);
  await page.getByRole('button', { name: /Language/ }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await page.waitForURL(/language=de/);
  await mail(page).locator('html[lang="de"]').waitFor();
  await page.reload();
  await mail(page).locator('html[lang="de"]').waitFor();
});

test('the mail is shown on light and dark ground, and as wide as two screens have it', async () => {
  const { page } = await open();
  const frame = page.locator('iframe[title="Preview of this email"]');
  const inFrame = (what: string) =>
    page.evaluate<unknown>(`((frame) => ${what})(document.querySelector('iframe').contentWindow)`);
  const ground = () => inFrame('frame.document.body && frame.getComputedStyle(frame.document.body).backgroundColor');
  await mail(page).getByRole('heading', { level: 1 }).waitFor();
  const light = await ground();
  expect(light).toMatch(/^rgb/);
  expect(await inFrame('frame.innerWidth')).toBe(600);
  await page.getByRole('radio', { name: 'Dark' }).click();
  await page.getByRole('radio', { name: 'Phone' }).click();
  // The frame may be loaded anew.
  await until(async () => {
    const now = String(await ground());
    return now.startsWith('rgb') && now !== light;
  });
  await until(async () => (await inFrame('frame.innerWidth')) === 390);
  expect(await frame.getAttribute('sandbox')).toBe('allow-same-origin');
});

test('the front desk reads the texts, and changes nothing', async () => {
  const { page, faults } = await open(PATH, { role: 'front_desk' });
  await page.getByText('Only owners and managers can change this.').waitFor();
  await mail(page).getByRole('heading', { name: 'You’re booked, Dana' }).waitFor();
  expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
});
