import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { isoInstant } from '../../../src/kernel/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { idLowerBound } from '../../../src/kernel/ids.ts';
import { type Mail, MailNotSent } from '../../../src/mail/transport.ts';
import { rescheduleReminders } from '../../../src/resources/messages/following/preferences.ts';
import { putNotificationPreferences } from '../../../src/resources/preferences/preferences.ts';
import { TEST_START } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { keepMails, openMailStudio } from '../../helpers/mails.ts';
import { openStudioForMembers } from '../../helpers/members.ts';
import { addMessage } from '../../helpers/messages.ts';
import { imported } from '../imports/set-up.ts';

const EMAIL = 'zebra@marked.example';

let isRefused = false;
let isDeferred = false;
let studio: Awaited<ReturnType<typeof openMailStudio>>['studio'];
let mails: readonly Mail[];
let ann: string;

const refuse = (): void => {
  if (isDeferred) {
    throw new MailNotSent({ code: 'deferred', message: '451 Later', isPermanent: false, isRecipient: false });
  }
  if (!isRefused) return;
  throw new MailNotSent({ code: 'refused', message: `550 No ${EMAIL} here`, isPermanent: true, isRecipient: true });
};

beforeEach(async () => {
  isRefused = false;
  isDeferred = false;
  ({ studio, mails } = await openMailStudio(refuse));
  ann = await addClient(studio, { firstName: 'Zebra', lastName: 'Mark', email: EMAIL });
});
afterEach(() => studio.app.stop());

const pass = (milliseconds = 1_000) => studio.time.moveTo(studio.time.now() + milliseconds);

const messages = (clientId = ann) =>
  studio.db
    .query(
      'select kind, status, dueAt, toEmail, subject, errorCode from messages where clientId = ? order by dueAt, id',
    )
    .all(clientId) as Record<string, string | null>[];

const waiting = () => studio.count('queueJobs');

/** Books a session some hours ahead, and has it confirmed. Returns the id of the booking. */
const book = async (hours: number, clientId = ann) => {
  const id = await addBooking(studio, clientId, await addSession(studio, { startsIn: hours * HOUR_MS }));
  await pass();
  return id;
};

/** The tables with a text in a column. */
const tablesWith = (text: string): string[] =>
  (
    studio.db
      .query("select name from sqlite_schema where type = 'table' and name not like '%Search%' order by name")
      .all() as { name: string }[]
  )
    .map(({ name }) => name)
    .filter((name) =>
      JSON.stringify(studio.db.query(`select * from "${name}"`).all())
        .toLowerCase()
        .includes(text),
    );

describe('erasing a client', () => {
  test('leaves no address, subject or answer of a mail server, and sends nothing more', async () => {
    await book(50);
    isRefused = true;
    await book(60);
    expect(messages().map(({ status }) => status)).toEqual(expect.arrayContaining(['sent', 'failed', 'scheduled']));
    expect(tablesWith('zebra@')).toEqual(expect.arrayContaining(['messages', 'mailAddresses']));
    isRefused = false;
    const before = mails.length;
    await studio.given(studio.post(`/manage/clients/${ann}/erase`, {}));
    await pass(3 * DAY_MS);
    expect(tablesWith('marked.example')).toEqual([]);
    expect(tablesWith('zebra')).toEqual([]);
    expect([mails.length, waiting()]).toEqual([before, 0]);
    expect(messages().map(({ toEmail, subject }) => [toEmail, subject])).toEqual(messages().map(() => [null, null]));
    expect(new Set(messages().map(({ status }) => status))).toEqual(new Set(['sent', 'failed', 'skipped']));
  });
});

test('archiving a client drops what waits', async () => {
  await book(50);
  const before = mails.length;
  await studio.given(studio.delete(`/v2/clients/${ann}`));
  await pass(3 * DAY_MS);
  expect([mails.length, waiting()]).toEqual([before, 0]);
  expect(messages().map(({ status, errorCode }) => [status, errorCode])).toContainEqual(['skipped', 'no_recipient']);
});

describe('merging clients', () => {
  test('moves messages to who stays, who gets the reminders', async () => {
    const anna = await addClient(studio, { email: 'anna@example.com' });
    await book(50, anna);
    await book(70);
    await studio.given(studio.post(`/manage/clients/${ann}/merge`, { clientId: anna }));
    expect(messages(anna)).toEqual([]);
    expect(messages().filter(({ kind }) => kind === 'booking_reminder')).toHaveLength(4);
    await pass(4 * DAY_MS);
    expect(mails.slice(2).map(({ to }) => to)).toEqual(Array(4).fill(EMAIL));
  });

  test('keeps one of two messages about the same thing', async () => {
    const anna = await addClient(studio, { email: 'anna@example.com' });
    const sourceId = 'evt_same';
    for (const id of [ann, anna]) await addMessage(studio, id, { sourceId, kind: 'session_moved' });
    await studio.given(studio.post(`/manage/clients/${ann}/merge`, { clientId: anna }));
    expect(messages().filter(({ kind }) => kind === 'session_moved')).toHaveLength(1);
  });
});

test('an import of bookings mails nobody', async () => {
  const inHours = (hours: number): string => isoInstant(TEST_START + hours * HOUR_MS);
  await studio.given(studio.patch(`/v2/clients/${ann}`, { externalId: 'ann' }));
  const rows = [];
  for (const hours of [50, 60]) {
    await addSession(studio, { startsIn: hours * HOUR_MS });
    const session = { name: 'Flow', startTime: inHours(hours), durationMinutes: 45 };
    rows.push({ externalId: `b${hours}`, clientExternalId: 'ann', status: 'confirmed', session });
  }
  expect(await imported(studio, 'bookings', rows)).toMatchObject({ created: 2 });
  await pass(4 * DAY_MS);
  expect([mails, studio.count('messages'), waiting()]).toEqual([[], 0, 0]);
});

