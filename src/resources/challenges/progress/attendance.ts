import type { Read } from '../../../database/database.ts';
import { homeSiteId } from '../../facts/queries.ts';
import { membershipSettings } from '../../settings/queries.ts';
import { weeksOf } from '../calendar.ts';
import type { ChallengeRow, EnrollmentRow } from '../record.ts';
import type { AttendanceResponse } from '../shapes.ts';

const VISITS = `select p."day" "date", b."id" "bookingId", coalesce(b."sessionId", k."sessionId") "sessionId",
    coalesce(k."id", (select min(c."id") from "checkins" c where c."bookingId" = b."id")) "checkinId", p."points"
  from "challengePoints" p
  left join "bookings" b on b."id" = p."sourceId"
  left join "checkins" k on k."id" = p."sourceId"
  where p."enrollmentId" = ? and p."part" = 'attendance'
  order by p."day", p."at", p."factId"`;

/** The visits of a member in a challenge, and the weeks with their target. */
export const attendanceOf = (read: Read, challenge: ChallengeRow, enrollment: EnrollmentRow): AttendanceResponse => {
  const target =
    challenge.targetPerWeek ?? membershipSettings(read, homeSiteId(read, enrollment.clientId)).streakWeeklyTarget;
  const visits = read.db.query<AttendanceResponse['entries'][number], [string]>(VISITS).all(enrollment.id);
  const weeks = weeksOf(challenge).map(({ index, first: start, last: end }) => {
    const attended = visits.filter(({ date }) => start <= date && date <= end).length;
    return { index, start, end, attended, target, met: attended >= target };
  });
  return {
    object: 'challenge_attendance',
    challengeId: challenge.id,
    targetPerWeek: target,
    totalAttended: visits.length,
    pointsTotal: enrollment.attendancePoints,
    weeks,
    entries: visits,
  };
};
