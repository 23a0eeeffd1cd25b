import { expect, test } from 'bun:test';
import { isoInstant } from '../../src/kernel/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/kernel/durations.ts';
import type { Mail } from '../../src/mail/transport.ts';
import { rescheduleReminders } from '../../src/resources/messages/following/preferences.ts';
import { putNotificationPreferences } from '../../src/resources/preferences/preferences.ts';
import { MAIN_SITE, type Studio, TEST_START } from '../helpers/api.ts';
import { addClient } from '../helpers/bookings.ts';
import { testsEverything } from '../helpers/everything.ts';
import { openMailStudio } from '../helpers/mails.ts';
import { type Choices, choicesOf } from '../helpers/seeded.ts';
import { forEachSeed } from '../helpers/seeds.ts';

// Reminders by a model of their own: each once, at its minute, and no other (messages.md "Preferences").

const DAYS = testsEverything ? 365 : 30;
const LOCALES = ['en-US', 'de-DE', 'es-ES', 'fr-FR'];
const ZONES = [null, 'Europe/Berlin', 'America/Los_Angeles', 'Australia/Adelaide'];
const QUIET = [
  null,
  { start: '21:30', end: '07:00' },
  { start: '22:00', end: '08:15' },
  { start: '12:00', end: '14:00' },
];
const MINUTES = [[], [60], [1440, 120], [2880, 720, 45], [600, 300, 90]];

interface Person {
  readonly id: string;
  readonly email: string;
  readonly locale: string;
  /** Of quiet hours: the zone of the person, else of the site. */
  readonly zone: string | null;
  minutes: readonly number[];
  quiet: { readonly start: string; readonly end: string } | null;
}

interface Booked {
  readonly id: string;
  readonly person: Person;
  readonly zone: string;
  sessionId: string;
  start: number;
  isLive: boolean;
  /** When each reminder is due, by its minutes. */
  readonly due: Map<number, number>;
  /** When each was sent, and when the session started as it said, by its minutes and that start. */
  readonly sent: Map<string, { readonly at: number; readonly start: number }>;
}

const clockFormats = new Map<string, Intl.DateTimeFormat>();
const timeIn = (at: number, zone: string): string => {
  let format = clockFormats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    clockFormats.set(zone, format);
  }
  return format.format(at);
};

const isQuiet = (at: number, { quiet, zone: own }: Person, siteZone: string): boolean => {
  if (quiet === null) return false;
  const time = timeIn(at, own ?? siteZone);
  return quiet.start < quiet.end ? time >= quiet.start && time < quiet.end : time >= quiet.start || time < quiet.end;
};

/** The first quarter of an hour from an instant on that is not quiet. */
const afterQuiet = (at: number, booked: Booked): number => {
  let next = at;
  while (isQuiet(next, booked.person, booked.zone)) next += 15 * MINUTE_MS;
  return next;
};

const keyOf = (minutes: number, start: number): string => `${minutes} ${isoInstant(start)}`;

/** What becomes of the reminders of a booking that is made or moved, or whose client has chosen anew. */
const plan = (booked: Booked, now: number): void => {
  for (const minutes of booked.person.minutes) {
    const raw = booked.start - minutes * MINUTE_MS;
    if (booked.sent.has(keyOf(minutes, booked.start))) {
      booked.due.delete(minutes);
      continue;
    }
    const at = afterQuiet(raw, booked);
    if (raw > now || (booked.due.has(minutes) && at > now)) booked.due.set(minutes, at);
    else booked.due.delete(minutes);
  }
};

const open = async (choose: Choices) => {
  const { studio, mails } = await openMailStudio();
  await studio.given(studio.patch('/v2/settings', { notification: { maxPerDay: 1000 } }));
  const zones = ['America/New_York', 'Europe/Lisbon'];
  const uptown = await studio.given(studio.post('/v2/sites', { name: 'Lisboa', timezone: zones[1] }));
  const sites = [MAIN_SITE, uptown.id as string];
  const people: Person[] = [];
  for (const [index, locale] of LOCALES.entries()) {
    const zone = ZONES[(index + choose.below(4)) % 4] ?? null;
    const email = `p${index}@example.com`;
    const id = await addClient(studio, {
      email,
      preferredLocale: locale,
      ...(zone === null ? {} : { timezone: zone }),
    });
    people.push({ id, email, locale, zone, minutes: [1440, 120], quiet: null });
  }
  const bookings: Booked[] = [];

  const addSession = async (): Promise<readonly [id: string, start: number, zone: string]> => {
    const site = choose.below(2);
    const ahead = (1 + choose.below(6 * 96)) * 15 * MINUTE_MS;
    const start = Math.ceil(studio.time.now() / (15 * MINUTE_MS)) * 15 * MINUTE_MS + ahead;
    const session = { name: 'Flow', type: 'class', siteId: sites[site], capacity: 20, durationMinutes: 30 };
    const { id } = await studio.given(studio.post('/manage/sessions', { ...session, startTime: isoInstant(start) }));
    return [id, start, zones[site] ?? ''];
  };
  const live = () => bookings.filter(({ isLive, start }) => isLive && start > studio.time.now());

  const actions: readonly (() => Promise<unknown>)[] = [
    ...Array<() => Promise<unknown>>(4).fill(async () => {
      const [sessionId, start, zone] = await addSession();
      for (const person of people) {
        if (choose.once(2)) continue;
        const { status, body } = await studio.post('/v2/bookings', { clientId: person.id, sessionId });
        expect([status, body.status]).toEqual([201, 'confirmed']);
        const booked: Booked = {
          id: body.id,
          person,
          zone,
          sessionId,
          start,
          isLive: true,
          due: new Map(),
          sent: new Map(),
        };
        plan(booked, studio.time.now());
        bookings.push(booked);
      }
    }),
    async () => {
      const booked = choose.of(live());
      if (booked === undefined) return;
      await studio.given(studio.post(`/v2/bookings/${booked.id}/cancel`, { reason: 'other' }));
      booked.isLive = false;
    },
    async () => {
      const booked = choose.of(live());
      if (booked === undefined || choose.once(2)) return;
      await studio.given(studio.post(`/manage/sessions/${booked.sessionId}/cancel`, {}));
      for (const each of bookings) if (each.sessionId === booked.sessionId) each.isLive = false;
    },
    async () => {
      const booked = choose.of(live().filter(({ start }) => start > studio.time.now() + 2 * HOUR_MS));
      if (booked === undefined) return;
      const start = booked.start + (1 + choose.below(20)) * 15 * MINUTE_MS;
      await studio.given(studio.patch(`/manage/sessions/${booked.sessionId}`, { startTime: isoInstant(start) }));
      for (const each of live().filter(({ sessionId }) => sessionId === booked.sessionId)) {
        each.start = start;
        plan(each, studio.time.now());
      }
    },
    async () => {
      const person = choose.of(people);
      if (person === undefined) return;
      person.minutes = choose.of(MINUTES) ?? [];
      person.quiet = choose.of(QUIET) ?? null;
      await studio.store.write<void>((tx) => {
        const body = { reminderMinutesBefore: [...person.minutes], quietHours: person.quiet };
        if (putNotificationPreferences(tx, person.id, body)) rescheduleReminders(tx, person.id);
      });
      for (const booked of live().filter((each) => each.person === person)) {
        for (const minutes of booked.due.keys()) if (!person.minutes.includes(minutes)) booked.due.delete(minutes);
        plan(booked, studio.time.now());
      }
    },
  ];
  return { studio, mails, bookings, actions };
};

