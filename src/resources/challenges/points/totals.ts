import type { Read } from '../../../database/database.ts';
import { ChallengeEnrollment } from '../record.ts';

const POINTS = `select coalesce(sum(p."points"), 0) "points" from "facts" f
  join "challengePoints" p on p."factId" = f."id"
  where f."sourceId" = ? and f."kind" <> 'visit' and f."takenBackAt" is null and p."enrollmentId" = ?`;

/** What a source, such as a submission, has earned in a challenge. */
export const pointsOf = (read: Read, enrollmentId: string, sourceId: string): number =>
  read.db.query<{ points: number }, [string, string]>(POINTS).get(sourceId, enrollmentId)?.points ?? 0;

/** The points of a member in a challenge. */
export const totalOf = (read: Read, enrollmentId: string): number =>
  ChallengeEnrollment.rows.find(read, enrollmentId)?.pointsTotal ?? 0;
