import { describe, expect, test } from 'bun:test';
import { type TSchema, Type } from '@sinclair/typebox';
import { validatorFor } from '../../src/http/validation.ts';
import { name, nullable, object, oneOf, optional } from '../../src/kernel/schemas.ts';

const unique = <Schema extends TSchema>(items: Schema) => Type.Array(items, { maxItems: 3, uniqueItems: true });

const body = validatorFor(
  object({
    colours: optional(unique(oneOf('red', 'blue'))),
    rooms: optional(Type.Array(object({ codes: nullable(unique(name())) }))),
  }),
);
const messagesOf = (value: unknown): string[] => body.errors(value).map(({ message }) => message);

describe('a list of unique items', () => {
  test('is found at every depth, also beside other errors', () => {
    const value = { colours: ['red', 'red'], rooms: [{ codes: ['a', 'b'] }, { codes: ['a', 'a'] }, { codes: null }] };
    expect(body.isValid(value)).toBe(false);
    expect(messagesOf({ ...value, other: 1 })).toEqual([
      "Unknown field 'other'.",
      "'colours' must not contain duplicate values.",
      "'rooms[1].codes' must not contain duplicate values.",
    ]);
  });

  test('is valid with different items', () => {
    const value = { colours: ['red', 'blue'], rooms: [{ codes: ['a', 'A'] }, { codes: [] }] };
    expect([body.isValid(value), messagesOf(value)]).toEqual([true, []]);
  });

  test('never looks into an item that is too large or of another type', () => {
    let visits = 0;
    const watched = <Value extends object>(value: Value): Value =>
      new Proxy(value, {
        get: (target, key) => {
          if (key !== 'length') visits += 1;
          return Reflect.get(target, key);
        },
        ownKeys: (target) => {
          visits += 1;
          return Reflect.ownKeys(target);
        },
      });
    const items = [watched(new Array(1000).fill(1)), watched({ a: 1 })];
    expect(messagesOf({ rooms: [{ codes: items }] })).toEqual([
      "'rooms[0].codes[0]' must be a string.",
      "'rooms[0].codes[1]' must be a string.",
    ]);
    const long = watched(new Array(1000).fill('red'));
    expect(messagesOf({ colours: long })).toEqual(["'colours' must have at most 3 items."]);
    // Each item of the long list is compared with its schema, and not a second time.
    expect(visits).toBeLessThanOrEqual(1000);
  });

  test('cannot have objects as items, which are never the same', () => {
    const list = validatorFor(Type.Array(object({}), { maxItems: 2, uniqueItems: true }));
    expect(() => list.isValid([])).toThrow('a list of unique items');
  });
});
