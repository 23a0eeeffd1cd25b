import type { Tx } from '../../../database/database.ts';
import type { Fields } from '../../../http/csv-columns.ts';
import { type Caller, requireScope } from '../../../kernel/caller.ts';
import type { Static, TObject } from '../../../kernel/schemas.ts';
import type { Scope } from '../../../kernel/scopes.ts';
import type { ImportFamilyName } from '../shapes.ts';

/** What the import of one row did. */
export interface ImportedRow {
  readonly id: string;
  readonly action: 'created' | 'updated' | 'unchanged';
}

/** A family of records that can be imported. */
export interface ImportFamily {
  readonly name: ImportFamilyName;
  /** The fields that a row may have. */
  readonly shape: TObject;
  /** Creates or updates the record of a row. @throws Problem with what is wrong with the row. */
  importRow(tx: Tx, caller: Caller, fields: Fields): ImportedRow;
  /** Does what is possible only when all rows are imported. Returns whether it changed something. */
  finishRow?(tx: Tx, caller: Caller, fields: Fields, id: string): boolean;
}

/** How the rows of a family are imported. */
interface Importer<Row, Found> {
  readonly name: ImportFamilyName;
  /** The scope that an import needs besides `manage`. */
  readonly scope?: Scope | undefined;
  /** The record that a row is about, if it exists. */
  find(tx: Tx, row: Row): Found | undefined;
  /** Creates a record and returns its id. */
  create(tx: Tx, caller: Caller, row: Row): string;
  /** Returns whether the row changed something. */
  update(tx: Tx, caller: Caller, found: Found, row: Row): boolean;
  finish?(tx: Tx, caller: Caller, row: Row, id: string): boolean;
}

/** A family whose rows have `shape`. */
export const importFamily = <Shape extends TObject, Found extends { readonly id: string }>(
  shape: Shape,
  { name, scope, find, create, update, finish }: Importer<Static<Shape>, Found>,
): ImportFamily => {
  // The reader of the file has validated the fields.
  const rowOf = (fields: Fields) => fields as Static<Shape>;
  return {
    name,
    shape,
    importRow(tx, caller, fields) {
      if (scope !== undefined) requireScope(caller, scope);
      const row = rowOf(fields);
      const found = find(tx, row);
      if (found === undefined) return { id: create(tx, caller, row), action: 'created' };
      return { id: found.id, action: update(tx, caller, found, row) ? 'updated' : 'unchanged' };
    },
    ...(finish === undefined ? {} : { finishRow: (tx, caller, fields, id) => finish(tx, caller, rowOf(fields), id) }),
  };
};
