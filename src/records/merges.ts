import { type TNull, type TObject, type TOptional, type TSchema, type TUnion, Type } from '@sinclair/typebox';
import { isMap } from '../kernel/objects.ts';
import { invalid, invalidParam } from '../kernel/problem.ts';
import { admitsNull, branchesOf, isShape, nullable } from '../kernel/schemas.ts';
import { pack, unpackPairs } from './json.ts';

// A PATCH merges objects into the stored ones, at every level (conventions.md "Values").

/**
 * The schema of an object in a PATCH: each of its fields is optional, and null removes one that the object need not have.
 * Other schemas stay the same.
 */
export type Mergeable<S extends TSchema> =
  S extends TObject<infer Fields>
    ? TObject<{
        [K in keyof Fields]: Fields[K] extends TOptional<TSchema>
          ? TOptional<TUnion<[Mergeable<Fields[K]>, TNull]>>
          : TOptional<Mergeable<Fields[K]>>;
      }>
    : S extends TUnion<[infer Value extends TObject, TNull]>
      ? TUnion<[Mergeable<Value>, TNull]>
      : S;

/** Whether null removes a field of an object: a field that is optional and cannot be null. */
const isRemovable = ({ properties, required = [] }: TObject, name: string): boolean => {
  const field = properties[name];
  return field !== undefined && !required.includes(name) && !admitsNull(field);
};

export const mergeable = (schema: TSchema): TSchema => {
  const branches = branchesOf(schema);
  if (branches.some(isShape)) return { ...schema, anyOf: branches.map(mergeable) };
  if (!isShape(schema)) return schema;
  const fields = Object.entries(schema.properties).map(([name, inner]) => {
    const sent = mergeable(inner);
    return [name, Type.Optional(isRemovable(schema, name) ? nullable(sent) : sent)];
  });
  const { properties: _properties, required: _required, ...options } = schema;
  return Type.Object(Object.fromEntries(fields), options);
};

const shapeIn = (schema: TSchema): TObject | undefined => (isShape(schema) ? schema : branchesOf(schema).find(isShape));

/**
 * The value after a PATCH: objects are merged, other values are replaced.
 * @param schema the schema of the value; undefined in an object of any fields, where null deletes its key.
 */
const merged = (schema: TSchema | undefined, current: unknown, sent: unknown): unknown => {
  if (!isMap(sent)) return sent;
  const shape = schema && shapeIn(schema);
  // A map, since a key may be any text: assigning to `__proto__` would drop it.
  const result = new Map(isMap(current) ? Object.entries(current) : []);
  for (const [name, value] of Object.entries(sent)) {
    if (value === null && (shape === undefined || isRemovable(shape, name))) result.delete(name);
    else result.set(name, merged(shape?.properties[name], result.get(name), value));
  }
  return Object.fromEntries(result);
};

/** The paths of the missing required fields of an object, at every level. */
const missingIn = (schema: TSchema, value: unknown, path: string): string[] => {
  const shape = shapeIn(schema);
  if (shape === undefined || !isMap(value)) return [];
  return Object.entries(shape.properties).flatMap(([name, inner]) => {
    const param = `${path}.${name}`;
    if (value[name] !== undefined) return missingIn(inner, value[name], param);
    return shape.required?.includes(name) === true ? [param] : [];
  });
};

/** The maximum size of an object of any fields (conventions.md "Values"), in bytes. */
const MAX_BYTES = 16_384;

const isAnyObject = (schema: TSchema): boolean =>
  schema.type === 'object' ? !isShape(schema) : branchesOf(schema).some(isAnyObject);

/** @throws Problem 400 when an object of any fields is too large or has too many keys. */
const requireFit = (name: string, schema: TSchema, value: unknown): void => {
  const most = Number(schema.maxProperties ?? Number.POSITIVE_INFINITY);
  if (isMap(value) && Object.keys(value).length > most) {
    throw invalidParam(name, `'${name}' must have at most ${most} keys. To delete a key, send it with null.`, {
      reason: 'too_much_data',
    });
  }
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_BYTES) {
    throw invalidParam(name, `'${name}' must have at most ${MAX_BYTES} bytes as JSON. Store less in it.`, {
      reason: 'too_much_data',
    });
  }
};

/**
 * The object of a field after a PATCH.
 * @param schema the schema of the field in a create body.
 * @param current the stored object, or null.
 * @throws Problem 400 `parameter_missing` when a required field is missing in the result; 400 when an object of any
 *   fields becomes too large.
 */
export const mergedObject = (name: string, schema: TSchema, current: unknown, sent: unknown): unknown => {
  const isFree = isAnyObject(schema);
  const result = merged(isFree ? undefined : schema, current, sent);
  if (isFree) requireFit(name, schema, result);
  const missing = missingIn(schema, result, name);
  if (missing.length === 0) return result;
  throw invalid(
    missing.map((param) => ({ param, code: 'parameter_missing', message: `'${param}' is missing. Send it too.` })),
  );
};

const MAX_PAIRS = 50;

/** Merges pairs; null deletes a key. @throws Problem 400 when the result has more than 50 pairs. */
export const mergeMetadata = (column: string | null, sent: Record<string, string | null>): string | null => {
  const pairs: Record<string, string | null> = { ...unpackPairs(column), ...sent };
  for (const [key, value] of Object.entries(pairs)) if (value === null) delete pairs[key];
  if (Object.keys(pairs).length > MAX_PAIRS) {
    throw invalidParam(
      'metadata',
      `'metadata' can have at most ${MAX_PAIRS} pairs. To delete a pair, send its key with null.`,
      { reason: 'too_much_data' },
    );
  }
  return pack(pairs);
};