/** Lets the clock run to an instant: the model sends what is due. */
const runTo = async (studio: Studio, bookings: readonly Booked[], target: number): Promise<void> => {
  await studio.time.skipTo(target);
  for (const { due, sent, start, isLive } of bookings) {
    for (const [minutes, at] of due) {
      if (at > target) continue;
      due.delete(minutes);
      if (isLive && at < start) sent.set(keyOf(minutes, start), { at, start });
    }
  }
};

/** The time at which a session starts, as the mail says it, without AM and PM. */
const shownTime = (start: number, { person, zone }: Booked): string =>
  new Intl.DateTimeFormat(person.locale, { timeStyle: 'short', timeZone: zone }).format(start).replace(/\s?[AP]M$/, '');

const languageOf = ({ html }: Mail): string => /<html[^>]* lang="([a-z]+)/.exec(html)?.[1] ?? '';

const check = (studio: Studio, bookings: readonly Booked[], mails: readonly Mail[], seed: number): void => {
  const rows = studio.db
    .query("select id, sourceId, sentAt, clientId from messages where kind = 'booking_reminder' and status = 'sent'")
    .all() as { id: string; sourceId: string; sentAt: string; clientId: string }[];
  const expected = bookings.flatMap(({ id, sent }) =>
    [...sent].map(([key, { at }]) => `${id} ${key} ${isoInstant(at)}`),
  );
  const sent = rows.map(({ sourceId, sentAt }) => `${sourceId} ${sentAt}`);
  expect({ seed, missing: expected.filter((each) => !sent.includes(each)) }).toEqual({ seed, missing: [] });
  expect({ seed, wrong: sent.filter((each) => !expected.includes(each)) }).toEqual({ seed, wrong: [] });
  const byId = Map.groupBy(mails, ({ messageId }) => messageId.slice(0, messageId.indexOf('@')));
  for (const { id, sourceId } of rows) {
    const copies = byId.get(id) ?? [];
    expect({ seed, sourceId, count: copies.length }).toEqual({ seed, sourceId, count: 1 });
    const booked = bookings.find((each) => sourceId.startsWith(each.id));
    const [mail] = copies;
    if (mail === undefined || booked === undefined) throw new Error('a reminder of nothing');
    expect([mail.to, languageOf(mail)]).toEqual([booked.person.email, booked.person.locale.slice(0, 2)]);
    const { start = 0 } = booked.sent.get(sourceId.slice(sourceId.indexOf(' ') + 1)) ?? {};
    for (const text of [mail.text, mail.html]) expect(text).toContain(shownTime(start, booked));
  }
};

test(`reminders of ${DAYS} days: each once, in time, outside of quiet hours, and none of what is cancelled`, async () => {
  await forEachSeed({ runs: 8, budgetMs: 300_000 }, async (seed) => {
    const choose = choicesOf(seed);
    const { studio, mails, bookings, actions } = await open(choose);
    const end = TEST_START + DAYS * DAY_MS;
    while (studio.time.now() < end) {
      await runTo(studio, bookings, studio.time.now() + (1 + choose.below(64)) * 15 * MINUTE_MS + 7 * MINUTE_MS);
      await choose.of(actions)?.();
      // The messages of what was done are made, and the server finds those of other processes.
      await runTo(studio, bookings, studio.time.now() + 2 * MINUTE_MS);
    }
    await runTo(studio, bookings, studio.time.now() + 10 * DAY_MS);
    check(studio, bookings, mails, seed);
    expect(bookings.reduce((sum, { sent }) => sum + sent.size, 0)).toBeGreaterThan(DAYS / 4);
    await studio.app.stop();
  });
}, 1_200_000);
