import type { Read } from '../../database/database.ts';
import { type Caller, hasPermission } from '../../kernel/caller.ts';
import { statusAt } from '../challenges/queries.ts';
import { Challenge, type EnrollmentRow } from '../challenges/record.ts';
import { ContentEntry } from '../content/entries/record.ts';
import { bestPage } from '../metrics/queries.ts';
import { bestViews, readingUnits } from '../metrics/view.ts';
import { streakResponses } from '../streaks/responses.ts';

const MOST = 50;

const AWARDS = `select a."id", a."name", a."tier", a."badgeUrl", max(g."earnedAt") "earnedAt", count(*) "timesEarned"
  from "awardGrants" g join "awards" a on a."id" = g."awardId"
  where g."clientId" = ? and g."revokedAt" is null group by g."awardId" order by 5 desc, 1 desc limit ${MOST}`;

const ENROLLMENTS = `select * from "challengeEnrollments" where "clientId" = ? order by "enrolledAt" desc, "id" desc limit ${MOST}`;

const bestsOf = (read: Read, clientId: string) => {
  const { rows } = bestPage(read, { limit: MOST }, { clientId, isNamed: 1 }, null);
  const metricIds = rows.map(({ contentEntryId }) => contentEntryId);
  const names = new Map(ContentEntry.rows.findAll(read, metricIds).map(({ id, title }) => [id, title]));
  const view = bestViews(read, rows, readingUnits(read, clientId, metricIds));
  return rows.map((row) => {
    const { contentEntryId, recordType, reps, value, unit, previousValue, achievedAt } = view(row);
    const name = names.get(contentEntryId) ?? '';
    return { contentEntryId, name, recordType, reps, value, unit, previousValue, achievedAt };
  });
};

const challengesOf = (read: Read, caller: Caller, clientId: string) => {
  const enrollments = read.db.query<EnrollmentRow, [string]>(ENROLLMENTS).all(clientId);
  const ids = enrollments.map(({ challengeId }) => challengeId);
  const challenges = new Map(Challenge.rows.findAll(read, ids).map((row) => [row.id, row]));
  return enrollments.flatMap(({ challengeId, status, pointsTotal, finalRank }) => {
    const row = challenges.get(challengeId);
    if (row === undefined || !Challenge.canAccess(caller, row)) return [];
    const { id, title, endDate } = row;
    return [{ id, title, status: statusAt(row, read.now), endDate, enrollmentStatus: status, pointsTotal, finalRank }];
  });
};

/** How far a client has come: streaks and awards, and, for people who manage challenges, bests and challenges. */
export const progressOf = (read: Read, caller: Caller, clientId: string) => {
  const isManager = hasPermission(caller, 'challenges:manage');
  return {
    object: 'client_progress' as const,
    clientId,
    streaks: streakResponses(read, clientId),
    awards: read.db.query<object, [string]>(AWARDS).all(clientId),
    personalBests: isManager ? bestsOf(read, clientId) : null,
    challenges: isManager ? challengesOf(read, caller, clientId) : null,
  };
};
