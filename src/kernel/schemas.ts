import { type ObjectOptions, type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { MAX_EMAIL_LENGTH } from './emails.ts';
import { MAX_SLUG_LENGTH, MAX_TIME_ZONE_LENGTH, MAX_URL_LENGTH } from './formats.ts';
import { lazily } from './lazily.ts';
import { inMinorUnits } from './minor-units.ts';
import { matching } from './patterns.ts';

/** The fields of an object, or a function that makes them with their first use: a start uses few schemas. */
type MadeFields<Fields> = Fields | (() => Fields);

const { properties: _, ...NO_FIELDS } = Type.Object({});

function objectOf<Fields extends TProperties>(fields: MadeFields<Fields>, options: ObjectOptions): TObject<Fields>;
function objectOf(fields: MadeFields<TProperties>, options: ObjectOptions): object {
  if (typeof fields !== 'function') return Type.Object(fields, options);
  const made = lazily(() => Type.Object(fields()));
  return Object.defineProperties(
    { ...options, ...NO_FIELDS },
    {
      required: { enumerable: true, get: () => made().required },
      properties: { enumerable: true, get: () => made().properties },
    },
  );
}

/** An object without other fields; `title` is its schema name in the OpenAPI document. */
export const shape = <Fields extends TProperties>(title: string, fields: MadeFields<Fields>) =>
  objectOf(fields, { title, additionalProperties: false });

/** An object inside another one, without a schema name of its own. */
export const object = <Fields extends TProperties>(fields: MadeFields<Fields>) =>
  objectOf(fields, { additionalProperties: false });

export const optional = Type.Optional;

/** Lists of alternative fields, by schema: a value needs one field of each list. */
const ALTERNATIVES = new WeakMap<object, readonly (readonly string[])[]>();

/** An object that needs one of several optional fields, which name the same. */
export const withOneOf = <Schema extends TObject>(schema: Schema, ...names: readonly string[]): Schema => {
  ALTERNATIVES.set(schema, [...alternativesOf(schema), names]);
  return schema;
};

/** Lists of alternative fields; empty for most schemas. A value needs one field of each list. */
export const alternativesOf = (schema: object): readonly (readonly string[])[] => ALTERNATIVES.get(schema) ?? [];

/** A symbol, as `EXTENSION`. */
const REMEDY = Symbol('remedy');

/** A required field with what to do if there is no value for it. The error says it when the field is missing. */
export const orElse = <Schema extends TSchema>(schema: Schema, remedy: string): Schema => ({
  ...schema,
  [REMEDY]: remedy,
});

/** What to do instead of sending a field; undefined for most. */
export const remedyOf = (schema: object): string | undefined => {
  const remedy: unknown = Reflect.get(schema, REMEDY);
  return typeof remedy === 'string' ? remedy : undefined;
};

/** A symbol, so that it does not appear in the OpenAPI document. */
const EXTENSION = Symbol('extension');

/** An optional query parameter that extends the contract. */
export const extensionParameter = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional<Schema>({ ...schema, [EXTENSION]: true });

/** Whether a query parameter extends the contract. */
export const isExtensionParameter = (schema: object): boolean => EXTENSION in schema;

/** A field that extends the contract. */
export const extension = <Schema extends TSchema>(schema: Schema, description: string): Schema => ({
  ...schema,
  description,
  'x-extension': true,
});

/**
 * A schema with values that extend the contract: words of an enumeration, or null. Clients that know the contract alone have never
 * seen them.
 */
export const withExtensionValues = <Schema extends TSchema>(
  schema: Schema,
  values: readonly Static<Schema>[],
): Schema => ({ ...schema, 'x-extension-values': values });

export const described = <Schema extends TSchema>(schema: Schema, description: string): Schema => ({
  ...schema,
  description,
});

/** A schema with the value that is taken where none is sent, for the OpenAPI document. */
export const withDefault = <Schema extends TSchema>(schema: Schema, initial: Static<Schema>): Schema => ({
  ...schema,
  default: initial,
});

export const withoutDefault = <Schema extends TSchema>(schema: Schema): Schema => {
  const copy = { ...schema };
  Reflect.deleteProperty(copy, 'default');
  return copy;
};

/** A schema without its default and the defaults of its fields, for a PATCH: what it leaves out stays as it is. */
export const withoutDefaults = <Schema extends TSchema>(schema: Schema): Schema => {
  const { properties, anyOf }: TSchema = schema;
  const fields = Object.entries<TSchema>(properties ?? {}).map(([name, field]) => [name, withoutDefaults(field)]);
  return Object.assign(
    withoutDefault(schema),
    properties && { properties: Object.fromEntries(fields) },
    anyOf && { anyOf: anyOf.map(withoutDefaults) },
  );
};

export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** What the contract never has as null. */
export const nullableByExtension = <Schema extends TSchema>(schema: Schema) =>
  Type.Union([schema, Type.Null()], { 'x-extension-values': [null] });

export const oneOf = <const Word extends string>(...words: readonly Word[]) =>
  Type.Union(words.map((word) => Type.Literal(word)));

/** The branches of a union; none for other schemas. */
export const branchesOf = (schema: TSchema): readonly TSchema[] => schema.anyOf ?? [];

export const isShape = (schema: TSchema | undefined): schema is TObject =>
  schema?.type === 'object' && schema.properties !== undefined;

export const admitsNull = (schema: TSchema): boolean => branchesOf(schema).some(({ type }) => type === 'null');

// The limits of conventions.md "Values".
export const id = () => Type.String({ format: 'uuid' });
export const instant = () => Type.String({ format: 'date-time' });
/** An instant, or days from now: what is saved with days keeps its meaning. */
export const moment = () => Type.String({ format: 'moment' });
export const date = () => Type.String({ format: 'date' });
export const wallTime = () => Type.String({ format: 'wall-time' });
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export const weekday = () => oneOf(...WEEKDAYS);
export const timeZone = () => Type.String({ format: 'time-zone', maxLength: MAX_TIME_ZONE_LENGTH });
export const currency = () => Type.String({ format: 'currency' });
export const country = () => Type.String({ format: 'country', description: 'An ISO 3166-1 alpha-2 country code.' });
export const email = () => Type.String({ format: 'email', maxLength: MAX_EMAIL_LENGTH });
export const url = () => Type.String({ format: 'uri', maxLength: MAX_URL_LENGTH });
export const languageTag = (description: string) =>
  matching('^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,11}$', 'must be a language tag, such as en or pt-BR', {
    maxLength: 35,
    description,
  });
export const key = () =>
  matching('^[a-z][a-z0-9_]{0,39}$', 'must begin with a small letter and have small letters, digits and underscores', {
    maxLength: 40,
  });
/** The name of a record in web addresses. */
export const slug = () => Type.String({ format: 'slug', minLength: 1, maxLength: MAX_SLUG_LENGTH });
export const phone = () => line(32);
/** One line of text of 1 to `maxLength` characters. */
export const line = (maxLength: number) => Type.String({ format: 'line', minLength: 1, maxLength });
/** A line by which a record is found, without characters that no one sees. */
export const code = (maxLength: number) => Type.String({ format: 'code', minLength: 1, maxLength });
export const name = () => line(100);
/** The last name of a client: empty for people with one name. */
export const lastName = () => Type.String({ format: 'line', maxLength: 100 });
export const description = () => Type.String({ maxLength: 5000 });
/** A text that pages show as Markdown: what reading it costs is limited too (conventions.md "Management API"). */
export const markdown = (maxLength = 5000) => Type.String({ format: 'markdown', maxLength });
export const notes = () => Type.String({ maxLength: 10_000 });
export const integer = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });
export const count = () => Type.Integer({ minimum: 0 });
export const flag = () => Type.Boolean();
export const listOfUpTo = <Schema extends TSchema>(maxItems: number, schema: Schema) =>
  Type.Array(schema, { maxItems });

