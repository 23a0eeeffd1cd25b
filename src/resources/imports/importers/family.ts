import { type Tx, withoutEvents } from '../../../database/database.ts';
import type { Fields } from '../../../http/csv-columns.ts';
import type { RequireOperation } from '../../../http/operations/rights.ts';
import type { Caller } from '../../../kernel/caller.ts';
import type { Static, TObject } from '../../../kernel/schemas.ts';
import { requireNotErased } from '../../../records/erased.ts';
import type { SearchIndex } from '../../../records/search-index.ts';
import type { ImportReactions } from '../../reactions.ts';
import type { ColumnNote } from '../notes.ts';
import type { ImportFamilyName, SharedEmail } from '../shapes.ts';
import { applyChanges } from './changes.ts';
import type { NamedRows } from './identity.ts';
import { type Reference, withIds } from './references.ts';

export interface ImportedRow {
  readonly id: string;
  readonly action: 'created' | 'updated' | 'unchanged';
}

/** Some work for the end of an import, when all of its rows are there. */
export type EndWork = (tx: Tx) => Generator<void, void>;

/** What the rows of an import do in later families, and what is left for its end. */
export interface RowReactions extends ImportReactions {
  /** Has work done once at the end, however many rows ask for it by the same key. */
  onceAtEnd(key: string, work: EndWork): void;
}

export interface RowImporting extends Importing {
  readonly reactions: RowReactions;
}

export interface Importing {
  readonly caller: Caller;
  readonly requireOperation: RequireOperation;
  readonly reactions: ImportReactions;
  /** What happens to the email of a person that another one has already; by default the row is refused. */
  readonly sharedEmail?: SharedEmail | undefined;
}

export interface FamilyImport {
  readonly shape: TObject;
  /** The search index of its records, if they have one. */
  readonly searchIndex: SearchIndex | undefined;
  /**
   * The steps of creating or updating the record of a row. @param named the ids of the rows of the file that have one
   * @throws Problem with what is wrong with the row; 403 `permission_denied` for a caller who could not do it directly.
   */
  importRow(tx: Tx, importing: RowImporting, fields: Fields, named: NamedRows): Generator<void, ImportedRow>;
  /** Whether a row only adds to the record of an earlier one. */
  readonly goesOn?: ((fields: Fields) => boolean) | undefined;
  /** What is worth a look in a record that was imported, when all rows are there. It refuses nothing. */
  readonly note?: ((tx: Tx, id: string, fields: () => Fields) => ColumnNote | undefined) | undefined;
  /** Does what is possible only when all rows are imported. Returns whether it changed something. */
  readonly finishRow?: ((tx: Tx, caller: Caller, fields: Fields, result: ImportedRow) => boolean) | undefined;
}

export interface ImportFamily extends FamilyImport {
  readonly name: ImportFamilyName;
}

/** The operations that do one by one what a row does; a caller needs what each of them needs. */
interface RowRights<Row> {
  /** For a new record: what any row needs, and what its fields need besides. */
  readonly create: readonly string[];
  also?(row: Row): readonly string[];
  /** The same for an existing record. */
  readonly update: readonly string[];
  alsoToUpdate?(row: Row): readonly string[];
}

/** The rights of a family whose operations are named after its records: `createPlan`, `updatePlan`, `deletePlan`. */
export const rightsOver = (record: string): RowRights<{ readonly archivedAt?: unknown }> => ({
  create: [`create${record}`],
  also: ({ archivedAt }) => (typeof archivedAt === 'string' ? [`delete${record}`] : []),
  update: [`update${record}`],
});

/** What a row makes; or its steps, for rows that can have thousands of entries. */
type Made<T> = T | Generator<void, T>;

