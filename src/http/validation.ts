import type { Static, TSchema } from '@sinclair/typebox';
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler';
import { type ValueError, ValueErrorIterator, ValueErrorType } from '@sinclair/typebox/errors';
import { didYouMean } from '../kernel/did-you-mean.ts';
import { formatRequirement, storedForm } from '../kernel/formats.ts';
import { lazily } from '../kernel/lazily.ts';
import { isObject } from '../kernel/objects.ts';
import { patternRequirement } from '../kernel/patterns.ts';
import { characterCount } from '../kernel/plain-text.ts';
import { type Detail, invalid, invalidDetail, MAX_DETAILS } from '../kernel/problem.ts';
import { alternativesOf, branchesOf, remedyOf } from '../kernel/schemas.ts';
import { DUPLICATE, reasonOf } from './reasons.ts';
import { repetitionsIn, withoutUniqueItems } from './unique-items.ts';

export interface Validator<Schema extends TSchema> {
  readonly schema: Schema;
  /** Whether an object without fields is valid, without asking `isValid`. */
  isOptional(): boolean;
  isValid(value: unknown): value is Static<Schema>;
  /** A valid value as it is stored: UUIDs in lower case, time zones in the spelling of the tz database. */
  stored<Value extends Static<Schema>>(value: Value): Value;
  /** The errors of `value`, one for each path; of more than `MAX_DETAILS` only the first. */
  errors(value: unknown): Detail[];
}

const stepOf = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

const MAX_PARAM_LENGTH = 200;

/** A JSON path for an error. A key can be as long as the body, so a long path is cut. */
export const shownParam = (path: string): string =>
  path.length > MAX_PARAM_LENGTH ? `${path.slice(0, MAX_PARAM_LENGTH)}...` : path;

/** The maximum number of characters of a pointer that can be shown: an escaped character takes two. */
const MAX_POINTER_LENGTH = 2 * MAX_PARAM_LENGTH + 2;

