import { type TSchema, Type } from '@sinclair/typebox';

export type MaybeSchema = TSchema | undefined;

/** Makes the schemas of a field with their first use. Reading and writing rows needs no schema. */
export interface Schemas {
  response(): MaybeSchema;
  input(): MaybeSchema;
  /** For imports: the schema of `input`, also where callers cannot set the field. */
  imported(): MaybeSchema;
}

/** Another field's schemas, both changed. A class: a thousand closures would take three times the memory. */
export class ChangedSchemas implements Schemas {
  constructor(
    private readonly of: Schemas,
    private readonly change: (schema: TSchema, description: string) => TSchema,
    private readonly description = '',
  ) {}

  #changed(schema: MaybeSchema): MaybeSchema {
    return schema && this.change(schema, this.description);
  }

  response(): MaybeSchema {
    return this.#changed(this.of.response());
  }

  input(): MaybeSchema {
    return this.#changed(this.of.input());
  }

  imported(): MaybeSchema {
    return this.#changed(this.of.imported());
  }
}

export class OtherSchemas implements Schemas {
  constructor(
    private readonly of: Schemas,
    private readonly other: { readonly [Name in keyof Schemas]?: MaybeSchema },
  ) {}

  response(): MaybeSchema {
    return 'response' in this.other ? this.other.response : this.of.response();
  }

  input(): MaybeSchema {
    return 'input' in this.other ? this.other.input : this.of.input();
  }

  imported(): MaybeSchema {
    return 'imported' in this.other ? this.other.imported : this.of.imported();
  }
}

/** The schema of a field that is not in responses, or that callers cannot set. */
const none = (): undefined => undefined;
export const NONE: Schemas = { response: none, input: none, imported: none };

const KEPT_FORMATS: readonly unknown[] = ['uuid', 'date', 'date-time', 'wall-time'];

/** The response schema for a request schema: without its limits, because stored values may be older than a limit. */
const responseOf = (schema: TSchema): TSchema => {
  const { description, format } = schema;
  const options = {
    ...(description === undefined ? {} : { description }),
    ...(KEPT_FORMATS.includes(format) ? { format } : {}),
  };
  if (schema.type === 'string') return Type.String(options);
  if (schema.type === 'integer') return Type.Integer(options);
  if (schema.type === 'number') return Type.Number(options);
  return schema.type === 'array' ? Type.Array(responseOf(schema.items), options) : schema;
};

export class SentSchemas implements Schemas {
  constructor(
    readonly input: () => TSchema,
    private readonly shown?: () => TSchema,
  ) {}

  response(): MaybeSchema {
    return this.shown?.() ?? responseOf(this.input());
  }

  imported(): MaybeSchema {
    return this.input();
  }
}
