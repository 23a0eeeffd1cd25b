// Sessions at the same time that need the same instructor or the same room.

import type { Read } from '../../../database/database.ts';
import { canAccessSite, type SiteAccess } from '../../../kernel/caller.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import { conflict, type Problem } from '../../../kernel/problem.ts';
import { unpackList } from '../../../records/json.ts';
import { shownName } from '../../instructors/view.ts';
import type { SessionRow } from '../../sessions/record.ts';
import { Staff } from '../../staff/record.ts';
import { type OverlappingSession, overlappingSession, sessionInRoom } from '../queries.ts';
import type { SessionConflict } from '../shapes.ts';

const MAX_DETAILS = 20;

/** What two sessions may need at the same time. */
export type Clash = SessionConflict['kind'];

export const CLASHES: readonly Clash[] = ['instructor', 'room'];

/** Which clashes are not refused, as a body says. */
export interface Overrides {
  readonly overrideConflicts?: boolean | undefined;
  readonly allowConflict?: boolean | undefined;
}

/** The clashes that a body does not allow, of those that a change may bring. */
export const refusedClashes = (possible: readonly Clash[], { overrideConflicts, allowConflict }: Overrides) =>
  possible.filter((kind) => (kind === 'instructor' ? overrideConflicts : allowConflict) !== true);

const instructorsOf = (row: SessionRow): string[] => [
  ...(row.instructorId === null ? [] : [row.instructorId]),
  ...unpackList<string>(row.additionalInstructorIds),
];

const nameOf = (read: Read, instructorId: string): string | null => {
  const person = Staff.rows.find(read, instructorId);
  return person === undefined ? null : shownName(person);
};

interface Except {
  readonly scheduleId: string;
  readonly sessionId: string;
}

/** The sessions at the same time with the same instructors or in the same room, as the caller may see them. */
const conflictsOf = (
  read: Read,
  caller: SiteAccess,
  row: SessionRow,
  except: Except,
  kinds: readonly Clash[],
): SessionConflict[] => {
  const { siteId, roomName, startTime, endTime } = row;
  const at = { ...except, earliest: isoInstant(Date.parse(startTime) - DAY_MS), startTime, endTime };
  const found = (
    other: OverlappingSession | undefined,
    what: Pick<SessionConflict, 'kind' | 'instructorId' | 'instructorName' | 'roomName'>,
  ): SessionConflict[] => {
    if (other === undefined) return [];
    const isSeen = canAccessSite(caller, other.siteId);
    const [conflictingSessionId, conflictingName] = isSeen ? [other.id, other.name] : [null, null];
    return [
      {
        ...what,
        startTime,
        conflictingSessionId,
        conflictingStartTime: other.startTime,
        conflictingEndTime: other.endTime,
        conflictingName,
        conflictingRoomName: isSeen ? other.roomName : null,
      },
    ];
  };
  const ofInstructors = kinds.includes('instructor')
    ? instructorsOf(row).flatMap((instructorId) =>
        found(overlappingSession(read, { instructorId, ...at }), {
          kind: 'instructor',
          instructorId,
          instructorName: nameOf(read, instructorId),
          roomName: null,
        }),
      )
    : [];
  if (roomName === null || !kinds.includes('room')) return ofInstructors;
  const inRoom = sessionInRoom(read, { siteId, roomName, ...at });
  return [...ofInstructors, ...found(inRoom, { kind: 'room', instructorId: null, instructorName: null, roomName })];
};

interface FoundConflict {
  readonly sessionId: string;
  readonly conflict: SessionConflict;
}

export const scheduleConflicts = (
  read: Read,
  caller: SiteAccess,
  scheduleId: string,
  rows: readonly SessionRow[],
  kinds: readonly Clash[],
): FoundConflict[] =>
  rows.flatMap((row) =>
    conflictsOf(read, caller, row, { scheduleId, sessionId: '' }, kinds).map((conflict) => ({
      sessionId: row.id,
      conflict,
    })),
  );

export const sessionConflicts = (
  read: Read,
  caller: SiteAccess,
  row: SessionRow,
  kinds: readonly Clash[],
): SessionConflict[] => conflictsOf(read, caller, row, { scheduleId: '', sessionId: row.id }, kinds);

const WORDS = {
  instructor: {
    param: 'instructorId',
    message:
      'An instructor is already teaching at that time. Choose another time or instructor, or send overrideConflicts: true.',
    what: 'the instructor has',
  },
  room: {
    param: 'roomName',
    message: 'The room is taken at that time. Choose another time or room, or send allowConflict: true.',
    what: 'there is in the room',
  },
} as const;

/** 409 `instructor_conflict`, else `room_conflict`, with the first conflicts as details. */
export const conflictProblem = (conflicts: readonly SessionConflict[]): Problem => {
  const kind = conflicts.some((each) => each.kind === 'instructor') ? 'instructor' : 'room';
  const { param, message, what } = WORDS[kind];
  const code = `${kind}_conflict`;
  return conflict(
    code,
    message,
    conflicts
      .filter((each) => each.kind === kind)
      .slice(0, MAX_DETAILS)
      .map((each) => ({
        param,
        code,
        message: `At ${each.startTime} ${what} ${each.conflictingName === null ? 'a session at another site' : `'${each.conflictingName}'`}.`,
        ...each,
      })),
  );
};
