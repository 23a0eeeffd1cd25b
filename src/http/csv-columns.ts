import { OptionalKind, type TObject, type TSchema, Type } from '@sinclair/typebox';
import { escapeFormula, escapeFormulasOfJson, unescapeFormula } from '../kernel/csv.ts';
import { isObject } from '../kernel/objects.ts';
import { branchesOf, isShape } from '../kernel/schemas.ts';

export type Fields = Record<string, unknown>;

/** A schema without its null branch, and whether it had one. */
const withoutNull = (schema: TSchema): { readonly schema: TSchema; readonly isNullable: boolean } => {
  const branches = branchesOf(schema);
  const real = branches.filter(({ type }) => type !== 'null');
  if (real.length === branches.length) return { schema, isNullable: false };
  const [only] = real;
  return { schema: only !== undefined && real.length === 1 ? only : { ...schema, anyOf: real }, isNullable: true };
};

/** A column of a sheet and the path of its field, such as `address.city`. */
export interface Column {
  readonly name: string;
  readonly path: readonly string[];
  readonly schema: TSchema;
  readonly isNullable: boolean;
  /** Whether a record may be without it, which is another thing than null: its null is written out. */
  readonly isOptional: boolean;
}

const columnsBelow = (shape: TObject, parentPath: readonly string[]): Column[] =>
  Object.entries(shape.properties).flatMap(([field, given]): Column[] => {
    const { schema, isNullable } = withoutNull(given);
    const path = [...parentPath, field];
    if (isShape(schema)) return columnsBelow(schema, path);
    return [{ name: path.join('.'), path, schema, isNullable, isOptional: OptionalKind in given }];
  });

/** The columns of a schema: one for each field, and one for each field of a nested object (`address.city`). */
export const columnsOf = (shape: TObject): readonly Column[] => columnsBelow(shape, []);

const valueAt = (record: unknown, path: readonly string[]): unknown => {
  let value = record;
  for (const step of path) {
    if (!isObject(value)) return undefined;
    value = value[step];
  }
  return value;
};

const isEmptyMap = (value: object): boolean => !Array.isArray(value) && Object.keys(value).length === 0;

/** What stands for the null of a field that a record may be without. */
const NULL = 'null';

const cellOf = (value: unknown, { isOptional }: Column): string => {
  if (value === null && isOptional) return NULL;
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return escapeFormula(value);
  if (typeof value !== 'object') return String(value);
  return isEmptyMap(value) ? '' : escapeFormulasOfJson(JSON.stringify(value));
};

/** A record as cells. Lists and objects of any keys are JSON. */
export const cellsOf = (columns: readonly Column[], record: object): string[] =>
  columns.map((column) => cellOf(valueAt(record, column.path), column));

const NUMBER = /^-?\d{1,15}(?:\.\d{1,10})?$/;

/** Whether a cell is a number as people write it, or as an export does (`1e-7`), and keeps all its digits as one. */
const isNumber = (text: string): boolean =>
  NUMBER.test(text) || (Number.isFinite(Number(text)) && String(Number(text)) === text);

const listOf = (text: string): unknown => text.split(';').flatMap((part) => part.trim() || []);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // It stays text, and validation reports the error.
    return text;
  }
};

/** A cell in the type of its field. A value that does not match stays text, and validation reports it. */
const readCell = (text: string, { schema, isNullable, isOptional }: Column): unknown => {
  if (text === NULL && isOptional && isNullable) return null;
  const { type } = schema;
  if ((type === 'integer' || type === 'number') && isNumber(text)) return Number(text);
  if (type === 'boolean' && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  if (type === 'array') return text.startsWith('[') ? parsed(text) : listOf(text);
  if (type === 'object') return text.startsWith('{') ? parsed(text) : text;
  return unescapeFormula(text);
};

const setAt = (fields: Fields, [step, ...rest]: readonly string[], value: unknown): void => {
  if (step === undefined) return;
  if (rest.length === 0) {
    fields[step] = value;
    return;
  }
  const inner = fields[step] ?? {};
  fields[step] = inner;
  if (isObject(inner)) setAt(inner, rest, value);
};

/** Whether an empty cell clears the field where another cell of its group has a value. */
const isCleared = ({ path, isNullable, isOptional }: Column): boolean => path.length > 1 && isNullable && !isOptional;

/**
 * The fields of a row. Empty cells are left out. A nested object is one field, as in a PATCH: if any of its cells has a
 * value, its empty cells are null, except those that it may be without.
 */
export const fieldsOf = (columns: readonly (Column | undefined)[], cells: readonly string[]): Fields => {
  const texts = columns.map((_, index) => cells[index]?.trim() ?? '');
  const groups = new Set(
    columns.map((column, index) => (column === undefined || texts[index] === '' ? undefined : column.path[0])),
  );
  const fields: Fields = {};
  // In the order of the columns, so that objects are stored as JSON would bring them.
  for (const [index, column] of columns.entries()) {
    const text = texts[index] ?? '';
    if (column === undefined) continue;
    if (text !== '') setAt(fields, column.path, readCell(text, column));
    else if (isCleared(column) && groups.has(column.path[0])) setAt(fields, column.path, null);
  }
  return fields;
};

/** The column for a heading: a field of the schema, or a key of an object such as `metadata.source`. */
export const columnNamed = (columns: readonly Column[], name: string): Column | undefined => {
  const exact = columns.find((column) => column.name === name);
  if (exact !== undefined) return exact;
  const dot = name.indexOf('.');
  const owner = dot < 1 ? undefined : columns.find((column) => column.name === name.slice(0, dot));
  if (owner === undefined || owner.schema.type !== 'object') return undefined;
  const path = [...owner.path, name.slice(dot + 1)];
  return { name, path, schema: Type.String(), isNullable: false, isOptional: false };
};
