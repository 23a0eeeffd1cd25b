import type { TSchema } from '@sinclair/typebox';

/** In every text of the client. No word of the program or of another record contains it. */
export const MARK = 'zyxqv';

let made = 0;

/** A text of a format with the mark in it; undefined for a format that takes no free text. */
const textOf = ({ format, pattern }: TSchema): string | undefined => {
  made += 1;
  if (format === 'email') return `${MARK}${made}@example.com`;
  if (format === 'uri') return `https://example.com/${MARK}${made}`;
  return (format === undefined || format === 'line' || format === 'code') && pattern === undefined
    ? `${MARK}${made}`
    : undefined;
};

const fieldsOf = (schema: TSchema): Record<string, unknown> => {
  const pattern = Object.keys(schema.patternProperties ?? {})[0];
  if (pattern !== undefined) return { [`${MARK}key`]: `${MARK}value` };
  return Object.fromEntries(
    Object.entries<TSchema>(schema.properties).flatMap(([name, field]) => {
      const value = marked(field);
      return value === undefined ? [] : [[name, value]];
    }),
  );
};

/** A value of a request with the mark in every free text; undefined for what takes none. */
export const marked = (schema: TSchema): unknown => {
  const branches: readonly TSchema[] = (schema.anyOf ?? []).filter(({ type }: TSchema) => type !== 'null');
  if (branches.length > 0) return branches.length === 1 && branches[0] !== undefined ? marked(branches[0]) : undefined;
  if (schema.const !== undefined) return undefined;
  if (schema.type === 'string') return textOf(schema);
  if (schema.type === 'object') return fieldsOf(schema);
  if (schema.type !== 'array') return undefined;
  const item = marked(schema.items);
  return item === undefined ? undefined : [item];
};
