// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/mail-settings.browser.ts
import { afterAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { SITES } from '../../../src/resources/demo-ids.ts';
import { until } from '../../helpers/process.ts';
import { startMailServer } from '../../helpers/smtp.ts';
import { keysOn, mouseOn } from './hands.ts';
import { axeFindings, closedAfterEach, sidewaysPixels, testConsole, VIEWS } from './open.ts';
import { peopleOf, toast } from './people.ts';

const REFUSAL = 'This mailbox does not exist';
const mailServer = await startMailServer({
  onRecipient: (address) => (address.startsWith('gone') ? { refuse: [550, REFUSAL] } : undefined),
});
// It closes once the sandbox has ended its connections.
afterAll(() => void mailServer.close());

const { server, open: openAny } = testConsole(
  '--clock',
  'fixed:2026-03-02T15:00:00Z',
  '--smtp-url',
  mailServer.url(),
  '--mail-from',
  'studio@tide-and-rope.com',
);
const { elsewhere } = peopleOf(server);

const open = closedAfterEach(openAny);

const PATH = '/console/settings/mails';

interface Shown {
  readonly notification: Readonly<Record<string, unknown>>;
}
const stored = async (siteId?: string) =>
  (await elsewhere<Shown>('GET', `/v2/settings${siteId === undefined ? '' : `?siteId=${siteId}`}`)).notification;
const change = (notification: object, siteId?: string) =>
  elsewhere('PATCH', `/v2/settings${siteId === undefined ? '' : `?siteId=${siteId}`}`, { notification });

const field = (page: Page, name: string) => page.getByRole('main').getByLabel(name, { exact: true });
const rule = (page: Page, name: string) => page.getByRole('switch', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: /^Save/ });

test.each(VIEWS)('the rules are accessible at $width px, $theme', async (view) => {
  const { page, faults } = await open(PATH, view);
  await rule(page, 'Booking confirmation').waitFor();
  expect(await page.title()).toBe('Emails · Demo Studio');
  expect(await axeFindings(page)).toEqual([]);
  await field(page, 'Sender name').fill('Tide and Rope');
  await rule(page, 'Quiet hours').check();
  await save(page).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(faults).toEqual([]);
});

