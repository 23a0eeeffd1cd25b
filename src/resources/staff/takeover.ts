// Whatever decides who gets in as a person is guarded as the link with which they do (conventions.md "Credentials").

import { requireExpiryWithinOwn } from '../../auth/granting.ts';
import { letsSomebodyIn } from '../../auth/staff/sign-in-rows.ts';
import type { Read } from '../../database/database.ts';
import { requireConfirmed } from '../../http/operations/authorize.ts';
import { type Caller, hasScope, requirePermission, requireSites, requireWholeBrand } from '../../kernel/caller.ts';
import type { Permission } from '../../kernel/permissions.ts';
import { forbidden } from '../../kernel/problem.ts';
import { SCOPES } from '../../kernel/scopes.ts';
import { unpackList } from '../../records/json.ts';
import { permissionsNow } from './actor.ts';
import type { StaffRow } from './record.ts';

/** The columns on which depends who gets in by a link of a person, and what they may do then. */
export const RIGHTS = ['role', 'status', 'siteIds', 'permissionOverrides', 'email'] as const;

/** Scopes that a person who is signed in has only with the permission of the same name. */
const OVERRIDES: ReadonlySet<string> = new Set<Permission>(['bookings:override_capacity', 'bookings:waive_penalty']);

/**
 * Who gets the link of a person can do what the person may do, so no one makes a link for a person who may do more.
 * @throws Problem 403 `permission_denied`, `site_not_allowed`, or `password_required` for an owner.
 */
export const requireTakeover = (read: Read, caller: Caller, row: StaffRow): void => {
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
    (scope) => scope !== '*' && !hasScope(caller, scope) && (!OVERRIDES.has(scope) || permissions.has(scope)),
  );
  if (missing === undefined) return;
  throw forbidden(
    `This credential lacks the scope '${missing}', which a signed-in person has. Use a credential with the scope '*', or let an owner do it.`,
  );
};

/**
 * Guards a new person, or a change of one, as a link of that person. An instructor whom no one has let in has no secret that
 * could go to someone else: the scope `instructors:write` makes and changes them.
 * @throws Problem 403 as `requireTakeover`; for an email also where the credential ends: a password would outlive it.
 */
export const requireGuarded = (read: Read, caller: Caller, before: StaffRow | undefined, after: StaffRow): void => {
  const changed = RIGHTS.filter((column) => before?.[column] !== after[column]);
  if (changed.length === 0) return;
  if (before !== undefined && letsSomebodyIn(read, before.id)) {
    if (changed.includes('email')) requireExpiryWithinOwn(caller, null);
    requireTakeover(read, caller, before);
    requireTakeover(read, caller, after);
  } else if (after.role !== 'instructor' && (changed.includes('role') || changed.includes('email'))) {
    requireTakeover(read, caller, after);
  }
};
