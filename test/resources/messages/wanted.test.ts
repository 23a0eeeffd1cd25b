import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { reactions } from '../../../src/api.ts';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import { PaymentMethod } from '../../../src/resources/payment-methods/record.ts';
import { putNotificationPreferences } from '../../../src/resources/preferences/preferences.ts';
import { storeChange } from '../../../src/resources/schedules/changes/store-change.ts';
import { Session } from '../../../src/resources/sessions/record.ts';
import { MAIN_SITE } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { openMailStudio } from '../../helpers/mails.ts';
import { sellPackage } from '../../helpers/sales.ts';
import { waitFor } from '../../helpers/wait.ts';
import { joinWaitlist } from '../../helpers/waitlist.ts';

type Opened = Awaited<ReturnType<typeof openMailStudio>>;
type Choices = Parameters<typeof putNotificationPreferences>[2];

let studio: Opened['studio'];
let mails: Opened['mails'];
let ann: string;

beforeEach(async () => {
  ({ studio, mails } = await openMailStudio());
  ann = await addClient(studio, { firstName: 'Ann', email: 'ann@example.com' });
});
afterEach(() => studio.app.stop());

const pass = (milliseconds = 1_000) => studio.time.moveTo(studio.time.now() + milliseconds);
const choose = (choices: Choices) =>
  studio.store.write<void>((tx) => void putNotificationPreferences(tx, ann, choices));
const notify = (notification: object) => studio.given(studio.patch('/v2/settings', { notification }));

/** What became of the messages to Ann that are due by now, in the order in which they were made. */
const outcomes = () =>
  studio.db
    .query(
      "select kind, coalesce(errorCode, status) from messages where clientId = ? and status <> 'scheduled' order by id",
    )
    .values(ann)
    .map((row) => row.join(' '));

/** Ann books a class in some hours. Returns it, with the booking. */
const book = async (hours = 72) => {
  const sessionId = await addSession(studio, { startsIn: hours * HOUR_MS });
  const bookingId = await addBooking(studio, ann, sessionId);
  await pass();
  return { sessionId, bookingId };
};
const cancelClass = async (sessionId: string) => {
  await studio.given(studio.post(`/manage/sessions/${sessionId}/cancel`, {}));
  await pass();
};
const moveClass = async (sessionId: string) => {
  const startTime = new Date(studio.time.now() + 4 * DAY_MS).toISOString().replace(/:\d\d\.\d+/, ':00.000');
  await studio.given(studio.patch(`/manage/sessions/${sessionId}`, { startTime }));
  await pass();
};
/** Sells Ann one credit, and uses it. */
const useUp = async () => {
  await sellPackage(studio, ann, { name: 'One', creditsTotal: 1 });
  await pass();
  return book(48);
};
/** Ann waits for a full class, whose other seat is given up then. */
const promote = async () => {
  const sessionId = await addSession(studio, { startsIn: 3 * DAY_MS, capacity: 1 });
  const seated = await addBooking(studio, await addClient(studio, { firstName: 'Bo' }), sessionId);
  await joinWaitlist(studio, ann, sessionId);
  await pass();
  await studio.given(studio.post(`/v2/bookings/${seated}/cancel`));
  await pass();
};
const earn = async () => {
  await studio.given(studio.post('/manage/awards', { name: 'First visit', trigger: 'visits', threshold: 1 }));
  await waitFor(() => studio.db.query('select 1 from unfinishedChanges').get() === null);
  await studio.given(studio.post('/v2/checkins', { clientId: ann, locationId: MAIN_SITE }));
  await pass();
};

describe('a switch of the studio that is off sends nothing', () => {
  const off: readonly [name: string, notification: object, raise: () => Promise<unknown>, kind: string][] = [
    ['bookingConfirmation', { bookingConfirmation: false }, () => book(), 'booking_confirmed'],
    ['waitlistPromoted', { waitlistPromoted: false }, promote, 'waitlist_promoted'],
    [
      'sessionCancelled',
      { sessionCancelled: false },
      async () => cancelClass((await book()).sessionId),
      'session_cancelled',
    ],
    ['sessionChanged', { sessionChanged: false }, async () => moveClass((await book()).sessionId), 'session_moved'],
    ['all mails', { channels: { email: false } }, () => book(), 'booking_confirmed'],
  ];
  test.each(off)('%s', async (_name, notification, raise, kind) => {
    await notify(notification);
    await raise();
    expect(outcomes()).toContain(`${kind} turned_off`);
    expect(outcomes()).not.toContain(`${kind} sent`);
  });

  test('and so does the switch of reminders, while the confirmation is sent', async () => {
    await notify({ bookingReminder: { enabled: false } });
    await book(50);
    await pass(3 * DAY_MS);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('You’re booked')]);
  });
});

test('whoever has chosen when to be reminded is reminded, also where the studio has reminders off', async () => {
  await notify({ bookingReminder: { enabled: false } });
  await choose({ reminderMinutesBefore: [60] });
  await book(50);
  await pass(3 * DAY_MS);
  expect(outcomes()).toEqual(['booking_confirmed sent', 'booking_reminder sent']);
});

