import { type Static, Type } from '@sinclair/typebox';
import { MILESTONE_TYPES, STREAK_TYPES } from '../../events/enumerations.ts';
import { count, date, described, instant, listOf, nullable, object, oneOf, shape } from '../../kernel/schemas.ts';

const cursor = () => Type.String();

const STREAK_STATUSES = ['active', 'at_risk', 'broken', 'frozen'] as const;

/** A streak of a member (records.md "Awards, streaks, milestones"). */
const Streak = shape('Streak', () => ({
  id: described(oneOf(...STREAK_TYPES), 'Its type.'),
  object: Type.Literal('streak'),
  type: described(
    oneOf(...STREAK_TYPES),
    'weekly_attendance: weeks with enough visits; daily_activity: days with any activity; video: days with 5 watched minutes.',
  ),
  length: described(count(), 'The periods that count; 0 when it is broken.'),
  longestLength: described(count(), 'The most periods that this streak has ever had.'),
  startedOn: described(nullable(date()), 'The first local date of its first period; null when it is broken.'),
  periodStart: described(instant(), 'The beginning of the current week or day, in the time zone of the home site.'),
  periodEnd: described(instant(), 'The end of the current week or day.'),
  targetPerPeriod: described(count(), 'The visits, activities or minutes that a period needs to count.'),
  currentPeriodCount: described(count(), 'What the current period has of them.'),
  status: described(
    oneOf(...STREAK_STATUSES),
    'at_risk: the current period ends soon and does not count yet; frozen: the streak does not break if the period never counts.',
  ),
}));
export const StreakList = listOf(Streak, cursor());

/** A milestone of a member (records.md "Awards, streaks, milestones"). */
const Milestone = shape('Milestone', () => ({
  id: described(Type.String(), 'Its type and threshold, such as visits_25.'),
  object: Type.Literal('milestone'),
  type: described(
    oneOf(...MILESTONE_TYPES),
    'minutes counts attended sessions and watched videos; anniversary counts the years since the client joined.',
  ),
  threshold: described(count(), 'The visits, minutes or years.'),
  name: Type.String(),
  reachedAt: described(nullable(instant()), 'When it was reached; null for the next milestone of its type.'),
  progress: described(
    object({
      current: described(count(), 'The visits, minutes or years so far.'),
      target: described(count(), 'The threshold.'),
      percent: described(Type.Integer({ minimum: 0, maximum: 100 }), 'How much of it is done.'),
    }),
    'How far the member is.',
  ),
  next: described(nullable(count()), 'The threshold after this milestone; null after the last.'),
}));
export const MilestoneList = listOf(Milestone, cursor());

export type StreakResponse = Static<typeof Streak>;
export type MilestoneResponse = Static<typeof Milestone>;
