import type { Read } from '../../../database/database.ts';
import { canAccessSite, type SiteAccess } from '../../../kernel/caller.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import { conflict, type Problem } from '../../../kernel/problem.ts';
import { unpackList } from '../../../records/json.ts';
import type { SessionRow } from '../../sessions/record.ts';
import { overlappingSession } from '../queries.ts';
import type { InstructorConflict } from '../shapes.ts';

const MAX_DETAILS = 20;

const instructorsOf = (row: SessionRow): string[] => [
  ...(row.instructorId === null ? [] : [row.instructorId]),
  ...unpackList<string>(row.additionalInstructorIds),
];

/** The sessions at the same time with the same instructors, except those that `except` names, as the caller may see them. */
const conflictsOf = (
  read: Read,
  caller: SiteAccess,
  row: SessionRow,
  except: { readonly scheduleId: string; readonly sessionId: string },
): InstructorConflict[] =>
  instructorsOf(row).flatMap((instructorId) => {
    const { startTime, endTime } = row;
    const earliest = isoInstant(Date.parse(startTime) - DAY_MS);
    const other = overlappingSession(read, { instructorId, ...except, earliest, startTime, endTime });
    if (other === undefined) return [];
    const isSeen = canAccessSite(caller, other.siteId);
    const [conflictingSessionId, conflictingName] = isSeen ? [other.id, other.name] : [null, null];
    return [{ instructorId, startTime, conflictingSessionId, conflictingStartTime: other.startTime, conflictingName }];
  });

/** The conflicts of sessions of one schedule with sessions outside it. */
export const instructorConflicts = (
  read: Read,
  caller: SiteAccess,
  scheduleId: string,
  rows: readonly SessionRow[],
): InstructorConflict[] => rows.flatMap((row) => conflictsOf(read, caller, row, { scheduleId, sessionId: '' }));

/** The conflicts of one session with any other. */
export const sessionConflicts = (read: Read, caller: SiteAccess, row: SessionRow): InstructorConflict[] =>
  conflictsOf(read, caller, row, { scheduleId: '', sessionId: row.id });

/** 409 `instructor_conflict` with the first conflicts as details. */
export const conflictProblem = (conflicts: readonly InstructorConflict[]): Problem =>
  conflict(
    'instructor_conflict',
    'An instructor would be in two places at once. Choose another time or instructor, or send overrideConflicts: true.',
    conflicts.slice(0, MAX_DETAILS).map((each) => ({
      param: 'instructorId',
      code: 'instructor_conflict',
      message: `At ${each.startTime} the instructor has ${each.conflictingName === null ? 'a session at another site' : `'${each.conflictingName}'`}.`,
      ...each,
    })),
  );
