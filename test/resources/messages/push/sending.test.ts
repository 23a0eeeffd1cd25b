import { afterEach, beforeEach, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kernel/durations.ts';
import { addBooking, addClient, addSession } from '../../../helpers/bookings.ts';
import { addChild, addHousehold } from '../../../helpers/households.ts';
import { joinWaitlist } from '../../../helpers/waitlist.ts';
import { openPushStudio, SUBSCRIPTIONS } from './set-up.ts';

let opened: Awaited<ReturnType<typeof openPushStudio>>;

beforeEach(async () => {
  opened = await openPushStudio();
});
afterEach(() => opened.close());

const at = (milliseconds: number) => opened.studio.time.moveTo(opened.studio.time.now() + milliseconds);

/** A member who waits for a full class, and the booking that holds the spot. */
const waiting = async () => {
  const { studio } = opened;
  await studio.given(studio.patch('/v2/settings', { booking: { waitlistPromotionMode: 'confirmation_window' } }));
  const ann = await opened.reached();
  const sessionId = await addSession(studio, { capacity: 1, startsIn: 3 * DAY_MS });
  const seated = await addBooking(studio, await addClient(studio), sessionId);
  const bookingId = await joinWaitlist(studio, ann.id, sessionId);
  await opened.settle();
  opened.service.received.length = 0;
  return { ann, seated, bookingId };
};

test('an offer arrives encrypted, with the class, the time and the page that takes it, and nothing else', async () => {
  const { studio, service } = opened;
  const { seated, bookingId } = await waiting();
  await studio.given(studio.post(`/v2/bookings/${seated}/cancel`, {}));
  await opened.settle();
  const [offer] = service.received;
  expect(service.received).toHaveLength(1);
  expect(offer?.payload).toEqual({
    title: 'A spot opened up: Flow',
    body: expect.stringMatching(/^Thursday, March 5, 3:00\sAM\. It is yours until Monday, March 2, \S+\sAM\.$/),
    url: `/book/me/bookings/${bookingId}/accept`,
    tag: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(offer?.headers.get('content-encoding')).toBe('aes128gcm');
  expect(offer?.headers.get('urgency')).toBe('high');
  // The two hours in which the spot is held.
  expect(Number(offer?.headers.get('ttl'))).toBeWithin(7_100, 7_201);
  expect(offer?.claims).toMatchObject({ aud: service.origin.replace('http:', 'https:'), sub: 'http://localhost' });
  expect(opened.logged().at(-1)).toEqual({ kind: 'waitlist_offered', status: 'sent', errorCode: null, attempts: 1 });
});

test('an offer for a dependant comes to the adult, says for whom, and opens the page as that dependant', async () => {
  const { studio } = opened;
  await studio.given(studio.patch('/v2/settings', { booking: { waitlistPromotionMode: 'confirmation_window' } }));
  const ann = await opened.reached();
  const household = await addHousehold(studio, ann.id);
  const child = await addChild(studio, household.id);
  const sessionId = await addSession(studio, { capacity: 1, startsIn: 3 * DAY_MS });
  const seated = await addBooking(studio, await addClient(studio), sessionId);
  const bookingId = await joinWaitlist(studio, child, sessionId);
  await opened.settle();
  opened.service.received.length = 0;
  await studio.given(studio.post(`/v2/bookings/${seated}/cancel`, {}));
  await opened.settle();
  const { firstName } = (await studio.get(`/v2/clients/${child}`)).body;
  expect(opened.service.received.map(({ payload }) => [payload.title, payload.url])).toEqual([
    [`${firstName}: A spot opened up: Flow`, `/book/me/bookings/${bookingId}/accept?for=${child}`],
  ]);
  const own = await addBooking(studio, ann.id, await addSession(studio, { startsIn: 9 * DAY_MS }));
  await opened.settle();
  const { title, url } = opened.service.received.at(-1)?.payload ?? {};
  expect([title, url]).toEqual(['Booked: Flow', `/book/me/bookings/${own}?for=${ann.id}`]);
});

test('each of two devices gets it, and the message is sent with the first', async () => {
  const { studio, service } = opened;
  const ann = await opened.reached();
  const second = await studio.given(opened.enter('ann@example.com'));
  await opened.allow({ headers: { ...ann.headers, authorization: `Bearer ${second.idToken}` } });
  service.answers((path) => (path.endsWith('browser-1') ? { status: 500 } : { status: 201 }));
  await addBooking(studio, ann.id, await addSession(studio, { startsIn: 3 * DAY_MS }));
  await opened.settle();
  expect(service.received.map(({ path }) => path)).toEqual(['/push/browser-2']);
  expect(opened.logged()).toContainEqual({ kind: 'booking_confirmed', status: 'sent', errorCode: null, attempts: 1 });
  service.answers(() => ({ status: 201 }));
  await at(MINUTE_MS);
  expect(service.received.map(({ path }) => path)).toEqual(['/push/browser-2', '/push/browser-1']);
  expect(studio.count("messages where channel = 'push' and status = 'sent' and data <> '{}'")).toBe(0);
});

for (const status of [404, 410]) {
  test(`${status} ends the subscription, and the message has failed`, async () => {
    const { studio, service } = opened;
    const ann = await opened.reached();
    service.answers(() => ({ status }));
    await addBooking(studio, ann.id, await addSession(studio, { startsIn: 3 * DAY_MS }));
    await opened.settle();
    expect(studio.count('pushSubscriptions')).toBe(0);
    const confirmation = { kind: 'booking_confirmed', status: 'failed', errorCode: 'device_gone', attempts: 1 };
    expect(opened.logged()).toContainEqual(confirmation);
    await at(DAY_MS);
    expect(service.attempts).toHaveLength(1);
  });
}

test('of five that are due at once, none waits on when the first has ended the subscription', async () => {
  const { studio, service } = opened;
  const ann = await opened.reached();
  for (const _ of Array(5)) {
    await addBooking(studio, ann.id, await addSession(studio, { startsIn: 3 * DAY_MS }));
  }
  await opened.settle();
  service.answers(() => ({ status: 410 }));
  await at(2 * DAY_MS);
  const due = `messages where channel = 'push' and kind = 'booking_reminder' and dueAt <= '2026-03-04T08:00:00.000Z'`;
  const gone = studio.count(`${due} and status = 'failed' and errorCode = 'device_gone'`);
  expect(gone).toBeGreaterThan(0);
  expect(studio.count(`${due} and status = 'skipped' and errorCode = 'no_device'`)).toBe(5 - gone);
});

test('a device that is signed out between two attempts leaves nothing that waits', async () => {
  const { studio, service } = opened;
  const ann = await opened.reached();
  service.answers(() => ({ status: 500 }));
  await addBooking(studio, ann.id, await addSession(studio, { startsIn: 9 * DAY_MS }));
  await opened.settle();
  await studio.given(studio.send('DELETE', `${SUBSCRIPTIONS}/${ann.subscriptionId}`, undefined, ann.headers));
  await at(MINUTE_MS);
  expect(service.attempts).toHaveLength(1);
  const confirmation = { kind: 'booking_confirmed', status: 'failed', errorCode: 'push_refused', attempts: 1 };
  expect(opened.logged()).toContainEqual(confirmation);
  expect(studio.count("messages where kind = 'booking_confirmed' and channel = 'push' and data <> '{}'")).toBe(0);
});

test('an address that has become private is not reached, and its subscription ends', async () => {
  const { studio, service } = opened;
  const ann = await opened.reached();
  const { sealed } = studio.db.query('select sealed from pushSubscriptions').get() as { sealed: Uint8Array };
  const moved = { ...JSON.parse(studio.seal.open(sealed)), endpoint: 'https://10.0.0.7/push/browser-1' };
  studio.db.run('update pushSubscriptions set sealed = ?', [studio.seal.seal(JSON.stringify(moved))]);
  await addBooking(studio, ann.id, await addSession(studio, { startsIn: 9 * DAY_MS }));
  await opened.settle();
  expect([service.attempts, studio.count('pushSubscriptions')]).toEqual([[], 0]);
  const confirmation = { kind: 'booking_confirmed', status: 'failed', errorCode: 'device_gone', attempts: 1 };
  expect(opened.logged()).toContainEqual(confirmation);
});

for (const status of [400, 403, 413, 302]) {
  test(`${status} is final, and the subscription stays`, async () => {
    const { studio, service } = opened;
    const ann = await opened.reached();
    service.answers(() => ({ status, headers: { location: `${service.origin}/elsewhere` } }));
    await addBooking(studio, ann.id, await addSession(studio, { startsIn: 9 * DAY_MS }));
    await at(HOUR_MS);
    expect(service.attempts).toEqual(['/push/browser-1']);
    expect(opened.logged()).toContainEqual({
      kind: 'booking_confirmed',
      status: 'failed',
      errorCode: 'push_refused',
      attempts: 1,
    });
    expect(studio.count('pushSubscriptions')).toBe(1);
  });
}

test('429 waits for as long as the push service asks, with everything for its host', async () => {
  const { studio, service } = opened;
  const [ann, ben] = [await opened.reached(), await opened.reached('ben@example.com')];
  service.answers((_, attempt) =>
    attempt === 1 ? { status: 429, headers: { 'retry-after': '900' } } : { status: 201 },
  );
  const sessionId = await addSession(studio, { startsIn: 9 * DAY_MS });
  await addBooking(studio, ann.id, sessionId);
  await opened.settle();
  await addBooking(studio, ben.id, sessionId);
  await at(14 * MINUTE_MS);
  expect(service.attempts).toEqual(['/push/browser-1']);
  await at(2 * MINUTE_MS);
  expect(service.attempts.slice(1).sort()).toEqual(['/push/browser-1', '/push/browser-2']);
});

test('5xx is tried again after 1, 5 and 30 minutes, and 2 and 6 hours, and is then given up', async () => {
  const { studio, service } = opened;
  const ann = await opened.reached();
  service.answers(() => ({ status: 500 }));
  await addBooking(studio, ann.id, await addSession(studio, { startsIn: 9 * DAY_MS }));
  await opened.settle();
  const counts: number[] = [];
  for (const wait of [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS]) {
    counts.push(service.attempts.length);
    await at(wait + 1_000);
  }
  expect([...counts, service.attempts.length]).toEqual([1, 2, 3, 4, 5, 6]);
  expect(opened.logged()[0]).toEqual({
    kind: 'booking_confirmed',
    status: 'failed',
    errorCode: 'push_refused',
    attempts: 6,
  });
});

test('a push service that never answers delays no email', async () => {
  const { studio, service, mails } = opened;
  const ann = await opened.reached();
  service.answers((_, attempt) => (attempt === 1 ? 'hangs' : { status: 201 }));
  const before = mails.length;
  await addBooking(studio, ann.id, await addSession(studio, { startsIn: 3 * DAY_MS }));
  await opened.settle();
  expect(mails.length).toBe(before + 1);
  await at(2 * MINUTE_MS);
  expect(opened.titles()).toEqual(['Booked: Flow']);
}, 30_000);

test('reminders wait for their time, follow a class that moves, and come to a device that was allowed after booking', async () => {
  const { studio } = opened;
  const ann = await opened.member();
  const sessionId = await addSession(studio, { startsIn: 3 * DAY_MS });
  await addBooking(studio, ann.id, sessionId);
  await opened.settle();
  await opened.allow(ann);
  await studio.given(studio.patch(`/manage/sessions/${sessionId}`, { startTime: '2026-03-06T13:00:00.000Z' }));
  await opened.settle();
  expect(opened.titles()).toEqual(['The studio moved Flow']);
  await at(2 * DAY_MS);
  expect(opened.titles()).toEqual(['The studio moved Flow']);
  await at(2.2 * DAY_MS);
  expect(opened.titles().slice(1)).toEqual(['Coming up: Flow', 'Coming up: Flow']);
  // A phone that is on again after the start shows no reminder of it.
  expect(opened.service.received.slice(1).map(({ headers }) => Number(headers.get('ttl')))).toEqual([43_200, 7_200]);
});

test('quiet hours put off what can wait, and no offer', async () => {
  const { studio, service } = opened;
  const { seated, ann } = await waiting();
  const quiet = { quietHours: { start: '00:00', end: '09:00' } };
  await studio.given(studio.send('PUT', '/v2/member/notifications/preferences', quiet, ann.headers));
  const sessionId = await addSession(studio, { startsIn: 2 * DAY_MS, instructorId: null });
  await addBooking(studio, ann.id, sessionId);
  await studio.given(studio.post(`/v2/bookings/${seated}/cancel`, {}));
  await opened.settle();
  expect(opened.titles().sort()).toEqual(['A spot opened up: Flow', 'Booked: Flow']);
  // A day before 3:00 AM is in the quiet hours, which end at 9:00 AM in New York.
  service.received.length = 0;
  await at(27 * HOUR_MS);
  expect(opened.titles()).not.toContain('Coming up: Flow');
  await at(6 * HOUR_MS);
  expect(opened.titles()).toContain('Coming up: Flow');
});

test('quiet hours put off the next attempt after one that failed', async () => {
  const { studio, service } = opened;
  const ann = await opened.reached();
  // It is 3:00 AM in New York: the reminder is due at 4:00, and tried again at 4:01, 4:06 and 4:36.
  const quiet = { quietHours: { start: '04:30', end: '09:00' } };
  await studio.given(studio.send('PUT', '/v2/member/notifications/preferences', quiet, ann.headers));
  await addBooking(studio, ann.id, await addSession(studio, { startsIn: 25 * HOUR_MS, instructorId: null }));
  await opened.settle();
  service.answers(() => ({ status: 500 }));
  await at(10 * MINUTE_MS + HOUR_MS);
  const tried = service.attempts.length;
  service.received.length = 0;
  service.answers(() => ({ status: 201 }));
  await at(4 * HOUR_MS);
  expect([service.attempts.length, opened.titles()]).toEqual([tried, []]);
  await at(HOUR_MS);
  expect([service.attempts.length, opened.titles()]).toEqual([tried + 1, ['Coming up: Flow']]);
});

test('preferences, the settings and the switches of kinds decide', async () => {
  const { studio } = opened;
  const ann = await opened.reached();
  const book = async () => {
    await addBooking(studio, ann.id, await addSession(studio, { startsIn: 9 * DAY_MS }));
    await opened.settle();
    return opened.logged().findLast(({ kind }) => kind === 'booking_confirmed');
  };
  const prefer = (body: object) =>
    studio.given(studio.send('PUT', '/v2/member/notifications/preferences', body, ann.headers));
  await prefer({ categories: { bookings: { push: false }, reminders: { push: false } } });
  expect(await book()).toMatchObject({ status: 'skipped', errorCode: 'not_wanted' });
  await prefer({ channels: { push: false } });
  expect(await book()).toMatchObject({ status: 'skipped', errorCode: 'not_wanted' });
  await prefer({ channels: { email: false }, categories: { reminders: { push: false } } });
  expect(await book()).toMatchObject({ status: 'sent' });
  const { length } = opened.logged();
  await studio.given(studio.patch('/v2/settings', { notification: { webPush: false } }));
  await book();
  expect(opened.logged()).toHaveLength(length);
});
