import type { Read } from '../../database/database.ts';
import { type Caller, hasPermission, hasScope, requirePermission, requireScope } from '../../kernel/caller.ts';
import { lazily } from '../../kernel/lazily.ts';
import { forbidden, Problem } from '../../kernel/problem.ts';
import type { OwnAmong, RequireReading } from '../expansions.ts';
import { type OperationsById, operationsById, operationsNamed } from './by-id.ts';
import type { Operation, OwnPermission } from './operation.ts';

const permissionOf = ({ staff }: Operation) => (typeof staff === 'string' ? staff : staff?.[0]);
const ownRuleOf = ({ staff }: Operation): OwnPermission | undefined =>
  typeof staff === 'string' ? undefined : staff?.[1];

/** Whether the caller may use an operation on all records, not only on a staff member's own. */
const concernsAll = (caller: Caller, operation: Operation): boolean => {
  const permission = permissionOf(operation);
  return caller.kind !== 'staff' || (permission !== undefined && hasPermission(caller, permission));
};

/** Finds the staff member's own records; undefined without a permission for own records. */
const ownAmongOf = (caller: Caller, operations: readonly Operation[]): OwnAmong | undefined => {
  if (caller.kind !== 'staff') return undefined;
  const { actor } = caller;
  for (const operation of operations) {
    const own = ownRuleOf(operation);
    if (own?.among === undefined || !hasPermission(caller, own.permission)) continue;
    return (read, ids) => own.among?.(read, actor, ids) ?? new Set();
  }
  return undefined;
};

/** The operations for which the caller has the scope, at least one. @throws Problem 403 without any. */
const requireAnyScope = (caller: Caller, operations: readonly Operation[]): readonly [Operation, ...Operation[]] => {
  const [first, ...others] = operations.filter(({ scope }) => scope === undefined || hasScope(caller, scope));
  if (first !== undefined) return [first, ...others];
  requireScope(caller, operations[0]?.scope ?? '*');
  throw new Error('no operation is named');
};

/**
 * Checks that a caller has what one of some operations needs: its scope, and the permission of a staff member. Imports
 * and exports ask this way for what their records need one by one.
 * @throws Problem 403 `permission_denied` with the missing scope or permission.
 */
export type RequireOperation = (caller: Caller, anyOf: readonly string[]) => void;

/** @param operations all operations; called at the first check, since the check is a part of some of them. */
export const requireOperationOf = (operations: () => readonly Operation[]): RequireOperation => {
  const byId = lazily(() => operationsById(operations()));
  return (caller, anyOf) => {
    const scoped = requireAnyScope(caller, operationsNamed(byId(), anyOf));
    if (scoped.some((operation) => concernsAll(caller, operation))) return;
    requirePermission(caller, permissionOf(scoped[0]) ?? '');
  };
};

/**
 * The access check of expansions (conventions.md "Expansions"): at every level, the caller needs the scope and the staff
 * permission of an operation that reads such a record.
 */
export const requireReadingBy =
  (byId: OperationsById): RequireReading =>
  (caller, { readBy }) => {
    if (readBy === 'members') return undefined;
    if (caller.kind === 'member' && caller.through === 'sign-in')
      throw forbidden('Members cannot expand this. Remove it from expand[].');
    const scoped = requireAnyScope(caller, operationsNamed(byId, readBy));
    if (scoped.some((operation) => concernsAll(caller, operation))) return undefined;
    const ownAmong = ownAmongOf(caller, scoped);
    if (ownAmong === undefined) requirePermission(caller, permissionOf(scoped[0]) ?? '');
    return ownAmong;
  };

/**
 * Those of some records that a caller may read by one of some operations, by scope and staff permission: all of them, a staff
 * member's own, or none. What a response says of a record besides its own may be left out by this. Sites are checked with the
 * record.
 */
export type ReadableAmong = (
  read: Read,
  caller: Caller,
  anyOf: readonly string[],
  ids: readonly string[],
) => ReadonlySet<string>;

/** @param operations all operations; called at the first check. */
export const readableAmongOf = (operations: () => readonly Operation[]): ReadableAmong => {
  const requireReading = lazily(() => requireReadingBy(operationsById(operations())));
  return (read, caller, readBy, ids) => {
    try {
      const ownAmong = requireReading()(caller, { readBy });
      return ownAmong === undefined ? new Set(ids) : ownAmong(read, ids);
    } catch (error) {
      if (error instanceof Problem && error.status === 403) return new Set();
      throw error;
    }
  };
};
