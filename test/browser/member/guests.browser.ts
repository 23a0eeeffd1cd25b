// A member brings a friend, who opens the link of the mail, signs, comes and buys: by touch on a phone.
// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/member/guests.browser.ts
import { expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { BOOKINGS } from '../../../src/resources/demo-ids.ts';
import { testMember } from './open.ts';

const { server, open, codeFor } = testMember('--clock', 'fixed:2026-03-06T12:30:00Z');

const EMAIL = 'rosa@guests.example';
const WAIVER = { version: '2', text: 'I come at my own risk.\n\nI tell the instructor of injuries.' };

const advance = (duration: string) => server.call('POST', '/sandbox/clock', { advance: duration });

/** The link of the invitation. The clock of the sandbox goes on until it has come. */
const invitation = async (): Promise<string> => {
  for (let tries = 0; tries < 50; tries++) {
    const { data }: { data: { to: string; text: string }[] } = (await server.call('GET', '/sandbox/mailbox')).body;
    const text = data.findLast(({ to }) => to === EMAIL)?.text ?? '';
    const path = /\/book\/guest\/[\w-]+/.exec(text)?.[0];
    if (path !== undefined) return path;
    await advance('PT1S');
  }
  throw new Error('no invitation has come');
};

const tap = async (page: Page, what: Locator): Promise<void> => {
  await page.waitForLoadState();
  await what.first().tap();
};

const write = async (page: Page, field: Locator, text: string): Promise<void> => {
  await tap(page, field);
  await page.keyboard.type(text);
};

const bring = async (): Promise<string> => {
  const { page, faults } = await open(`/book/me/bookings/${BOOKINGS.ofMember}`, { width: 390 });
  await tap(page, page.getByRole('link', { name: 'Bring a friend' }));
  await page.getByRole('heading', { level: 1, name: 'Bring a friend' }).waitFor();
  await write(page, page.getByLabel('First name'), 'Rosa');
  await write(page, page.getByLabel('Email (optional)'), EMAIL);
  await tap(page, page.locator('label').filter({ hasText: 'First visit' }));
  await tap(page, page.getByRole('button', { name: 'Invite' }));
  await page.getByText('Has a spot').waitFor();
  expect(await page.getByText('Rosa').count()).toBeGreaterThan(0);
  expect(faults).toEqual([]);
  return invitation();
};

const sign = async (path: string): Promise<void> => {
  const { page, faults } = await open(path, { clientId: null, width: 390 });
  await page.getByRole('heading', { level: 1, name: /^Rosa, you’re invited by / }).waitFor();
  await page.getByText('Your first visit is free.').waitFor();
  await write(page, page.getByLabel('Full name'), 'Rosa Lind');
  await tap(page, page.locator('label').filter({ hasText: 'I have read' }));
  await tap(page, page.getByRole('button', { name: 'Sign', exact: true }));
  await page.getByText('You have signed the waiver.').waitFor();
  expect(faults).toEqual([]);
};

/** The desk sees whose guest she is, and checks her in once the class is near. */
const come = async (): Promise<string> => {
  const { sessionId, startTime } = await sessionOfHost();
  const { sections } = (await server.call('GET', `/manage/sessions/${sessionId}/roster`)).body;
  const entries = sections.flatMap(({ bookings }: { bookings: object[] }) => bookings);
  const rosa = entries.find(({ client }: { client: { firstName: string } | null }) => client?.firstName === 'Rosa');
  expect(rosa.guest).toMatchObject({ paidBy: 'free', standsForClientId: null });
  expect(rosa.guest.hostName).not.toBeNull();
  expect(rosa.client.flags).not.toContain('waiver');
  const now = (await server.call('GET', '/sandbox/clock')).body.now;
  const minutes = Math.max(0, Math.round((Date.parse(startTime) - Date.parse(now)) / 60_000) - 10);
  if (minutes > 0) await advance(`PT${minutes}M`);
  expect((await server.call('POST', `/v2/bookings/${rosa.id}/checkin`, {})).status).toBe(200);
  return rosa.clientId;
};

const sessionOfHost = async (): Promise<{ sessionId: string; startTime: string }> => {
  const { sessionId } = (await server.call('GET', `/v2/bookings/${BOOKINGS.ofMember}`)).body;
  const { startTime } = (await server.call('GET', `/v2/sessions/${sessionId}`)).body;
  return { sessionId, startTime };
};

const buy = async (path: string): Promise<void> => {
  const { page, faults } = await open(path, { clientId: null, width: 390 });
  await tap(page, page.getByRole('link', { name: 'See passes and prices' }));
  await tap(page, page.getByRole('link', { name: /Ten classes/ }));
  await write(page, page.getByRole('textbox', { name: 'Email address' }), EMAIL);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Six-digit code' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type(await codeFor(EMAIL));
  await write(page, page.getByLabel('Card number'), '4242424242424242');
  await write(page, page.getByLabel('Expires'), '1131');
  await write(page, page.getByLabel('Security code'), '123');
  await tap(page, page.getByRole('button', { name: /^(Pay|Buy)/ }));
  await page.getByText('You now have Ten classes.').waitFor();
  expect(faults).toEqual([]);
};

test('a friend is brought, signs, comes and buys', async () => {
  await server.call('PATCH', '/v2/settings', { membership: { waiver: WAIVER } });
  const path = await bring();
  await sign(path);
  const clientId = await come();
  expect((await server.call('GET', `/v2/clients/${clientId}`)).body.status).toBe('lead');
  await buy(path);
  expect((await server.call('GET', `/v2/clients/${clientId}`)).body.status).toBe('active');
}, 180_000);
