import {
  type Static,
  type TArray,
  type TNull,
  type TObject,
  type TOptional,
  type TSchema,
  type TUnion,
  Type,
} from '@sinclair/typebox';
import * as schemas from '../kernel/schemas.ts';
import { ChangedSchemas, type MaybeSchema, NONE, OtherSchemas, type Schemas, SentSchemas } from './field-schemas.ts';
import { type Inputs, inputsOf, type Responses, responsesOf } from './field-shapes.ts';
import type { Formula } from './formula.ts';
import { type Erase, leave, masked } from './personal.ts';

/** Where the value of a column in a new row comes from: the caller, a default, or the code that creates the row. */
type ValueSource = 'caller' | 'default' | 'code';

/**
 * How a column stores its value: `plain`: unchanged; `seen`: without characters that no one sees; `instant`: in UTC; `flag`: a boolean as 0 or 1; `list` and
 * `object`: JSON text, NULL when empty; `json`: JSON text, never NULL; `pairs`: metadata.
 */
type Codec = 'plain' | 'seen' | 'instant' | 'flag' | 'list' | 'object' | 'json' | 'pairs';

export interface StoredField {
  /** The type of its column; undefined for a field without one. */
  readonly type: 'text' | 'integer' | 'real' | 'blob' | undefined;
  readonly codec: Codec;
  readonly from: ValueSource;
  readonly isNullable: boolean;
  readonly initial?: unknown;
  readonly computed?: (row: never) => unknown;
  /** The same, as a formula, so that statements can compute it too. */
  readonly formula?: Formula;
  /** The compiled view leaves it out: the family's own view or `expand[]` adds it. */
  readonly isAdded?: boolean;
  /** A PATCH replaces the object instead of merging into it. */
  readonly isReplaced?: boolean;
  /** The fields of an object, or of each object of a list. */
  readonly parts?: Fields;
  /** What erasing the client of a record leaves of it; absent for what stays. */
  readonly erase?: Erase;
  /** Its schema in the field `state` of exports, if it is there. */
  readonly moved?: TSchema;
}

export interface Definition extends StoredField {
  /** Its schema in responses; undefined for a column that is never in responses. */
  readonly response: MaybeSchema;
  /** Its schema in requests; undefined for a field that callers cannot set. */
  readonly input: MaybeSchema;
  /** Its schema in imports; undefined for a field that the program computes, or that moves in `state`. */
  readonly imported: MaybeSchema;
}

declare const DERIVED: unique symbol;

/** The schema of a value that the family's own view adds. */
export type Derived<Schema extends TSchema = TSchema> = Schema & { readonly [DERIVED]: true };

type Nullable<Schema> = Schema extends TSchema ? TUnion<[Schema, TNull]> : undefined;
type Filled<From extends ValueSource> = From extends 'default' ? 'default' : 'code';

/** A field that is in the `state` of exports. */
export interface Moving<Schema extends TSchema = TSchema> {
  readonly moving: Schema;
}

/**
 * A field of a record: its column, its schema in responses, in requests and in imports. `Column` is never if it has no
 * column.
 */
export class Field<Column, ApiResponse, Input, From extends ValueSource, Imported = Input> {
  declare readonly column: Column;
  declare readonly response: ApiResponse;
  declare readonly input: Input;
  declare readonly from: From;
  declare readonly imported: Imported;

  readonly kept: StoredField;
  readonly #schemas: Schemas;
  #definition: Definition | undefined;

  constructor(kept: StoredField, schemas: Schemas) {
    this.kept = kept;
    this.#schemas = schemas;
  }

