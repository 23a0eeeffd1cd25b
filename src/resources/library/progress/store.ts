import type { SQLQueryBindings } from 'bun:sqlite';
import type { Tx } from '../../../database/database.ts';
import { changedColumns } from '../../../records/query.ts';
import { statusOf } from '../queries.ts';
import type { StatusRow } from '../tables.ts';
import { NOT_STARTED } from './progress.ts';

export interface StatusChange {
  readonly before: StatusRow;
  readonly after: StatusRow;
}

const INSERT = `insert into "contentStatuses" ("clientId", "contentEntryId", "status", "progressPercent",
    "positionSeconds", "startedAt", "completedAt", "lastViewedAt", "completionCount", "favoritedAt", "watchLaterAt",
    "rating", "viewedOn", "createdAt", "updatedAt")
  values (:clientId, :contentEntryId, :status, :progressPercent, :positionSeconds, :startedAt, :completedAt,
    :lastViewedAt, :completionCount, :favoritedAt, :watchLaterAt, :rating, :viewedOn, :createdAt, :updatedAt)`;

const newRow = (tx: Tx, clientId: string, contentEntryId: string): StatusRow => ({
  clientId,
  contentEntryId,
  ...NOT_STARTED,
  favoritedAt: null,
  watchLaterAt: null,
  rating: null,
  viewedOn: null,
  createdAt: tx.now,
  updatedAt: tx.now,
});

const updateColumns = (tx: Tx, { clientId, contentEntryId }: StatusRow, changed: Partial<StatusRow>): void => {
  const columns = Object.keys(changed);
  const assignments = columns.map((column) => `"${column}" = ?`).join(', ');
  const statement = `update "contentStatuses" set ${assignments} where "clientId" = ? and "contentEntryId" = ?`;
  const values: SQLQueryBindings[] = Object.values(changed);
  tx.db.query(statement).run(...values, clientId, contentEntryId);
};

/** Stores what a member did with an entry in another studio. */
export const insertStatus = (tx: Tx, row: StatusRow): void => {
  tx.db.query<unknown, Record<string, string | number | null>>(INSERT).run({ ...row });
};

/** Changes what a member did with an entry. A change of nothing writes nothing. */
export const changeStatus = (
  tx: Tx,
  clientId: string,
  entryId: string,
  change: (row: StatusRow) => Partial<StatusRow>,
): StatusChange => {
  const stored = statusOf(tx, clientId, entryId);
  const before = stored ?? newRow(tx, clientId, entryId);
  const next = { ...before, ...change(before) };
  if (Object.keys(changedColumns(before, next)).length === 0) return { before, after: before };
  const after = { ...next, updatedAt: tx.now };
  if (stored === undefined) insertStatus(tx, after);
  else updateColumns(tx, before, changedColumns(before, after));
  return { before, after };
};
