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
afterEach(() => elsewhere('DELETE', TEMPLATE));

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const errorOf = (page: Page, name: string) =>
  page
    .locator('.field')
    .filter({ has: page.getByLabel(name, { exact: true }) })
    .locator('.error');
const mail = (page: Page) => page.frameLocator('iframe[title="Preview of this email"]');
const stored = () => elsewhere<{ subject: string; isChanged: boolean }>('GET', TEMPLATE);

test.each(VIEWS)('the texts are accessible at $width px, $theme', async (view) => {
  const { page, faults } = await open(PATH, view);
  await mail(page).getByRole('heading', { name: 'You’re booked, Dana' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await field(page, 'Subject').fill('{nobody}');
  await errorOf(page, 'Subject').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
});

test('a text is changed with a place that a press writes, is shown while it is typed, and comes back', async () => {
  const { page, faults } = await open();
  await field(page, 'Heading').fill('See you soon, ');
  await page.getByRole('button', { name: 'Insert firstName: Dana' }).press('Enter');
  expect(await field(page, 'Heading').inputValue()).toBe('See you soon, {firstName}');
  await mail(page).getByRole('heading', { name: 'See you soon, Dana' }).waitFor();
  await field(page, 'Subject').fill('Yes: {what}');
  await page.getByText('Yes: Strength Basics').waitFor();
  expect(await stored()).toMatchObject({ isChanged: false });
  await page.keyboard.press('Control+Enter');
  await toast(page, 'Saved.').waitFor();
  expect(await stored()).toMatchObject({
    isChanged: true,
    subject: 'Yes: {what}',
    heading: 'See you soon, {firstName}',
  });
  await page.getByText('Custom text').waitFor();
  await page.getByRole('button', { name: 'Reset to default' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset to default' }).click();
  await toast(page, 'Reset to the default text.').waitFor();
  await mail(page).getByRole('heading', { name: 'You’re booked, Dana' }).waitFor();
  await until(async () => (await field(page, 'Heading').inputValue()) === 'You’re booked, {firstName}');
  expect(await stored()).toMatchObject({ isChanged: false });
  expect(faults).toEqual([]);
});

test('a broken text shows what the server says with its line, also when it is saved, and stays', async () => {
  const { page } = await open();
  await field(page, 'Text').fill('See you.\nHello {firstNam}');
  await errorOf(page, 'Text')
    .getByText(/Line 2 of 'lead'/)
    .waitFor();
  await page.getByText('This is an older preview').waitFor();
  await mail(page).getByText('See you on Friday.').waitFor();
  await page.getByRole('button', { name: /^Save/ }).click();
  await page
    .getByRole('alert')
    .getByText(/Line 2 of 'lead'/)
    .waitFor();
  expect(await field(page, 'Text').inputValue()).toBe('See you.\nHello {firstNam}');
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
  await until(async () => (await field(page, 'Subject').inputValue()) === 'Theirs');
});

test('another mail and another language stand in the address', async () => {
  const { page } = await open();
  await page.getByRole('button', { name: /^Booking confirmed Email|^Email/ }).click();
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
