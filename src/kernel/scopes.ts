/** The families of the Business API; each has a read and a write scope (conventions.md "Credentials"). */
const SCOPE_FAMILIES = [
  'clients',
  'bookings',
  'sessions',
  'payments',
  'packages',
  'checkins',
  'sites',
  'staff',
  'instructors',
  'schedules',
  'settings',
  'webhooks',
  'content',
] as const;

export type ScopeFamily = (typeof SCOPE_FAMILIES)[number];

const SPECIAL_SCOPES = ['bookings:override_capacity', 'bookings:waive_penalty', 'members:act', 'manage', '*'] as const;

export type Scope = `${ScopeFamily}:read` | `${ScopeFamily}:write` | (typeof SPECIAL_SCOPES)[number];

export const SCOPES: readonly Scope[] = [
  ...SCOPE_FAMILIES.flatMap((family) => [`${family}:read`, `${family}:write`] as const),
  ...SPECIAL_SCOPES,
];
