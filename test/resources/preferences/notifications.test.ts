import { describe, expect, test } from 'bun:test';
import { forEachTest } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { problemsOf } from '../../helpers/errors.ts';
import { openStudioForMembers } from '../../helpers/members.ts';

const PATH = '/v2/member/notifications/preferences';
const ON = { email: true, sms: true, push: true, locked: false };

const studio = forEachTest(openStudioForMembers);
const member = forEachTest(async () => studio.signIn(await addClient(studio)));

const get = (headers = member.headers) => studio.send('GET', PATH, undefined, headers);
const put = (body: unknown, headers: Record<string, string> = member.headers) =>
  studio.send('PUT', PATH, body, headers);

const DEFAULTS = {
  object: 'notification_preferences',
  channels: { email: true, sms: true, push: true },
  categories: {
    bookings: ON,
    waitlist: ON,
    reminders: ON,
    schedule_changes: { ...ON, locked: true },
    payments: { ...ON, locked: true },
    memberships: ON,
    challenges: ON,
    awards: ON,
    content: ON,
    marketing: { email: false, sms: false, push: false, locked: false },
  },
  reminderMinutesBefore: [1440, 120],
  quietHours: null,
  updatedAt: null,
};

describe('GET /v2/member/notifications/preferences', () => {
  test('200 the defaults of a member who chose nothing', async () => {
    const { status, body } = await get();
    expect([status, body]).toEqual([200, DEFAULTS]);
    expect(studio.events()).toEqual([]);
  });

  test('200 the reminders that the studio offers', async () => {
    const offer = (bookingReminder: object) =>
      studio.given(studio.patch('/v2/settings', { notification: { bookingReminder } }));
    const reminders = async () => (await get()).body.reminderMinutesBefore;
    await offer({ minutesBefore: 60 });
    expect(await reminders()).toEqual([1440, 60]);
    // Sent back as they are, they are no choice.
    expect((await put({ reminderMinutesBefore: [1440, 60] })).body.reminderMinutesBefore).toEqual([1440, 60]);
    await offer({ minutesBefore: 30 });
    expect(await reminders()).toEqual([1440, 30]);
    await offer({ enabled: false });
    expect(await reminders()).toEqual([]);
    expect((await put({ reminderMinutesBefore: [1440, 30] })).body.reminderMinutesBefore).toEqual([1440, 30]);
    expect(studio.events()).toEqual([]);
  });

  test('200 only the own ones', async () => {
    const other = await studio.signIn(await addClient(studio));
    await put({ reminderMinutesBefore: [] }, other.headers);
    expect((await get()).body).toEqual(DEFAULTS);
    expect((await get(other.headers)).body.reminderMinutesBefore).toEqual([]);
  });

  test('401 without a credential', async () => {
    expect((await get({ ...member.headers, authorization: '' })).status).toBe(401);
  });
});

describe('PUT /v2/member/notifications/preferences', () => {
  test('200 what is sent, and the default of everything else; another one replaces it whole', async () => {
    const first = await put({
      channels: { sms: false },
      categories: { bookings: { push: false }, marketing: { email: true } },
      reminderMinutesBefore: [720, 60, 15],
      quietHours: { start: '21:30', end: '07:00' },
    });
    expect([first.status, first.body]).toEqual([
      200,
      {
        ...DEFAULTS,
        channels: { email: true, sms: false, push: true },
        categories: {
          ...DEFAULTS.categories,
          bookings: { ...ON, push: false },
          marketing: { ...DEFAULTS.categories.marketing, email: true },
        },
        reminderMinutesBefore: [720, 60, 15],
        quietHours: { start: '21:30', end: '07:00' },
        updatedAt: '2026-03-02T08:00:00.000Z',
      },
    ]);
    expect((await get()).body).toEqual(first.body);
    expect(studio.events()).toEqual(['client.updated']);
    const second = await put({ quietHours: null });
    expect(second.body).toEqual({ ...DEFAULTS, updatedAt: '2026-03-02T08:00:00.000Z' });
    expect((await get()).body).toEqual(second.body);
    expect(studio.events()).toEqual(['client.updated']);
  });

  test('200 what is locked stays on, also with its channel off, and others cannot be locked', async () => {
    const off = { email: false, sms: false, push: false, locked: false };
    const { status, body } = await put({
      channels: { email: false },
      categories: { payments: off, schedule_changes: off, bookings: { ...off, locked: true } },
    });
    expect([status, body.channels.email]).toEqual([200, false]);
    expect(body.categories).toMatchObject({
      payments: { email: true, sms: false, push: false, locked: true },
      schedule_changes: { email: true, sms: false, push: false, locked: true },
      bookings: { email: false, sms: false, push: false, locked: false },
    });
    expect(studio.events()).toEqual([]);
  });

  test('200 what GET answered can be sent back; the same again keeps its time', async () => {
    const first = (await put({ reminderMinutesBefore: [30], categories: { awards: { push: false } } })).body;
    await studio.time.moveTo(studio.time.now() + 1000);
    const again = await put({ categories: { awards: { push: false } }, reminderMinutesBefore: [30] });
    expect(again.body).toEqual(first);
    const { object: _object, updatedAt: _updatedAt, ...whole } = first;
    expect((await put(whole)).body).toEqual({ ...first, updatedAt: '2026-03-02T08:00:01.000Z' });
    expect(studio.events()).toEqual([]);
  });

  test('200 for the client of X-Client-ID', async () => {
    const key = await studio.makeKey({ scopes: ['members:act'] });
    const headers = { 'x-service-api-key': key, 'x-client-id': member.id };
    expect((await put({ reminderMinutesBefore: [5] }, headers)).status).toBe(200);
    expect((await get()).body.reminderMinutesBefore).toEqual([5]);
    expect(studio.events()).toEqual([]);
  });

  test('400 every problem at once', async () => {
    const refused = await put({
      channels: { fax: true, email: 'yes' },
      categories: { parties: {}, bookings: { email: null } },
      reminderMinutesBefore: [0, 43_201],
      quietHours: { start: '25:00' },
      locked: true,
    });
    expect(problemsOf(refused).sort()).toEqual([
      400,
      'categories.bookings.email parameter_invalid',
      'categories.parties parameter_unknown',
      'channels.email parameter_invalid',
      'channels.fax parameter_unknown',
      'locked parameter_unknown',
      'quietHours.end parameter_missing',
      'quietHours.start parameter_invalid',
      'reminderMinutesBefore[0] parameter_invalid',
      'reminderMinutesBefore[1] parameter_invalid',
    ]);
    expect((await get()).body).toEqual(DEFAULTS);
  });

  test('400 more than three reminders, one twice, and quiet hours without a length', async () => {
    for (const [body, param] of [
      [{ reminderMinutesBefore: [4, 3, 2, 1] }, 'reminderMinutesBefore'],
      [{ reminderMinutesBefore: [60, 60] }, 'reminderMinutesBefore'],
      [{ reminderMinutesBefore: null }, 'reminderMinutesBefore'],
      [{ quietHours: { start: '22:00', end: '22:00' } }, 'quietHours.end'],
    ] as const) {
      const response = await put(body);
      expect([response.status, response.body.error.param]).toEqual([400, param]);
    }
    expect(studio.events()).toEqual([]);
  });
});