  /** Made with its first use. */
  get definition(): Definition {
    this.#definition ??= {
      ...this.kept,
      response: this.#schemas.response(),
      input: this.#schemas.input(),
      imported: this.#schemas.imported(),
    };
    return this.#definition;
  }

  #with<C, A, I, F extends ValueSource, M>(
    change: Partial<StoredField> | undefined,
    schemas = this.#schemas,
  ): Field<C, A, I, F, M> {
    return new Field(change === undefined ? this.kept : { ...this.kept, ...change }, schemas);
  }

  #filled(): ValueSource {
    return this.kept.from === 'default' ? 'default' : 'code';
  }

  /** May be null, and null is the default. */
  nullable(): Field<Column | null, Nullable<ApiResponse>, Nullable<Input>, 'default', Nullable<Imported>> {
    return this.#with(
      { isNullable: true, initial: null, from: 'default' },
      new ChangedSchemas(this.#schemas, schemas.nullable),
    );
  }

  /** Sets the default value. */
  default(
    initial: ApiResponse extends TSchema ? Static<ApiResponse> : Column,
  ): Field<Column, ApiResponse, Input, 'default', Imported> {
    return this.#with({ initial, from: 'default' });
  }

  /** Callers may leave it out: then the code that creates the record sets it. */
  optional(): Field<Column, ApiResponse, Input, Filled<From>, Imported> {
    return this.#with({ from: this.#filled() });
  }

  /** Callers cannot set it. Imports can: what it says happened elsewhere. */
  readOnly(): Field<Column, ApiResponse, undefined, Filled<From>, Imported> {
    return this.#with({ from: this.#filled() }, new OtherSchemas(this.#schemas, { input: undefined }));
  }

  /** The program computes it: neither callers nor imports can set it. */
  derived(): Field<Column, ApiResponse, undefined, Filled<From>, undefined> {
    return this.#with(
      { from: this.#filled() },
      new OtherSchemas(this.#schemas, { input: undefined, imported: undefined }),
    );
  }

  /** It is not in responses, and neither callers nor imports can set it. */
  internal(): Field<Column, undefined, undefined, Filled<From>, undefined> {
    return this.#with({ from: this.#filled() }, NONE);
  }

  shownAs<Schema extends TSchema>(response: Schema): Field<Column, Schema, Input, From, Imported> {
    return this.#with(undefined, new OtherSchemas(this.#schemas, { response }));
  }

  /** Has another schema in responses, and the family's own view adds the value, because it depends on more than the row. */
  derivedAs<Schema extends TSchema>(response: Schema): Field<Column, Derived<Schema>, Input, From, Imported> {
    return this.#with({ isAdded: true }, new OtherSchemas(this.#schemas, { response }));
  }

  /** A PATCH replaces the whole object instead of merging it, because its fields depend on each other. */
  replaced(): Field<Column, ApiResponse, Input, From, Imported> {
    return this.#with({ isReplaced: true });
  }

  /** Has personal data: erasing the client of the record leaves NULL, or what `erase` says. */
  personal(erase = leave()): Field<Column, ApiResponse, Input, From, Imported> {
    return this.#with({ erase });
  }

  /**
   * Responses do not show it, or not as it is stored, and the program continues with it: exports have it in `state`
   * (files of saved cards beside the other fields), so that it is the same in a studio that moves. Call it last.
   */
  moves<Schema extends TSchema>(schema: Schema, description?: string): this & Moving<Schema> {
    const moved = description === undefined ? schema : schemas.described(schema, description);
    return this.#with({ moved }) as unknown as this & Moving<Schema>;
  }

  /** Says what it means, for the OpenAPI document. Call it last. */
  described(description: string): Field<Column, ApiResponse, Input, From, Imported> {
    return this.#with(undefined, new ChangedSchemas(this.#schemas, schemas.described, description));
  }

  /** Says what it means, as a field that extends the contract. Call it last. */
  extension(description: string): Field<Column, ApiResponse, Input, From, Imported> {
    return this.#with(undefined, new ChangedSchemas(this.#schemas, schemas.extension, description));
  }

  /** Has another schema in requests. */
  sentAs<Schema extends TSchema>(input: Schema): Field<Column, ApiResponse, Schema, From, Schema> {
    return this.#with(undefined, new OtherSchemas(this.#schemas, { input, imported: input }));
  }
}

type AnyField = Field<unknown, TSchema | undefined, TSchema | undefined, ValueSource, TSchema | undefined>;
export type Fields = Readonly<Record<string, AnyField>>;

const field = <Column, Input extends TSchema>(
  type: StoredField['type'],
  codec: Codec,
  input: () => Input,
  response?: () => TSchema,
): Field<Column, Input, Input, 'caller'> =>
  new Field({ type, codec, from: 'caller', isNullable: false }, new SentSchemas(input, response));

