import { type Static, Type } from '@sinclair/typebox';
import { MILESTONE_TYPES, STREAK_TYPES } from '../../events/enumerations.ts';
import { count, date, described, instant, listOf, nullable, object, oneOf, shape } from '../../kernel/schemas.ts';

const cursor = () => Type.String();

const STREAK_STATUSES = ['active', 'at_risk', 'broken', 'frozen'] as const;

/** A streak of a member (records.md "Awards, streaks, milestones"). */
const Streak = shape('Streak', () => ({
  id: described(oneOf(...STREAK_TYPES), 'The type of streak.'),
  object: Type.Literal('streak'),
  type: described(
    oneOf(...STREAK_TYPES),
    '`weekly_attendance`: weeks with enough visits; `daily_activity`: days with any activity; `video`: days with 5 ' +
      'minutes watched.',
  ),
  length: described(count(), 'The number of periods that count. 0 if it is broken.'),
  longestLength: described(count(), 'The longest this streak has ever been.'),
  startedOn: described(nullable(date()), 'The first local date of its first period. `null` if it is broken.'),
  periodStart: described(instant(), "The start of the current week or day, in the home site's time zone."),
  periodEnd: described(instant(), 'The end of the current week or day.'),
  targetPerPeriod: described(count(), 'The number of visits, activities, or minutes that a period needs to count.'),
  currentPeriodCount: described(count(), 'The number in the current period.'),
  status: described(
    oneOf(...STREAK_STATUSES),
    '`at_risk`: the current period ends soon and does not count yet; `frozen`: the streak is kept even if the ' +
      'period does not count.',
  ),
}));
export const StreakList = listOf(Streak, cursor());

/** A milestone of a member (records.md "Awards, streaks, milestones"). */
const Milestone = shape('Milestone', () => ({
  id: described(Type.String(), 'Its type and threshold, such as `visits_25`.'),
  object: Type.Literal('milestone'),
  type: described(
    oneOf(...MILESTONE_TYPES),
    '`minutes` counts attended sessions and watched videos; `anniversary` counts years since the client joined.',
  ),
  threshold: described(count(), 'The number of visits, minutes, or years.'),
  name: Type.String(),
  reachedAt: described(nullable(instant()), 'Time at which it was reached. `null` for the next milestone of its type.'),
  progress: described(
    object({
      current: described(count(), 'The number of visits, minutes, or years so far.'),
      target: described(count(), 'The threshold.'),
      percent: described(Type.Integer({ minimum: 0, maximum: 100 }), 'The percentage completed.'),
    }),
    "The member's progress.",
  ),
  next: described(nullable(count()), 'The threshold after this milestone. `null` after the last one.'),
}));
export const MilestoneList = listOf(Milestone, cursor());

export type StreakResponse = Static<typeof Streak>;
export type MilestoneResponse = Static<typeof Milestone>;
