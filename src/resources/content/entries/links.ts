import type { Tx } from '../../../database/database.ts';
import { unpackList } from '../../../records/json.ts';
import type { EntryRow } from './record.ts';

/** The lists of ids of an entry that are also stored from the other side, with their table and column. */
const LINKS = [
  ['categoryIds', 'contentEntryCategories', 'categoryId'],
  ['tagIds', 'contentEntryTags', 'tagId'],
  ['instructorIds', 'contentEntryInstructors', 'instructorId'],
] as const;

export interface Child {
  readonly entryId: string;
  readonly position: number;
  readonly dayNumber: number | null;
}

export const childrenOf = ({ children }: Pick<EntryRow, 'children'>): Child[] => unpackList(children);

const storeChildren = (tx: Tx, row: EntryRow): void => {
  tx.db.query('delete from "contentEntryChildren" where "programId" = ?').run(row.id);
  const insert = tx.db.query(
    'insert into "contentEntryChildren" ("entryId", "programId", "position", "dayNumber") values (?, ?, ?, ?)',
  );
  for (const { entryId, position, dayNumber } of childrenOf(row)) insert.run(entryId, row.id, position, dayNumber);
};

/** Stores what of the lists of an entry differs from `before`, from the other side. */
export const storeLinks = (tx: Tx, row: EntryRow, before?: EntryRow): void => {
  for (const [list, table, column] of LINKS) {
    if (before?.[list] === row[list]) continue;
    const old = new Set(unpackList<string>(before?.[list] ?? null));
    const next = new Set(unpackList<string>(row[list]));
    for (const id of old.difference(next)) {
      tx.db.query(`delete from "${table}" where "${column}" = ? and "entryId" = ?`).run(id, row.id);
    }
    for (const id of next.difference(old)) {
      tx.db.query(`insert into "${table}" ("${column}", "entryId") values (?, ?)`).run(id, row.id);
    }
  }
  if ((before?.children ?? null) !== row.children) storeChildren(tx, row);
};
