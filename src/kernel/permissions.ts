/** What a staff member can be allowed to do (rules.md "Roles"); `auth/roles.ts` says which role may do what. */
export const PERMISSIONS = [
  ...(['clients:read', 'clients:write', 'clients:archive', 'clients:export', 'clients:erase'] as const),
  'clients:read_own_rosters',
  ...(['bookings:read', 'bookings:create', 'bookings:cancel', 'bookings:check_in', 'bookings:no_show'] as const),
  ...(['bookings:check_in_own_sessions', 'bookings:no_show_own_sessions', 'bookings:write'] as const),
  ...(['bookings:waive_penalty', 'bookings:override_capacity'] as const),
  ...(['schedules:read', 'schedules:write', 'sessions:read', 'sessions:write', 'sessions:substitute'] as const),
  ...(['payments:refund', 'packages:sell', 'packages:adjust', 'packages:cancel', 'packages:freeze'] as const),
  ...(['sites:read', 'sites:write', 'sites:archive'] as const),
  ...(['staff:read', 'staff:read_own_profile', 'staff:write', 'staff:write_owners'] as const),
  ...(['settings:read', 'settings:write', 'settings:processor', 'integrations:manage'] as const),
  ...(['content:manage', 'challenges:manage', 'awards:manage', 'backups:manage', 'audit_log:read'] as const),
] as const;

/** One thing that a staff member can be allowed to do. */
export type Permission = (typeof PERMISSIONS)[number];
