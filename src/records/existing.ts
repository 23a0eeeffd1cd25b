import type { Read } from '../database/database.ts';
import { type Caller, hasPermission, hasScope, type SiteAccess } from '../kernel/caller.ts';
import { type Detail, invalid, missingDetail } from '../kernel/problem.ts';
import type { TableRows } from './query.ts';

interface Kind {
  readonly object: string;
  readonly rows: Pick<TableRows<{ id: string }>, 'findAll'>;
}

/** A problem for every one of `ids` for which there is no record, as `param[n]`. */
export const missingRecords = (read: Read, { object, rows }: Kind, ids: readonly string[], param: string): Detail[] => {
  const existing = new Set(rows.findAll(read, ids).map(({ id }) => id));
  return ids.flatMap((id, index) =>
    existing.has(id) ? [] : missingDetail(`${param}[${index}]`, object.replaceAll('_', ' '), id),
  );
};

/** @throws Problem 400 `resource_missing` with all of `missingRecords`. */
export const requireExisting = (...request: Parameters<typeof missingRecords>): void => {
  const details = missingRecords(...request);
  if (details.length > 0) throw invalid(details);
};

interface Held<Row> {
  readonly rows: Pick<TableRows<Row>, 'find'>;
  canAccess(caller: SiteAccess, row: Row): boolean;
}

/**
 * The record that has a value which must be unique, for the error about it: undefined when the caller may not read it,
 * so that the error does not name it.
 * @param right the scope, and the permission of staff, that reading such a record needs.
 */
export const readableHolder = <Row>(
  read: Read,
  caller: Caller,
  { rows, canAccess }: Held<Row>,
  { id, right }: { readonly id: string; readonly right: `${string}:read` },
): Row | undefined => {
  if (!hasScope(caller, right) || !hasPermission(caller, right)) return undefined;
  const row = rows.find(read, id);
  return row !== undefined && canAccess(caller, row) ? row : undefined;
};
