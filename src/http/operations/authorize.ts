import type { Read } from '../../database/database.ts';
import {
  type AnyCaller,
  type Authenticated,
  type Caller,
  hasPermission,
  hasSameRights,
  type KioskCaller,
  type MemberCaller,
  PUBLIC,
  requirePermission,
  requireScope,
  type StaffCaller,
} from '../../kernel/caller.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { storedId } from '../../kernel/ids.ts';
import { forbidden } from '../../kernel/problem.ts';
import { type HandlerContext, requireCaller } from '../request-context.ts';
import type { Operation, StaffRule } from './operation.ts';

export interface AccessDeps {
  /** The caller of a member operation: one client at one site. @throws Problem 400 or 403 when there is none. */
  readonly requireMember: (read: Read, caller: Authenticated, request: Request, operationId: string) => MemberCaller;
  /** The same, for records of the client's home site only. @throws Problem 400 or 403 when there is none. */
  readonly requireMemberAtHome: (
    read: Read,
    caller: Authenticated,
    request: Request,
    operationId: string,
  ) => MemberCaller;
  /** The caller of an accepted request, looked up in `read`. @throws Problem 401 when it has ended. */
  readonly callerIn: (read: Read, request: Request) => Authenticated;
  /** The committed data, for reads within this turn of the event loop. */
  readonly readShared: () => Read;
}

/** 403 for staff credentials, on paths they may not call and on unknown paths. */
export const staffNotAllowed = () =>
  forbidden('Credentials that act for a staff member cannot call this path. Use a credential without a staff member.');

const permissionOf = (rule: StaffRule): string => (typeof rule === 'string' ? rule : rule[0]);

/** @throws Problem 403 `permission_denied` with the permission that the staff member lacks. */
const requireStaff = (
  caller: StaffCaller,
  rule: StaffRule | undefined,
  context: HandlerContext,
  reads: () => Read,
): void => {
  const { actor } = caller;
  if (rule === undefined) throw staffNotAllowed();
  const [permission, own] = typeof rule === 'string' ? [rule] : rule;
  if (hasPermission(caller, permission)) return;
  // The URL class would throw for an invalid host.
  const sent = new URLSearchParams(/\?(.*)$/s.exec(context.request.url)?.[1] ?? '');
  const query = new URLSearchParams([...sent].map(([name, value]): [string, string] => [name, storedId(value)]));
  const id = storedId(context.params?.id ?? '');
  const isOwn =
    own !== undefined && hasPermission(caller, own.permission) && own.isOwn({ read: reads(), actor, id, query });
  if (!isOwn) requirePermission(caller, permission);
};

/**
 * What a staff member lacks, or without a person what only owners may do. Reading is a matter of scopes then.
 * @throws Problem 403 `permission_denied`.
 */
const requireRule = (
  caller: Caller,
  { staff, method }: Pick<Operation, 'staff' | 'method'>,
  context: HandlerContext,
  reads: () => Read,
): void => {
  if (caller.kind === 'staff') requireStaff(caller, staff, context, reads);
  else if (staff !== undefined && method !== 'GET') requirePermission(caller, permissionOf(staff));
};

/** How long a person need not give the password again, ms. */
export const CONFIRMED_MS = 15 * MINUTE_MS;

/**
 * Asks who is signed in for the password again: someone else may have the browser now. A key has no password.
 * @throws Problem 403 `password_required`.
 */
export const requireConfirmed = (caller: AnyCaller, nowMs: number): void => {
  if (caller.kind !== 'staff' || caller.session === undefined) return;
  if (nowMs - caller.session.confirmedAt < CONFIRMED_MS) return;
  throw forbidden(
    'This action requires your password. Send it to POST /manage/auth/confirm-password, then repeat the request.',
    'password_required',
  );
};

const authorizeStaff: AuthorizeIn = ({ requestContext }) => {
  const caller = requireCaller(requestContext);
  if (caller.kind === 'staff') return caller;
  throw forbidden('Only staff members can call this. Sign in, or use a credential that acts for a staff member.');
};

/** 403 for kiosks, on paths that are not for them and on unknown paths. */
export const kioskNotAllowed = () => forbidden('A kiosk can only find arrivals and check clients in.');

