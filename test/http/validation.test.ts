import { describe, expect, test } from 'bun:test';
import { type TSchema, Type } from '@sinclair/typebox';
import { validatorFor } from '../../src/http/validation.ts';
import { matching } from '../../src/kernel/patterns.ts';
import { date, id, integer, metadataInput, name, nullable, object, oneOf, optional } from '../../src/kernel/schemas.ts';

const messages = (schema: TSchema, value: unknown): string[] =>
  validatorFor(schema)
    .errors(value)
    .map(({ param, code, message }) => `${param}: ${code.replace('parameter_', '')}: ${message}`);
/** The message about the field `x` of an object. */
const messageOf = (schema: TSchema, value: unknown): string | undefined =>
  validatorFor(object({ x: schema })).errors({ x: value })[0]?.message;

const price = () => object({ amount: integer(0, 9), currency: oneOf('USD', 'EUR') });

describe('the message of an error', () => {
  const cases: readonly [TSchema, unknown, string][] = [
    [Type.String(), 1, "'x' must be a string."],
    [Type.Integer(), 1.5, "'x' must be a whole number."],
    [Type.Number(), '1', "'x' must be a number."],
    [Type.Boolean(), 'true', "'x' must be true or false."],
    [Type.Array(Type.String()), {}, "'x' must be a list."],
    [object({}), [], "'x' must be an object."],
    [Type.Literal(true), false, "'x' must be true."],
    [name(), '', "'x' must not be empty."],
    [Type.String({ minLength: 3 }), 'ab', "'x' must have at least 3 characters."],
    [name(), 'x'.repeat(101), "'x' must have at most 100 characters."],
    [Type.String({ pattern: '^a' }), 'b', "'x' must match ^a."],
    [matching('^[0-9]{4}$', 'must be four digits'), '12', "'x' must be four digits."],
    [date(), 'today', "'x' must be a date such as 2026-03-08."],
    [integer(1, 9), 0, "'x' must be from 1 to 9."],
    [integer(1, 9), 10, "'x' must be from 1 to 9."],
    [Type.Number({ minimum: 0, maximum: 1 }), 2, "'x' must be from 0 to 1."],
    [Type.Array(name(), { minItems: 1 }), [], "'x' must have at least 1 items."],
    [Type.Array(name(), { maxItems: 1 }), ['a', 'b'], "'x' must have at most 1 items."],
    [Type.Array(name(), { maxItems: 5, uniqueItems: true }), ['a', 'a'], "'x' must not contain duplicate values."],
    [oneOf('red', 'blue'), 'green', "'x' must be one of red, blue."],
    [nullable(oneOf('red', 'blue')), 'green', "'x' must be one of red, blue or null."],
    [nullable(Type.Integer()), 'a', "'x' must be a whole number or null."],
    [nullable(integer(1, 9)), 0, "'x' must be from 1 to 9."],
    [nullable(date()), 'today', "'x' must be a date such as 2026-03-08."],
    [
      metadataInput(),
      Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 'v'])),
      "'x' must have at most 50 keys.",
    ],
  ];

  test.each(cases)('%#: %j %j', (schema, value, message) => {
    expect(messageOf(schema, value)).toBe(message);
  });
});

describe('the errors of a value', () => {
  const body = object({
    name: name(),
    price: nullable(price()),
    rooms: optional(Type.Array(object({ name: name(), 'odd/name~': optional(Type.Integer()) }))),
  });

  test('are all of them, with the path of each, one for each path', () => {
    const value = {
      naem: 'x',
      price: { amount: 10, currency: 'GBP', cents: 1 },
      rooms: [{ name: 'a' }, { 'odd/name~': 'b' }],
    };
    expect(messages(body, value).sort()).toEqual([
      "naem: unknown: Unknown field 'naem'. Did you mean 'name'?",
      "name: missing: 'name' is missing. Send it: it must be a string.",
      "price.amount: invalid: 'price.amount' must be from 0 to 9.",
      "price.cents: unknown: Unknown field 'price.cents'.",
      "price.currency: invalid: 'price.currency' must be one of USD, EUR.",
      "rooms[1].name: missing: 'rooms[1].name' is missing. Send it: it must be a string.",
      "rooms[1].odd/name~: invalid: 'rooms[1].odd/name~' must be a whole number.",
    ]);
  });

  test('of a whole body that is no object are about the body', () => {
    for (const value of [null, [], 'x', 1])
      expect(messages(body, value)[0]).toBe(': invalid: The body must be an object.');
  });

  test('are none for a valid value', () => {
    const { isValid, errors } = validatorFor(body);
    const value = { name: 'a', price: null, rooms: [] };
    expect([isValid(value), errors(value)]).toEqual([true, []]);
  });
});

