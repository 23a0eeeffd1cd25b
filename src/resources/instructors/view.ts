import type { Read } from '../../database/database.ts';
import { type Expansion, loadWith } from '../../http/expansions.ts';
import { type Caller, hasPermission, hasScope } from '../../kernel/caller.ts';
import { unpack, unpackList } from '../../records/json.ts';
import { upcomingSessions } from '../staff/queries.ts';
import { type PayRate, Staff, type StaffRow } from '../staff/record.ts';
import { Instructor, type InstructorResponse, type MemberInstructorResponse } from './record.ts';

/** Whether the caller may see what instructors are paid: of people, those who may set it. */
export const mayReadPay = (caller: Caller): boolean =>
  (hasScope(caller, 'staff:read') || hasScope(caller, 'manage')) && hasPermission(caller, 'staff:write');

const viewsOf = (read: Read, rows: readonly StaffRow[], withPay: boolean) => {
  const ids = rows.map(({ id }) => id);
  const upcoming = upcomingSessions(read, ids);
  return (row: StaffRow): InstructorResponse => ({
    ...Instructor.view(row),
    upcomingSessionCount: upcoming.get(row.id) ?? 0,
    ...(withPay ? { payRate: unpack<PayRate>(row.payRate) } : {}),
  });
};

/** The view of each of `rows`, with one query for the upcoming sessions of all of them. */
export const instructorViews = (read: Read, caller: Caller, rows: readonly StaffRow[]) =>
  viewsOf(read, rows, mayReadPay(caller));

/** Includes the instructor that `from` points to, without the pay. */
export const instructorExpansion = (from: string): Expansion => ({
  from,
  readBy: ['getInstructor'],
  load: loadWith(Staff.rows.findAll, Staff.canAccess, (read, rows) => viewsOf(read, rows, false)),
});

export const shownName = ({ displayName, firstName, lastName }: StaffRow): string =>
  displayName ?? `${firstName} ${lastName}`;

const memberView = (row: StaffRow): MemberInstructorResponse => ({
  id: row.id,
  object: 'instructor',
  displayName: shownName(row),
  photoUrl: row.photoUrl,
  bio: row.bio,
  pronouns: row.pronouns,
  specialties: unpackList(row.specialties),
});

/** Instructors as members see them, by id. One query. */
export const memberInstructorsByIds = (read: Read, ids: readonly string[]) =>
  new Map(Staff.rows.findAll(read, [...new Set(ids)]).map((row) => [row.id, memberView(row)]));

export const memberInstructorExpansion = (from: string): Expansion => ({
  from,
  readBy: 'members',
  load: loadWith(Staff.rows.findAll, Staff.canAccess, () => memberView),
});
