// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/mails.browser.ts
import { expect, test } from 'bun:test';
import { until } from '../../helpers/process.ts';
import { axeFindings, sidewaysPixels, testConsole, VIEWS } from './open.ts';

const { server, open } = testConsole('--clock', 'fixed:2026-03-02T15:00:00Z');

interface SandboxMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribeUrl: string | null;
}

/** Waits for the mail to an address. */
const mailTo = async (address: string): Promise<SandboxMail> => {
  let found: SandboxMail | undefined;
  await until(async () => {
    const { body } = await server.call('GET', '/sandbox/mailbox');
    found = body.data.find(({ to }: SandboxMail) => to === address);
    return found !== undefined;
  });
  if (found === undefined) throw new Error('there is no mail');
  return found;
};
const tick = () => server.call('POST', '/sandbox/clock', { advance: 'PT1S' });

test('whoever has forgotten the password has a link mailed, and chooses another password', async () => {
  const { page, faults } = await open('/console/sign-in', { role: null });
  await page.getByLabel('Email').fill('felix@demo-studio.example');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByText('a link is on its way').waitFor();
  await tick();
  const { text } = await mailTo('felix@demo-studio.example');
  const link = /\S+\/console\/invitation#\S+/.exec(text)?.[0] ?? '';
  await page.goto(link);
  await page.getByLabel('Choose a password').fill('three green bicycles');
  await page.getByRole('button', { name: 'Get started' }).click();
  await page.waitForURL(/\/console\/today/);
  expect(faults).toEqual([]);
});

test.each(VIEWS)('asking for a new password is accessible at $width px, $theme', async (view) => {
  const { page } = await open('/console/sign-in', { ...view, role: null });
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
});

test('the timeline of a client shows the mails, and the client ends some of them by a link', async () => {
  const { body: made } = await server.call('POST', '/v2/clients', {
    firstName: 'Mila',
    lastName: 'Stone',
    email: 'mila@members.example',
  });
  const booking = { clientId: made.id, sessionId: server.ready.sessionId };
  expect((await server.call('POST', '/v2/bookings', booking)).status).toBe(201);
  await tick();
  const { page, faults } = await open(`/console/clients/${made.id}?show=messages`);
  await page.getByText('Email sent: “You’re booked').waitFor();
  await page.getByText('To mila@members.example.').waitFor();
  const { text } = await mailTo('mila@members.example');
  const choices = /\S+\/mails\/\S+/.exec(text)?.[0] ?? '';
  const { page: own } = await open(choices, { role: null, width: 390 });
  await own.getByRole('checkbox', { name: 'Class reminders' }).uncheck();
  await own.getByRole('button', { name: 'Save' }).click();
  await own.getByText('Saved.').waitFor();
  expect(await own.getByRole('checkbox', { name: 'Class reminders' }).isChecked()).toBe(false);
  expect(faults).toEqual([]);
});

test.each(VIEWS)('the choice of mails is accessible at $width px, $theme', async (view) => {
  const { text } = await mailTo('mila@members.example');
  const choices = /\S+\/mails\/\S+/.exec(text)?.[0] ?? '';
  const { page, faults } = await open(choices, { ...view, role: null });
  await page.getByRole('heading', { name: 'Email preferences' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(faults).toEqual([]);
});
