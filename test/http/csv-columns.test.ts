import { describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { cellsOf, columnNamed, columnsOf, fieldsOf } from '../../src/http/csv-columns.ts';

const nullable = <Schema extends ReturnType<typeof Type.String>>(schema: Schema) => Type.Union([schema, Type.Null()]);
const shape = Type.Object({
  name: Type.String(),
  count: Type.Union([Type.Integer(), Type.Null()]),
  isOn: Type.Boolean(),
  tags: Type.Array(Type.String()),
  place: Type.Union([Type.Object({ city: nullable(Type.String()), isBig: Type.Boolean() }), Type.Null()]),
  metadata: Type.Record(Type.String(), Type.String()),
});
const columns = columnsOf(shape);
const read = (cells: Record<string, string>) => {
  const names = Object.keys(cells);
  return fieldsOf(
    names.map((name) => columnNamed(columns, name)),
    Object.values(cells),
  );
};

describe('columns', () => {
  test('one for each field, a dot within groups', () => {
    const names = columns.map(({ name }) => name);
    expect(names).toEqual(['name', 'count', 'isOn', 'tags', 'place.city', 'place.isBig', 'metadata']);
  });

  test('a key of a free object has a column of its own', () => {
    expect(columnNamed(columns, 'metadata.crm')?.path).toEqual(['metadata', 'crm']);
    expect(columnNamed(columns, 'name.first')).toBeUndefined();
    expect(columnNamed(columns, 'plac.city')).toBeUndefined();
  });
});

describe('cells', () => {
  test('of a record, and back', () => {
    const record = {
      name: '=A1',
      count: -3,
      isOn: false,
      tags: ['a;b', 'c'],
      place: { city: 'Rome', isBig: true },
      metadata: { a: '1' },
    };
    const cells = cellsOf(columns, record);
    expect(cells).toEqual(["'=A1", '-3', 'false', '["a;b","c"]', 'Rome', 'true', '{"a":"1"}']);
    expect(fieldsOf(columns, cells)).toEqual(record);
    expect(cellsOf(columns, { name: 'x', place: null, metadata: {} })).toEqual(['x', '', '', '', '', '', '']);
  });

  test('empty ones leave their field out, but clear within a group that says something', () => {
    expect(read({ name: ' ', count: '', 'place.city': '', 'place.isBig': '' })).toEqual({});
    expect(read({ 'place.city': '', 'place.isBig': 'TRUE' })).toEqual({ place: { city: null, isBig: true } });
    expect(read({ 'place.city': 'Rome', 'place.isBig': '' })).toEqual({ place: { city: 'Rome' } });
  });

  test('keep what a group does not set apart from null, in the order of the columns', () => {
    const some = columnsOf(
      Type.Object({
        own: Type.Object({
          limit: Type.Optional(nullable(Type.String())),
          days: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
          isOn: Type.Optional(Type.Boolean()),
        }),
        all: Type.Object({ first: nullable(Type.String()), second: Type.String() }),
      }),
    );
    const record = { own: { days: null, isOn: true }, all: { first: null, second: 'x' } };
    const cells = cellsOf(some, record);
    expect(cells).toEqual(['', 'null', 'true', '', 'x']);
    expect(JSON.stringify(fieldsOf(some, cells))).toBe(JSON.stringify(record));
  });

  test('numbers keep all their digits; others stay text', () => {
    for (const value of [0.1, -12.5, 1e-7, 0.123_456_789_012_345_68, 2 ** 53]) {
      expect(read({ count: String(value) })).toEqual({ count: value });
    }
    for (const text of ['Infinity', 'NaN', '0x10', '1e999', '12345678901234567890.1', '1 000']) {
      expect(read({ count: text })).toEqual({ count: text });
    }
  });

  test('what does not fit stays text', () => {
    const cells = { count: '1,5', isOn: 'yes', tags: '[a', metadata: '{', 'metadata.x': '7' };
    const { metadata: _, ...fields } = read({ ...cells, metadata: '' });
    expect(fields).toEqual({ count: '1,5', isOn: 'yes', tags: '[a' });
    expect(read({ tags: 'a; b ;' })).toEqual({ tags: ['a', 'b'] });
    expect(read({ 'metadata.x': '7' })).toEqual({ metadata: { x: '7' } });
  });
});
