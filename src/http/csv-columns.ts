import type { TObject, TSchema } from '@sinclair/typebox';
import { harmless, original } from '../kernel/csv.ts';

/** A record as fields, of whatever family. */
export type Fields = Record<string, unknown>;

/** The schema that stands beside null, if it may be null. */
const bare = (schema: TSchema): { readonly schema: TSchema; readonly isNullable: boolean } => {
  const branches = schema.anyOf as TSchema[] | undefined;
  const real = branches?.filter(({ type }) => type !== 'null') ?? [];
  if (branches === undefined || real.length === branches.length) return { schema, isNullable: false };
  return { schema: real.length === 1 ? (real[0] as TSchema) : { ...schema, anyOf: real }, isNullable: true };
};

const isGroup = (schema: TSchema): schema is TObject => schema.type === 'object' && schema.properties !== undefined;

/** A column of a sheet: the way to a field, such as `address.city`. */
export interface Column {
  readonly name: string;
  readonly path: readonly string[];
  readonly schema: TSchema;
  readonly isNullable: boolean;
}

const columnsBelow = (shape: TObject, above: readonly string[]): Column[] =>
  Object.entries(shape.properties).flatMap(([field, given]): Column[] => {
    const { schema, isNullable } = bare(given);
    const path = [...above, field];
    if (isGroup(schema)) return columnsBelow(schema, path);
    return [{ name: path.join('.'), path, schema, isNullable }];
  });

/** The columns of a shape: a field each, a group of fields with a dot between. */
export const columnsOf = (shape: TObject): readonly Column[] => columnsBelow(shape, []);

const valueAt = (record: unknown, path: readonly string[]): unknown => {
  let value = record;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Fields)[step];
  }
  return value;
};

const isEmptyMap = (value: object): boolean => !Array.isArray(value) && Object.keys(value).length === 0;

const cellOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return harmless(value);
  if (typeof value !== 'object') return String(value);
  return isEmptyMap(value) ? '' : JSON.stringify(value);
};

/** A record as cells; lists and free objects are JSON. */
export const cellsOf = (columns: readonly Column[], record: object): string[] =>
  columns.map(({ path }) => cellOf(valueAt(record, path)));

const NUMBER = /^-?\d{1,15}(?:\.\d{1,10})?$/;

const listOf = (text: string): unknown => text.split(';').flatMap((part) => part.trim() || []);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // Left as text: the shape says what is wanted.
    return text;
  }
};

/** A cell in the type of its field; what does not fit stays text, for the shape to refuse. */
const readCell = (text: string, { schema }: Column): unknown => {
  const { type } = schema;
  if ((type === 'integer' || type === 'number') && NUMBER.test(text)) return Number(text);
  if (type === 'boolean' && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  if (type === 'array') return text.startsWith('[') ? parsed(text) : listOf(text);
  if (type === 'object') return text.startsWith('{') ? parsed(text) : text;
  return original(text);
};

const setAt = (fields: Fields, path: readonly string[], value: unknown): void => {
  let place = fields;
  for (const step of path.slice(0, -1)) {
    place[step] ??= {};
    place = place[step] as Fields;
  }
  place[path.at(-1) as string] = value;
};

/**
 * The fields of a row of cells. An empty cell leaves its field out. A group is one field, as in a PATCH: where any of
 * its cells says something, its empty cells say null.
 */
export const fieldsOf = (columns: readonly (Column | undefined)[], cells: readonly string[]): Fields => {
  const fields: Fields = {};
  const groups = new Set<string>();
  for (const [index, column] of columns.entries()) {
    const text = cells[index]?.trim() ?? '';
    if (column === undefined || text === '') continue;
    setAt(fields, column.path, readCell(text, column));
    if (column.path.length > 1) groups.add(column.path[0] as string);
  }
  for (const [index, column] of columns.entries()) {
    if (column === undefined || !column.isNullable || column.path.length < 2) continue;
    if (groups.has(column.path[0] as string) && (cells[index]?.trim() ?? '') === '') setAt(fields, column.path, null);
  }
  return fields;
};

/** The column that a heading means: one of the shape's, or a key of a free object such as `metadata.source`. */
export const columnNamed = (columns: readonly Column[], name: string): Column | undefined => {
  const exact = columns.find((column) => column.name === name);
  if (exact !== undefined) return exact;
  const dot = name.indexOf('.');
  const owner = dot < 1 ? undefined : columns.find((column) => column.name === name.slice(0, dot));
  if (owner === undefined || owner.schema.type !== 'object') return undefined;
  const path = [...owner.path, name.slice(dot + 1)];
  return { name, path, schema: { type: 'string' } as unknown as TSchema, isNullable: false };
};
