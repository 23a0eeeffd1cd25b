import type { Read } from '../../database/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { shownName } from '../instructors/view.ts';
import { bookedCount } from '../sessions/booking/seats.ts';
import type { SessionRow } from '../sessions/record.ts';
import { Staff } from '../staff/record.ts';
import type { DeskSessionResponse } from './shapes.ts';

/** The names of the instructors of some sessions, by their ids: one query. People of other sites stay unnamed. */
export const instructorNames = (
  read: Read,
  caller: Caller,
  rows: readonly Pick<SessionRow, 'instructorId'>[],
): ReadonlyMap<string, string> => {
  const ids = new Set(rows.flatMap(({ instructorId }) => instructorId ?? []));
  const people = Staff.rows.findAll(read, [...ids]).filter((row) => Staff.canAccess(caller, row));
  return new Map(people.map((row) => [row.id, shownName(row)]));
};

export const sessionLines = (read: Read, caller: Caller, rows: readonly SessionRow[]) => {
  const names = instructorNames(read, caller, rows);
  return (row: SessionRow): DeskSessionResponse => ({
    id: row.id,
    name: row.name,
    startTime: row.startTime,
    endTime: row.endTime,
    roomName: row.roomName,
    instructorName: names.get(row.instructorId ?? '') ?? null,
    capacity: row.capacity,
    bookedCount: bookedCount(row),
    waitlistCount: row.waitlistedCount,
  });
};