export const money = () =>
  object(() => ({ amount: inMinorUnits(integer(0, 1_000_000_000_000)), currency: currency() }));

/** The fields that every record has in responses (conventions.md "Values"). */
export const recordFields = <Name extends string>(object: Name) => ({
  id: id(),
  object: Type.Literal(object),
  createdAt: instant(),
  updatedAt: instant(),
});

/** A reference by name to the schema of a record, for families that cannot import it. */
export const recordReference = (name: string) => Type.Object({}, { 'x-record': name });

export const metadataResponse = () => Type.Record(Type.String(), Type.String());

/** `metadata` in requests; in a PATCH, a null value deletes its key. */
export const metadataInput = () =>
  Type.Record(Type.String({ pattern: '^.{1,40}$' }), nullable(Type.String({ maxLength: 500 })), {
    maxProperties: 50,
    additionalProperties: false,
  });

/** `metadata` and `externalId` in requests. */
export const integrationInput = {
  metadata: optional(metadataInput()),
  externalId: optional(nullable(code(255))),
};

/** The PATCH body: the create body with every field optional. */
export const patchOf = <Fields extends TProperties>(title: string, body: TObject<Fields>) =>
  shape(title, () => withoutDefaults(Type.Partial(Type.Object(body.properties))).properties);

/** The response of DELETE: `{ id, object, deleted: true }` and `fields`. */
export const deletedShape = <Fields extends TProperties>(object: string, fields: Fields) =>
  shape(
    `Deleted${object[0]?.toUpperCase()}${object.slice(1).replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())}`,
    () => ({
      id: id(),
      object: Type.Literal(object),
      deleted: Type.Literal(true),
      ...fields,
    }),
  );

/** The fields that DELETE adds to its response when it archives. */
export const archivedFields = {
  archived: Type.Literal(true),
  archivedAt: described(instant(), 'Time at which it was archived.'),
};

/** The list envelope (conventions.md "Lists") for one kind of record; `cursor` is the shape of its ids. */
export const listOf = <Schema extends TSchema>(item: Schema, cursor = id()) =>
  shape(`${item.title}List`, () => ({
    object: Type.Literal('list'),
    url: Type.String(),
    data: Type.Array(item),
    hasMore: described(Type.Boolean(), 'Whether there are more records in the direction in which you are paging.'),
    nextCursor: described(nullable(cursor), 'Pass it as `starting_after` to get the next page.'),
    previousCursor: described(nullable(cursor), 'Pass it as `ending_before` to get the previous page.'),
  }));

export type { Static, TObject, TSchema };
