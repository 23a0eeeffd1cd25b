import type { TObject, TSchema } from '@sinclair/typebox';
import { upperSnake } from './payload-fields.ts';

/** New and old values of the fields that changed. */
interface Changes {
  readonly changes: Record<string, unknown>;
  readonly previous: Record<string, unknown>;
}

/** Whether a schema is a plain enumeration value. Permissions and scopes contain other characters and stay as they are. */
const isWord = ({ const: word }: TSchema): boolean => typeof word === 'string' && /^[a-z][a-z0-9_]*$/.test(word);

const valueInEvents = (schema: TSchema | undefined, value: unknown): unknown => {
  if (schema === undefined || value === null) return value;
  const anyOf: readonly TSchema[] = schema.anyOf ?? [];
  const branches = anyOf.filter(({ type }) => type !== 'null');
  if (branches.length === 1) return valueInEvents(branches[0], value);
  if (typeof value === 'string') return branches.length > 0 && branches.every(isWord) ? upperSnake(value) : value;
  if (Array.isArray(value)) return value.map((item) => valueInEvents(schema.items, item));
  if (typeof value !== 'object' || schema.properties === undefined) return value;
  return fieldsInEvents(schema.properties, value);
};

const fieldsInEvents = (properties: Readonly<Record<string, TSchema>>, fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, valueInEvents(properties[name], value)]));

/** The changes of a record in their form for events: enumerations in UPPER_SNAKE (events.md "Rules"). */
export const eventChanges = (shape: TObject, { changes, previous }: Changes): Changes => ({
  changes: fieldsInEvents(shape.properties, changes),
  previous: fieldsInEvents(shape.properties, previous),
});
