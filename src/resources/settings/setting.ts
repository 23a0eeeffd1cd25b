import { type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { described, nullable, object } from '../../kernel/schemas.ts';

/** One setting: how responses show it, how callers send it, and its value where neither brand nor site sets one. */
interface Setting<Schema extends TSchema = TSchema, Sent extends TSchema = TSchema> {
  readonly schema: Schema;
  readonly sent: Sent;
  readonly initial: Static<Schema> | undefined;
}

type Group = Readonly<Record<string, Setting>>;

export const setting = <Schema extends TSchema>(schema: Schema, initial: Static<Schema>): Setting<Schema, Schema> => ({
  schema,
  sent: schema,
  initial,
});

/** A setting without a default, since the first start stores its value. */
export const stored = <Schema extends TSchema>(schema: Schema): Setting<Schema, Schema> => ({
  schema,
  sent: schema,
  initial: undefined,
});

/** Any of the fields of an object. */
export const some = <Fields extends TProperties>(fields: Fields) =>
  Type.Partial(Type.Object(fields), { additionalProperties: false });

/** A setting that is an object; callers send any of its fields, and the others stay. */
export const objectSetting = <Fields extends TProperties>(fields: Fields, initial: Static<TObject<Fields>>) => ({
  schema: object(fields),
  sent: some(fields),
  initial,
});

/** As `objectSetting`, or null: what is sent of the fields is added to the present value, and the result must be whole. */
export const nullableObject = <Fields extends TProperties>(fields: Fields, description: string) => ({
  schema: described(nullable(object(fields)), description),
  sent: described(nullable(some(fields)), description),
  initial: null,
});

export const responsesOf = <G extends Group>(group: G) =>
  Object.fromEntries(Object.entries(group).map(([name, { schema }]) => [name, schema])) as {
    -readonly [Name in keyof G]: G[Name]['schema'];
  };

export const inputsOf = <G extends Group>(group: G) =>
  Object.fromEntries(Object.entries(group).map(([name, { sent }]) => [name, sent])) as {
    -readonly [Name in keyof G]: G[Name]['sent'];
  };

export const defaultsOf = (group: Group): object =>
  Object.fromEntries(
    Object.entries(group).flatMap(([name, { initial }]) => (initial === undefined ? [] : [[name, initial]])),
  );
