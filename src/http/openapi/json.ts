export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Node = { [key: string]: Json };

export const nodeOf = (value: object): Node => JSON.parse(JSON.stringify(value));

export const isNode = (value: Json | undefined): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const reference = (section: string, name: string): Node => ({ $ref: `#/components/${section}/${name}` });

/** A constant, with an example beside it: programs that make requests from a document read only that. */
export const constant = <Value extends Json>(value: Value): { const: Value; example: Value } => ({
  const: value,
  example: value,
});
