import { permissionsOf } from '../../auth/roles.ts';
import type { Read } from '../../database/database.ts';
import { type BusinessCaller, commonSites, type StaffCaller } from '../../kernel/caller.ts';
import type { Permission } from '../../kernel/permissions.ts';
import { SCOPES } from '../../kernel/scopes.ts';
import { unpackList } from '../../records/json.ts';
import { overridesOf, Staff, type StaffRow } from './record.ts';

/** Scopes that a staff member has only with the permission of the same name; rules inside operations check them. */
const PERMISSION_SCOPES = new Set<string>([
  'bookings:override_capacity',
  'bookings:waive_penalty',
] satisfies Permission[]);

const EVERY_SCOPE: readonly string[] = SCOPES.filter((scope) => scope !== '*');

/** The permissions of a staff member now: none unless active. */
export const permissionsNow = (
  row: Pick<StaffRow, 'status' | 'role' | 'permissionOverrides'>,
): readonly Permission[] => (row.status === 'active' ? permissionsOf(row.role, overridesOf(row)) : []);

/** What both may do (rules.md "Roles"), computed for each request: a change of role takes effect immediately. */
export const actAs = (read: Read, caller: BusinessCaller, staffId: string): StaffCaller => {
  const row = Staff.rows.find(read, staffId);
  const permissions = new Set<string>(row === undefined ? [] : permissionsNow(row));
  const isOwner = row?.role === 'owner' && row.status === 'active';
  const isEverywhere = isOwner || row?.siteIds === null;
  const scopes = caller.scopes.has('*') ? EVERY_SCOPE : [...caller.scopes];
  return {
    ...caller,
    kind: 'staff',
    scopes: new Set(scopes.filter((scope) => !PERMISSION_SCOPES.has(scope) || permissions.has(scope))),
    siteIds: commonSites(caller.siteIds, isEverywhere ? null : unpackList<string>(row?.siteIds ?? null)),
    actor: { staffId, isOwner, permissions },
  };
};
