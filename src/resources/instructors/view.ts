import type { Read } from '../../database/database.ts';
import { unpack } from '../../database/json.ts';
import type { StaffRow } from '../../database/tables/staff.ts';
import { type Expansion, loadWith } from '../../http/expansions.ts';
import { allows, type Caller, permits } from '../../kernel/caller.ts';
import { staffRows, upcomingSessions } from '../staff/queries.ts';
import { personView, teacherView } from '../staff/view.ts';
import type { InstructorWire, MemberInstructorWire } from './shapes.ts';

/** Whether what a teacher is paid may be told: it belongs to the staff's data, not to the timetable's. */
const seesPay = (caller: Caller): boolean =>
  (allows(caller, 'staff:read') || allows(caller, 'manage')) && permits(caller, 'staff:read');

const viewWith =
  (upcoming: ReadonlyMap<string, number>, withPay: boolean) =>
  (row: StaffRow): InstructorWire => ({
    id: row.id,
    object: 'instructor',
    ...personView(row),
    ...teacherView(row),
    upcomingSessionCount: upcoming.get(row.id) ?? 0,
    ...(withPay ? { payRate: unpack<NonNullable<InstructorWire['payRate']>>(row.payRate) } : {}),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  });

/** The view of each of `rows`, with one query for what lies ahead of all of them. */
export const instructorViews = (read: Read, caller: Caller, rows: readonly StaffRow[]) =>
  viewWith(
    upcomingSessions(
      read,
      rows.map(({ id }) => id),
    ),
    seesPay(caller),
  );

export const instructorView = (read: Read, caller: Caller, row: StaffRow): InstructorWire =>
  instructorViews(read, caller, [row])(row);

/** Includes the instructor that `from` points to, without the pay. */
export const instructorExpansion = (from: string): Expansion => ({
  from,
  load: (read, ids) => {
    const view = viewWith(upcomingSessions(read, ids), false);
    return new Map(staffRows.findAll(read, ids).map((row) => [row.id, view(row)]));
  },
});

const memberView = (row: StaffRow): MemberInstructorWire => ({
  id: row.id,
  object: 'instructor',
  displayName: row.displayName ?? `${row.firstName} ${row.lastName}`,
  photoUrl: row.photoUrl,
  bio: row.bio,
  pronouns: row.pronouns,
  specialties: teacherView(row).specialties,
});

/** Includes what members may know of the instructor that `from` points to. */
export const memberInstructorExpansion = (from: string): Expansion => ({
  from,
  load: loadWith(staffRows.findAll, memberView),
});
