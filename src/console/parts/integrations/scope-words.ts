import type { TextKey } from '../../../texts/translate.ts';
import type { Schemas } from '../../api/types.ts';

export type Scope = Schemas['CreateOAuthClientRequest']['scopes'][number];

/** What stands for every right. */
export const EVERY: Scope = '*';

/** What a key reads, or reads and changes. */
export const FAMILIES = {
  clients: 'integrations.scopeClients',
  bookings: 'integrations.scopeBookings',
  sessions: 'integrations.scopeSessions',
  payments: 'integrations.scopePayments',
  packages: 'integrations.scopePackages',
  checkins: 'integrations.scopeCheckins',
  sites: 'integrations.scopeSites',
  staff: 'integrations.scopeStaff',
  instructors: 'integrations.scopeInstructors',
  schedules: 'integrations.scopeSchedules',
  settings: 'integrations.scopeSettings',
  webhooks: 'integrations.scopeWebhooks',
  content: 'integrations.scopeContent',
} as const satisfies Readonly<Record<string, TextKey>>;

/** What some rights have of a family: to change it is more than to read it. */
export const scopeIn = (chosen: readonly Scope[], family: keyof typeof FAMILIES): Scope | undefined =>
  ([`${family}:write`, `${family}:read`] as const).find((scope) => chosen.includes(scope));

/** Rights that are had or not. */
export const SPECIAL = {
  manage: 'integrations.scopeManage',
  'members:act': 'integrations.scopeMembers',
  'bookings:override_capacity': 'integrations.scopeOverride',
  'bookings:waive_penalty': 'integrations.scopeWaive',
} as const satisfies Readonly<Record<string, TextKey>>;

/** Rights that a person gives only with the permission of the same name. */
export const OF_A_PERMISSION = ['bookings:override_capacity', 'bookings:waive_penalty'] as const;

const WORDS: ReadonlyMap<string, TextKey> = new Map([
  ...Object.entries(FAMILIES).flatMap(([family, word]): [string, TextKey][] => [
    [`${family}:read`, word],
    [`${family}:write`, word],
  ]),
  ...Object.entries(SPECIAL),
  ['public:read', 'integrations.scopePublic'],
]);

/** What a right is about. */
export const scopeWord = (scope: string): TextKey | undefined => WORDS.get(scope);
