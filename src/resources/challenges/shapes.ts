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
export const position = () => field.integer(integer(0, 1_000_000)).default(0).described('Its place in the list.');

const points = (description: string) => described(count(), description);

/** The visits of a member in a challenge (records.md "Challenges"). */
export const ChallengeAttendance = shape('ChallengeAttendance', () => ({
  object: Type.Literal('challenge_attendance'),
  challengeId: id(),
  targetPerWeek: points('The visits that a member aims at in a week.'),
  totalAttended: points('The visits so far.'),
  pointsTotal: points('What they have earned.'),
  weeks: Type.Array(
    object({
      index: described(count(), 'From 0.'),
      start: described(date(), 'Its first local day.'),
      end: described(date(), 'Its last local day.'),
      attended: points('The visits of the week.'),
      target: points('The visits that the member aims at.'),
      met: described(Type.Boolean(), 'Whether there are as many.'),
    }),
    { description: 'The weeks of the challenge, the earliest first.' },
  ),
  entries: Type.Array(
    object({
      date: described(date(), 'The local date.'),
      bookingId: nullable(id()),
      sessionId: nullable(id()),
      checkinId: nullable(id()),
      points: points('What it has earned, within the limits of the day.'),
    }),
    { description: 'The visits, the earliest first.' },
  ),
}));

export const NEXT_ACTIONS = ['commit', 'submit', 'assessment', 'article'] as const;

/** How far a member is in a challenge (records.md "Challenges"). */
export const ChallengeProgress = shape('ChallengeProgress', () => ({
  object: Type.Literal('challenge_progress'),
  challengeId: id(),
  dayNumber: described(count(), 'Which day today is, from 1; 0 before the start.'),
  totalDays: points('How many local days the challenge has.'),
  percentComplete: described(integer(0, 100), 'How much of the days has come, with today.'),
  pointsTotal: points('The points so far.'),
  pointsBreakdown: described(
    object({
      attendance: points('Points of visits.'),
      goals: points('Points of goals that are achieved.'),
      assessments: points('Points of assessments that are submitted.'),
      articles: points('Points of articles that are read.'),
    }),
    'What has earned them.',
  ),
  goalsAchieved: described(count(), 'The periods of goals that are achieved.'),
  goalsCommitted: described(count(), 'The periods of goals that the member committed to.'),
  assessmentsCompleted: points('The assessments that are submitted.'),
  articlesRead: points('The articles that are read.'),
  currentStreak: described(count(), 'The local days in a row, up to today or yesterday, with anything that counts.'),
  rank: described(count(), 'Among those who take part, by points: 1, 2, 2, 4.'),
  participantCount: points('Who takes part, without the withdrawn.'),
  nextAction: described(
    nullable(
      object({
        type: described(oneOf(...NEXT_ACTIONS), 'What to do.'),
        dueAt: described(instant(), 'Until when.'),
        id: described(id(), 'The title of the goal, the assessment or the article.'),
      }),
    ),
    'What is open and due first; null when nothing is open.',
  ),
}));

export type AttendanceResponse = Static<typeof ChallengeAttendance>;
export type ProgressResponse = Static<typeof ChallengeProgress>;
export type NextAction = NonNullable<ProgressResponse['nextAction']>;
