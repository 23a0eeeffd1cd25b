import { isNode, type Json, type Node, reference } from './json.ts';

const SCHEMA = /^#\/components\/schemas\/(.+)$/;

const named = (value: Json | undefined): string[] => {
  if (Array.isArray(value)) return value.flatMap(named);
  if (!isNode(value)) return [];
  const name = typeof value.$ref === 'string' ? SCHEMA.exec(value.$ref)?.[1] : undefined;
  return name === undefined ? Object.values(value).flatMap(named) : [name];
};

/** The schemas that lead back to themselves. */
const circular = (schemas: Node): ReadonlySet<string> => {
  const next = new Map(Object.entries(schemas).map(([name, schema]) => [name, new Set(named(schema))]));
  const leadsBack = (start: string): boolean => {
    const seen = new Set<string>();
    const open = [...(next.get(start) ?? [])];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (name === start) return true;
      if (seen.has(name)) continue;
      seen.add(name);
      open.push(...(next.get(name) ?? []));
    }
    return false;
  };
  return new Set([...next.keys()].filter(leadsBack));
};

const relatedName = (name: string): string => `Related${name}`;

const replaced = (value: Json, circle: ReadonlySet<string>): Json => {
  if (Array.isArray(value)) return value.map((inner) => replaced(inner, circle));
  if (!isNode(value)) return value;
  const name = typeof value.$ref === 'string' ? SCHEMA.exec(value.$ref)?.[1] : undefined;
  if (name !== undefined && circle.has(name)) return reference('schemas', relatedName(name));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaced(inner, circle)]));
};

const isRequired = ({ required }: Node, name: string): boolean => Array.isArray(required) && required.includes(name);

/** A schema whose records inside, but for the records of a list, are related schemas. */
const withRelations = (schema: Json, circle: ReadonlySet<string>): Json => {
  if (!isNode(schema) || !isNode(schema.properties)) return schema;
  const properties = Object.entries(schema.properties).map(([name, value]) => [
    name,
    name === 'data' && isRequired(schema, name) ? value : replaced(value, circle),
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
};

const relatedSchema = (name: string, schema: Node, circle: ReadonlySet<string>): Node => {
  const all = Object.entries(isNode(schema.properties) ? schema.properties : {});
  const leadsOn = ([, value]: [string, Json]): boolean => named(value).some((each) => circle.has(each));
  const omitted = all.filter(leadsOn).map(([property]) => property);
  return {
    ...schema,
    title: relatedName(name),
    description: `A ${name} inside another record. If expanded with dots in \`expand[]\`, it also includes: ${omitted.join(', ')}.`,
    properties: Object.fromEntries(all.filter((property) => !leadsOn(property))),
  };
};

/**
 * The schemas without circles: a record that `expand[]` includes in another has a schema of its own, without the
 * relations that would lead back. Programs that make examples from schemas follow every reference.
 */
export const withoutCircles = (schemas: Node): Node => {
  const circle = circular(schemas);
  const related = [...circle].flatMap((name): [string, Json][] => {
    const schema = schemas[name];
    return isNode(schema) ? [[relatedName(name), relatedSchema(name, schema, circle)]] : [];
  });
  const all = Object.entries(schemas).map(([name, schema]): [string, Json] => [name, withRelations(schema, circle)]);
  return Object.fromEntries([...all, ...related].sort(([left], [right]) => (left < right ? -1 : 1)));
};