describe.each([
  { by: 'keys', handsOn: keysOn },
  { by: 'clicks', handsOn: mouseOn },
])('by $by', ({ by, handsOn }) => {
  test('sender, rules and hours are changed with one button', async () => {
    await change({ fromName: null, replyTo: null, bookingReminder: { minutesBefore: 120 }, quietHours: null });
    await change({ waitlistPromoted: true });
    const { page, faults } = await open('/console/today');
    const hands = handsOn(page);
    await hands.press(page.getByRole('link', { name: 'Settings' }));
    await hands.press(page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Emails' }));
    await hands.write(field(page, 'Sender name'), `Tide and Rope by ${by}`);
    await hands.write(field(page, 'Reply-to address'), 'desk@tide-and-rope.com');
    await hands.write(field(page, 'Sent before the start'), '24');
    await field(page, 'Sent before the start').blur();
    expect(await field(page, 'Sent before the start').inputValue()).toBe('1 day');
    if (by === 'keys') await rule(page, 'Spot from the waitlist').press('Space');
    else await rule(page, 'Spot from the waitlist').click();
    await rule(page, 'Quiet hours').press('Space');
    await page.getByText('7 unsaved changes').waitFor();
    if (by === 'keys') await page.keyboard.press('Control+Enter');
    else await hands.press(save(page));
    await toast(page, 'Saved.').waitFor();
    expect(await stored()).toMatchObject({
      fromName: `Tide and Rope by ${by}`,
      replyTo: 'desk@tide-and-rope.com',
      bookingReminder: { enabled: true, minutesBefore: 1440 },
      waitlistPromoted: false,
      quietHours: { start: '21:00', end: '08:00' },
    });
    await save(page).waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });
});

test('a setting that is not as it is by default says what that is', async () => {
  await change({ bookingReminder: { minutesBefore: 120 }, maxPerDay: 10 });
  const { page } = await open(PATH);
  await rule(page, 'Send emails to clients').waitFor();
  expect(await page.getByText(/Default: (?:2 hours|10)\./).count()).toBe(0);
  await field(page, 'Sent before the start').fill('3 days');
  await page.getByText('Default: 2 hours.').waitFor();
  await field(page, 'Email limit per client (24 hours)').fill('3');
  await page.getByText('Default: 10.').waitFor();
});

test('what the server refuses is said beside its field, and nothing typed is lost', async () => {
  const { page } = await open(PATH);
  await field(page, 'Reply-to address').fill('the desk');
  await field(page, 'Email limit per client (24 hours)').fill('many');
  await save(page).click();
  const wrong = page.locator('.field').filter({ has: page.getByLabel('Reply-to address', { exact: true }) });
  await wrong.locator('.error').waitFor();
  await page
    .locator('.field')
    .filter({ has: page.getByLabel('Email limit per client (24 hours)', { exact: true }) })
    .locator('.error')
    .waitFor();
  expect(await field(page, 'Reply-to address').inputValue()).toBe('the desk');
  expect(await axeFindings(page)).toEqual([]);
  await field(page, 'Reply-to address').fill('desk@tide-and-rope.com');
  await field(page, 'Email limit per client (24 hours)').fill('12');
  await save(page).click();
  await toast(page, 'Saved.').waitFor();
  expect(await stored()).toMatchObject({ maxPerDay: 12, replyTo: 'desk@tide-and-rope.com' });
});

test('what somebody else has changed meanwhile is said, and not overwritten', async () => {
  await change({ fromName: 'Tide', paymentFailed: true });
  const { page } = await open(PATH);
  await field(page, 'Sender name').fill('Rope');
  await change({ fromName: 'Anchor', paymentFailed: false });
  await save(page).click();
  await page.getByText(/Someone else changed this at/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await stored()).toMatchObject({ fromName: 'Anchor' });
  await page.locator('label').filter({ hasText: 'Your version' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Saved.').waitFor();
  // What only the other person changed stays.
  expect(await stored()).toMatchObject({ fromName: 'Rope', paymentFailed: false });
});

test('a change of somebody else is shown at once where nothing is typed', async () => {
  await change({ fromName: 'Before' });
  const { page } = await open(PATH);
  await page.getByText('Live', { exact: true }).first().waitFor();
  await change({ fromName: 'After' });
  await page.locator('input[name="notification.fromName"][value="After"]').waitFor();
});

test('leaving with changes asks', async () => {
  const { page } = await open(PATH);
  await field(page, 'Sender name').fill('Half');
  await page.getByRole('tab', { name: 'Sent' }).click();
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  expect(await field(page, 'Sender name').inputValue()).toBe('Half');
  await page.getByRole('tab', { name: 'Sent' }).click();
  await page.getByRole('button', { name: 'Leave without saving', exact: true }).click();
  await page.getByRole('heading', { name: 'Sent' }).waitFor();
});

test('a site has its own, and goes back to what all sites have', async () => {
  await change({ fromName: 'Everywhere' });
  const { page } = await open(PATH);
  await page.getByRole('button', { name: /Settings for/ }).click();
  await page.getByRole('option', { name: 'Downtown' }).click();
  await page.waitForURL(/site=/);
  await page.getByText('Same as all locations').nth(11).waitFor();
  await field(page, 'Sender name').fill('Downtown only');
  await save(page).click();
  await toast(page, 'Saved.').waitFor();
  expect(await stored(SITES.downtown)).toMatchObject({ fromName: 'Downtown only' });
  expect(await stored()).toMatchObject({ fromName: 'Everywhere' });
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use the setting for all locations Sender name' }).click();
  await toast(page, 'Sender name: now uses the setting for all locations.').waitFor();
  expect(await stored(SITES.downtown)).toMatchObject({ fromName: 'Everywhere' });
  await until(async () => (await field(page, 'Sender name').inputValue()) === 'Everywhere');
});

test('the front desk reads, and changes nothing', async () => {
  const { page, faults } = await open(PATH, { role: 'front_desk' });
  await page.getByText('Only owners and managers can change this.').waitFor();
  const main = page.getByRole('main');
  expect(await main.getByRole('textbox').count()).toBe(0);
  expect(await main.getByRole('switch').count()).toBe(0);
  await main.getByText('Booking confirmation').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('instructors have no such page', async () => {
  const { page } = await open(PATH, { role: 'instructor' });
  await page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor();
  expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
});

test('a manager of a studio without a mail server is told whom to ask', async () => {
  const person = { firstName: 'Mara', lastName: 'Lind', email: 'mara.lind@roles.example', role: 'manager' };
  const { link } = await elsewhere<{ link: string }>('POST', '/manage/staff/invitations', { person });
  const { page } = await open('/console/today', { invitation: link });
  await page.route('**/manage/setup', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), mailsLinks: false } });
  });
  await page.goto(new URL(PATH, page.url()).href);
  const notice = page.getByRole('region', { name: /^No email server is set up/ });
  await notice.getByText('Ask an owner to set up the email server.').waitFor();
  await page.getByRole('button', { name: 'Set up email server' }).waitFor({ state: 'detached' });
  expect(await axeFindings(page)).toEqual([]);
});

