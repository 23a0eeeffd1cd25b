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
import { effectFields } from '../../effects.ts';
import { FREQUENCIES } from '../recurrence/shapes.ts';
import { conflict } from '../shapes.ts';

export const MOST_SESSIONS = 200;
export const MOST_DATES = 10;

const sessionState = object(() => ({
  name: Type.String(),
  startTime: instant(),
  endTime: instant(),
  localDate: described(date(), 'The date at its place.'),
  localStartTime: described(wallTime(), 'The time of day at its place.'),
  siteId: id(),
  instructorId: nullable(id()),
  roomName: described(nullable(Type.String()), 'The room at the site.'),
  capacity: described(nullable(Type.Integer()), 'The number of seats; null for no limit.'),
}));

const PreviewedSession = shape('PreviewedSession', () => ({
  sessionId: described(nullable(id()), 'null for a session that would be new.'),
  change: described(
    oneOf('created', 'updated', 'cancelled', 'detached', 'kept'),
    'detached: stays without its schedule; kept: stays as it is, because it was changed by itself or has no schedule.',
  ),
  old: described(nullable(sessionState), 'As it is; null for a new one.'),
  new: described(nullable(sessionState), 'As it would be; null for a cancelled one.'),
  booked: described(count(), 'How many people have a seat.'),
  waiting: described(count(), 'How many wait.'),
  told: described(count(), 'How many of them would be told.'),
  conflict: described(nullable(conflict), 'The first session that needs the same instructor or room.'),
}));

/** The fields of a preview about sessions and people. */
const sessionFields = () => ({
  sessionsCreated: described(count(), 'How many sessions would be created.'),
  sessionsUpdated: described(count(), 'How many sessions would change.'),
  sessionsCancelled: described(count(), 'How many sessions would be cancelled.'),
  bookingsAffected: described(count(), 'How many bookings have such a session.'),
  kept: described(count(), 'How many sessions stay as they are, because they were changed by themselves.'),
  sessions: described(
    listOfUpTo(MOST_SESSIONS, PreviewedSession),
    `The first ${MOST_SESSIONS} of these sessions by time; none for a credential that may not read sessions.`,
  ),
  hasMoreSessions: described(flag(), 'Whether there are more.'),
  peopleTold: described(count(), 'How many people would be told.'),
  ...effectFields(),
});

const RuleParts = shape('RuleParts', () => ({
  frequency: described(oneOf('once', ...FREQUENCIES), 'How often it repeats.'),
  interval: described(integer(1, 52), 'Every so many days, weeks or months.'),
  days: described(Type.Array(weekday()), 'The days of a weekly rule.'),
  daysOfMonth: described(Type.Array(Type.Integer()), 'The days of a monthly rule; -1 is the last day.'),
  weekdayOfMonth: described(
    nullable(
      object(() => ({ week: described(integer(-1, 5), '-1 is the last.'), day: described(weekday(), 'The weekday.') })),
    ),
    'The weekday of a monthly rule, such as the last Friday.',
  ),
  startTime: described(wallTime(), 'The time of day at the site.'),
  endTime: described(wallTime(), 'When it ends, at the site.'),
  durationMinutes: described(integer(5, 1440), 'Its length in minutes.'),
  startsOn: described(date(), 'The first date.'),
  endsOn: described(nullable(date()), 'The last date; null for no end.'),
  count: described(nullable(count()), 'The number of dates; null for no such limit.'),
  timezone: timeZone(),
}));

const dateFields = () => ({
  rule: described(RuleParts, 'The rule with every default, in parts from which a sentence can be made.'),
  nextDates: described(
    listOfUpTo(
      MOST_DATES,
      object(() => ({
        localDate: described(date(), 'The date at the site.'),
        localStartTime: described(wallTime(), 'The time of day at the site.'),
        startTime: instant(),
        endTime: instant(),
      })),
    ),
    `The next ${MOST_DATES} dates, also after the horizon.`,
  ),
  skippedDates: described(
    listOfUpTo(
      MOST_DATES,
      object(() => ({
        localDate: described(date(), 'A date of the rule.'),
        reason: described(oneOf('closure', 'exception'), 'Why it has no session.'),
        name: described(nullable(Type.String()), 'The name of the closure, or why it is an exception.'),
      })),
    ),
    `The first ${MOST_DATES} dates of the rule that have no session.`,
  ),
});

const conflicts = () => described(Type.Array(conflict), 'Times at which an instructor is busy, or a room is taken.');

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
  sessionsCreated: described(count(), 'How many sessions would be created up to the horizon.'),
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
