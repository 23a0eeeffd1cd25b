import { Type } from '@sinclair/typebox';
import {
  count,
  date,
  described,
  id,
  instant,
  integer,
  nullable,
  object,
  oneOf,
  type Static,
  shape,
} from '../../kernel/schemas.ts';
import * as field from '../../records/fields.ts';

/** What a goal, an assessment or an article earns. */
export const pointsValue = (description: string) =>
  field.integer(integer(0, 1_000_000)).nullable().described(description);

/** The place of a record in its list. */
export const position = () => field.integer(integer(0, 1_000_000)).default(0).described('The position in the list.');

const points = (description: string) => described(count(), description);

/** The visits of a member in a challenge (records.md "Challenges"). */
export const ChallengeAttendance = shape('ChallengeAttendance', () => ({
  object: Type.Literal('challenge_attendance'),
  challengeId: id(),
  targetPerWeek: points('The target number of visits per week.'),
  totalAttended: points('The number of visits so far.'),
  pointsTotal: points('The points earned by these visits.'),
  weeks: Type.Array(
    object({
      index: described(count(), 'The index of the week, starting at 0.'),
      start: described(date(), 'The first local day.'),
      end: described(date(), 'The last local day.'),
      attended: points('The number of visits in the week.'),
      target: points('The target number of visits.'),
      met: described(Type.Boolean(), 'Whether the target was reached.'),
    }),
    { description: 'The weeks of the challenge, earliest first.' },
  ),
  entries: Type.Array(
    object({
      date: described(date(), 'The local date.'),
      bookingId: nullable(id()),
      sessionId: nullable(id()),
      checkinId: nullable(id()),
      points: points('Points earned, within the daily limits.'),
    }),
    { description: 'The visits, earliest first.' },
  ),
}));

export const NEXT_ACTIONS = ['commit', 'submit', 'assessment', 'article'] as const;

/** How far a member is in a challenge (records.md "Challenges"). */
export const ChallengeProgress = shape('ChallengeProgress', () => ({
  object: Type.Literal('challenge_progress'),
  challengeId: id(),
  dayNumber: described(count(), 'The number of the current day, starting at 1. 0 before the start.'),
  totalDays: points('The number of local days in the challenge.'),
  percentComplete: described(integer(0, 100), 'The percentage of days that have started, including today.'),
  pointsTotal: points('The points so far.'),
  pointsBreakdown: described(
    object({
      attendance: points('Points from visits.'),
      goals: points('Points from achieved goals.'),
      assessments: points('Points from submitted assessments.'),
      articles: points('Points from articles read.'),
    }),
    'The points by source.',
  ),
  goalsAchieved: described(count(), 'The number of goal periods achieved.'),
  goalsCommitted: described(count(), 'The number of goal periods the member committed to.'),
  assessmentsCompleted: points('The number of assessments submitted.'),
  articlesRead: points('The number of articles read.'),
  currentStreak: described(
    count(),
    'The number of consecutive local days, up to today or yesterday, with any activity that counts.',
  ),
  rank: described(count(), 'The rank among participants, by points. Ties share a rank: 1, 2, 2, 4.'),
  participantCount: points('The number of participants, excluding withdrawn ones.'),
  nextAction: described(
    nullable(
      object({
        type: described(oneOf(...NEXT_ACTIONS), 'What to do.'),
        dueAt: described(instant(), 'Time by which to do it.'),
        id: described(id(), 'The ID of the goal, assessment, or article.'),
      }),
    ),
    'The open action that is due first. `null` if there is none.',
  ),
}));

export type AttendanceResponse = Static<typeof ChallengeAttendance>;
export type ProgressResponse = Static<typeof ChallengeProgress>;
export type NextAction = NonNullable<ProgressResponse['nextAction']>;
