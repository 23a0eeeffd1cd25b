import { requireExpiryWithinOwn } from '../../../auth/granting.ts';
import { createLink } from '../../../auth/staff/links.ts';
import { findSignIn } from '../../../auth/staff/sign-in-rows.ts';
import type { Tx } from '../../../database/database.ts';
import { type Caller, staffIdOf } from '../../../kernel/caller.ts';
import { conflict, invalidParam, missingResource } from '../../../kernel/problem.ts';
import { Staff, type StaffRow } from '../../staff/record.ts';
import { createStaff } from '../../staff/staff.ts';
import { requireTakeover } from '../../staff/takeover.ts';
import type { CreateInvitationBody } from './shapes.ts';

const personOf = (tx: Tx, caller: Caller, { staffId, person }: CreateInvitationBody): StaffRow => {
  if ((staffId === undefined) === (person === undefined)) {
    throw invalidParam('staffId', "Send either 'staffId' for an existing person, or 'person' for a new one.");
  }
  if (person !== undefined) return createStaff(tx, caller, person);
  const row = Staff.lookUp(tx, caller, staffId);
  if (row === undefined) throw missingResource('staffId', 'staff member', String(staffId));
  if (row.status === 'active') return row;
  throw conflict(
    'staff_inactive',
    'This staff member is not active and cannot sign in. Set their status to active first.',
  );
};

/**
 * Makes the link with which a person chooses a password; earlier links of the person stop working. Returns its id.
 * @throws Problem 400, 403, 409 `staff_email_exists` or `staff_inactive`.
 */
export const invite = (tx: Tx, caller: Caller, body: CreateInvitationBody, token: string): string => {
  // A password lives on.
  requireExpiryWithinOwn(caller, null);
  const row = personOf(tx, caller, body);
  requireTakeover(tx, caller, row);
  const hasPassword = typeof findSignIn(tx, row.id)?.passwordHash === 'string';
  const { id } = createLink(tx, token, {
    staffId: row.id,
    purpose: hasPassword ? 'password_reset' : 'invitation',
    removesSecondFactor: body.removesSecondFactor,
    createdBy: staffIdOf(caller),
  });
  return id;
};
