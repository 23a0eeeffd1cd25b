import type { Read } from '../../database/database.ts';
import {
  type AnyCaller,
  type Authenticated,
  hasPermission,
  type MemberCaller,
  PUBLIC,
  requirePermission,
  requireScope,
  type StaffCaller,
} from '../../kernel/caller.ts';
import { storedId } from '../../kernel/ids.ts';
import { forbidden } from '../../kernel/problem.ts';
import { type HandlerContext, requireCaller } from '../request-context.ts';
import type { Operation, StaffRule } from './operation.ts';

export interface AccessDeps {
  readonly view: () => Read;
  /** The caller of a member operation: one client at one site. @throws Problem 400 or 403 when there is none. */
  readonly requireMember: (caller: Authenticated, request: Request) => MemberCaller;
  /** The same, for records of the client's home site only. @throws Problem 400 or 403 when there is none. */
  readonly requireMemberAtHome: (caller: Authenticated, request: Request) => MemberCaller;
  /** @throws Problem 403 when the client of a member operation was archived since. */
  readonly requireLiveClient: (read: Read, member: { readonly clientId: string }) => void;
}

/** 403 for staff credentials, on paths they may not call and on unknown paths. */
export const staffNotAllowed = () =>
  forbidden('Credentials that act for a staff member may not call this path. Use a credential without a staff member.');

/**
 * Checks the permissions of the staff member the caller acts for.
 * @throws Problem 403 `permission_denied` with the missing permission.
 */
const requireStaff = (
  deps: AccessDeps,
  caller: StaffCaller,
  rule: StaffRule | undefined,
  context: HandlerContext,
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
    own !== undefined && hasPermission(caller, own.permission) && own.isOwn({ read: deps.view(), actor, id, query });
  if (!isOwn) requirePermission(caller, permission);
};

/** Checks whether the caller may call an operation and returns the caller. */
export type Authorize = (context: HandlerContext) => AnyCaller;

/**
 * The access check of an operation that members and business credentials read. A business credential that sends
 * X-Client-ID reads as that member, and then needs the scope `members:act` instead of the operation's.
 */
const authorizeReader = (operation: Operation, deps: AccessDeps): Authorize => {
  const { scope, staff } = operation;
  return (context) => {
    const caller = requireCaller(context.requestContext);
    if (caller.kind !== 'signed-in') {
      const isActing = context.request.headers.has('x-client-id');
      const needed = isActing ? 'members:act' : scope;
      if (needed !== undefined) requireScope(caller, needed);
      if (caller.kind === 'staff') requireStaff(deps, caller, isActing ? undefined : staff, context);
      if (!isActing) return caller;
    }
    const member = deps.requireMemberAtHome(caller, context.request);
    context.requestContext.caller = member;
    return member;
  };
};

/** The access check of an operation: scope, staff permission and audience. */
export const authorizeFor = (operation: Operation, deps: AccessDeps): Authorize => {
  const { audience, scope, staff } = operation;
  if (audience === 'public') return () => PUBLIC;
  if (audience === 'reader') return authorizeReader(operation, deps);
  return (context) => {
    const caller = requireCaller(context.requestContext);
    if (scope !== undefined && caller.kind !== 'signed-in') requireScope(caller, scope);
    if (caller.kind === 'staff') requireStaff(deps, caller, staff, context);
    if (audience !== 'member' && caller.kind !== 'signed-in') return caller;
    const member = deps.requireMember(caller, context.request);
    context.requestContext.caller = member;
    return member;
  };
};
