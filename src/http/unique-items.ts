import type { TSchema } from '@sinclair/typebox';
import { isObject } from '../kernel/objects.ts';
import { branchesOf } from '../kernel/schemas.ts';

const SCALARS: readonly unknown[] = ['string', 'integer', 'number', 'boolean'];

const isScalar = (schema: TSchema): boolean => {
  const branches = branchesOf(schema);
  return branches.length > 0 ? branches.every(isScalar) : SCALARS.includes(schema.type);
};

/**
 * The schema without `uniqueItems`. TypeBox hashes every item with big integers, whatever its type and size: a body of
 * 1 MiB took 400 ms. `repetitionsIn` checks it instead.
 */
export const withoutUniqueItems = (schema: TSchema): TSchema => {
  // Spreading keeps the symbols by which TypeBox knows the kind of a schema.
  const { uniqueItems: _uniqueItems, ...rest } = schema;
  const copy: TSchema = rest as TSchema;
  if (schema.items !== undefined) copy.items = withoutUniqueItems(schema.items);
  if (schema.anyOf !== undefined) copy.anyOf = branchesOf(schema).map(withoutUniqueItems);
  if (schema.properties !== undefined) {
    const fields = Object.entries<TSchema>(schema.properties);
    copy.properties = Object.fromEntries(fields.map(([name, field]) => [name, withoutUniqueItems(field)]));
  }
  return copy;
};

type Find = ((value: unknown, param: string, found: string[]) => void) | undefined;

const inItems = (schema: TSchema): Find => {
  const { maxItems = 0, uniqueItems } = schema;
  const inItem = finderOf(schema.items);
  if (uniqueItems === true && (!isScalar(schema.items) || maxItems === 0)) {
    throw new Error('a list of unique items needs items that are no objects, and maxItems');
  }
  if (uniqueItems !== true && inItem === undefined) return undefined;
  return (value, param, found) => {
    // A list that is too long is invalid anyway.
    if (!Array.isArray(value) || (maxItems > 0 && value.length > maxItems)) return;
    if (uniqueItems === true && new Set(value).size < value.length) found.push(param);
    if (inItem !== undefined) for (const [index, item] of value.entries()) inItem(item, `${param}[${index}]`, found);
  };
};

const inFields = (properties: Readonly<Record<string, TSchema>>): Find => {
  const finders = Object.entries(properties).flatMap(([name, schema]) => {
    const find = finderOf(schema);
    return find === undefined ? [] : [[name, find] as const];
  });
  if (finders.length === 0) return undefined;
  return (value, param, found) => {
    if (!isObject(value)) return;
    for (const [name, find] of finders) {
      if (value[name] !== undefined) find(value[name], param === '' ? name : `${param}.${name}`, found);
    }
  };
};

const finderOf = (schema: TSchema): Find => {
  if (schema.type === 'array') return inItems(schema);
  if (schema.type === 'object') return inFields(schema.properties ?? {});
  const finders = branchesOf(schema).flatMap((branch) => finderOf(branch) ?? []);
  if (finders.length === 0) return undefined;
  return (value, param, found) => {
    for (const find of finders) find(value, param, found);
  };
};

/** A function with the JSON paths of lists that repeat a unique item. Undefined for schemas without such lists. */
export const repetitionsIn = (schema: TSchema): ((value: unknown) => readonly string[]) | undefined => {
  const find = finderOf(schema);
  if (find === undefined) return undefined;
  return (value) => {
    const found: string[] = [];
    find(value, '', found);
    return found;
  };
};