describe('what was sent', () => {
  const book = async (firstName: string, email: string): Promise<string> => {
    const { id } = await elsewhere('POST', '/v2/clients', { firstName, lastName: 'Stone', email });
    await elsewhere('POST', '/v2/bookings', { clientId: id, sessionId: server.ready.sessionId, requireCredit: false });
    await server.call('POST', '/sandbox/clock', { advance: 'PT1S' });
    return id;
  };

  test('each mail leads to its client, and a refused mail says what the mail server said', async () => {
    await change({ bookingConfirmation: true });
    const [mila] = [await book('Mila', 'mila@tide-and-rope.com'), await book('Gil', 'gone@tide-and-rope.com')];
    const { page, faults } = await open(`${PATH}?part=sent`);
    await page.getByRole('link', { name: 'Mila Stone' }).first().waitFor();
    await page.getByRole('radio', { name: 'Failed' }).click();
    await page.waitForURL(/show=failed/);
    await page.getByText(REFUSAL).waitFor();
    await page.getByRole('link', { name: 'Mila Stone' }).first().waitFor({ state: 'detached' });
    await page.getByRole('radio', { name: 'All' }).click();
    await page.getByRole('link', { name: 'Mila Stone' }).first().click();
    await page.waitForURL(new RegExp(`/clients/${mila}`));
    expect(faults).toEqual([]);
  });

  test('codes to addresses of nobody are there, sent or refused, without the code', async () => {
    const [wanted, gone] = ['new@tide-and-rope.com', 'gone-too@tide-and-rope.com'];
    for (const email of [wanted, gone]) {
      expect((await server.call('POST', '/public-api/v2/auth/code', { email })).status).toBe(202);
      await server.call('POST', '/sandbox/clock', { advance: 'PT1S' });
    }
    const { page } = await open(`${PATH}?part=sent`);
    const row = (email: string) => page.locator('tr', { hasText: email }).filter({ hasText: 'Sign-in code' });
    for (const words of ['Not a client', 'Sent']) await row(wanted).getByText(words, { exact: true }).waitFor();
    for (const words of ['Not a client', REFUSAL]) await row(gone).getByText(words).waitFor();
    expect(await page.getByRole('main').textContent()).not.toMatch(/\b\d{3} \d{3}\b/);
  });

  test.each(VIEWS)('is accessible at $width px, $theme', async (view) => {
    const { page, faults } = await open(`${PATH}?part=sent`, view);
    await page.getByText(REFUSAL).first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await sidewaysPixels(page)).toBe(0);
    expect(faults).toEqual([]);
  });
});