export const text = <S extends TSchema>(schema: S) => field<Static<S>, S>('text', 'plain', () => schema);
/** A phone number, which is copied with marks of the direction around it. */
export const phone = () => field<string, ReturnType<typeof schemas.phone>>('text', 'seen', schemas.phone);
/** A text that pages show as Markdown. Older releases took texts that cost more to read than they may now. */
export const markdown = (maxLength?: number) => text(schemas.markdown(maxLength)).shownAs(Type.String());
export const integer = <S extends TSchema>(schema: S) => field<number, S>('integer', 'plain', () => schema);
export const real = <S extends TSchema>(schema: S) => field<number, S>('real', 'plain', () => schema);
export const word = <const Word extends string>(words: readonly Word[]) => {
  const schema = () => schemas.oneOf(...words);
  return field<Static<ReturnType<typeof schema>>, ReturnType<typeof schema>>('text', 'plain', schema);
};
export const id = () => field<string, ReturnType<typeof schemas.id>>('text', 'plain', schemas.id);
export const flag = () => field<number, ReturnType<typeof schemas.flag>>('integer', 'flag', schemas.flag);
export const instant = () => field<string, ReturnType<typeof schemas.instant>>('text', 'instant', schemas.instant);
/** Bytes, never in responses. */
export const bytes = () =>
  new Field<Uint8Array, undefined, undefined, 'code'>(
    { type: 'blob', codec: 'plain', from: 'code', isNullable: false },
    NONE,
  );
export const archivedAt = () =>
  instant().nullable().readOnly().described('Time at which it was archived. `null` if it is not.');

/** A list or map with the request schema `schema`; empty by default. */
export const list = <S extends TSchema>(schema: S): Field<string | null, S, S, 'default'> =>
  field<string | null, S>('text', 'list', () => schema).default([] as never);

/** A list of objects. Defaults fill the fields that a caller leaves out. */
export const listOf = <Parts extends Fields>(maxItems: number, parts: Parts) =>
  new Field<string | null, TArray<TObject<Responses<Parts>>>, TArray<TObject<Inputs<Parts>>>, 'default'>(
    { type: 'text', codec: 'list', from: 'default', isNullable: false, initial: [], parts },
    new SentSchemas(
      () => Type.Array(schemas.object(inputsOf(parts)), { maxItems }),
      () => Type.Array(schemas.object(responsesOf(parts))),
    ),
  );

/** An object. Defaults fill the fields that a caller leaves out. */
export const group = <Parts extends Fields>(parts: Parts) =>
  new Field<string | null, TObject<Responses<Parts>>, TObject<Inputs<Parts>>, 'caller'>(
    { type: 'text', codec: 'object', from: 'caller', isNullable: false, parts },
    new SentSchemas(
      () => schemas.object(inputsOf(parts)),
      () => schemas.object(responsesOf(parts)),
    ),
  );

export const object = <S extends TSchema>(schema: S) =>
  field<string | null, S>(
    'text',
    'object',
    () => schema,
    () => schema,
  );

/** A value stored as JSON text, never NULL. */
export const json = <S extends TSchema>(schema: S) =>
  field<string, S>(
    'text',
    'json',
    () => schema,
    () => schema,
  );

const NO_COLUMN = { type: undefined, codec: 'plain', from: 'default', isNullable: true } as const;
const onlyResponse = (response: TSchema): Schemas => ({ ...NONE, response: () => response });

class ComputedField<Row, ApiResponse> extends Field<never, ApiResponse, undefined, 'default'> {
  /** The columns that it is computed from: the record's own, or joined by its queries. */
  declare readonly row: Row;
}

/** A field computed from the row; it has no column. */
export const computed = <Row, S extends TSchema>(response: S, value: (row: Row) => Static<S>) =>
  new ComputedField<Row, S>({ ...NO_COLUMN, computed: value }, onlyResponse(response));

/** A field computed by a formula, in views and in statements that make the JSON text of a record; it has no column. */
export const formula = <S extends TSchema>(response: S, by: Formula) =>
  new Field<never, S, undefined, 'default'>({ ...NO_COLUMN, formula: by }, onlyResponse(response));

/** A field that the family's own view adds, because it depends on more than the row; it has no column. */
export const derived = <S extends TSchema>(response: S) =>
  new Field<never, Derived<S>, undefined, 'default'>({ ...NO_COLUMN, isAdded: true }, onlyResponse(response));

/** A related record that `expand[]` adds; it has no column. */
export const related = <S extends TSchema>(schema: S) =>
  new Field<never, TOptional<S>, undefined, 'default'>(
    { ...NO_COLUMN, isAdded: true },
    { ...NONE, response: () => Type.Optional(schema) },
  );

/** `metadata` and `externalId`, for the data of integrations (conventions.md "Values"). */
export const integrationFields = {
  metadata: field<string | null, ReturnType<typeof schemas.metadataInput>>('text', 'pairs', schemas.metadataInput)
    .shownAs(schemas.metadataResponse())
    .default({})
    .personal()
    .described('Up to 50 key-value pairs of text for your own use.'),
  externalId: text(schemas.code(255)).nullable().personal(masked).described('The ID of the record in your own system.'),
};
