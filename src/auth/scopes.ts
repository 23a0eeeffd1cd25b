import { didYouMean } from '../kernel/nearest.ts';
import type { Detail } from '../kernel/problem.ts';

/** Families of the Business API; each has a read and a write scope (conventions.md "Credentials"). */
const FAMILIES = [
  ...['clients', 'bookings', 'sessions', 'payments', 'packages', 'checkins', 'sites', 'staff', 'instructors'],
  ...['schedules', 'settings', 'webhooks', 'content'],
] as const;

const SPECIAL_SCOPES = ['bookings:override_capacity', 'bookings:waive_penalty', 'members:act', 'manage', '*'] as const;

/** Every scope that a credential can have. */
export const SCOPES: readonly string[] = [
  ...FAMILIES.flatMap((family) => [`${family}:read`, `${family}:write`]),
  ...SPECIAL_SCOPES,
];

const KNOWN = new Set(SCOPES);

interface FamilyScopes {
  readonly read: string;
  readonly write: string;
}

/** The first segment after `/v2` and what it takes to read and to change what lies under it. */
const BY_SEGMENT = new Map<string, FamilyScopes>([
  ...FAMILIES.map((family): [string, FamilyScopes] => [family, { read: `${family}:read`, write: `${family}:write` }]),
  ['member', { read: 'members:act', write: 'members:act' }],
]);

const PUBLIC = new Set(['/v2', '/v2/', '/v2/health', '/v2/health/']);

/** Whether `path` (without its query) needs no credential; service-interface.md "Authentication". */
export const isPublic = (path: string): boolean => PUBLIC.has(path);

/**
 * The scope that a request needs by its method and path (without its query); undefined where any valid credential
 * will do: there the route does not exist, and only who is known may learn that.
 */
export const scopeFor = (method: string, path: string): string | undefined => {
  if (path.startsWith('/v2/')) {
    const end = path.indexOf('/', 4);
    const scopes = BY_SEGMENT.get(end === -1 ? path.slice(4) : path.slice(4, end));
    return method === 'GET' || method === 'HEAD' ? scopes?.read : scopes?.write;
  }
  return path === '/manage' || path.startsWith('/manage/') ? 'manage' : undefined;
};

/** What is wrong with a list of scopes, each as `scopes[n]`; empty when nothing is. */
export const scopeDetails = (scopes: readonly string[]): Detail[] => {
  if (scopes.length === 0) {
    const message = "A credential needs at least one scope, such as 'clients:read', or '*' for all of them.";
    return [{ param: 'scopes', code: 'parameter_missing', message }];
  }
  return scopes.flatMap((scope, index) => {
    if (KNOWN.has(scope)) return [];
    const hint = didYouMean(scope, SCOPES) || ` The scopes are: ${SCOPES.join(', ')}.`;
    return [{ param: `scopes[${index}]`, code: 'parameter_invalid', message: `There is no scope '${scope}'.${hint}` }];
  });
};