describe('the length of a text', () => {
  const body = object({
    name: name(),
    tags: optional(Type.Array(nullable(name()))),
    metadata: optional(metadataInput()),
  });
  const emoji = (count: number) => '🧘'.repeat(count);

  test('is the number of its characters, wherever it is', () => {
    const { isValid, errors } = validatorFor(body);
    const value = { name: emoji(100), tags: [emoji(100), null], metadata: { a: emoji(500) } };
    expect([isValid(value), errors(value)]).toEqual([true, []]);
    expect(value.name).toBe(emoji(100));
    expect(messages(body, { name: emoji(101), tags: ['', emoji(101)], metadata: { a: emoji(501) } }).sort()).toEqual([
      "metadata.a: invalid: 'metadata.a' must have at most 500 characters.",
      "name: invalid: 'name' must have at most 100 characters.",
      "tags[0]: invalid: 'tags[0]' must not be empty.",
      "tags[1]: invalid: 'tags[1]' must have at most 100 characters.",
    ]);
  });

  test('is no error beside another one, and keys stay as they were sent', () => {
    expect(messages(body, { name: emoji(51), '🧘': 1, metadata: { ['__proto__']: 1, '🧘': emoji(400) } })).toEqual([
      "🧘: unknown: Unknown field '🧘'.",
      "metadata.__proto__: invalid: 'metadata.__proto__' must be a string or null.",
    ]);
  });
});

test('ids are stored in lower case, wherever they are, and other text as it was sent', () => {
  const [upper, lower] = ['01950000-0000-7000-8000-00000000000A', '01950000-0000-7000-8000-00000000000a'];
  const shape = object({
    id: id(),
    text: Type.String(),
    owner: nullable(object({ id: optional(id()) })),
    ids: optional(Type.Array(nullable(id()))),
    rooms: Type.Array(object({ siteId: id(), name: name() })),
  });
  const { isValid, stored } = validatorFor(shape);
  const value = { id: upper, text: upper, owner: { id: upper }, rooms: [{ siteId: upper, name: upper }] };
  expect(isValid(value)).toBe(true);
  expect(stored(value)).toEqual({
    id: lower,
    text: upper,
    owner: { id: lower },
    rooms: [{ siteId: lower, name: upper }],
  });
  expect(stored({ id: upper, text: '', owner: null, ids: [upper, null], rooms: [] })).toMatchObject({
    ids: [lower, null],
  });
});

describe('the reason of an error, for programs', () => {
  const reasonOf = (schema: TSchema, value: unknown) => {
    const {
      param: _param,
      code: _code,
      message: _message,
      ...facts
    } = validatorFor(object({ x: schema })).errors({ x: value })[0] ?? {};
    return facts;
  };
  const cases: readonly [TSchema, unknown, object][] = [
    [name(), '', { reason: 'empty' }],
    [Type.String({ minLength: 3 }), 'ab', { reason: 'too_short', min: 3 }],
    [name(), 'x'.repeat(101), { reason: 'too_long', max: 100 }],
    [Type.String({ pattern: '^a' }), 'b', { reason: 'wrong_format' }],
    [date(), 'today', { reason: 'not_a_date', format: 'date' }],
    [integer(1, 9), 10, { reason: 'out_of_range', min: 1, max: 9 }],
    [Type.Number({ minimum: 1 }), 0, { reason: 'too_small', min: 1 }],
    [Type.Number({ maximum: 1 }), 2, { reason: 'too_large', max: 1 }],
    [Type.Array(name(), { minItems: 1 }), [], { reason: 'too_few', min: 1 }],
    [Type.Array(name(), { maxItems: 1 }), ['a', 'b'], { reason: 'too_many', max: 1 }],
    [Type.Array(name(), { maxItems: 5, uniqueItems: true }), ['a', 'a'], { reason: 'duplicate' }],
    [nullable(oneOf('red', 'blue')), 'green', { reason: 'not_a_choice' }],
    [nullable(Type.Integer()), 'a', { reason: 'not_a_whole_number' }],
    [Type.Number(), '1', { reason: 'not_a_number' }],
    [Type.Boolean(), 'true', { reason: 'wrong_type' }],
  ];
  test.each(cases)('%#', (schema, value, facts) => {
    expect<object>(reasonOf(schema, value)).toEqual(facts);
  });
});