describe('retention', () => {
  const ago = (days: number): number => TEST_START - days * DAY_MS;
  const oldMessage = (days: number, given: object = {}) => {
    const at = isoInstant(ago(days));
    const id = `${idLowerBound(ago(days))}7000-8000-000000000001`;
    return addMessage(studio, ann, { id, createdAt: at, dueAt: at, ...given });
  };

  test('deletes messages after 400 days, stale jobs and old refusals', async () => {
    await oldMessage(401);
    const younger = await oldMessage(398);
    const dueAt = isoInstant(TEST_START + 2 * DAY_MS);
    const ahead = await oldMessage(450, { status: 'scheduled', sentAt: null, dueAt });
    studio.db.run(
      "insert into queueJobs (queue, key, lane, dueAt) values ('mail', 'gone', 'x', '2026-02-01T00:00:00.000Z')",
    );
    for (const days of [401, 398]) {
      studio.db.run("insert into mailAddresses (email, refusals, lastMessage, updatedAt) values (?, 1, '550 No', ?)", [
        `${days}@example.com`,
        isoInstant(ago(days)),
      ]);
    }
    await studio.time.skipTo(TEST_START + DAY_MS);
    expect(studio.db.query('select id from messages order by id').values().flat()).toEqual([ahead, younger]);
    expect(studio.db.query('select email from mailAddresses').values()).toEqual([['398@example.com']]);
    expect(waiting()).toBe(0);
  });
});

describe('preferences', () => {
  const choose = (reminderMinutesBefore: number[], quietHours: { start: string; end: string } | null = null) =>
    studio.store.write<void>((tx) => {
      if (putNotificationPreferences(tx, ann, { reminderMinutesBefore, quietHours })) rescheduleReminders(tx, ann);
    });
  const reminders = () =>
    messages()
      .filter(({ kind, status }) => kind === 'booking_reminder' && status === 'scheduled')
      .map(({ dueAt }) => dueAt);

  test('reminders of bookings made before follow', async () => {
    await book(50);
    expect(reminders()).toEqual(['2026-03-03T10:00:00.000Z', '2026-03-04T08:00:00.000Z']);
    await choose([90, 120]);
    expect(reminders()).toEqual(['2026-03-04T08:00:00.000Z', '2026-03-04T08:30:00.000Z']);
    await pass(2 * MINUTE_MS);
    await pass(3 * DAY_MS);
    const sent = studio.db
      .query("select sentAt from messages where kind = 'booking_reminder' order by sentAt")
      .values();
    expect(sent.flat()).toEqual(['2026-03-04T08:00:00.000Z', '2026-03-04T08:30:00.000Z']);
  });

  test('and so do quiet hours; a reminder that was sent stays sent', async () => {
    await book(50);
    await pass(30 * HOUR_MS);
    expect(reminders()).toEqual(['2026-03-04T08:00:00.000Z']);
    // 08:00 is 03:00 in New York.
    await choose([1440, 120], { start: '22:00', end: '04:30' });
    expect(reminders()).toEqual(['2026-03-04T09:30:00.000Z']);
    await pass(3 * DAY_MS);
    expect(mails.filter(({ subject }) => !subject.startsWith('You’re booked'))).toHaveLength(2);
  });

  test('an empty list takes all reminders back', async () => {
    await book(50);
    await choose([]);
    expect([reminders(), waiting()]).toEqual([[], 0]);
  });
});

test('a reminder that a server puts off waits for the end of quiet hours that have begun meanwhile', async () => {
  await studio.store.write<void>((tx) => {
    putNotificationPreferences(tx, ann, { reminderMinutesBefore: [600], quietHours: { start: '18:03', end: '19:30' } });
  });
  await book(25);
  isDeferred = true;
  // 18:00 in New York, and one more attempt a minute later; the third one would be in the quiet hours.
  await studio.time.moveTo(Date.parse('2026-03-02T23:05:00Z'));
  expect(messages().at(-1)).toMatchObject({ status: 'scheduled', errorCode: 'deferred' });
  isDeferred = false;
  await studio.time.moveTo(Date.parse('2026-03-03T00:29:00Z'));
  expect(messages().at(-1)).toMatchObject({ status: 'scheduled', dueAt: '2026-03-03T00:30:00.000Z' });
  await studio.time.moveTo(Date.parse('2026-03-03T00:30:00Z'));
  expect(messages().at(-1)).toMatchObject({ kind: 'booking_reminder', status: 'sent', errorCode: null });
});

test('reminders follow what a member sends as preferences', async () => {
  const { transport } = keepMails();
  const members = await openStudioForMembers({ mail: transport });
  const clientId = await addClient(members, { email: 'member@example.com' });
  await addBooking(members, clientId, await addSession(members, { startsIn: 50 * HOUR_MS }));
  await members.time.moveTo(members.time.now() + 1_000);
  const due = () =>
    members.db.query("select dueAt from messages where kind = 'booking_reminder' order by dueAt").values().flat();
  expect(due()).toEqual(['2026-03-03T10:00:00.000Z', '2026-03-04T08:00:00.000Z']);
  const member = await members.signIn(clientId);
  const path = '/v2/member/notifications/preferences';
  const sent = await members.send('PUT', path, { reminderMinutesBefore: [60] }, member.headers);
  expect([sent.status, due()]).toEqual([200, ['2026-03-04T09:00:00.000Z']]);
  await members.app.stop();
});
