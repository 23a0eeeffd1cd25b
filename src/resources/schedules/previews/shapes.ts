// What a change of a schedule, or of its site, would do.

import { type Static, Type } from '@sinclair/typebox';
import {
  count,
  date,
  described,
  flag,
  id,
  instant,
  integer,
  listOfUpTo,
  nullable,
  object,
  oneOf,
  shape,
  timeZone,
  wallTime,
  weekday,
} from '../../../kernel/schemas.ts';
import { consequenceFields } from '../../consequences.ts';
import { FREQUENCIES } from '../recurrence/shapes.ts';
import { conflict } from '../shapes.ts';

export const MOST_SESSIONS = 200;
export const MOST_DATES = 10;

const sessionState = object(() => ({
  name: Type.String(),
  startTime: instant(),
  endTime: instant(),
  localDate: described(date(), 'The local date.'),
  localStartTime: described(wallTime(), 'The local time of day.'),
  siteId: id(),
  instructorId: nullable(id()),
  roomName: described(nullable(Type.String()), 'The room at the site.'),
  capacity: described(nullable(Type.Integer()), 'The number of spots. `null` for no limit.'),
}));

const PreviewedSession = shape('PreviewedSession', () => ({
  sessionId: described(nullable(id()), 'The session. `null` for a new one.'),
  change: described(
    oneOf('created', 'updated', 'cancelled', 'detached', 'kept'),
    '`detached`: stays without its schedule; `kept`: stays as it is, because it was changed individually or has no ' +
      'schedule.',
  ),
  old: described(nullable(sessionState), 'The session as it is. `null` for a new one.'),
  new: described(nullable(sessionState), 'The session as it would be. `null` for a canceled one.'),
  booked: described(count(), 'The number of clients with a spot.'),
  waiting: described(count(), 'The number of clients on the waitlist.'),
  notified: described(count(), 'The number of these clients who would be notified.'),
  conflict: described(nullable(conflict), 'The first session that needs the same instructor or room.'),
}));

/** The fields of a preview about sessions and people. */
const sessionFields = () => ({
  sessionsCreated: described(count(), 'The number of sessions that would be created.'),
  sessionsUpdated: described(count(), 'The number of sessions that would change.'),
  sessionsCancelled: described(count(), 'The number of sessions that would be canceled.'),
  bookingsAffected: described(count(), 'The number of bookings of these sessions.'),
  kept: described(count(), 'The number of sessions that stay as they are, because they were changed individually.'),
  sessions: described(
    listOfUpTo(MOST_SESSIONS, PreviewedSession),
    `The first ${MOST_SESSIONS} of these sessions by time. Empty if the credential cannot read sessions.`,
  ),
  hasMoreSessions: described(flag(), 'Whether there are more.'),
  peopleNotified: described(count(), 'The number of people who would be notified.'),
  ...consequenceFields(),
});

const RuleParts = shape('RuleParts', () => ({
  frequency: described(oneOf('once', ...FREQUENCIES), 'How often it repeats.'),
  interval: described(integer(1, 52), 'The number of days, weeks, or months between occurrences.'),
  days: described(Type.Array(weekday()), 'The days for a weekly rule.'),
  daysOfMonth: described(Type.Array(Type.Integer()), 'The days for a monthly rule. -1 is the last day.'),
  weekdayOfMonth: described(
    nullable(
      object(() => ({
        week: described(integer(-1, 5), 'The week. -1 is the last one.'),
        day: described(weekday(), 'The weekday.'),
      })),
    ),
    'The weekday for a monthly rule, such as the last Friday.',
  ),
  startTime: described(wallTime(), 'The time of day at the site.'),
  endTime: described(wallTime(), 'The end time, local to the site.'),
  durationMinutes: described(integer(5, 1440), 'The duration in minutes.'),
  startsOn: described(date(), 'The first date.'),
  endsOn: described(nullable(date()), 'The last date. `null` for no end.'),
  count: described(nullable(count()), 'The number of dates. `null` for no limit.'),
  timezone: timeZone(),
}));

const dateFields = () => ({
  rule: described(RuleParts, 'The rule with all defaults, in parts that you can build a sentence from.'),
  nextDates: described(
    listOfUpTo(
      MOST_DATES,
      object(() => ({
        localDate: described(date(), 'The local date at the site.'),
        localStartTime: described(wallTime(), 'The time of day at the site.'),
        startTime: instant(),
        endTime: instant(),
      })),
    ),
    `The next ${MOST_DATES} dates, including those beyond the horizon.`,
  ),
  skippedDates: described(
    listOfUpTo(
      MOST_DATES,
      object(() => ({
        localDate: described(date(), 'A date of the recurrence rule.'),
        reason: described(oneOf('closure', 'exception'), 'Why it has no session.'),
        name: described(nullable(Type.String()), 'The name of the closure, or the reason for the exception.'),
      })),
    ),
    `The first ${MOST_DATES} dates of the rule without a session.`,
  ),
});

const conflicts = () => described(Type.Array(conflict), 'Times at which an instructor is busy or a room is taken.');

export const SchedulePreview = shape('ScheduleChangePreview', () => ({
  object: Type.Literal('schedule_change_preview'),
  ...sessionFields(),
  conflicts: conflicts(),
  ...dateFields(),
}));

export const ScheduleDeletePreview = shape('ScheduleDeletePreview', () => ({
  object: Type.Literal('schedule_delete_preview'),
  ...sessionFields(),
}));

export const ScheduleCreatePreview = shape('ScheduleCreatePreview', () => ({
  object: Type.Literal('schedule_create_preview'),
  sessionsCreated: described(count(), 'The number of sessions that would be created up to the horizon.'),
  conflicts: conflicts(),
  ...dateFields(),
}));

/** What a change of a site would do to its sessions. */
export const SitePreview = shape('SiteChangePreview', () => ({
  object: Type.Literal('site_change_preview'),
  siteId: id(),
  ...sessionFields(),
}));

export type SitePreviewResponse = Static<typeof SitePreview>;
export type SessionFields = Omit<SitePreviewResponse, 'object' | 'siteId'>;
export type DateFields = Pick<Static<typeof SchedulePreview>, 'rule' | 'nextDates' | 'skippedDates'>;
export type PreviewedSessionResponse = Static<typeof PreviewedSession>;
