import type { TObject, TSchema } from '@sinclair/typebox';
import { upperSnake } from './catalogue.ts';

/** New and old values of the fields that changed. */
interface Changes {
  readonly changes: Record<string, unknown>;
  readonly previous: Record<string, unknown>;
}

/** The words of an enumeration; permissions and the like, which have other signs in them, are names. */
const isWord = ({ const: word }: TSchema): boolean => typeof word === 'string' && /^[a-z][a-z0-9_]*$/.test(word);

const valueInEvents = (schema: TSchema | undefined, value: unknown): unknown => {
  if (schema === undefined || value === null) return value;
  const branches = ((schema.anyOf ?? []) as TSchema[]).filter(({ type }) => type !== 'null');
  if (branches.length === 1) return valueInEvents(branches[0], value);
  if (typeof value === 'string') return branches.length > 0 && branches.every(isWord) ? upperSnake(value) : value;
  if (Array.isArray(value)) return value.map((item) => valueInEvents(schema.items as TSchema | undefined, item));
  if (typeof value !== 'object' || schema.properties === undefined) return value;
  return fieldsInEvents(schema as TObject, value as Record<string, unknown>);
};

const fieldsInEvents = ({ properties }: TObject, fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, valueInEvents(properties[name], value)]));

/** What changed of a record of this shape as events write it: enumerations in UPPER_SNAKE (events.md "Rules"). */
export const changesInEvents = (shape: TObject, { changes, previous }: Changes): Changes => ({
  changes: fieldsInEvents(shape, changes),
  previous: fieldsInEvents(shape, previous),
});
