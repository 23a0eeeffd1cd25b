// A stranger becomes a member, from the timetable to leaving, on a phone and by keyboard.
// Run by scripts/test --only pages, where there is a browser: bun test ./test/browser/member/scenario.browser.ts
import { expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import { CHALLENGES, ENTRIES } from '../../../src/resources/demo-ids.ts';
import { testsEverything } from '../../helpers/everything.ts';
import { until } from '../../helpers/process.ts';
import { type Hands, keysOn, mouseOn } from '../console/hands.ts';
import { testMember } from './open.ts';

// A Friday morning in New York: classes follow all day.
const { server, open, codeFor } = testMember('--clock', 'fixed:2026-03-06T12:30:00Z');

const CARDS = { declined: '4000000000000002', approved: '4000002500003155' } as const;

const get = async (path: string, more: Readonly<Record<string, string>> = {}) =>
  (await server.call('GET', path, undefined, { 'x-service-api-key': server.ready.apiKey, ...more })).body;
const clientOf = async (email: string) => (await get(`/v2/clients?email=${encodeURIComponent(email)}`)).data[0];
const bookingsOf = async (clientId: string) => (await get(`/v2/bookings?client_id=${clientId}&limit=50`)).data;
interface SandboxMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly calendar: { readonly method: string; readonly content: string } | null;
}
const mailTo = async (email: string, fits: (mail: SandboxMail) => boolean): Promise<SandboxMail> => {
  for (let tries = 0; tries < 50; tries++) {
    const { data }: { data: SandboxMail[] } = await get('/sandbox/mailbox');
    const mail = data.findLast((each) => each.to === email && fits(each));
    if (mail !== undefined) return get(`/sandbox/mailbox/${mail.id}`);
    await advance('PT1S');
  }
  throw new Error(`no such mail has come for ${email}`);
};
const advance = (duration: string) => server.call('POST', '/sandbox/clock', { advance: duration });

/** A class of the next days with a free seat, and time to cancel it free of charge. */
const classOf = async (name: string) => {
  const now = Date.parse((await get('/sandbox/clock')).now);
  const [from, to] = [now + 1.5 * DAY_MS, now + 6 * DAY_MS].map((each) => new Date(each).toISOString());
  const { data } = await get(
    `/public-api/v2/timetable?${new URLSearchParams({ from: `${from}`, to: `${to}`, limit: '100' })}`,
  );
  const found = data.find(
    (each: { name: string; availability: string; startTime: string }) =>
      each.name === name && each.availability === 'available' && Date.parse(each.startTime) > now + 1.5 * DAY_MS,
  );
  if (found === undefined) throw new Error(`there is no ${name} with a open seat`);
  return found;
};