describe('what a member has turned off is not sent', () => {
  test('a category', async () => {
    await choose({ categories: { bookings: { email: false } } });
    const { bookingId } = await book();
    await studio.given(studio.post(`/v2/bookings/${bookingId}/cancel`));
    await pass();
    expect(outcomes()).toEqual(['booking_confirmed not_wanted', 'booking_cancelled not_wanted']);
    expect(mails).toEqual([]);
  });

  test('all mails, but for those of locked categories', async () => {
    await choose({ channels: { email: false }, categories: { schedule_changes: { email: false } } });
    await useUp();
    const { sessionId } = await book();
    await cancelClass(sessionId);
    expect(outcomes()).toEqual([
      'receipt sent',
      'booking_confirmed not_wanted',
      'package_depleted not_wanted',
      'booking_confirmed not_wanted',
      'session_cancelled sent',
    ]);
    expect(mails.map(({ subject }) => subject.split(':')[0])).toEqual([
      expect.stringMatching(/^Receipt/),
      'Class canceled',
    ]);
  });
});

describe('maxPerDay', () => {
  test('leaves out what is neither urgent nor locked, for 24 hours', async () => {
    await notify({ maxPerDay: 1 });
    await useUp();
    // The receipt was the mail of the day; a confirmation is urgent, and the cancelled class locked.
    const { sessionId } = await book();
    await cancelClass(sessionId);
    expect(outcomes()).toEqual([
      'receipt sent',
      'booking_confirmed sent',
      'package_depleted too_many',
      'booking_confirmed sent',
      'session_cancelled sent',
    ]);
    // The first reminders of these classes are mails of a day too.
    await pass(5 * DAY_MS);
    await earn();
    expect(outcomes()).toContain('award_earned sent');
  });

  test('lets the first reminder of a booking through, and leaves out the others', async () => {
    await notify({ maxPerDay: 1 });
    await book();
    await pass(3 * DAY_MS);
    expect(outcomes().filter((each) => each.startsWith('booking_reminder'))).toEqual([
      'booking_reminder sent',
      'booking_reminder too_many',
    ]);
  });

  test('is of each person', async () => {
    await notify({ maxPerDay: 1 });
    await addBooking(studio, await addClient(studio, { firstName: 'Bo' }), await addSession(studio));
    await earn();
    expect(outcomes()).toEqual(['award_earned sent']);
  });
});

test('who is promoted from the waiting list, and who earns an award, reads so', async () => {
  await promote();
  await earn();
  expect(mails.filter(({ to }) => to === 'ann@example.com').map(({ subject }) => subject)).toEqual([
    'Waitlist: Flow, Thursday, March 5, 3:00 AM',
    'You’re in: Flow, Thursday, March 5, 3:00 AM',
    'You earned First visit',
  ]);
});

test('fees and notices of packages, cards and awards wait for the end of quiet hours; what is urgent does not', async () => {
  await notify({ quietHours: { start: '00:00', end: '12:00' } });
  await studio.given(studio.patch('/v2/settings', { payment: { lateCancelFee: 1500, feesApplyTo: 'all' } }));
  await studio.store.write<void>((tx) => {
    const card = { brand: 'visa', last4: '4242', expMonth: 3, expYear: 2026, funding: 'credit', country: null };
    const row = { ...PaymentMethod.initial(tx), clientId: ann, status: 'active' as const, ...card };
    PaymentMethod.rows.insert(tx, { ...row, processor: 'sandbox', mode: 'test', account: null });
  });
  await useUp();
  await sellPackage(studio, ann, { name: 'Week', creditsTotal: 5, validityDays: 5 });
  await pass();
  const { bookingId } = await book(3);
  await studio.given(studio.post(`/v2/bookings/${bookingId}/cancel`));
  const paid = { amount: 1500, currency: 'USD', paymentMethod: 'cash', purpose: 'late_cancel_fee' };
  await studio.given(studio.post('/manage/payments', { clientId: ann, bookingId, ...paid }));
  await earn();
  // 12:00 in New York.
  const noon = '2026-03-02T17:00:00.000Z';
  await studio.time.moveTo(Date.parse(noon) - 1_000);
  const sent = [
    'receipt sent',
    'booking_confirmed sent',
    'receipt sent',
    'booking_confirmed sent',
    'booking_cancelled sent',
  ];
  expect(outcomes()).toEqual(sent);
  const kinds = ['award_earned', 'card_expiring', 'fee', 'package_depleted', 'package_expiring'];
  const waiting = studio.db
    .query(
      "select kind, dueAt from messages where clientId = ? and status = 'scheduled' and kind <> 'booking_reminder'",
    )
    .values(ann);
  expect(waiting.sort()).toEqual(kinds.map((kind) => [kind, noon]));
  await studio.time.moveTo(Date.parse(noon) + 1_000);
  expect(outcomes().sort()).toEqual([...sent, ...kinds.map((kind) => `${kind} sent`)].sort());
});

test('a class that other rules of its zone put at another instant: nobody is written to, and reminders follow', async () => {
  const { sessionId } = await book();
  const remindersDue = () =>
    studio.db.query("select dueAt from messages where kind = 'booking_reminder' order by dueAt").values().flat();
  const before = remindersDue().map((instant) => Date.parse(String(instant)));
  const later = (instant: string) => new Date(Date.parse(instant) + HOUR_MS).toISOString();
  await studio.store.write<void>((tx) => {
    const row = Session.rows.find(tx, sessionId);
    if (row === undefined) throw new Error('there is no such session');
    storeChange(tx, row, { ...row, startTime: later(row.startTime), endTime: later(row.endTime) }, reactions);
  });
  await pass();
  expect(outcomes()).toEqual(['booking_confirmed sent']);
  expect(before.length).toBeGreaterThan(0);
  expect(remindersDue().map((instant) => Date.parse(String(instant)))).toEqual(before.map((at) => at + HOUR_MS));
});
