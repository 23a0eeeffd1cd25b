import './formats.ts';
import {
  type Static,
  type TLiteral,
  type TObject,
  type TProperties,
  type TSchema,
  type TUnion,
  Type,
} from '@sinclair/typebox';

/** An object that admits no other fields than these; `title` is its schema name in the OpenAPI document. */
export const shape = <Fields extends TProperties>(title: string, fields: Fields) =>
  Type.Object(fields, { title, additionalProperties: false });

/** An object inside another one, without a name of its own. */
export const part = <Fields extends TProperties>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false });

export const optional = Type.Optional;

/** A symbol, so that no document shows it. */
const ADDED = Symbol('added');

/** A query parameter of our own, beside those that the interface lists. */
export const added = <Schema extends TSchema>(schema: Schema) => Type.Optional<Schema>({ ...schema, [ADDED]: true });

/** Whether a query parameter is our own. */
export const isAdded = (schema: object): boolean => ADDED in schema;

/** A value that null clears. */
export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** One of the given words. */
export const oneOf = <const Words extends readonly string[]>(...words: Words) =>
  Type.Union(words.map((word) => Type.Literal(word))) as TUnion<{
    -readonly [Index in keyof Words]: TLiteral<Words[Index]>;
  }>;

// The sizes of conventions.md, "Values".
export const id = () => Type.String({ format: 'uuid' });
export const instant = () => Type.String({ format: 'date-time' });
export const date = () => Type.String({ format: 'date' });
export const wallTime = () => Type.String({ format: 'wall-time' });
export const timeZone = () => Type.String({ format: 'time-zone', maxLength: 64 });
export const currency = () => Type.String({ format: 'currency' });
export const email = () => Type.String({ format: 'email', maxLength: 254 });
export const url = () => Type.String({ format: 'uri', maxLength: 2048 });
export const phone = () => line(32);
/** One line of text of 1 to `maxLength` characters. */
export const line = (maxLength: number) => Type.String({ format: 'line', minLength: 1, maxLength });
export const name = () => line(100);
export const description = () => Type.String({ maxLength: 5000 });
export const notes = () => Type.String({ maxLength: 10_000 });
export const integer = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });
export const count = () => Type.Integer({ minimum: 0 });
export const flag = () => Type.Boolean();
export const listOfUpTo = <Schema extends TSchema>(maxItems: number, schema: Schema) =>
  Type.Array(schema, { maxItems });

export const money = () => part({ amount: integer(0, 1_000_000_000_000), currency: currency() });

/** The fields of conventions.md that every writable business record answers with. */
export const recordFields = <Name extends string>(object: Name) => ({
  id: id(),
  object: Type.Literal(object),
  createdAt: instant(),
  updatedAt: instant(),
});

/** A record of a family that comes later: the document refers to its shape by the name. */
export const recordNamed = (name: string) => Type.Object({}, { 'x-record': name });

/** `metadata` as it is answered. */
export const metadataAnswer = () => Type.Record(Type.String(), Type.String());

/** `metadata` and `externalId` as they are answered. */
export const ownFields = {
  metadata: metadataAnswer(),
  externalId: nullable(Type.String()),
};

/** `metadata` as it is sent; in a PATCH a null value deletes its key. */
export const metadataInput = () =>
  Type.Record(Type.String({ pattern: '^.{1,40}$' }), nullable(Type.String({ maxLength: 500 })), {
    maxProperties: 50,
    additionalProperties: false,
  });

/** `metadata` and `externalId` as they are sent. */
export const ownInput = {
  metadata: optional(metadataInput()),
  externalId: optional(nullable(line(255))),
};

/** Every field of a create body made optional, as PATCH takes them. */
export const patchOf = <Fields extends TProperties>(title: string, body: TObject<Fields>) =>
  Type.Partial(body, { title, additionalProperties: false });

/** `{ id, object, deleted: true }`; archives add when. */
export const deletedShape = <Fields extends TProperties>(object: string, fields: Fields) =>
  shape(
    `Deleted${object[0]?.toUpperCase()}${object.slice(1).replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())}`,
    {
      id: id(),
      object: Type.Literal(object),
      deleted: Type.Literal(true),
      ...fields,
    },
  );

/** What DELETE adds where it archives. */
export const archivedFields = { archived: Type.Literal(true), archivedAt: instant() };

/** The list envelope of conventions.md "Lists" around one kind of record; `cursor` is the form of its ids. */
export const listOf = <Schema extends TSchema>(item: Schema, cursor = id()) =>
  shape(`${item.title}List`, {
    object: Type.Literal('list'),
    url: Type.String(),
    data: Type.Array(item),
    hasMore: Type.Boolean(),
    nextCursor: nullable(cursor),
    previousCursor: nullable(cursor),
  });

export type { Static, TObject, TSchema };
