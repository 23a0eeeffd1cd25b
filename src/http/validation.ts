import type { Static, TSchema } from '@sinclair/typebox';
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler';
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors';
import { wantedOf } from '../kernel/formats.ts';
import { didYouMean } from '../kernel/nearest.ts';
import type { Detail } from '../kernel/problem.ts';

/** A shape and its compiled test. */
export interface Checked<Schema extends TSchema> {
  readonly schema: Schema;
  /** Whether `value` has the shape. */
  fits(value: unknown): value is Static<Schema>;
  /** Everything that is wrong with `value`, one detail for each place. */
  problems(value: unknown): Detail[];
}

/** JSON pointer to JSON path: `/a/0/b` becomes `a[0].b`. */
const pathOf = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`), '');

const wordsOf = (schema: TSchema): string[] =>
  ((schema.anyOf as TSchema[] | undefined) ?? [])
    .filter((branch) => branch.const !== undefined)
    .map((branch) => String(branch.const));

const KIND: Record<string, string> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const kindOf = (schema: TSchema): string => {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const branches = schema.anyOf as TSchema[] | undefined;
  if (branches === undefined) return KIND[String(schema.type)] ?? 'another value';
  const words = wordsOf(schema);
  if (words.length > 1) return `one of ${words.join(', ')}`;
  return branches.map(kindOf).join(' or ');
};

const limits: Partial<Record<ValueErrorType, (schema: TSchema) => string>> = {
  [ValueErrorType.StringMinLength]: (schema) =>
    schema.minLength === 1 ? 'must not be empty' : `must have at least ${schema.minLength} characters`,
  [ValueErrorType.StringMaxLength]: (schema) => `must have at most ${schema.maxLength} characters`,
  [ValueErrorType.StringFormat]: (schema) => wantedOf(String(schema.format)),
  [ValueErrorType.StringPattern]: (schema) => `must match ${schema.pattern}`,
  [ValueErrorType.ArrayMinItems]: (schema) => `must hold at least ${schema.minItems}`,
  [ValueErrorType.ArrayMaxItems]: (schema) => `must hold at most ${schema.maxItems}`,
  [ValueErrorType.ArrayUniqueItems]: () => 'must not hold the same value twice',
  [ValueErrorType.ObjectMaxProperties]: (schema) => `must have at most ${schema.maxProperties} keys`,
};

const isRange = (type: ValueErrorType): boolean =>
  type === ValueErrorType.IntegerMinimum ||
  type === ValueErrorType.IntegerMaximum ||
  type === ValueErrorType.NumberMinimum ||
  type === ValueErrorType.NumberMaximum;

const wantedBy = (error: ValueError): string => {
  if (isRange(error.type)) return `must be from ${error.schema.minimum} to ${error.schema.maximum}`;
  return limits[error.type]?.(error.schema) ?? `must be ${kindOf(error.schema)}`;
};

/** How many problems of one request are told: a body can hold hundreds of thousands. */
export const MOST_DETAILS = 100;

/** A union tells nothing of its branches: the branch whose type the value has says what is really wrong. */
const branchErrors = (error: ValueError): ValueError[] => {
  const branches = ((error.schema.anyOf as TSchema[] | undefined) ?? []).map((schema, index) => ({
    schema,
    errors: [...Iterator.from<ValueError>(error.errors[index] ?? []).take(MOST_DETAILS)],
  }));
  const typed = branches.filter(
    ({ schema }) => KIND[String(schema.type)] !== undefined && schema.type !== 'null' && schema.const === undefined,
  );
  const meant = typed.find(({ errors }) =>
    errors.some((inner) => inner.path !== error.path || limits[inner.type] !== undefined || isRange(inner.type)),
  );
  return meant?.errors ?? [];
};

const explain = (error: ValueError): Detail[] => {
  const param = pathOf(error.path);
  if (error.type === ValueErrorType.Union) {
    const inner = branchErrors(error);
    if (inner.length > 0) return inner.flatMap(explain);
  }
  if (error.type === ValueErrorType.ObjectRequiredProperty) {
    return [
      {
        param,
        code: 'parameter_missing',
        message: `'${param}' is missing. Send it: it ${wantedBy({ ...error, type: ValueErrorType.Never })}.`,
      },
    ];
  }
  if (error.type === ValueErrorType.ObjectAdditionalProperties) {
    const own = param.slice(Math.max(param.lastIndexOf('.'), param.lastIndexOf(']')) + 1);
    const known = Object.keys((error.schema.properties as object | undefined) ?? {});
    return [{ param, code: 'parameter_unknown', message: `There is no field '${param}'.${didYouMean(own, known)}` }];
  }
  return [
    { param, code: 'parameter_invalid', message: `${param === '' ? 'The body' : `'${param}'`} ${wantedBy(error)}.` },
  ];
};

/** The first problem of each place, read no further than there are enough of them. */
const firstOfEachPlace = (details: Iterable<Detail>): Detail[] => {
  const places = new Map<string, Detail>();
  for (const detail of details) {
    if (places.size === MOST_DETAILS) break;
    if (!places.has(detail.param)) places.set(detail.param, detail);
  }
  return [...places.values()];
};

const compiled = new WeakMap<TSchema, Checked<TSchema>>();

/** The test of a shape, compiled at first use: most routes of a start are never called. */
export const checked = <Schema extends TSchema>(schema: Schema): Checked<Schema> => {
  const known = compiled.get(schema);
  if (known !== undefined) return known as unknown as Checked<Schema>;
  let test: TypeCheck<Schema> | undefined;
  const made: Checked<Schema> = {
    schema,
    fits: (value): value is Static<Schema> => {
      test ??= TypeCompiler.Compile(schema);
      return test.Check(value);
    },
    problems: (value) => {
      test ??= TypeCompiler.Compile(schema);
      return firstOfEachPlace(Iterator.from<ValueError>(test.Errors(value)).flatMap((error) => explain(error)));
    },
  };
  compiled.set(schema, made as unknown as Checked<TSchema>);
  return made;
};
