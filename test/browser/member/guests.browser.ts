// A member brings a friend, who opens the link of the mail, signs, comes and buys: by touch on a phone and by keyboard.
// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/member/guests.browser.ts
import { describe, expect, test } from 'bun:test';
import { BOOKINGS } from '../../../src/resources/demo-ids.ts';
import { testsEverything } from '../../helpers/everything.ts';
import { type Hands, keysOn, touchOn } from '../console/hands.ts';
import { testMember } from './open.ts';

const { server, open, codeFor } = testMember('--clock', 'fixed:2026-03-06T12:30:00Z');

/** A friend, and how the pages are used. */
interface Friend {
  readonly firstName: string;
  readonly email: string;
  readonly width: number;
  readonly handsOn: (page: Hands['page']) => Hands;
}

const WAIVER = { version: '2', text: 'I come at my own risk.\n\nI tell the instructor of injuries.' };

const advance = (duration: string) => server.call('POST', '/sandbox/clock', { advance: duration });

/** The link of the invitation. The clock of the sandbox goes on until it has come. */
const invitation = async (email: string): Promise<string> => {
  for (let tries = 0; tries < 50; tries++) {
    const { data }: { data: { to: string; text: string }[] } = (await server.call('GET', '/sandbox/mailbox')).body;
    const text = data.findLast(({ to }) => to === email)?.text ?? '';
    const path = /\/book\/guest\/[\w-]+/.exec(text)?.[0];
    if (path !== undefined) return path;
    await advance('PT1S');
  }
  throw new Error('no invitation has come');
};

const bring = async ({ firstName, email, width, handsOn }: Friend): Promise<string> => {
  const { page, faults } = await open(`/book/me/bookings/${BOOKINGS.ofMember}`, { width });
  const { press, write, choose } = handsOn(page);
  await press(page.getByRole('link', { name: /^Bring a friend$|guest/ }));
  await page.getByRole('heading', { level: 1, name: 'Bring a friend' }).waitFor();
  await write(page.getByLabel('First name'), firstName);
  await write(page.getByLabel('Email (optional)'), email);
  await choose(page.getByRole('radio', { name: /First visit/ }));
  await press(page.getByRole('button', { name: 'Invite' }));
  await page.locator('li').filter({ hasText: firstName }).getByText('Has a spot').waitFor();
  expect(faults).toEqual([]);
  return invitation(email);
};

const sign = async ({ firstName, width, handsOn }: Friend, path: string): Promise<void> => {
  const { page, faults } = await open(path, { clientId: null, width });
  const { press, write, tick } = handsOn(page);
  await page.getByRole('heading', { level: 1, name: new RegExp(`^${firstName}, you’re invited by `) }).waitFor();
  await page.getByText('Your first visit is free.').waitFor();
  await write(page.getByLabel('Full name'), `${firstName} Lind`);
  await tick(page.getByRole('checkbox', { name: /I have read/ }));
  await press(page.getByRole('button', { name: 'Sign', exact: true }));
  await page.getByText('You have signed the waiver.').waitFor();
  expect(faults).toEqual([]);
};

/** The desk sees whose guest she is, and checks her in once the class is near. */
const come = async ({ firstName }: Friend): Promise<string> => {
  const { sessionId, startTime } = await sessionOfHost();
  const { sections } = (await server.call('GET', `/manage/sessions/${sessionId}/roster`)).body;
  const entries = sections.flatMap(({ bookings }: { bookings: object[] }) => bookings);
  const guest = entries.find(({ client }: { client: { firstName: string } | null }) => client?.firstName === firstName);
  expect(guest.guest).toMatchObject({ paidBy: 'free', standsForClientId: null });
  expect(guest.guest.hostName).not.toBeNull();
  expect(guest.client.flags).not.toContain('waiver');
  const now = (await server.call('GET', '/sandbox/clock')).body.now;
  const minutes = Math.max(0, Math.round((Date.parse(startTime) - Date.parse(now)) / 60_000) - 10);
  if (minutes > 0) await advance(`PT${minutes}M`);
  expect((await server.call('POST', `/v2/bookings/${guest.id}/checkin`, {})).status).toBe(200);
  return guest.clientId;
};

const sessionOfHost = async (): Promise<{ sessionId: string; startTime: string }> => {
  const { sessionId } = (await server.call('GET', `/v2/bookings/${BOOKINGS.ofMember}`)).body;
  const { startTime } = (await server.call('GET', `/v2/sessions/${sessionId}`)).body;
  return { sessionId, startTime };
};

const buy = async ({ email, width, handsOn }: Friend, path: string): Promise<void> => {
  const { page, faults } = await open(path, { clientId: null, width });
  const { press, write } = handsOn(page);
  await press(page.getByRole('link', { name: 'See passes and prices' }));
  await press(page.getByRole('link', { name: /Ten classes/ }));
  await write(page.getByRole('textbox', { name: 'Email address' }), email);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Six-digit code' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type(await codeFor(email));
  await write(page.getByLabel('Card number'), '4242424242424242');
  await write(page.getByLabel('Expires'), '1131');
  await write(page.getByLabel('Security code'), '123');
  await press(page.getByRole('button', { name: /^(Pay|Buy)/ }));
  await page.getByText('You now have Ten classes.').waitFor();
  expect(faults).toEqual([]);
};

const scenario = async (friend: Friend): Promise<void> => {
  await server.call('PATCH', '/v2/settings', { membership: { waiver: WAIVER } });
  const path = await bring(friend);
  await sign(friend, path);
  const clientId = await come(friend);
  expect((await server.call('GET', `/v2/clients/${clientId}`)).body.status).toBe('lead');
  await buy(friend, path);
  expect((await server.call('GET', `/v2/clients/${clientId}`)).body.status).toBe('active');
};

describe('a friend is brought, signs, comes and buys', () => {
  const rosa: Friend = { firstName: 'Rosa', email: 'rosa@guests.example', width: 390, handsOn: touchOn };
  test('by touch', () => scenario(rosa), 180_000);

  // Another friend of the same host.
  const ines: Friend = { firstName: 'Ines', email: 'ines@guests.example', width: 1440, handsOn: keysOn };
  test.if(testsEverything)('by keyboard alone', () => scenario(ines), 180_000);
});
