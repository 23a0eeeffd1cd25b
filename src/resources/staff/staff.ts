import { isGrantable, type Overrides } from '../../auth/roles.ts';
import type { Tx } from '../../database/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { type Detail, invalid, invalidDetail } from '../../kernel/problem.ts';
import { pack } from '../../records/json.ts';
import { raiseDeactivated, raiseUpdated } from './events.ts';
import { addPerson, personColumns, savePerson } from './person.ts';
import { type CreatePersonBody, overridesOf, Person, type StaffRow, type UpdatePersonBody } from './record.ts';

/** The column of the overrides after a request: what it leaves out of them stays, null clears them or one of them. */
const overridesColumn = (
  { permissionOverrides: sent }: UpdatePersonBody,
  current: Pick<StaffRow, 'permissionOverrides'>,
): Pick<StaffRow, 'permissionOverrides'> => {
  if (sent === undefined) return { permissionOverrides: current.permissionOverrides };
  const { grant, revoke } = { ...overridesOf(current), ...sent };
  const next: Overrides = { grant: grant ?? [], revoke: revoke ?? [] };
  const isNone = sent === null || next.grant.length + next.revoke.length === 0;
  return { permissionOverrides: isNone ? null : pack(next) };
};

/** @throws Problem 400 when an override does not fit the role. */
const checkOverrides = (row: StaffRow): void => {
  const { grant, revoke } = overridesOf(row);
  const { role } = row;
  const details = grant.flatMap((permission, index): Detail[] => {
    if (isGrantable(role, permission)) return [];
    const message = `'${permission}' cannot be granted to the role '${role}'. Choose another role, or leave it out.`;
    return [invalidDetail(`permissionOverrides.grant[${index}]`, message, { reason: 'not_for_role' })];
  });
  if (role === 'owner' && revoke.length > 0) {
    const message = 'You cannot revoke permissions of an owner. Choose another role first.';
    details.push(invalidDetail('permissionOverrides.revoke', message, { reason: 'owner_has_all' }));
  }
  if (details.length > 0) throw invalid(details);
};

/** Adds a staff member. @throws Problem 409 `staff_email_exists`. */
export const createStaff = (tx: Tx, caller: Caller, body: CreatePersonBody, id: string = tx.id()): StaffRow => {
  const isInstructor = Number(body.role === 'instructor');
  const row = Person.make(tx, body, { id, isInstructor, permissionOverrides: null, searchText: '' });
  Object.assign(row, personColumns(tx, body), overridesColumn(body, { permissionOverrides: null }));
  checkOverrides(row);
  return addPerson(tx, caller, row);
};

/** Changes a staff member. @throws Problem 409 `staff_email_exists`, or `last_owner` when no active owner would be left. */
export const updateStaff = (tx: Tx, caller: Caller, row: StaffRow, body: UpdatePersonBody): StaffRow => {
  const columns = { ...Person.columns(body, row), ...personColumns(tx, body), ...overridesColumn(body, row) };
  // Overrides that have no effect since a change of role may stay; only what is sent has to fit.
  if (body.permissionOverrides !== undefined) checkOverrides({ ...row, ...columns });
  return savePerson(tx, caller, row, columns, raiseUpdated);
};

/** Deactivates a staff member, whose record stays. Doing it again changes nothing. @throws Problem 409 `last_owner`. */
export const deactivateStaff = (tx: Tx, caller: Caller, row: StaffRow): StaffRow =>
  savePerson(tx, caller, row, { status: 'inactive' }, raiseDeactivated);
