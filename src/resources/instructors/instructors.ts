import type { Tx } from '../../database/database.ts';
import { type Caller, hasScope, requireScope } from '../../kernel/caller.ts';
import { raiseDeactivated, raiseUpdated } from '../staff/events.ts';
import { addPerson, personColumns, savePerson } from '../staff/person.ts';
import type { StaffRow } from '../staff/record.ts';
import { type CreateInstructorBody, Instructor, type UpdateInstructorBody } from './record.ts';

/** @throws Problem 403 when a caller without the scope of staff sets what an instructor is paid. */
const requirePayScope = (caller: Caller, body: UpdateInstructorBody): void => {
  if (body.payRate !== undefined && !hasScope(caller, 'manage')) requireScope(caller, 'staff:write');
};

/** Adds a staff member whose role is instructor. @throws Problem 409 `staff_email_exists`. */
export const createInstructor = (
  tx: Tx,
  caller: Caller,
  body: CreateInstructorBody,
  id: string = tx.id(),
): StaffRow => {
  requirePayScope(caller, body);
  const given = { id, role: 'instructor', isInstructor: 1, permissionOverrides: null, searchText: '' } as const;
  return addPerson(tx, caller, { ...Instructor.make(tx, body, given), ...personColumns(tx, body) });
};

/** Changes an instructor. @throws Problem 409 `staff_email_exists`, or `last_owner`: owners may teach too. */
export const updateInstructor = (tx: Tx, caller: Caller, row: StaffRow, body: UpdateInstructorBody): StaffRow => {
  requirePayScope(caller, body);
  return savePerson(tx, caller, row, { ...Instructor.columns(body, row), ...personColumns(tx, body) }, raiseUpdated);
};

/** Also deactivates a person whose role is instructor. Removing them again changes nothing. */
export const removeInstructor = (tx: Tx, caller: Caller, row: StaffRow): StaffRow => {
  if (row.role !== 'instructor' || row.status === 'inactive') {
    return savePerson(tx, caller, row, { isInstructor: 0 }, raiseUpdated);
  }
  return savePerson(tx, caller, row, { isInstructor: 0, status: 'inactive' }, raiseDeactivated);
};
