import { Type } from '@sinclair/typebox';
import type { Read, Tx } from '../../../database/database.ts';
import type { Fields } from '../../../http/csv-columns.ts';
import { validatorFor } from '../../../http/validation.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { invalid } from '../../../kernel/problem.ts';
import { integrationInput, object, type Static, type TObject } from '../../../kernel/schemas.ts';
import type { PageOf } from '../../../records/pages.ts';
import { archivedField, type ImportFamilyName, identityFields } from '../shapes.ts';
import { applyChanges } from './changes.ts';
import { atCreation, utc } from './dates.ts';
import { type ImportFamily, importFamily } from './family.ts';
import { byExternalId, checkId, idOf, requireIdentity } from './identity.ts';

/** The columns that an import sets and the verbs of a family do not. */
interface SetColumns {
  readonly createdAt?: string | undefined;
  readonly archivedAt?: string | null | undefined;
  readonly updatedAt?: string | undefined;
}

/** The parts of a record that its import uses. */
export interface ImportedRecord<Row, Create extends TObject> {
  readonly schema: TObject;
  readonly create: Create;
  readonly rows: {
    find(read: Read, id: string): Row | undefined;
    update(tx: Tx, id: string, columns: SetColumns): void;
  };
  find(read: Read, caller: Caller, id: string): Row;
  view(row: Row): object;
}

/** The verbs of the family. */
interface RecordVerbs<Row, Create extends TObject> {
  /** A list with the filter `externalId`. */
  readonly page: PageOf<Row>;
  create(tx: Tx, caller: Caller, body: Static<Create>, id: string): unknown;
  update(tx: Tx, caller: Caller, row: Row, body: Fields): Row;
  /** The operations that do the same one by one. */
  readonly operations: { readonly create: string; readonly update: string; readonly archive?: string };
  /** The operations that write some of the fields: a row with one of these needs them besides. */
  readonly others?: { readonly fields: readonly string[]; readonly create: string; readonly update: string };
  /** Finds the record by something else than its id and its external id, if the caller may see it. */
  findOtherwise?(read: Read, fields: Fields, caller: Caller): Row | undefined;
}

/** The import of a family whose rows are bodies that create its records. */
export const importRecords = <Row extends { readonly id: string }, Create extends TObject>(
  name: ImportFamilyName,
  record: ImportedRecord<Row, Create>,
  { page, create, update, operations, others, findOtherwise }: RecordVerbs<Row, Create>,
): ImportFamily => {
  const creation = validatorFor(record.create);
  const { properties } = Type.Partial(record.create);
  const isArchivable = 'archivedAt' in record.schema.properties;
  const { externalId } = integrationInput;
  const hasOthers = (fields: Fields) => others?.fields.some((field) => fields[field] !== undefined) === true;
  const shape = object({ ...properties, ...identityFields, externalId, ...(isArchivable ? archivedField : {}) });
  return importFamily(shape, {
    name,
    rights: {
      create: [operations.create],
      also: (row) => [
        ...(typeof row.archivedAt === 'string' && operations.archive !== undefined ? [operations.archive] : []),
        ...(others !== undefined && hasOthers(row) ? [others.create] : []),
      ],
      update: [operations.update],
      alsoToUpdate: (row) => (others !== undefined && hasOthers(row) ? [others.update] : []),
    },
    find(tx, row, caller) {
      const found =
        (row.id === undefined ? undefined : record.rows.find(tx, row.id)) ??
        byExternalId(tx, caller, page, row.externalId) ??
        findOtherwise?.(tx, row, caller);
      if (found !== undefined) checkId(row.id, found.id, 'externalId or email');
      return found;
    },
    create(tx, caller, row) {
      const { id, createdAt, updatedAt, archivedAt, ...body } = row;
      if (findOtherwise === undefined) requireIdentity(row);
      if (!creation.isValid(body)) throw invalid(creation.errors(body));
      const newId = idOf(tx, id);
      create(atCreation(tx, createdAt), caller, body, newId);
      record.rows.update(tx, newId, { archivedAt: utc(archivedAt), updatedAt: utc(updatedAt) });
      return newId;
    },
    update(tx, caller, found, row) {
      const { id, createdAt: _createdAt, updatedAt: _updatedAt, archivedAt: _archivedAt, ...fields } = row;
      return applyChanges(fields, {
        record: found,
        shown: record.view(record.find(tx, caller, found.id)),
        update: (changes) => update(tx, caller, found, changes),
      });
    },
  });
};
