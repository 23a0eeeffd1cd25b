import type { Read } from '../database/database.ts';
import { type Actor, type Caller, permits, requirePermission } from '../kernel/caller.ts';
import { forbidden } from '../kernel/problem.ts';
import { leadsBooking, leadsSession } from '../resources/sessions/queries.ts';
import type { Permission } from '../resources/staff/permissions.ts';

/** A request as the table sees it. */
interface Asked {
  readonly read: Read;
  readonly actor: Actor;
  /** The third part of the path, where that is an id. */
  readonly id: string;
  readonly query: URLSearchParams;
}

/** What is enough where the matter is the person's own. */
interface Own {
  readonly permission: Permission;
  isOwn(asked: Asked): boolean;
}

/** The permission that an operation takes, and the lesser one that does where the matter is the person's own. */
type Needs = Permission | readonly [Permission, Own];

const profile: Own = { permission: 'staff:read_own_profile', isOwn: ({ actor, id }) => id === actor.staffId };
const roster: Own = {
  permission: 'clients:read_own_rosters',
  isOwn({ read, actor, query }) {
    const [sessionId, ...others] = query.getAll('session_id');
    return sessionId !== undefined && others.length === 0 && leadsSession(read, actor.staffId, sessionId);
  },
};
const ofOwnSession = (permission: Permission): Own => ({
  permission,
  isOwn: ({ read, actor, id }) => leadsBooking(read, actor.staffId, id),
});

/** The operations on a list and on its records, where they are read and written by one permission each. */
const family = (path: string, reading: Needs, writing: Permission): Record<string, Needs> => ({
  [`GET ${path}`]: reading,
  [`POST ${path}`]: writing,
  [`GET ${path}/:id`]: reading,
  [`PATCH ${path}/:id`]: writing,
  [`DELETE ${path}/:id`]: writing,
});

/**
 * THE TABLE of rules.md "Roles": what every operation asks of the staff member for whom a credential acts. What does
 * not stand here is refused to all of them.
 */