/** JSON pointer to JSON path: `/a/0/b` becomes `a[0].b`. */
const pathOf = (pointer: string): string =>
  shownParam(
    pointer
      .slice(0, MAX_POINTER_LENGTH)
      .split('/')
      .slice(1)
      .map(stepOf)
      .reduce((path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`), ''),
  );

const wordsOf = (schema: TSchema): string[] =>
  branchesOf(schema).flatMap((branch) => (branch.const === undefined ? [] : [String(branch.const)]));

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
  const branches = branchesOf(schema);
  if (branches.length === 0) return KIND[String(schema.type)] ?? 'another value';
  const words = wordsOf(schema);
  if (words.length > 1) return `one of ${words.join(', ')}`;
  return branches.map(kindOf).join(' or ');
};

/** The characters of a wrong text in which the reason is looked for. */
const MAX_SHOWN = 1000;

const limits: Partial<Record<ValueErrorType, (schema: TSchema, value?: unknown) => string>> = {
  [ValueErrorType.StringMinLength]: (schema) =>
    schema.minLength === 1 ? 'must not be empty' : `must have at least ${schema.minLength} characters`,
  [ValueErrorType.StringMaxLength]: (schema) => `must have at most ${schema.maxLength} characters`,
  [ValueErrorType.StringFormat]: (schema, value) =>
    formatRequirement(String(schema.format), typeof value === 'string' ? value.slice(0, MAX_SHOWN) : ''),
  [ValueErrorType.StringPattern]: (schema) => patternRequirement(String(schema.pattern)),
  [ValueErrorType.ArrayMinItems]: (schema) => `must have at least ${schema.minItems} items`,
  [ValueErrorType.ArrayMaxItems]: (schema) => `must have at most ${schema.maxItems} items`,
  [ValueErrorType.ObjectMaxProperties]: (schema) => `must have at most ${schema.maxProperties} keys`,
};

const isRange = (type: ValueErrorType): boolean =>
  type === ValueErrorType.IntegerMinimum ||
  type === ValueErrorType.IntegerMaximum ||
  type === ValueErrorType.NumberMinimum ||
  type === ValueErrorType.NumberMaximum;

const requirementOf = (error: ValueError): string => {
  if (isRange(error.type)) return `must be from ${error.schema.minimum} to ${error.schema.maximum}`;
  return limits[error.type]?.(error.schema, error.value) ?? `must be ${kindOf(error.schema)}`;
};

/** Whether an error is only that a text has more UTF-16 units than `maxLength`, but not more characters. */
const countsUnits = ({ type, schema: { maxLength = 0 }, value }: ValueError): boolean =>
  type === ValueErrorType.StringMaxLength &&
  typeof value === 'string' &&
  value.length <= 2 * maxLength &&
  characterCount(value) <= maxLength;

/** The errors that TypeBox finds, but limits are in characters, as JSON Schema has them, not in UTF-16 units. */
function* errorsOf(found: Iterable<ValueError>): Generator<ValueError, undefined> {
  for (const error of found) {
    if (error.type === ValueErrorType.Union) {
      const branches = error.errors.map((branch) => [...errorsOf(branch).take(MAX_DETAILS)]);
      if (branches.some(({ length }) => length === 0)) continue;
      yield { ...error, errors: branches.map((errors) => new ValueErrorIterator(errors.values())) };
    } else if (!countsUnits(error)) yield error;
  }
  return undefined;
}

/** The errors of the union branch that has the type of the value: they explain more than the error of the union. */
const branchErrors = (error: ValueError): ValueError[] => {
  const branches = branchesOf(error.schema).map((schema, index) => ({
    schema,
    errors: [...Iterator.from<ValueError>(error.errors[index] ?? []).take(MAX_DETAILS)],
  }));
  const typed = branches.filter(
    ({ schema }) => KIND[String(schema.type)] !== undefined && schema.type !== 'null' && schema.const === undefined,
  );
  const matching = typed.find(({ errors }) =>
    errors.some((inner) => inner.path !== error.path || limits[inner.type] !== undefined || isRange(inner.type)),
  );
  return matching?.errors ?? [];
};

const wrongKey = ({ path }: ValueError, param: string, pattern: string): Detail => {
  const key = stepOf(path.slice(path.lastIndexOf('/') + 1));
  const [, least, most] = /^\^\.\{(\d+),(\d+)\}\$$/.exec(pattern) ?? [];
  const wanted =
    most === undefined ? patternRequirement(pattern) : `must have ${least} to ${most} characters on one line`;
  const shown = key.length > 60 ? `${key.slice(0, 60)}...` : key;
  const message = `The key '${shown}' has ${key.length} characters. A key ${wanted}.`;
  return invalidDetail(param, message, { reason: 'wrong_format' });
};

const missingMessage = (param: string, error: ValueError): string => {
  const wanted = `'${param}' is missing. Send it: it ${requirementOf({ ...error, type: ValueErrorType.Never })}.`;
  const remedy = remedyOf(error.schema);
  return remedy === undefined ? wanted : `${wanted} ${remedy}`;
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
        message: missingMessage(param, error),
      },
    ];
  }
  if (error.type === ValueErrorType.ObjectAdditionalProperties) {
    const [pattern] = Object.keys(error.schema.patternProperties ?? {});
    if (pattern !== undefined) return [wrongKey(error, param, pattern)];
    const own = param.slice(Math.max(param.lastIndexOf('.'), param.lastIndexOf(']')) + 1);
    const names = Object.keys(error.schema.properties ?? {});
    return [{ param, code: 'parameter_unknown', message: `Unknown field '${param}'.${didYouMean(own, names)}` }];
  }
  return [
    {
      param,
      code: 'parameter_invalid',
      message: `${param === '' ? 'The body' : `'${param}'`} ${requirementOf(error)}.`,
      ...reasonOf(error),
    },
  ];
};

const firstOfEachPath = (details: Iterable<Detail>): Detail[] => {
  const paths = new Map<string, Detail>();
  for (const detail of details) {
    if (paths.size === MAX_DETAILS) break;
    if (!paths.has(detail.param)) paths.set(detail.param, detail);
  }
  return [...paths.values()];
};

/** A compiled schema, and where a valid value has an item twice in a list of unique items. */
interface Compiled {
  readonly check: TypeCheck<TSchema>;
  readonly repetitions: ((value: unknown) => readonly string[]) | undefined;
}

const compiled = new WeakMap<TSchema, Compiled>();

const compile = (schema: TSchema): Compiled => {
  const cached = compiled.get(schema);
  if (cached !== undefined) return cached;
  const repetitions = repetitionsIn(schema);
  const made = {
    check: TypeCompiler.Compile(repetitions === undefined ? schema : withoutUniqueItems(schema)),
    repetitions,
  };
  compiled.set(schema, made);
  return made;
};

const repeated = (param: string): Detail => ({
  param,
  code: 'parameter_invalid',
  message: `'${param}' must not contain duplicate values.`,
  ...DUPLICATE,
});

const missingAlternatives = (alternatives: readonly (readonly string[])[], value: unknown): Detail[] => {
  if (!isObject(value)) return [];
  const missing = alternatives.filter((names) => names.every((name) => value[name] === undefined));
  return missing.map((names) => {
    const [name = ''] = names;
    return invalidDetail(name, `'${name}' is missing. Send one of '${names.join("', '")}'.`, 'parameter_missing');
  });
};

/** Writes the strings in a value as their formats are stored; undefined for a schema without such strings. */
type FormatWriter = ((value: unknown) => unknown) | undefined;

const itemsWriter = (item: FormatWriter): FormatWriter =>
  item === undefined ? undefined : (value) => (Array.isArray(value) ? value.map(item) : value);

const fieldsWriter = (properties: Readonly<Record<string, TSchema>>): FormatWriter => {
  const writers = Object.entries(properties).flatMap(([name, schema]) => {
    const writer = formatWriter(schema);
    return writer === undefined ? [] : [[name, writer] as const];
  });
  if (writers.length === 0) return undefined;
  return (value) => {
    if (!isObject(value)) return value;
    for (const [name, writer] of writers) if (value[name] !== undefined) value[name] = writer(value[name]);
    return value;
  };
};

const formatWriter = (schema: TSchema): FormatWriter => {
  const form = storedForm(String(schema.format));
  if (form !== undefined) return (value) => (typeof value === 'string' ? form(value) : value);
  if (schema.type === 'array') return itemsWriter(formatWriter(schema.items));
  if (schema.type === 'object') return fieldsWriter(schema.properties ?? {});
  const writers = branchesOf(schema).flatMap((branch) => formatWriter(branch) ?? []);
  return writers.length === 0 ? undefined : (value) => writers.reduce((written, writer) => writer(written), value);
};

/** The validation of a schema. It is compiled at first use, to keep the start fast. */
export const validatorFor = <Schema extends TSchema>(schema: Schema): Validator<Schema> => {
  let made: Compiled | undefined;
  let writer: { readonly write: FormatWriter } | undefined;
  const alternatives = alternativesOf(schema);
  return {
    schema,
    isOptional: lazily(() => schema.type === 'object' && schema.required === undefined && alternatives.length === 0),
    isValid: (value): value is Static<Schema> => {
      made ??= compile(schema);
      return (
        (made.check.Check(value) || errorsOf(made.check.Errors(value)).next().done === true) &&
        (made.repetitions === undefined || made.repetitions(value).length === 0) &&
        missingAlternatives(alternatives, value).length === 0
      );
    },
    stored: (value) => {
      writer ??= { write: formatWriter(schema) };
      // An object is changed in place.
      return writer.write === undefined ? value : (writer.write(value) as typeof value);
    },
    errors: (value) => {
      made ??= compile(schema);
      const { check, repetitions } = made;
      const details = errorsOf(check.Errors(value)).flatMap((error) => explain(error));
      return [
        ...firstOfEachPath(details),
        ...missingAlternatives(alternatives, value),
        ...(repetitions?.(value) ?? []).map(repeated),
      ];
    },
  };
};

/** `value`, if it is valid. @param above comes before each path. @throws Problem 400 with everything that is wrong with it. */
export const requireValid = <Schema extends TSchema>(schema: Schema, value: unknown, above = ''): Static<Schema> => {
  const validator = validatorFor(schema);
  if (validator.isValid(value)) return value;
  throw invalid(validator.errors(value).map((detail) => ({ ...detail, param: above + detail.param })));
};
