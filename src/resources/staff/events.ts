import type { Read, Tx } from '../../database/database.ts';
import { unpackList } from '../../database/json.ts';
import type { StaffRow } from '../../database/tables/staff.ts';
import { upperSnake } from '../../events/catalogue.ts';
import { changesInEvents } from '../../events/changes.ts';
import { changesBetween, isChanged } from '../../kernel/changes.ts';
import { brandDefaults } from '../settings/queries.ts';
import { Staff, type StaffWire } from './shapes.ts';
import { personView, teacherView } from './view.ts';

/** What follows from other fields, and what concerns nobody outside. */
const UNTOLD = ['permissions', 'locationIds', 'lastLoginAt'];

/** The site that events of a person belong to: where they mostly work, else the first of their sites, else the brand's. */
const siteOf = (read: Read, row: StaffRow): string =>
  row.primarySiteId ?? unpackList<string>(row.siteIds)[0] ?? brandDefaults(read).defaultSiteId;

const stateOf = (row: StaffRow) => ({
  role: upperSnake(row.role as StaffWire['role']),
  status: upperSnake(row.status as StaffWire['status']),
});

const teacher = (row: StaffRow) => ({ ...personView(row), ...teacherView(row) });

/** A person came. Both families tell of it, each for those who listen to it alone. */
export const tellCreated = (tx: Tx, row: StaffRow): void => {
  const siteId = siteOf(tx, row);
  tx.raise('staff.created', siteId, { staffId: row.id, ...stateOf(row) });
  if (row.isInstructor === 1) tx.raise('instructor.created', siteId, { instructorId: row.id, ...stateOf(row) });
};

/** A person changed; a turn of the status is told by itself. Who begins or ceases to teach comes or goes as a teacher. */
export const tellUpdated = (tx: Tx, before: StaffRow, after: StaffRow): void => {
  const siteId = siteOf(tx, after);
  const asStaff = changesBetween(personView(before), personView(after), [...UNTOLD, 'status']);
  if (isChanged(asStaff)) tx.raise('staff.updated', siteId, { staffId: after.id, ...changesInEvents(Staff, asStaff) });
  if (before.status !== after.status) {
    const { status } = stateOf(after);
    tx.raise('staff.status_changed', siteId, { staffId: after.id, status, previousStatus: stateOf(before).status });
  }
  const instructor = { instructorId: after.id, ...stateOf(after) };
  if (before.isInstructor === 0 && after.isInstructor === 1) tx.raise('instructor.created', siteId, instructor);
  if (before.isInstructor === 1 && after.isInstructor === 0) tx.raise('instructor.deactivated', siteId, instructor);
  if (before.isInstructor === 0 || after.isInstructor === 0) return;
  const asTeacher = changesBetween(teacher(before), teacher(after), UNTOLD);
  if (isChanged(asTeacher))
    tx.raise('instructor.updated', siteId, { instructorId: after.id, ...changesInEvents(Staff, asTeacher) });
};

/** A person left by DELETE, which has an event of its own instead of a change of status. */
export const tellDeactivated = (tx: Tx, before: StaffRow, after: StaffRow): void => {
  const siteId = siteOf(tx, after);
  tx.raise('staff.deactivated', siteId, { staffId: after.id, ...stateOf(after) });
  if (before.isInstructor === 1)
    tx.raise('instructor.deactivated', siteId, { instructorId: after.id, ...stateOf(after) });
};
