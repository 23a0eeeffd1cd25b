import { expect, test } from 'bun:test';
import { apiDocument } from '../helpers/api-document.ts';

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

const { components } = (await apiDocument()) as { components: { schemas: Readonly<Record<string, Schema>> } };

/** Fields whose names say it all, and objects whose parts are described. */
const PLAIN = new Set([
  'id',
  'object',
  'createdAt',
  'updatedAt',
  'deleted',
  'archived',
  'metadata',
  'url',
  'amount',
  'currency',
  'name',
  'firstName',
  'lastName',
  'email',
  'phone',
  'tags',
  'description',
  'notes',
  'family',
  'role',
  'address',
  'line1',
  'line2',
  'city',
  'state',
  'postalCode',
  'country',
  'issuer',
  'subject',
  'stats',
  'booking',
  'payment',
  'notification',
  'membership',
  'brand',
  'processor',
  'myBooking',
  'eligibility',
  'bookingReminder',
  'packageExpiring',
  'channels',
  'code',
  'message',
]);

const isReference = ({ $ref, anyOf = [], items }: Schema): boolean =>
  $ref !== undefined || anyOf.some(isReference) || items?.$ref !== undefined;

const isClear = (name: string, schema: Schema): boolean =>
  PLAIN.has(name) ||
  /Ids?$/.test(name) ||
  isReference(schema) ||
  [schema, ...(schema.anyOf ?? [])].some(({ description }) => description !== undefined);

/** The paths of the fields that neither their name nor a description explains. */
const unclearIn = ({ properties = {}, items, anyOf = [] }: Schema, path: string): string[] => [
  ...Object.entries(properties).flatMap(([name, schema]) => [
    ...(isClear(name, schema) ? [] : [`${path}.${name}`]),
    ...unclearIn(schema, `${path}.${name}`),
  ]),
  ...(items === undefined ? [] : unclearIn(items, `${path}[]`)),
  ...anyOf.flatMap((branch) => unclearIn(branch, path)),
];

test('every field that is not plain has a description', () => {
  const schemas = Object.entries(components.schemas);
  expect(schemas.flatMap(([name, schema]) => unclearIn(schema, name))).toEqual([]);
});
