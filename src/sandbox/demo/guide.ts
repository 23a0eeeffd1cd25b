import { examples } from '../../api.ts';
import type { Read } from '../../database/database.ts';
import type { Demo } from '../../http/docs/start.ts';
import { bookingById } from '../../resources/bookings/queries.ts';
import type { BookingStatus } from '../../resources/bookings/record.ts';
import {
  ARTICLES,
  ASSESSMENTS,
  AWARDS,
  BANNERS,
  BOOKINGS,
  CATEGORIES,
  CHALLENGES,
  CHECKINS,
  DELIVERIES,
  demoId,
  ENTRIES,
  EVENTS,
  FEATURES,
  GOALS,
  GRANTS,
  INVITATIONS,
  KEYS,
  KIOSKS,
  MEDIA,
  MEMBER_LINKS,
  METHODS,
  METRIC_ENTRIES,
  OAUTH_CLIENTS,
  PACKAGES,
  PAYMENTS,
  PLANS,
  RENDITIONS,
  SCHEDULES,
  SITES,
  STAFF,
  STAFF_SESSIONS,
  TAGS,
  TYPES,
  VIDEO_SESSIONS,
  WEBHOOKS,
} from '../../resources/demo-ids.ts';
import { PaymentMethod } from '../../resources/payment-methods/record.ts';
import { bookedCount } from '../../resources/sessions/booking/seats.ts';
import { sessionsById } from '../../resources/sessions/queries.ts';
import { CLIENTS } from './clients.ts';
import { SANDBOX_KEY } from './credentials.ts';
import { demoIds, tutorialSession } from './studio.ts';

/** At least the number of bookings that the demo studio is created with. */
const MAX_BOOKINGS = 99;

const BY_STATUS: readonly (readonly [BookingStatus, string])[] = [
  ['confirmed', 'A confirmed booking'],
  ['waitlisted', 'A waitlisted booking'],
  ['attended', 'An attended booking'],
  ['noshow', 'A no-show'],
  ['cancelled', 'A cancelled booking'],
];

const SAVED_CARD = ['A saved card', METHODS.visa] as const;

const bookingRecords = (read: Read): (readonly [string, string])[] => {
  const all = Array.from({ length: MAX_BOOKINGS }, (_, index) => bookingById(read, demoId(5, index + 1)));
  const bookings = all.filter((booking) => booking !== undefined);
  const full = sessionsById(read, [...new Set(bookings.map(({ sessionId }) => sessionId))]).find(
    (session) => bookedCount(session) === session.capacity,
  );
  const records: (readonly [string, string])[] = full === undefined ? [] : [['A full session', full.id]];
  for (const [status, label] of BY_STATUS) {
    const booking = bookings.find((each) => each.status === status);
    if (booking !== undefined) records.push([label, booking.id]);
  }
  return records;
};

/** The records of the demo studio at this moment, for the documentation page of a sandbox. */
export const demoGuide = (read: Read): Demo => {
  const { clientId, sessionId } = demoIds(read);
  return {
    apiKey: SANDBOX_KEY,
    clientId,
    sessionId: tutorialSession(read),
    records: [
      ['The site Downtown', SITES.downtown],
      ['The digital site', SITES.online],
      ['The owner', STAFF.owner],
      ['The front desk', STAFF.frontDesk],
      ['Ana, an instructor', STAFF.ana],
      ['Ben, an instructor', STAFF.ben],
      ['The kiosk at the door', KIOSKS.door],
      ['An active client', clientId],
      ['A suspended client', CLIENTS.at(-2)?.id ?? ''],
      ['An archived client', CLIENTS.at(-1)?.id ?? ''],
      ['Morning Flow, a schedule', SCHEDULES.morningFlow],
      ['Strength Basics, a schedule', SCHEDULES.strength],
      ['Online Stretch, a schedule', SCHEDULES.stretch],
      ['Ten classes, a plan', PLANS.tenClasses],
      ['A pack of ten classes', PACKAGES.tenClasses],
      ['The payment for the pack', PAYMENTS.tenClasses],
      ['A package that is frozen', PACKAGES.frozen],
      ['A check-in', CHECKINS.first],
      ['A no-show with a fee', BOOKINGS.penalized],
      ['A booking of the active client that is offered a seat', BOOKINGS.offeredToMember],
      ['Morning flow at home, a video', ENTRIES.morningFlow],
      ['Its media, with captions and chapters', MEDIA.morningFlow],
      ['Ten squats, a workout', ENTRIES.tenSquats],
      ['Its media, with an HLS rendition', MEDIA.tenSquats],
      ['The HLS rendition', RENDITIONS.tenSquats],
      ['Your first week, a program', ENTRIES.firstWeek],
      ['Breathing before sleep, for those with a package', ENTRIES.breathing],
      ['Yoga, a category with one below it', CATEGORIES.yoga],
      ['Calm, a tag', TAGS.calm],
      ['Your first week, a banner', BANNERS.firstWeek],
      ['A type of content of the studio', TYPES.playlist],
      ['A feature at a second place', FEATURES.metricsAtHome],
      ['A video session that is open', VIDEO_SESSIONS.open],
      ['Back squat, a metric', ENTRIES.backSquat],
      ['An entry of the active client in a metric', METRIC_ENTRIES.row],
      ['A challenge in which the active client is enrolled', CHALLENGES.spring],
      ['A challenge to enrol in', CHALLENGES.steps],
      ['A daily goal of the challenge', GOALS.walk],
      ['An assessment of the challenge', ASSESSMENTS.start],
      ['An article of the challenge', ARTICLES.morningFlow],
      ...examples.flatMap(({ records }) => records),
      ['First steps, an award that the active client has earned', AWARDS.firstSteps],
      ['Helping hand, an award that is granted by hand', AWARDS.helpingHand],
      ['A grant of it', GRANTS.helpingHand],
      ['A webhook endpoint', WEBHOOKS.inbox],
      ['Its delivery', DELIVERIES.first],
      ['A webhook endpoint that was disabled', WEBHOOKS.disabled],
      ['An event', EVENTS.frozen],
      ['An API key with few scopes', KEYS.website],
      ['An OAuth client', OAUTH_CLIENTS.reporting],
      ["A member's link to a sign-in provider", MEMBER_LINKS.second],
      ['The session of the owner', STAFF_SESSIONS.owner],
      ['The invitation of an instructor', INVITATIONS.ben],
      ...(PaymentMethod.rows.find(read, METHODS.visa) === undefined ? [] : [SAVED_CARD]),
      ['A bookable session', sessionId],
      ...bookingRecords(read),
    ],
  };
};
