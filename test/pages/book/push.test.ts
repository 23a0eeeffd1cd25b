import { beforeEach, expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { forEachTest } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { codeIn, openForMembers } from '../../helpers/member-sign-in.ts';
import { joinWaitlist } from '../../helpers/waitlist.ts';

const world = forEachTest(() => openForMembers());
const ORIGIN = { origin: 'http://localhost' };
const PUSH = '/book/me/account/push';
let [cookie, clientId] = ['', ''];

const fetchPage = (path: string, init: RequestInit = {}) =>
  world.studio.app.fetch(new Request(`http://localhost${path}`, init));
const textOf = async (path: string): Promise<string> => (await fetchPage(path, { headers: { cookie } })).text();
const post = (path: string, fields: Record<string, string>, headers: Record<string, string>) =>
  fetchPage(path, { method: 'POST', headers, body: new URLSearchParams({ key: crypto.randomUUID(), ...fields }) });
const turnOn = (webPush = true) =>
  world.studio.given(world.studio.patch('/v2/settings', { notification: { webPush } }));

beforeEach(async () => {
  const email = 'ann@example.com';
  clientId = await addClient(world.studio, { email });
  await post('/book/sign-in', { email }, ORIGIN);
  await world.pass();
  const response = await post('/book/sign-in/code', { email, code: codeIn(world.mails.at(-1)) }, ORIGIN);
  cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
});

/** The page of a place in line. */
const waitingPage = async (): Promise<string> => {
  const { studio } = world;
  const sessionId = await addSession(studio, { capacity: 1, startsIn: 3 * DAY_MS });
  await addBooking(studio, await addClient(studio), sessionId);
  return textOf(`/book/me/bookings/${await joinWaitlist(studio, clientId, sessionId)}`);
};

test('there is no word of notifications until the studio turns them on', async () => {
  expect(await textOf('/book/me/account')).not.toContain('Notifications');
  expect(await waitingPage()).not.toContain('data-push');
  expect((await fetchPage(PUSH, { headers: { cookie } })).status).toBe(404);
});

test('who waits for a spot is asked, and nobody before', async () => {
  await turnOn();
  const waiting = await waitingPage();
  expect(waiting).toContain('Tell me the moment a spot opens');
  expect(waiting).toMatch(/data-key="B[\w-]{86}"/);
  const sessionId = await addSession(world.studio, { startsIn: 3 * DAY_MS });
  const booked = await textOf(`/book/me/bookings/${await addBooking(world.studio, clientId, sessionId)}`);
  for (const page of [booked, await textOf('/book'), await textOf('/book/me')]) expect(page).not.toContain('data-push');
});

test('200 the page of notifications, in each language', async () => {
  await turnOn();
  expect(await textOf('/book/me/account')).toContain(`href="${PUSH}"`);
  for (const language of ['en', 'de', 'es', 'fr', 'it']) {
    const response = await fetchPage(PUSH, { headers: { cookie, 'accept-language': language } });
    expect([language, response.status]).toEqual([language, 200]);
    expect((await response.text()).replace(/\{(?:time|day)\}/g, '')).not.toMatch(/\{\w+\}|undefined|\[object/);
  }
});

test('303 saved: the kinds of notifications, and nothing of emails', async () => {
  await turnOn();
  const response = await post(PUSH, { all: '1', waitlist: '1' }, { ...ORIGIN, cookie });
  expect([response.status, response.headers.get('location')]).toEqual([303, `${PUSH}?saved`]);
  const { choices } = world.studio.db
    .query<{ choices: string }, [string]>('select choices from notificationPreferences where clientId = ?')
    .get(clientId) ?? { choices: '{}' };
  const { categories, channels } = JSON.parse(choices);
  expect(channels.push).toBe(true);
  expect([categories.waitlist.push, categories.bookings.push]).toEqual([true, false]);
  expect([categories.waitlist.email, categories.bookings.email]).toEqual([true, true]);
  await turnOn(false);
  expect((await post(PUSH, { all: '1' }, { ...ORIGIN, cookie })).status).toBe(404);
});
