import { type TProperties, Type } from '@sinclair/typebox';
import type { Read, Tx } from '../../../database/database.ts';
import type { Fields } from '../../../http/csv-columns.ts';
import { requireValid } from '../../../http/validation.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { integrationInput, object, type Static, type TObject } from '../../../kernel/schemas.ts';
import type { PageOf } from '../../../records/pages.ts';
import { archivedField, identityFields } from '../shapes.ts';
import { applyChanges } from './changes.ts';
import { atCreation, utc } from './dates.ts';
import { type FamilyImport, importFamily, rightsOver } from './family.ts';
import { byExternalId, checkId, idOf, requireIdentity } from './identity.ts';

/** What an import needs of a record that has rules of its own for creating and updating. */
export interface ImportedRecord<Row, Create extends TObject> {
  readonly schema: TObject;
  readonly create: Create;
  readonly rows: {
    find(read: Read, id: string): Row | undefined;
    update(
      tx: Tx,
      id: string,
      columns: { readonly archivedAt?: string | null | undefined; readonly updatedAt?: string | undefined },
    ): void;
  };
  find(read: Read, caller: Caller, id: string): Row;
  view(row: Row): object;
}

/** The rules of a family whose rows are bodies that create its records. */
interface RecordRules<Row, Create extends TObject> {
  /** The ends of the ids of the operations that do the same one by one: `Plan`. */
  readonly operations: string;
  /** The operations that write some of the fields: a row with one of these needs them besides. */
  readonly others?: { readonly fields: readonly string[]; readonly operations: string };
  /** A list with the filter `externalId`, for records that have an external id. */
  readonly page?: PageOf<Row>;
  /** Finds the record by something else, if the caller may see it. Its message names that: `slug`. */
  readonly otherwise?: readonly [by: string, find: (read: Read, fields: Fields, caller: Caller) => Row | undefined];
  /** The fields by which a row names the record that it belongs to. */
  readonly parent?: TProperties;
  /** Whether every studio starts with some of its records, whose ids are not of version 7. */
  readonly hasBuiltIn?: boolean;
  readonly changeable?: readonly string[];
  /** The field that names another record of the file, and is set when all are there. */
  readonly later?: string;
  /** A record as exports show it; by default its view. */
  readonly shown?: (row: Row) => object;
  /** @throws Problem 404 for a record that the caller may not see. By default its own sites decide. */
  readonly reach?: (read: Read, caller: Caller, row: Row) => unknown;
  create(tx: Tx, caller: Caller, body: Static<Create>, id: string, row: Fields): unknown;
  update(tx: Tx, caller: Caller, row: Row, body: Fields): Row;
}

/** The ids of the types and features with which every studio starts. */
const isBuiltIn = (id: string | undefined): id is string => id?.startsWith('00000000-0000-8000-8000-') === true;

interface Stored {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The import of a family whose rows are bodies that create its records. */
export const importRecords = <Row extends Stored, Create extends TObject>(
  record: ImportedRecord<Row, Create>,
  rules: RecordRules<Row, Create>,
): FamilyImport => {
  const { operations, others, page, otherwise, parent = {}, changeable, later, shown = record.view } = rules;
  const { hasBuiltIn = false, reach = (read, caller, { id }) => record.find(read, caller, id) } = rules;
  const isArchivable = 'archivedAt' in record.schema.properties;
  const shape = object({
    ...parent,
    ...Type.Partial(record.create).properties,
    ...identityFields,
    ...(page === undefined ? {} : { externalId: integrationInput.externalId }),
    ...(isArchivable ? archivedField : {}),
  });
  const notInBody = [...Object.keys({ ...identityFields, ...archivedField, ...parent }), later];
  const bodyOf = (row: Static<typeof shape>): Fields =>
    Object.fromEntries(Object.entries(row).filter(([field]) => !notInBody.includes(field)));
  const rights = rightsOver(operations);
  const alsoFor = (verb: string, row: Fields): string[] =>
    others?.fields.some((field) => row[field] !== undefined) === true ? [`${verb}${others.operations}`] : [];
  return importFamily(shape, {
    rights: {
      ...rights,
      also: (row) => [...(rights.also?.(row) ?? []), ...alsoFor('create', row)],
      alsoToUpdate: (row) => alsoFor('update', row),
    },
    find(tx, row, caller) {
      const found =
        (row.id === undefined ? undefined : record.rows.find(tx, row.id)) ??
        (page && byExternalId(tx, caller, page, row.externalId)) ??
        otherwise?.[1](tx, row, caller);
      if (found !== undefined) checkId(row.id, found.id, otherwise?.[0] ?? 'externalId or email');
      return found;
    },
    create(tx, caller, row) {
      if (page !== undefined && otherwise === undefined) requireIdentity(row);
      const body = requireValid(record.create, bodyOf(row));
      const id = hasBuiltIn && isBuiltIn(row.id) ? row.id : idOf(tx, row.id);
      rules.create(atCreation(tx, row.createdAt), caller, body, id, row);
      record.rows.update(tx, id, { archivedAt: utc(row.archivedAt), updatedAt: utc(row.updatedAt) });
      return id;
    },
    reach,
    shown: (_tx, found) => shown(found),
    compared: (_tx, _caller, row) => bodyOf(row),
    changeable,
    change(tx, caller, found, changes, row) {
      // A record with which every studio starts, as the studio of the file had changed it.
      const isUntouched = isBuiltIn(found.id) && found.updatedAt === found.createdAt;
      const changed = rules.update(tx, caller, found, changes);
      if (isUntouched) record.rows.update(tx, found.id, { updatedAt: utc(row.updatedAt) });
      return changed;
    },
    finish(tx, caller, row, id, isNew) {
      const value: unknown = later && Reflect.get(row, later);
      if (later === undefined || value === undefined) return false;
      const before = record.find(tx, caller, id);
      const update = (changes: Fields) => rules.update(tx, caller, before, changes);
      const isChanged = applyChanges({ [later]: value }, { record: before, shown: shown(before), update });
      if (isNew) record.rows.update(tx, id, { updatedAt: before.updatedAt });
      return isChanged;
    },
  });
};
