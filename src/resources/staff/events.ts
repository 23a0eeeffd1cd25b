import type { Read, Tx } from '../../database/database.ts';
import { eventChanges } from '../../events/changes.ts';
import { upperSnake } from '../../events/payload-fields.ts';
import { changesBetween, isChanged } from '../../kernel/changes.ts';
import { unpackList } from '../../records/json.ts';
import { Instructor } from '../instructors/record.ts';
import { brandDefaults } from '../settings/queries.ts';
import { Staff, type StaffRow } from './record.ts';

/** Fields that follow from others, or that integrations do not need. */
const NOT_IN_EVENTS = ['permissions', 'locationIds', 'lastLoginAt'];

/** The site of a person's events: their primary site, else the first of their sites, else the brand's default site. */
const siteOf = (read: Read, row: StaffRow): string =>
  row.primarySiteId ?? unpackList<string>(row.siteIds)[0] ?? brandDefaults(read).defaultSiteId;

const roleAndStatus = ({ role, status }: StaffRow) => ({ role: upperSnake(role), status: upperSnake(status) });

const asStaff = (row: StaffRow) => ({ staffId: row.id, ...roleAndStatus(row) });
const asInstructor = (row: StaffRow) => ({ instructorId: row.id, ...roleAndStatus(row) });

/** Raises `staff.created`, and `instructor.created` for an instructor. */
export const raiseCreated = (tx: Tx, row: StaffRow): void => {
  const siteId = siteOf(tx, row);
  tx.raise('staff.created', siteId, asStaff(row));
  if (row.isInstructor === 1) tx.raise('instructor.created', siteId, asInstructor(row));
};

/** Raises the events of a change. For a person who starts or stops teaching: created or deactivated as instructor. */
export const raiseUpdated = (tx: Tx, before: StaffRow, after: StaffRow): void => {
  const { id: staffId } = after;
  const siteId = siteOf(tx, after);
  const staff = changesBetween(Staff.view(before), Staff.view(after), [...NOT_IN_EVENTS, 'status']);
  if (isChanged(staff)) tx.raise('staff.updated', siteId, { staffId, ...eventChanges(Staff.schema, staff) });
  if (before.status !== after.status) {
    const [status, previousStatus] = [upperSnake(after.status), upperSnake(before.status)];
    tx.raise('staff.status_changed', siteId, { staffId, status, previousStatus });
  }
  const [taught, teaches] = [before.isInstructor === 1, after.isInstructor === 1];
  if (!taught && teaches) tx.raise('instructor.created', siteId, asInstructor(after));
  if (taught && !teaches) tx.raise('instructor.deactivated', siteId, asInstructor(after));
  if (!taught || !teaches) return;
  const instructor = changesBetween(Instructor.view(before), Instructor.view(after), NOT_IN_EVENTS);
  if (!isChanged(instructor)) return;
  tx.raise('instructor.updated', siteId, {
    instructorId: after.id,
    ...eventChanges(Instructor.schema, instructor),
  });
};

/** Raises the events of DELETE, which replace the change of status. */
export const raiseDeactivated = (tx: Tx, before: StaffRow, after: StaffRow): void => {
  const siteId = siteOf(tx, after);
  tx.raise('staff.deactivated', siteId, asStaff(after));
  if (before.isInstructor === 1) tx.raise('instructor.deactivated', siteId, asInstructor(after));
};