const authorizeKiosk: AuthorizeIn = ({ requestContext }) => {
  const caller = requireCaller(requestContext);
  if (caller.kind === 'kiosk') return caller;
  throw forbidden('Only a kiosk can call this. Create one with POST /manage/kiosks, and send its token.');
};

/** The caller of an operation that is not for kiosks. @throws Problem 403 for a kiosk. */
const requireOther = ({ requestContext }: HandlerContext): Exclude<Authenticated, KioskCaller> => {
  const caller = requireCaller(requestContext);
  if (caller.kind === 'kiosk') throw kioskNotAllowed();
  return caller;
};

/**
 * The access check of a request. With `read`, its credential is judged again: after its body has arrived,
 * and in the transaction of its change.
 * @throws Problem 401 or 403.
 */
export type Authorize = (context: HandlerContext, read?: Read) => AnyCaller;

/** @param reads the data that say what the caller may do. */
type AuthorizeIn = (context: HandlerContext, reads: () => Read) => AnyCaller;

/**
 * The access check of an operation that members and business credentials read. A business credential that sends
 * X-Client-ID reads as that member, and then needs the scope `members:act` instead of the operation's.
 */
const authorizeReader = (operation: Operation, deps: AccessDeps): AuthorizeIn => {
  const { id, scope, staff, method } = operation;
  return (context, reads) => {
    const caller = requireOther(context);
    if (caller.kind !== 'signed-in') {
      const isActing = context.request.headers.has('x-client-id');
      const needed = isActing ? 'members:act' : scope;
      if (needed !== undefined) requireScope(caller, needed);
      requireRule(caller, { staff: isActing ? undefined : staff, method }, context, reads);
      if (!isActing) return caller;
    }
    const member = deps.requireMemberAtHome(reads(), caller, context.request, id);
    context.requestContext.caller = member;
    return member;
  };
};

/**
 * A request that has been accepted continues with the rights that it had (conventions.md "Credentials").
 * @throws Problem 403 `permission_denied` when the credential has others now.
 */
export const requireSameRights = (now: AnyCaller, before: AnyCaller): void => {
  if (hasSameRights(now, before)) return;
  throw forbidden('The permissions of this credential changed while the request ran. Send the request again.');
};

/** The access check of an operation: scope, staff permission, audience, and whether it is sensitive. */
export const authorizeFor = (operation: Operation, deps: AccessDeps): Authorize => {
  const authorize = authorizeAudience(operation, deps);
  const { audience, sensitive = false } = operation;
  return (context, read) => {
    if (read !== undefined && audience !== 'public') {
      context.requestContext.caller = deps.callerIn(read, context.request);
    }
    const reads = read === undefined ? deps.readShared : () => read;
    const caller = authorize(context, reads);
    if (caller.kind !== 'staff' || caller.session === undefined) return caller;
    // What people do for themselves, such as setting the second factor up, is what they need for that.
    if (caller.session.needsSecondFactor && audience !== 'staff') throw secondFactorRequired();
    if (sensitive) requireConfirmed(caller, reads().nowMs);
    return caller;
  };
};

const secondFactorRequired = () =>
  forbidden(
    'This studio requires two-step sign-in. Set it up with POST /manage/auth/totp or a passkey first.',
    'second_factor_required',
  );

const authorizeAudience = (operation: Operation, deps: AccessDeps): AuthorizeIn => {
  const { id, audience, scope } = operation;
  if (audience === 'public') return () => PUBLIC;
  if (audience === 'staff') return authorizeStaff;
  if (audience === 'kiosk') return authorizeKiosk;
  if (audience === 'reader') return authorizeReader(operation, deps);
  return (context, reads) => {
    const caller = requireOther(context);
    if (scope !== undefined && caller.kind !== 'signed-in') requireScope(caller, scope);
    if (caller.kind !== 'signed-in') requireRule(caller, operation, context, reads);
    if (audience !== 'member' && caller.kind !== 'signed-in') return caller;
    const member = deps.requireMember(reads(), caller, context.request, id);
    context.requestContext.caller = member;
    return member;
  };
};
