import type { Tx } from '../../database/database.ts';
import type { SiteAccess } from '../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { LAST_PERIOD_DATE, wallClock } from '../../kernel/local-time.ts';
import { conflict, type Detail, invalid, invalidDetail } from '../../kernel/problem.ts';
import {
  CLASHES,
  type Clash,
  conflictProblem,
  type Overrides,
  refusedClashes,
  sessionConflicts,
} from '../schedules/changes/conflicts.ts';
import { instructorParams, instructorsOf, unknownInstructors } from '../schedules/checks.ts';
import { hasStarted } from './queries.ts';
import type { SessionRow } from './record.ts';
import type { UpdateSessionBody } from './shapes.ts';

/** A session of these years has dates and ends of four digits in every time zone. */
const FIRST_START = epochOf('0001-01-01T00:00:00Z');
const LAST_START = epochOf(`${LAST_PERIOD_DATE}T23:59:59.999Z`);

const startProblems = (start: number): Detail[] =>
  start >= FIRST_START && start <= LAST_START
    ? []
    : [
        invalidDetail(
          'startTime',
          `A session starts from 0001-01-01 to ${LAST_PERIOD_DATE}. Send such a 'startTime'.`,
          { reason: 'not_a_date' },
        ),
      ];

/**
 * The columns about the time of a session. @param startTime an instant in any RFC 3339 form.
 * @throws Problem 400 for a start so early or late that a date of the session has more than four digits in its year.
 */
export const timeColumns = (startTime: string, durationMinutes: number, timezone: string) => {
  const start = epochOf(startTime);
  const problems = startProblems(start);
  if (problems.length > 0) throw invalid(problems);
  const local = wallClock(start, timezone);
  return {
    startTime: isoInstant(start),
    endTime: isoInstant(start + durationMinutes * MINUTE_MS),
    durationMinutes,
    timezone,
    localDate: local.date,
    localStartTime: local.time,
  };
};

/** @throws Problem 400 with everything that is wrong with the body; `current` is absent for a new session. */
export const checkBody = (tx: Tx, caller: SiteAccess, body: UpdateSessionBody, current?: SessionRow): void => {
  // A new session may start now; a session that people booked does not start by a change.
  const earliest = current === undefined ? tx.nowMs : tx.nowMs + 1;
  const isPast = body.startTime !== undefined && epochOf(body.startTime) < earliest;
  const message = "'startTime' is in the past. Send a later time.";
  const problems: Detail[] = [
    ...(isPast
      ? [invalidDetail('startTime', message, { reason: 'in_the_past' })]
      : startProblems(epochOf(body.startTime ?? tx.now))),
    ...unknownInstructors(tx, caller, instructorParams(body), instructorsOf(current)),
  ];
  if (problems.length > 0) throw invalid(problems);
};

/** @throws Problem 409 `instructor_conflict`, `room_conflict`, unless the body overrides it; of those that are possible. */
export const checkConflicts = (
  tx: Tx,
  caller: SiteAccess,
  row: SessionRow,
  body: Overrides,
  possible: readonly Clash[] = CLASHES,
): void => {
  const conflicts = sessionConflicts(tx, caller, row, refusedClashes(possible, body));
  if (conflicts.length > 0) throw conflictProblem(conflicts);
};

/** @throws Problem 409 `session_cancelled`. */
export const requireNotCancelled = ({ cancelledAt }: SessionRow): void => {
  if (cancelledAt === null) return;
  throw conflict('session_cancelled', 'A canceled session cannot be changed. Create another session.');
};

/** @throws Problem 409 `session_cancelled`, `session_started`. */
export const requireScheduled = (tx: Tx, row: SessionRow): void => {
  requireNotCancelled(row);
  if (hasStarted(row, tx.now)) {
    throw conflict('session_started', 'A session that has started cannot be changed. Choose a later session.');
  }
};
