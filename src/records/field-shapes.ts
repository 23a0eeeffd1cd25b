import { type TOptional, type TSchema, Type } from '@sinclair/typebox';
import { withDefault } from '../kernel/schemas.ts';
import type { Definition, Fields } from './fields.ts';

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

/** The properties of the response schema of fields. */
export const responsesOf = <F extends Fields>(fields: F): Responses<F> => {
  const shown = Object.entries(fields).flatMap(([name, { definition }]) =>
    definition.response === undefined ? [] : [[name, definition.response] as const],
  );
  return Object.fromEntries(shown) as Responses<F>;
};

/** A field that callers may leave out; the document says what it is then, unless that is null. */
const omissible = (input: TSchema, { from, initial }: Definition): TSchema =>
  Type.Optional(from === 'default' && initial !== undefined && initial !== null ? withDefault(input, initial) : input);

/** The properties of the create body of fields. */
export const inputsOf = <F extends Fields>(fields: F): Inputs<F> => {
  const sent = Object.entries(fields).flatMap(([name, { definition }]) => {
    const { input, from } = definition;
    return input === undefined ? [] : [[name, from === 'caller' ? input : omissible(input, definition)] as const];
  });
  return Object.fromEntries(sent) as Inputs<F>;
};
