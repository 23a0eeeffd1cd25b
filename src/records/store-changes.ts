import { getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Tx } from '../database/database.ts';
import { changedColumns, type TableRows } from './query.ts';

interface Stored {
  readonly id: string;
  readonly updatedAt: string;
}

interface Kind<Row> {
  readonly object: string;
  readonly rows: Pick<TableRows<Row>, 'update'>;
}

/** Stores what differs between two states of a row, and returns the new one. Without a difference nothing is written. */
export const storeChanges = <Row extends Stored>(tx: Tx, { rows }: Kind<Row>, before: Row, after: Row): Row => {
  if (Object.keys(changedColumns(before, after)).length === 0) return before;
  const next: Row = { ...after, updatedAt: tx.now };
  rows.update(tx, before.id, changedColumns(before, next));
  return next;
};

export const setColumns = <Row extends Stored, Given extends Row>(
  tx: Tx,
  { rows }: Kind<Row>,
  row: Given,
  columns: Partial<Row>,
): Given => {
  const changed = { ...columns, updatedAt: tx.now };
  rows.update(tx, row.id, changed);
  return { ...row, ...changed };
};

interface Archivable extends Stored {
  readonly archivedAt: string | null;
}

/** Archives a row, and changes what else follows from that. Archiving it again changes nothing. */
export const archived = <Row extends Archivable>(tx: Tx, kind: Kind<Row>, row: Row, also: Partial<Row> = {}): Row =>
  row.archivedAt === null ? storeChanges(tx, kind, row, { ...row, ...also, archivedAt: tx.now }) : row;

export const archivedResponse = ({ object }: { readonly object: string }, { id, archivedAt }: Archivable) => ({
  id,
  object,
  deleted: true,
  archived: true,
  archivedAt,
});

export const archiveRow = <Row extends Archivable>(tx: Tx, kind: Kind<Row>, row: Row) =>
  archivedResponse(kind, archived(tx, kind, row));

export const deleteRow = (
  tx: Tx,
  { object, table }: { readonly object: string; readonly table: SQLiteTable },
  id: string,
) => {
  tx.db.query(`delete from "${getTableName(table)}" where "id" = ?`).run(id);
  return { id, object, deleted: true };
};