interface Importer<Row, Found> {
  readonly searchIndex?: SearchIndex;
  readonly rights: RowRights<Row>;
  /** The row as the caller of the import wants it. @throws Problem */
  prepare?(tx: Tx, row: Row, importing: Importing): Row;
  /** Finds by name only what `caller` has access to: another site may have a record of the same name. */
  find(tx: Tx, row: Row, caller: Caller): Found | undefined;
  /**
   * Creates a record and returns its id. It raises no events: what is created happened elsewhere.
   * @param raising the same transaction, for changes of other records.
   * @param named the ids of the rows of the file that have one.
   */
  create(tx: Tx, caller: Caller, row: Row, raising: Tx, reactions: RowReactions, named: NamedRows): Made<string>;
  /** How rows name the records that their record refers to. */
  readonly references?: readonly Reference[];
  /** @throws Problem 404 for an existing record that the caller may not see. */
  reach?(tx: Tx, caller: Caller, found: Found): unknown;
  /** An existing record as exports show it, with which its row is compared. */
  shown?(tx: Tx, found: Found): object;
  /** The fields of a row that are compared; by default all but its identity, its times and its `state`. */
  compared?(tx: Tx, caller: Caller, row: Row, found: Found): Fields;
  /** The fields that an import may change; with `change` all by default, and without it none. */
  readonly changeable?: readonly string[] | undefined;
  /** Changes an existing record. Returns `found` itself when nothing changes. */
  change?(tx: Tx, caller: Caller, found: Found, changes: Fields, row: Row, reactions: RowReactions): Found;
  /** In place of all these: returns whether the row changed something. */
  update?(tx: Tx, caller: Caller, found: Found, row: Row, reactions: RowReactions): boolean;
  /** Whether a row may be beside another one about the same record. */
  goesOn?(row: Row): boolean;
  /** What is worth a look in its record, when all rows are there. */
  note?(tx: Tx, id: string, row: () => Row): ColumnNote | undefined;
  /** Does the rest, when all rows are there. Returns whether it changed something. @param isNew created by this import. */
  finish?(tx: Tx, caller: Caller, row: Row, id: string, isNew: boolean): boolean;
}

/** The fields of a row without what identifies its record, its times and its `state`. */
export const ownFields = ({
  id: _id,
  createdAt: _made,
  updatedAt: _changed,
  archivedAt: _at,
  state: _state,
  ...fields
}: Fields) => fields;

/** The update of a family that compares a row with its record. */
const comparing =
  <Row extends Fields, Found extends { readonly id: string }>({
    references = [],
    reach,
    shown = (_tx, found) => found,
    compared = (_tx, _caller, row) => ownFields(row),
    change,
    changeable = change === undefined ? [] : undefined,
  }: Importer<Row, Found>): NonNullable<Importer<Row, Found>['update']> =>
  (tx, caller, found, row, reactions) => {
    reach?.(tx, caller, found);
    const owner: unknown = Reflect.get(found, 'clientId');
    const clientId = typeof owner === 'string' ? owner : undefined;
    return applyChanges(withIds(tx, caller, clientId, compared(tx, caller, row, found), references), {
      record: found,
      shown: shown(tx, found),
      changeable,
      update(changes) {
        if (clientId !== undefined) requireNotErased(tx, clientId, 'Leave the row out.');
        return change?.(tx, caller, found, changes, row, reactions) ?? found;
      },
    });
  };

export const importFamily = <Shape extends TObject, Found extends { readonly id: string }>(
  shape: Shape,
  importer: Importer<Static<Shape>, Found>,
): FamilyImport => {
  const { searchIndex, rights, prepare, find, create, update = comparing(importer), goesOn, note, finish } = importer;
  // The reader of the file has validated the fields.
  const rowOf = (fields: Fields) => fields as Static<Shape>;
  return {
    shape,
    searchIndex,
    *importRow(tx, importing, fields, named) {
      const { caller, requireOperation, reactions } = importing;
      const given = rowOf(fields);
      const row = prepare?.(tx, given, importing) ?? given;
      const found = find(tx, row, caller);
      const needed =
        found === undefined
          ? [...rights.create, ...(rights.also?.(row) ?? [])]
          : [...rights.update, ...(rights.alsoToUpdate?.(row) ?? [])];
      for (const operation of needed) requireOperation(caller, [operation]);
      if (found === undefined) {
        const made = create(withoutEvents(tx), caller, row, tx, reactions, named);
        return { id: typeof made === 'string' ? made : yield* made, action: 'created' };
      }
      return { id: found.id, action: update(tx, caller, found, row, reactions) ? 'updated' : 'unchanged' };
    },
    note: note && ((tx, id, fields) => note(tx, id, () => rowOf(fields()))),
    goesOn: goesOn && ((fields) => goesOn(rowOf(fields))),
    finishRow:
      finish &&
      ((tx, caller, fields, { id, action }) =>
        finish(action === 'created' ? withoutEvents(tx) : tx, caller, rowOf(fields), id, action === 'created')),
  };
};
