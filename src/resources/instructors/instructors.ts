import type { Read, Tx } from '../../database/database.ts';
import { pack } from '../../database/json.ts';
import type { StaffRow } from '../../database/tables/staff.ts';
import { allows, type Caller, requireScope } from '../../kernel/caller.ts';
import { notFound } from '../../kernel/problem.ts';
import { tellDeactivated, tellUpdated } from '../staff/events.ts';
import { addPerson, findStaff, personColumns, savePerson } from '../staff/staff.ts';
import type { Certification } from '../staff/view.ts';
import type { CreateInstructorBody, UpdateInstructorBody } from './shapes.ts';

/**
 * A person who teaches, or whose role it is: the latter stay readable when they were removed.
 * @throws Problem 404 when there is no such instructor or the caller may not see them.
 */
export const findInstructor = (read: Read, caller: Caller, id: string): StaffRow => {
  const row = findStaff(read, caller, id, 'instructor');
  if (row.isInstructor === 0 && row.role !== 'instructor') throw notFound('instructor', id);
  return row;
};

/** @throws Problem 403 when a caller without the staff's scope sets what a teacher is paid. */
const requirePayScope = (caller: Caller, body: UpdateInstructorBody): void => {
  if (body.payRate !== undefined && !allows(caller, 'manage')) requireScope(caller, 'staff:write');
};

const certificate = (sent: { name: string; issuer?: string | null; expiresOn?: string | null }): Certification => ({
  name: sent.name,
  issuer: sent.issuer ?? null,
  expiresOn: sent.expiresOn ?? null,
});

const columnsOf = (read: Read, body: UpdateInstructorBody, current?: StaffRow): Partial<StaffRow> => {
  const { specialties, certifications, sortOrder, isBookable, payRate, ...person } = body;
  return {
    ...personColumns(read, person, current),
    ...(specialties === undefined ? {} : { specialties: pack(specialties) }),
    ...(certifications === undefined ? {} : { certifications: pack(certifications.map(certificate)) }),
    ...(sortOrder === undefined ? {} : { sortOrder }),
    ...(isBookable === undefined ? {} : { isBookable: Number(isBookable) }),
    ...(payRate === undefined ? {} : { payRate: pack(payRate) }),
  };
};

/** Takes in a staff member whose role is to teach. @throws Problem 409 `staff_email_exists`. */
export const createInstructor = (
  tx: Tx,
  caller: Caller,
  body: CreateInstructorBody,
  id: string = tx.id(),
): StaffRow => {
  requirePayScope(caller, body);
  const { role: _always, ...rest } = body;
  return addPerson(tx, caller, { ...body, role: 'instructor' }, columnsOf(tx, rest), id);
};

/** Changes an instructor. @throws Problem 409 `staff_email_exists`, or `last_owner`: owners may teach too. */
export const updateInstructor = (tx: Tx, caller: Caller, row: StaffRow, body: UpdateInstructorBody): StaffRow => {
  requirePayScope(caller, body);
  return savePerson(tx, caller, row, columnsOf(tx, body, row), tellUpdated);
};

/**
 * Ends somebody's teaching: who has no other role is deactivated with it, everyone else goes on working. Twice is the
 * same as once.
 */
export const removeInstructor = (tx: Tx, caller: Caller, row: StaffRow): StaffRow => {
  const leaves = row.role === 'instructor' && row.status !== 'inactive';
  const columns = { isInstructor: 0, ...(leaves ? { status: 'inactive' } : {}) };
  return savePerson(tx, caller, row, columns, leaves ? tellDeactivated : tellUpdated);
};
