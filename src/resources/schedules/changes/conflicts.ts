import type { Read } from '../../../database/database.ts';
import { unpackList } from '../../../database/json.ts';
import type { SessionRow } from '../../../database/tables/sessions.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { conflict, type Problem } from '../../../kernel/problem.ts';
import { otherClaim } from '../queries.ts';

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

/** Where the instructors of a session are wanted elsewhere at the same time, apart from what `except` names. */
const conflictsOf = (
  read: Read,
  row: SessionRow,
  except: { readonly scheduleId: string; readonly sessionId: string },
): InstructorConflict[] =>
  instructorsOf(row).flatMap((instructorId) => {
    const { startTime, endTime } = row;
    const floor = isoInstant(Date.parse(startTime) - DAY);
    const other = otherClaim(read, { instructorId, ...except, floor, startTime, endTime });
    if (other === undefined) return [];
    const { id: conflictingSessionId, startTime: conflictingStartTime, name: conflictingName } = other;
    return [{ instructorId, startTime, conflictingSessionId, conflictingStartTime, conflictingName }];
  });

/** The same for sessions of one schedule, whose own sessions do not count. */
export const instructorConflicts = (
  read: Read,
  scheduleId: string,
  rows: readonly SessionRow[],
): InstructorConflict[] => rows.flatMap((row) => conflictsOf(read, row, { scheduleId, sessionId: '' }));

/** The same for one session by itself. */
export const sessionConflicts = (read: Read, row: SessionRow): InstructorConflict[] =>
  conflictsOf(read, row, { scheduleId: '', sessionId: row.id });

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
