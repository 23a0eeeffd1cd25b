import type { Read } from '../../../database/database.ts';
import { addDays, daysBetween, earlierOf } from '../../../kernel/local-time.ts';
import { textsOf } from '../../../records/query.ts';
import { readsOf } from '../articles/queries.ts';
import { submissionsOf } from '../assessments/queries.ts';
import { dateAt, totalDays } from '../calendar.ts';
import { goalCounts } from '../goals/queries.ts';
import type { ChallengeRow, EnrollmentRow } from '../record.ts';
import type { ProgressResponse } from '../shapes.ts';
import { rankOf } from '../view.ts';
import { nextActionOf } from './next-action.ts';

const DAYS = 'select distinct "day" from "challengePoints" where "enrollmentId" = ?';

/** The local days in a row, up to today or yesterday, on which a member did something that counts. */
const streakOf = (read: Read, enrollmentId: string, today: string): number => {
  const days = new Set(textsOf(read, DAYS, enrollmentId));
  let date = days.has(today) ? today : addDays(today, -1);
  let length = 0;
  for (; days.has(date); date = addDays(date, -1)) length += 1;
  return length;
};

export const progressOf = (read: Read, challenge: ChallengeRow, enrollment: EnrollmentRow): ProgressResponse => {
  const total = totalDays(challenge);
  const today = dateAt(read.now, challenge);
  const day = Math.min(Math.max(daysBetween(challenge.startDate, today) + 1, 0), total);
  const goals = goalCounts(read, enrollment.id);
  return {
    object: 'challenge_progress',
    challengeId: challenge.id,
    dayNumber: day,
    totalDays: total,
    percentComplete: Math.round((100 * day) / total),
    pointsTotal: enrollment.pointsTotal,
    pointsBreakdown: {
      attendance: enrollment.attendancePoints,
      goals: enrollment.goalsPoints,
      assessments: enrollment.assessmentsPoints,
      articles: enrollment.articlesPoints,
    },
    goalsAchieved: goals.achieved,
    goalsCommitted: goals.committed,
    assessmentsCompleted: submissionsOf(read, enrollment.id).size,
    articlesRead: readsOf(read, enrollment.id).size,
    currentStreak: streakOf(read, enrollment.id, earlierOf(today, challenge.endDate)),
    rank: rankOf(read, enrollment),
    participantCount: challenge.participantCount,
    nextAction: nextActionOf(read, challenge, enrollment),
  };
};
