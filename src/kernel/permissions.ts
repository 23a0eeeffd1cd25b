import { keysOf } from './objects.ts';

type Cell = 'yes' | 'grantable' | 'no';
type Cells = readonly [owner: Cell, manager: Cell, frontDesk: Cell, instructor: Cell];

/** What staff members can be allowed to do, by role (rules.md "Roles"). */
export const ROLE_TABLE = {
  'clients:read': ['yes', 'yes', 'yes', 'no'],
  'clients:write': ['yes', 'yes', 'yes', 'no'],
  'clients:change_sign_in': ['yes', 'yes', 'grantable', 'no'],
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
  'sessions:cancel': ['yes', 'yes', 'yes', 'no'],
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
  'reports:read': ['yes', 'yes', 'grantable', 'no'],
  'reports:close_months': ['yes', 'grantable', 'no', 'no'],
  'backups:manage': ['yes', 'no', 'no', 'no'],
  'audit_log:read': ['yes', 'yes', 'no', 'no'],
} as const satisfies Record<string, Cells>;

export type Permission = keyof typeof ROLE_TABLE;

export const PERMISSIONS = keysOf(ROLE_TABLE);

/** What only owners may do, and the contract gives to a scope all the same. */
const OF_A_SCOPE: ReadonlySet<string> = new Set<Permission>(['sites:archive']);

/**
 * What only owners may do about rights and secrets (conventions.md "Credentials"). A credential without a person has these
 * permissions with the scope `*` alone.
 */
export const OWNER_PERMISSIONS: ReadonlySet<string> = new Set(
  PERMISSIONS.filter((permission) => {
    const [, ...others] = ROLE_TABLE[permission];
    return others.every((cell) => cell === 'no') && !OF_A_SCOPE.has(permission);
  }),
);