const NEEDS: Readonly<Record<string, Needs>> = {
  ...family('/v2/clients', 'clients:read', 'clients:write'),
  'DELETE /v2/clients/:id': 'clients:archive',

  'GET /v2/bookings': ['bookings:read', roster],
  'POST /v2/bookings': 'bookings:create',
  'GET /v2/bookings/:id': ['bookings:read', ofOwnSession('clients:read_own_rosters')],
  'POST /v2/bookings/:id/cancel': 'bookings:cancel',
  'POST /v2/bookings/:id/checkin': ['bookings:check_in', ofOwnSession('bookings:check_in_own_sessions')],
  'POST /v2/bookings/:id/noshow': ['bookings:no_show', ofOwnSession('bookings:no_show_own_sessions')],
  'GET /manage/bookings': ['bookings:read', roster],
  'GET /manage/bookings/:id': ['bookings:read', ofOwnSession('clients:read_own_rosters')],
  'PATCH /manage/bookings/:id': 'bookings:write',
  'POST /manage/bookings/:id/promote': 'bookings:write',
  'POST /manage/bookings/:id/waive-penalty': 'bookings:waive_penalty',
  'GET /v2/checkins': 'bookings:read',
  'POST /v2/checkins': 'bookings:check_in',
  'GET /v2/checkins/:id': 'bookings:read',

  ...family('/v2/schedules', 'schedules:read', 'schedules:write'),
  'GET /v2/sessions': 'sessions:read',
  'GET /v2/sessions/:id': 'sessions:read',
  'GET /manage/sessions': 'sessions:read',
  'POST /manage/sessions': 'sessions:write',
  'GET /manage/sessions/:id': 'sessions:read',
  'PATCH /manage/sessions/:id': 'sessions:write',
  'POST /manage/sessions/:id/cancel': 'sessions:write',
  'POST /manage/sessions/:id/substitute': 'sessions:substitute',

  // Who sells sees what was sold and paid; who adjusts what people hold decides what it costs.
  ...family('/manage/plans', 'packages:sell', 'packages:adjust'),
  'GET /v2/packages': 'packages:sell',
  'GET /v2/packages/:id': 'packages:sell',
  'POST /v2/packages/:id/cancel': 'packages:cancel',
  'GET /manage/packages': 'packages:sell',
  'POST /manage/packages': 'packages:sell',
  'GET /manage/packages/:id': 'packages:sell',
  'PATCH /manage/packages/:id': 'packages:adjust',
  'POST /manage/packages/:id/adjust': 'packages:adjust',
  'POST /manage/packages/:id/freeze': 'packages:freeze',
  'POST /manage/packages/:id/unfreeze': 'packages:freeze',
  'GET /v2/payments': 'packages:sell',
  'GET /v2/payments/:id': 'packages:sell',
  'POST /v2/payments/:id/refund': 'payments:refund',
  'GET /manage/payments': 'packages:sell',
  'POST /manage/payments': 'packages:sell',
  'GET /manage/payments/:id': 'packages:sell',
  'PATCH /manage/payments/:id': 'packages:sell',

  ...family('/v2/sites', 'sites:read', 'sites:write'),
  'DELETE /v2/sites/:id': 'sites:archive',
  ...family('/v2/staff', ['staff:read', profile], 'staff:write'),
  ...family('/v2/instructors', ['staff:read', profile], 'staff:write'),
  'GET /v2/settings': 'settings:read',
  'PATCH /v2/settings': 'settings:write',

  ...family('/v2/webhooks', 'integrations:manage', 'integrations:manage'),
  'POST /v2/webhooks/:id/rotate-secret': 'integrations:manage',
  'POST /v2/webhooks/:id/enable': 'integrations:manage',
  'POST /v2/webhooks/:id/test': 'integrations:manage',
  'GET /v2/webhooks/:id/deliveries': 'integrations:manage',
  'GET /v2/webhooks/:id/deliveries/:id': 'integrations:manage',
  'POST /v2/webhooks/:id/deliveries/:id/redeliver': 'integrations:manage',
  ...family('/manage/api-keys', 'integrations:manage', 'integrations:manage'),
  'POST /manage/api-keys/:id/revoke': 'integrations:manage',
  ...family('/manage/oauth-clients', 'integrations:manage', 'integrations:manage'),
  'POST /manage/oauth-clients/:id/revoke': 'integrations:manage',
  ...family('/manage/member-links', 'integrations:manage', 'integrations:manage'),

  'GET /manage/exports/:id': 'clients:export',
  // Credits and payments come in by files too.
  'POST /manage/imports': 'packages:adjust',
  'GET /manage/events': 'audit_log:read',
  'GET /manage/events/:id': 'audit_log:read',
};

/** The parts of a path; those at the places of ids, which differ, are told apart by the names around them. */
const entryOf = (method: string, path: string): { readonly entry: string; readonly id: string } => {
  const parts = path.split('/').slice(1);
  if (parts.at(-1) === '') parts.pop();
  const id = parts[2] ?? '';
  const named = parts.map((part, index) => (index === 2 || index === 4 ? ':id' : part));
  return { entry: `${method === 'HEAD' ? 'GET' : method} /${named.join('/')}`, id };
};

/**
 * Whether the person for whom the caller acts may send this request.
 * @throws Problem 403 `permission_denied`, naming the permission that is missing.
 */
export const requirePermitted = (read: Read, caller: Caller, request: Request, path: string): void => {
  const { actor } = caller;
  if (actor === undefined) return;
  const { entry, id } = entryOf(request.method, path);
  const needs = Object.hasOwn(NEEDS, entry) ? NEEDS[entry] : undefined;
  if (needs === undefined) throw forbidden('Credentials that act for a staff member are not let in here.');
  const [permission, own] = typeof needs === 'string' ? [needs] : needs;
  if (permits(caller, permission)) return;
  // Not by URL, which throws at a host that is none.
  const query = new URLSearchParams(/\?(.*)$/s.exec(request.url)?.[1] ?? '');
  const isOwn = own !== undefined && permits(caller, own.permission) && own.isOwn({ read, actor, id, query });
  if (!isOwn) requirePermission(caller, permission);
};
