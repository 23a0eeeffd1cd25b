import { isoInstant } from '../../kernel/clock.ts';
import { conflict, type Problem } from '../../kernel/problem.ts';
import type { Read } from '../../store/database.ts';
import { unpackList } from '../../store/json.ts';
import type { SessionRow } from '../../store/tables/sessions.ts';
import { otherClaim } from './rows.ts';

const DAY = 86_400_000;
const MOST_TOLD = 20;

/** An instructor who would be in two places at once. */
export interface InstructorConflict {
  readonly instructorId: string;
  /** When the session of this schedule begins. */
  readonly startTime: string;
  /** The other session, and when it begins. */
  readonly conflictingSessionId: string;
  readonly conflictingStartTime: string;
  readonly conflictingName: string;
}

const instructorsOf = (row: SessionRow): string[] => [
  ...(row.instructorId === null ? [] : [row.instructorId]),
  ...unpackList<string>(row.additionalInstructorIds),
];

/** Where the instructors of these sessions of one schedule are wanted elsewhere at the same time. */
export const instructorConflicts = (
  read: Read,
  scheduleId: string,
  rows: readonly SessionRow[],
): InstructorConflict[] =>
  rows.flatMap((row) =>
    instructorsOf(row).flatMap((instructorId) => {
      const { startTime, endTime } = row;
      const floor = isoInstant(Date.parse(startTime) - DAY);
      const other = otherClaim(read, { instructorId, scheduleId, floor, startTime, endTime });
      if (other === undefined) return [];
      const { id: conflictingSessionId, startTime: conflictingStartTime, name: conflictingName } = other;
      return [{ instructorId, startTime, conflictingSessionId, conflictingStartTime, conflictingName }];
    }),
  );

/** 409 `instructor_conflict` that names the first of them. */
export const conflictProblem = (conflicts: readonly InstructorConflict[]): Problem =>
  conflict(
    'instructor_conflict',
    'An instructor would be in two places at once. Choose another time or instructor, or send overrideConflicts: true.',
    conflicts.slice(0, MOST_TOLD).map((each) => ({
      param: 'instructorId',
      code: 'instructor_conflict',
      message: `At ${each.startTime} the instructor has '${each.conflictingName}'.`,
      ...each,
    })),
  );
