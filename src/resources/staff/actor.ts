import type { Read } from '../../database/database.ts';
import { unpackList } from '../../database/json.ts';
import type { StaffRow } from '../../database/tables/staff.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Permission } from '../../kernel/permissions.ts';
import { SCOPES } from '../../kernel/scopes.ts';
import { permissionsOf, type Role } from './permissions.ts';
import { staffRows } from './queries.ts';
import { overridesOf } from './view.ts';

/** Scopes that rules ask for inside an operation, each by the name of the permission that it stands for. */
const GATED = new Set<string>(['bookings:override_capacity', 'bookings:waive_penalty'] satisfies Permission[]);

const EVERY_SCOPE: readonly string[] = SCOPES.filter((scope) => scope !== '*');

/** What somebody may do now: nothing unless active. */
export const permissionsNow = (
  row: Pick<StaffRow, 'status' | 'role' | 'permissionOverrides'>,
): readonly Permission[] => (row.status === 'active' ? permissionsOf(row.role as Role, overridesOf(row)) : []);

/** The sites that a credential and a person have in common; null is every site. */
const commonSites = (
  credential: readonly string[] | null,
  person: readonly string[] | null,
): readonly string[] | null => {
  if (credential === null || person === null) return credential ?? person;
  return credential.filter((id) => person.includes(id));
};

/**
 * The caller of a credential that acts for a staff member: what both may do, at the sites of both (rules.md "Roles").
 * It is asked at each request, so that a change of role or a suspension binds at once.
 */
export const actAs = (read: Read, caller: Caller, staffId: string): Caller => {
  const row = staffRows.find(read, staffId);
  const permissions = new Set<string>(row === undefined ? [] : permissionsNow(row));
  const isOwner = row?.role === 'owner' && row.status === 'active';
  const isEverywhere = isOwner || row?.siteIds === null;
  const held = caller.scopes.has('*') ? EVERY_SCOPE : [...caller.scopes];
  return {
    ...caller,
    scopes: new Set(held.filter((scope) => !GATED.has(scope) || permissions.has(scope))),
    siteIds: commonSites(caller.siteIds, isEverywhere ? null : unpackList<string>(row?.siteIds ?? null)),
    actor: { staffId, isOwner, permissions },
  };
};