const signUp = async (hands: Hands, email: string, className: string): Promise<void> => {
  const { page, press, write } = hands;
  await press(page.getByRole('link', { name: 'New here? Sign up' }));
  // The page before has a field of the same name.
  await page.getByRole('heading', { name: 'New here?' }).waitFor();
  await write(page.getByRole('textbox', { name: 'Email address' }), email);
  await page.keyboard.press('Enter');
  // The field takes the focus by itself, a moment after it is there.
  await page.getByRole('textbox', { name: 'Six-digit code' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type(await codeFor(email));
  await write(page.getByRole('textbox', { name: 'First name' }), 'Mateo');
  await write(page.getByRole('textbox', { name: 'Last name' }), 'Silva');
  await press(page.getByRole('button', { name: `Continue to ${className}` }));
};

const typeCard = async ({ page, write }: Hands, number: string): Promise<void> => {
  await write(page.getByLabel('Card number'), number);
  await write(page.getByLabel('Expires'), '1131');
  await write(page.getByLabel('Security code'), '123');
};

const scenario = async (hands: Hands, email: string): Promise<void> => {
  const { page, press } = hands;
  // Finds a class, and signs up to book it.
  const session = await classOf('Morning Flow');
  await press(page.locator(`a[href*="day=${session.localDate}"]`));
  // The page before has the same links, of other classes.
  await page.waitForURL(`**day=${session.localDate}*`);
  await press(page.getByRole('link', { name: 'Morning Flow', exact: true }));
  await page.getByRole('heading', { level: 1, name: 'Morning Flow' }).waitFor();
  await press(page.getByRole('link', { name: 'Book', exact: true }));
  await signUp(hands, email, 'Morning Flow');

  // Buys the introduction with it: the first card is declined, the second one asks for approval.
  await press(page.getByRole('radio', { name: /Intro, two weeks/ }));
  await typeCard(hands, CARDS.declined);
  await press(page.getByRole('button', { name: 'Pay and book' }));
  await page.getByRole('alert').filter({ hasText: 'Your bank declined the card.' }).waitFor();
  const { id: clientId } = await clientOf(email);
  expect(await bookingsOf(clientId)).toEqual([]);
  await typeCard(hands, CARDS.approved);
  await press(page.getByRole('button', { name: 'Pay and book' }));
  await press(page.getByRole('button', { name: 'Approve' }));
  await page.getByRole('heading', { name: 'You’re booked, Mateo' }).waitFor();
  expect(await bookingsOf(clientId)).toMatchObject([{ sessionId: session.id, status: 'confirmed' }]);
  const invitation = await mailTo(email, ({ subject }) => subject.includes('Morning Flow'));
  expect(invitation.calendar?.method).toBe('REQUEST');
  expect(invitation.text).toContain('/book/me/bookings/');

  // Cancels in time, and thinks better of it.
  await press(page.locator('a[href$="/cancel"]'));
  await press(page.getByRole('button', { name: 'Cancel booking', exact: true }));
  await page.getByText('Morning Flow is canceled.').waitFor();
  expect(await bookingsOf(clientId)).toMatchObject([{ status: 'cancelled', isLateCancel: false }]);
  await press(page.getByRole('button', { name: 'Undo' }));
  await page.waitForURL(/\/book\/me\/bookings\//);
  await until(async () => (await bookingsOf(clientId))[0].status === 'confirmed');

  // Waits for a full class, and gets the place that comes free.
  const startTime = new Date(Date.parse(session.startTime) + 3 * DAY_MS + 9 * HOUR_MS).toISOString();
  const workshop = { siteId: server.ready.siteId, name: 'Handstand evening', startTime };
  const full = (await server.call('POST', '/manage/sessions', { ...workshop, durationMinutes: 60, capacity: 1 })).body;
  const seat = { clientId: server.ready.clientId, sessionId: full.id };
  const booked = (await server.call('POST', '/v2/bookings', seat)).body;
  await page.goto(new URL(`/book/class/${full.id}`, page.url()).href);
  await press(page.getByRole('button', { name: 'Join waitlist' }));
  await page.waitForURL(/\/book\/me\/bookings\/[^/]+\?new$/);
  const own = (await bookingsOf(clientId)).find((each: { sessionId: string }) => each.sessionId === full.id);
  expect((await server.call('POST', `/v2/bookings/${booked.id}/cancel`)).status).toBe(200);
  await until(async () => (await get(`/v2/bookings/${own.id}`)).status === 'confirmed');

  await mailTo(email, ({ subject, text }) => `${subject} ${text}`.includes('Handstand evening'));

  // Cancels late: it says before what that costs.
  const hourBefore = new Date(Date.parse(session.startTime) - HOUR_MS).toISOString();
  await server.call('POST', '/sandbox/clock', { at: hourBefore });
  await page.goto(new URL('/book/me', page.url()).href);
  await press(page.getByRole('link', { name: 'Morning Flow' }));
  await press(page.locator('a[href$="/cancel"]'));
  await page.getByRole('heading', { name: 'Late cancel?' }).waitFor();
  await press(page.getByRole('button', { name: /^Cancel(?:,| and) / }));
  await page.getByText('Morning Flow is canceled.').waitFor();
  const late = (await bookingsOf(clientId)).find((each: { sessionId: string }) => each.sessionId === session.id);
  expect(late).toMatchObject({ status: 'cancelled', isLateCancel: true });

  // Watches a video to its end.
  await press(page.getByRole('link', { name: 'Library' }));
  await press(page.getByRole('link', { name: 'Ten squats' }));
  const begun = page.waitForResponse((response) => response.url().endsWith('/v2/member/video/sessions'));
  await press(page.getByRole('button', { name: 'Play' }));
  await begun;
  // The clock of the sandbox stands still, and a video cannot be watched faster than time goes by.
  await advance('PT10S');
  await until(() => page.evaluate<boolean>("document.querySelector('#player').ended"), 30_000);
  await until(
    async () =>
      (await get(`/v2/member/content/${ENTRIES.tenSquats}/status`, { 'x-client-id': clientId })).status === 'completed',
  );

  // Joins a challenge, and leaves it.
  await page.goto(new URL(`/book/challenges/${CHALLENGES.spring}`, page.url()).href);
  await hands.tick(page.getByRole('checkbox', { name: 'I accept the rules' }));
  await press(page.getByRole('button', { name: 'Join', exact: true }));
  await press(page.getByRole('link', { name: 'Leave challenge' }));
  await press(page.getByRole('button', { name: 'Leave challenge', exact: true }));
  await page.getByText(/^You left /).waitFor();

  // Leaves: asks the studio to be erased, and signs out.
  await page.goto(new URL('/book/me/account', page.url()).href);
  await press(page.getByRole('link', { name: /^Delete my account/ }));
  await press(page.getByRole('button', { name: 'Delete my account' }));
  await page.getByRole('button', { name: 'Keep my account' }).waitFor();
  expect(await get(`/manage/clients/${clientId}/erasure-request`)).toMatchObject({ status: 'requested' });
  await page.goto(new URL('/book/me/account', page.url()).href);
  await press(page.getByRole('button', { name: 'Sign out', exact: true }));
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
  await page.goto(new URL('/book/me', page.url()).href);
  await page.waitForURL(/\/book\/sign-in\?next=/);
};

let strangers = 0;
/** Somebody whom the studio does not know, also when a test runs once more. */
const newAddress = (): string => `mateo${++strangers}@members.example`;

test('on a phone', async () => {
  const { page, faults } = await open('/book', { clientId: null, width: 390 });
  await scenario(mouseOn(page), newAddress());
  expect(faults.filter((fault) => !/404/.test(fault))).toEqual([]);
}, 180_000);

test.if(testsEverything)(
  'by keyboard alone',
  async () => {
    const { page } = await open('/book', { clientId: null });
    await scenario(keysOn(page), newAddress());
  },
  180_000,
);
