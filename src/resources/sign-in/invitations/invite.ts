import { requireExpiryWithinOwn } from '../../../auth/granting.ts';
import { createLink } from '../../../auth/staff/links.ts';
import { findSignIn } from '../../../auth/staff/sign-in-rows.ts';
import type { Read, Tx } from '../../../database/database.ts';
import { requireConfirmed } from '../../../http/operations/authorize.ts';
import {
  type Caller,
  hasScope,
  requirePermission,
  requireSites,
  requireWholeBrand,
  staffIdOf,
} from '../../../kernel/caller.ts';
import { conflict, forbidden, invalidParam, missingResource } from '../../../kernel/problem.ts';
import { SCOPES } from '../../../kernel/scopes.ts';
import { unpackList } from '../../../records/json.ts';
import { permissionsNow } from '../../staff/actor.ts';
import { Staff, type StaffRow } from '../../staff/record.ts';
import { createStaff } from '../../staff/staff.ts';
import type { CreateInvitationBody } from './shapes.ts';

/**
 * Who gets the link of a person can do what the person may do, so nobody makes a link for who may do more.
 * @throws Problem 403 `permission_denied`, `site_not_allowed`, or `password_required` for the link of an owner.
 */
const requireTakeover = (read: Read, caller: Caller, row: StaffRow): void => {
  const permissions = new Set<string>(permissionsNow(row));
  if (row.role === 'owner') {
    requirePermission(caller, 'staff:write_owners');
    requireConfirmed(caller, read.nowMs);
  }
  for (const permission of permissions) requirePermission(caller, permission);
  const sites = row.role === 'owner' ? [] : unpackList<string>(row.siteIds);
  if (sites.length === 0) requireWholeBrand(caller, 'the rights of this person');
  else requireSites(caller, sites, 'siteIds');
  // A person who is signed in has all scopes, and those that are permissions too with the permission.
  const missing = SCOPES.find(
    (scope) =>
      scope !== '*' &&
      !hasScope(caller, scope) &&
      (!scope.includes(':') || !isOverride(scope) || permissions.has(scope)),
  );
  if (missing === undefined) return;
  throw forbidden(
    `This credential lacks the scope '${missing}', which a person has who signs in. Use a credential with the scope '*', or let an owner invite.`,
  );
};

const isOverride = (scope: string): boolean =>
  scope === 'bookings:override_capacity' || scope === 'bookings:waive_penalty';

const personOf = (tx: Tx, caller: Caller, { staffId, person }: CreateInvitationBody): StaffRow => {
  if ((staffId === undefined) === (person === undefined)) {
    throw invalidParam('staffId', "Send either 'staffId' for somebody who is known, or 'person' for somebody new.");
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
