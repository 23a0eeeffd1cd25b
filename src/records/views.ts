import type { TSchema } from '@sinclair/typebox';
import { type SQL, sql } from 'drizzle-orm';
import { epochOf, isoInstant } from '../kernel/clock.ts';
import { isObject } from '../kernel/objects.ts';
import { withoutUnseen } from '../kernel/plain-text.ts';
import { branchesOf } from '../kernel/schemas.ts';
import type { Definition, Fields } from './fields.ts';
import { joinText, literal, objectPiece, type Piece, type StatementColumns } from './formula.ts';
import { unpack, unpackList, unpackPairs } from './json.ts';

export const definitionsOf = (fields: Fields): readonly (readonly [string, Definition])[] =>
  Object.entries(fields).map(([name, { definition }]) => [name, definition] as const);

/** An object or a list item as it is stored: its fields in their order, and the defaults of those that it leaves out. */
const filled = (parts: Fields, item: object): object =>
  Object.fromEntries(
    definitionsOf(parts).flatMap(([name, definition]) => {
      const value: unknown = Object.hasOwn(item, name) ? Reflect.get(item, name) : definition.initial;
      return value === undefined ? [] : [[name, partOf(definition, value)]];
    }),
  );

/** The value inside JSON text for a value in a request. */
export const partOf = ({ codec, parts }: Definition, value: unknown): unknown => {
  if (codec === 'instant' && typeof value === 'string') return isoInstant(epochOf(value));
  if (codec === 'seen' && typeof value === 'string') return withoutUnseen(value);
  if (parts === undefined || !isObject(value)) return value;
  return Array.isArray(value) ? value.map((item) => filled(parts, item)) : filled(parts, value);
};

/** The source code of the expression that computes a field for responses. */
const shown = (
  name: string,
  { codec, isNullable, computed, formula, initial, parts }: Definition,
  fields: Fields,
): string => {
  const column = `row.${name}`;
  if (formula !== undefined) return formula.js((other) => shownIn(fields, other));
  if (computed !== undefined) return `of.${name}.computed(row)`;
  if (codec === 'flag') return isNullable ? `${column} === null ? null : ${column} === 1` : `${column} === 1`;
  if (codec === 'list') return `unpackList(${column})`;
  if (codec === 'pairs') return `unpackPairs(${column})`;
  if (codec === 'json') return `JSON.parse(${column})`;
  if (codec !== 'object') return column;
  return isNullable
    ? `unpack(${column})`
    : `(unpack(${column}) ?? ${JSON.stringify(initial ?? filled(parts ?? {}, {}))})`;
};

const shownIn = (fields: Fields, name: string): string => {
  const definition = fields[name]?.definition;
  return definition === undefined ? `row.${name}` : shown(name, definition, fields);
};

/** Reads fields of a row, between other properties. It is compiled, so that it is as fast as handwritten code. */
const compile = (
  fields: Fields,
  read: readonly (readonly [string, Definition])[],
  before = '',
  after = '',
): ((row: object) => object) => {
  const lines = read.map(([name, definition]) => `${name}: ${shown(name, definition, fields)},`);
  const helpers = {
    of: Object.fromEntries(read),
    unpack,
    unpackList,
    unpackPairs,
  };
  const make = new Function(...Object.keys(helpers), `return (row) => ({ ${before}${lines.join(' ')}${after} });`);
  return make(...Object.values(helpers)) as (row: object) => object;
};

export const compileView = (object: string, fields: Fields): ((row: object) => object) => {
  const shownFields = definitionsOf(fields).filter(
    ([, { response, isAdded }]) => response !== undefined && isAdded !== true,
  );
  return compile(
    fields,
    shownFields,
    `id: row.id, object: '${object}', `,
    ' createdAt: row.createdAt, updatedAt: row.updatedAt',
  );
};

/** What exports show of a record in `state`, compiled from its fields. */
export const compileState = (fields: Fields): ((row: object) => object) =>
  compile(
    fields,
    definitionsOf(fields).filter(([, { moved }]) => moved !== undefined),
  );

/** Whether texts with this schema need no escapes in JSON. */
const isPlain = (schema: TSchema | undefined): boolean => {
  if (schema === undefined) return false;
  const branches = branchesOf(schema);
  if (branches.length > 0) return branches.every((branch) => branch.type === 'null' || isPlain(branch));
  return ['uuid', 'date', 'date-time', 'wall-time'].includes(schema.format) || /^\w+$/.test(String(schema.const ?? ''));
};

const orElse = (value: SQL, json: unknown): Piece => [sql`ifnull(${value}, ${literal(JSON.stringify(json))})`];

/** The JSON text of a column as responses show it: the same text as of the value that `shown` gives. */
const shownPiece = (
  name: string,
  { type, codec, response, isNullable, initial, parts }: Definition,
  value: SQL,
): Piece => {
  if (codec === 'flag') {
    const word = sql`case when ${value} = 1 then 'true' when ${value} is null then 'null' else 'false' end`;
    return [word];
  }
  if (codec === 'json') return [value];
  if (codec === 'list') return orElse(value, []);
  if (codec === 'pairs') return orElse(value, {});
  if (codec === 'object') return orElse(value, isNullable ? null : (initial ?? filled(parts ?? {}, {})));
  if (type === 'real' || type === 'blob') throw new Error(`a statement cannot write '${name}' as JSON text`);
  if (type === 'integer' && !isNullable) return [value];
  if (!isNullable && (codec === 'instant' || isPlain(response))) return ['"', value, '"'];
  // Most optional columns are NULL, and looking for that costs less than the function.
  if (!isNullable) return [sql`json_quote(${value})`];
  return [sql`case when ${value} is null then 'null' else json_quote(${value}) end`];
};

/**
 * The expression that makes the JSON text of a record in a statement, the same text as its view makes. It serves the rows
 * "one client", "lists" and "expanded" of performance.md: reading 10 clients takes three quarters of the time of their rows,
 * views and texts, reading 100 takes 0.7. It costs 80 lines here, 30 in formula.ts and 80 in kernel/record-text.ts.
 * @param joined the columns that the statement joins, and those that it has from elsewhere than the table.
 */
export const compileText = (
  kind: string,
  table: string,
  fields: Fields,
  joined: Readonly<Record<string, SQL>> = {},
  hasConcat = process.platform !== 'darwin',
): SQL.Aliased<string> => {
  const value = (name: string): SQL => joined[name] ?? sql.raw(`"${table}"."${name}"`);
  const columns: StatementColumns = {
    value,
    shown(name) {
      const definition = fields[name]?.definition;
      if (definition !== undefined) return shownPiece(name, definition, value(name));
      return [sql`json_quote(${value(name)})`];
    },
  };
  const pieces = definitionsOf(fields).flatMap(([name, definition]): [string, Piece][] => {
    const { response, isAdded, computed, formula } = definition;
    if (response === undefined || isAdded === true) return [];
    if (computed !== undefined) throw new Error(`a statement cannot compute '${name}': make it a formula`);
    return [[name, formula === undefined ? columns.shown(name) : formula.json(columns)]];
  });
  const text = (name: string): [string, Piece] => [name, ['"', value(name), '"']];
  const object: [string, Piece] = ['object', [JSON.stringify(kind)]];
  const whole = objectPiece([text('id'), object, ...pieces, text('createdAt'), text('updatedAt')]);
  return joinText(whole, hasConcat).as('json');
};
