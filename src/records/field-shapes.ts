import { type TOptional, type TSchema, Type } from '@sinclair/typebox';
import { withDefault } from '../kernel/schemas.ts';
import type { Definition, Fields, Moving } from './fields.ts';

type Schema<Given> = Given extends TSchema ? Given : never;

/** The properties of the response schema. */
export type Responses<F extends Fields> = {
  -readonly [K in keyof F as F[K]['response'] extends TSchema ? K : never]: Schema<F[K]['response']>;
};

/** The properties of the create body. */
export type Inputs<F extends Fields> = {
  -readonly [K in keyof F as F[K]['input'] extends TSchema ? K : never]: F[K]['from'] extends 'caller'
    ? Schema<F[K]['input']>
    : TOptional<Schema<F[K]['input']>>;
};

/** The properties of a row of an import, which may lack any of them. */
export type Imports<F extends Fields> = {
  -readonly [K in keyof F as F[K]['imported'] extends TSchema ? K : never]: TOptional<Schema<F[K]['imported']>>;
};

export type State<F extends Fields> = {
  -readonly [K in keyof F as F[K] extends Moving ? K : never]: F[K] extends Moving<infer Moved> ? Moved : never;
};

/** A field that callers may leave out; the document says what it is then, unless that is null. */
const omissible = (input: TSchema, { from, initial }: Definition): TSchema =>
  Type.Optional(from === 'default' && initial !== undefined && initial !== null ? withDefault(input, initial) : input);

const schemasOf = <Properties>(
  fields: Fields,
  schemaOf: (definition: Definition) => TSchema | undefined,
): Properties => {
  const schemas = Object.entries(fields).map(([name, { definition }]) => [name, schemaOf(definition)] as const);
  return Object.fromEntries(schemas.filter(([, schema]) => schema !== undefined)) as Properties;
};

export const responsesOf = <F extends Fields>(fields: F) => schemasOf<Responses<F>>(fields, ({ response }) => response);

export const inputsOf = <F extends Fields>(fields: F) =>
  schemasOf<Inputs<F>>(fields, (definition) => {
    const { input, from } = definition;
    return input === undefined || from === 'caller' ? input : omissible(input, definition);
  });

export const importsOf = <F extends Fields>(fields: F) =>
  schemasOf<Imports<F>>(fields, ({ imported }) => imported && Type.Optional(imported));

export const stateSchemasOf = <F extends Fields>(fields: F) => schemasOf<State<F>>(fields, ({ moved }) => moved);
