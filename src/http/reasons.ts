import type { TSchema } from '@sinclair/typebox';
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors';
import type { Because, PlainReason } from '../kernel/reasons.ts';
import { branchesOf } from '../kernel/schemas.ts';

const OF_FORMATS: Readonly<Record<string, PlainReason>> = {
  email: 'not_an_email',
  uri: 'not_a_url',
  origin: 'not_a_url',
  date: 'not_a_date',
  'date-time': 'not_a_time',
  'date-or-instant': 'not_a_date',
  'wall-time': 'not_a_time',
};

const OF_TYPES: Readonly<Record<string, PlainReason>> = { integer: 'not_a_whole_number', number: 'not_a_number' };

/** A number outside its range, or beyond the only end that it has. */
const outside = ({ minimum: min, maximum: max }: TSchema): Because => {
  if (min !== undefined && max !== undefined) return { reason: 'out_of_range', min, max };
  return min === undefined ? { reason: 'too_large', max } : { reason: 'too_small', min };
};

const found: Partial<Record<ValueErrorType, (schema: TSchema) => Because>> = {
  [ValueErrorType.StringMinLength]: ({ minLength: min }) =>
    min === 1 ? { reason: 'empty' } : { reason: 'too_short', min: min ?? 0 },
  [ValueErrorType.StringMaxLength]: ({ maxLength: max }) => ({ reason: 'too_long', max: max ?? 0 }),
  [ValueErrorType.StringFormat]: ({ format = '' }) => ({ reason: OF_FORMATS[format] ?? 'wrong_format', format }),
  [ValueErrorType.StringPattern]: () => ({ reason: 'wrong_format' }),
  [ValueErrorType.ArrayMinItems]: ({ minItems: min }) => ({ reason: 'too_few', min: min ?? 0 }),
  [ValueErrorType.ArrayMaxItems]: ({ maxItems: max }) => ({ reason: 'too_many', max: max ?? 0 }),
  [ValueErrorType.ObjectMaxProperties]: ({ maxProperties: max }) => ({ reason: 'too_many', max: max ?? 0 }),
  [ValueErrorType.IntegerMinimum]: outside,
  [ValueErrorType.NumberMinimum]: outside,
  [ValueErrorType.IntegerMaximum]: outside,
  [ValueErrorType.NumberMaximum]: outside,
};

/** What a value can be, also where a choice is one of several. */
const leavesOf = (schema: TSchema): readonly TSchema[] => {
  const branches = branchesOf(schema);
  return branches.length === 0 ? [schema] : branches.flatMap(leavesOf);
};

const ofType = (schema: TSchema): Because => {
  const leaves = leavesOf(schema);
  if (leaves.some((leaf) => leaf.const !== undefined)) return { reason: 'not_a_choice' };
  const reasons = leaves.flatMap(({ type }) => OF_TYPES[String(type)] ?? []);
  return { reason: reasons[0] ?? 'wrong_type' };
};

export const reasonOf = ({ type, schema }: ValueError): Because => found[type]?.(schema) ?? ofType(schema);

export const DUPLICATE: Because = { reason: 'duplicate' };
