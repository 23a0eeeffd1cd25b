/** A JSON Schema or a part of the document; it is data all the way down. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Node = { [key: string]: Json };

export const isNode = (value: Json | undefined): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const reference = (section: string, name: string): Node => ({ $ref: `#/components/${section}/${name}` });
