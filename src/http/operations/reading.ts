import { type Caller, hasPermission, hasScope, requirePermission, requireScope } from '../../kernel/caller.ts';
import { forbidden } from '../../kernel/problem.ts';
import type { Expansion, OwnAmong, RequireReading } from '../expansions.ts';
import type { Operation, OwnPermission } from './operation.ts';

const permissionOf = ({ staff }: Operation) => (typeof staff === 'string' ? staff : staff?.[0]);
const ownRuleOf = ({ staff }: Operation): OwnPermission | undefined =>
  typeof staff === 'string' ? undefined : staff?.[1];

/** Whether the staff member the caller acts for may read all records of an operation. */
const readsAll = (caller: Caller, operation: Operation): boolean => {
  const permission = permissionOf(operation);
  return permission !== undefined && hasPermission(caller, permission);
};

/** Finds the staff member's own records; undefined without a permission for own records. */
const ownAmongOf = (caller: Caller, operations: readonly Operation[]): OwnAmong | undefined => {
  const { actor } = caller;
  for (const operation of operations) {
    const own = ownRuleOf(operation);
    if (actor === undefined || own?.among === undefined || !hasPermission(caller, own.permission)) continue;
    return (read, ids) => own.among?.(read, actor, ids) ?? new Set();
  }
  return undefined;
};

/**
 * The access check of expansions (conventions.md "Expansions"): at every level, the caller needs the scope and the staff
 * permission of an operation that reads such a record.
 */
export const requireReadingBy = (operations: readonly Operation[]): RequireReading => {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const found = new WeakMap<Expansion, readonly Operation[]>();

  const readersOf = (expansion: Expansion, readBy: readonly string[]): readonly Operation[] => {
    const known = found.get(expansion);
    if (known !== undefined) return known;
    const readers = readBy.map((id) => {
      const operation = byId.get(id);
      if (operation === undefined) throw new Error(`an expansion names the unknown operation '${id}'`);
      return operation;
    });
    found.set(expansion, readers);
    return readers;
  };

  return (caller, expansion) => {
    const { readBy } = expansion;
    if (readBy === 'members') return undefined;
    if (caller.kind === 'member') throw forbidden('Members cannot expand this. Remove it from expand[].');
    const readers = readersOf(expansion, readBy);
    const scoped = readers.filter(({ scope }) => scope === undefined || hasScope(caller, scope));
    const [first] = scoped.length === 0 ? readers : scoped;
    if (first === undefined) throw new Error('an expansion names no operation');
    if (scoped.length === 0) requireScope(caller, first.scope ?? '');
    if (caller.actor === undefined || scoped.some((operation) => readsAll(caller, operation))) return undefined;
    const ownAmong = ownAmongOf(caller, scoped);
    if (ownAmong === undefined) requirePermission(caller, permissionOf(first) ?? '');
    return ownAmong;
  };
};
