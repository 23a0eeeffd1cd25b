import type { STAFF_ROLES } from '../events/enumerations.ts';
import { PERMISSIONS, type Permission } from '../kernel/permissions.ts';

export type Role = (typeof STAFF_ROLES)[number];

/** Whether a role has a permission: by itself, when an owner or manager grants it, or never. */
type Cell = 'yes' | 'grantable' | 'no';

/** The matrix of rules.md "Roles"; columns: owner, manager, front_desk, instructor. */
const MATRIX: Readonly<Record<Permission, readonly [Cell, Cell, Cell, Cell]>> = {
  'clients:read': ['yes', 'yes', 'yes', 'no'],
  'clients:write': ['yes', 'yes', 'yes', 'no'],
  'clients:archive': ['yes', 'yes', 'no', 'no'],
  'clients:export': ['yes', 'yes', 'no', 'no'],
  'clients:erase': ['yes', 'no', 'no', 'no'],
  'clients:read_own_rosters': ['yes', 'yes', 'yes', 'yes'],
  'bookings:read': ['yes', 'yes', 'yes', 'no'],
  'bookings:create': ['yes', 'yes', 'yes', 'no'],
  'bookings:cancel': ['yes', 'yes', 'yes', 'no'],
  'bookings:check_in': ['yes', 'yes', 'yes', 'no'],
  'bookings:no_show': ['yes', 'yes', 'yes', 'no'],
  'bookings:check_in_own_sessions': ['yes', 'yes', 'yes', 'yes'],
  'bookings:no_show_own_sessions': ['yes', 'yes', 'yes', 'yes'],
  'bookings:write': ['yes', 'yes', 'no', 'no'],
  'bookings:waive_penalty': ['yes', 'yes', 'grantable', 'no'],
  'bookings:override_capacity': ['yes', 'yes', 'grantable', 'no'],
  'schedules:read': ['yes', 'yes', 'yes', 'yes'],
  'schedules:write': ['yes', 'yes', 'no', 'no'],
  'sessions:read': ['yes', 'yes', 'yes', 'yes'],
  'sessions:write': ['yes', 'yes', 'no', 'no'],
  'sessions:substitute': ['yes', 'yes', 'yes', 'no'],
  'payments:refund': ['yes', 'yes', 'grantable', 'no'],
  'packages:sell': ['yes', 'yes', 'yes', 'no'],
  'packages:adjust': ['yes', 'yes', 'no', 'no'],
  'packages:cancel': ['yes', 'yes', 'no', 'no'],
  'packages:freeze': ['yes', 'yes', 'no', 'no'],
  'sites:read': ['yes', 'yes', 'yes', 'yes'],
  'sites:write': ['yes', 'yes', 'no', 'no'],
  'sites:archive': ['yes', 'no', 'no', 'no'],
  'staff:read': ['yes', 'yes', 'yes', 'no'],
  'staff:read_own_profile': ['yes', 'yes', 'yes', 'yes'],
  'staff:write': ['yes', 'yes', 'no', 'no'],
  'staff:write_owners': ['yes', 'no', 'no', 'no'],
  'settings:read': ['yes', 'yes', 'yes', 'no'],
  'settings:write': ['yes', 'yes', 'no', 'no'],
  'settings:processor': ['yes', 'no', 'no', 'no'],
  'integrations:manage': ['yes', 'grantable', 'no', 'no'],
  'content:manage': ['yes', 'yes', 'no', 'no'],
  'challenges:manage': ['yes', 'yes', 'no', 'no'],
  'awards:manage': ['yes', 'yes', 'no', 'no'],
  'backups:manage': ['yes', 'no', 'no', 'no'],
  'audit_log:read': ['yes', 'yes', 'no', 'no'],
};

/** The permissions of one staff member that differ from those of the role. */
export interface Overrides {
  readonly grant: readonly Permission[];
  readonly revoke: readonly Permission[];
}

const cell = (role: Role, permission: Permission): Cell => {
  const [owner, manager, frontDesk, instructor] = MATRIX[permission];
  return { owner, manager, front_desk: frontDesk, instructor }[role];
};

/** Whether `permission` can be granted to a staff member of this role. The permissions of the role itself can be. */
export const isGrantable = (role: Role, permission: Permission): boolean => cell(role, permission) !== 'no';

/**
 * The effective permissions: those of the role, with what is granted and without what is revoked. A grant that the
 * role does not allow has no effect, so that a change of role never keeps one. Owners always have all permissions.
 */
export const permissionsOf = (role: Role, { grant, revoke }: Overrides): readonly Permission[] => {
  if (role === 'owner') return PERMISSIONS;
  return PERMISSIONS.filter((permission) => {
    const allowed = cell(role, permission);
    return (
      (allowed === 'yes' || (allowed === 'grantable' && grant.includes(permission))) && !revoke.includes(permission)
    );
  });
};
