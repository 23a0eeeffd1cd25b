import { describe, expect, test } from 'bun:test';
import { Problem } from '../../../src/kernel/problem.ts';
import { applyChanges, changedFields } from '../../../src/resources/imports/importers/changes.ts';

const record = {
  name: 'Ann',
  phone: null,
  joinedAt: '2026-03-01T08:00:00.000Z',
  tags: ['a', 'b'],
  address: { line1: '1 Rue', line2: null, city: 'Paris' },
};

describe('the fields that a row changes', () => {
  const cases: readonly (readonly [name: string, fields: object, changed: readonly string[]])[] = [
    ['none when all are the same', record, []],
    ['none when the row leaves fields out', {}, []],
    ['another value', { name: 'Anna', phone: null }, ['name']],
    ['a value in the place of null', { phone: '1' }, ['phone']],
    ['null in the place of a value', { name: null }, ['name']],
    ['not the same instant in another time zone', { joinedAt: '2026-03-01T09:00:00+01:00' }, []],
    ['another instant', { joinedAt: '2026-03-01T09:00:00Z' }, ['joinedAt']],
    ['not the same list', { tags: ['a', 'b'] }, []],
    ['a list in another order, or a part of it', { tags: ['b', 'a'] }, ['tags']],
    ['a shorter list', { tags: ['a'] }, ['tags']],
    ['not a part of the same object', { address: { city: 'Paris' } }, []],
    ['not an absent key in the place of null', { address: { line2: null, line3: null } }, []],
    ['an object with another value', { address: { city: 'Lyon' } }, ['address']],
    ['an object in the place of null', { phone: { number: '1' } }, ['phone']],
  ];
  test.each(cases)('%s', (_name, fields, changed) => {
    expect(Object.keys(changedFields({ ...fields }, record))).toEqual([...changed]);
  });
});

describe('changes', () => {
  const row = { id: '1' };
  const run = (fields: object, changeable?: readonly string[]) => {
    const sent: object[] = [];
    const update = (changes: object) => {
      sent.push(changes);
      return { ...row };
    };
    const shown = { record: row, shown: record, ...(changeable === undefined ? {} : { changeable }) };
    return { isChanged: applyChanges({ ...fields }, { ...shown, update }), sent };
  };

  test('are sent to the verb of the family, and only they', () => {
    expect(run({ name: 'Anna', phone: null })).toEqual({ isChanged: true, sent: [{ name: 'Anna' }] });
  });

  test('are not sent when there are none', () => {
    expect(run({ name: 'Ann' }, ['name'])).toEqual({ isChanged: false, sent: [] });
  });

  test('do not count when the verb returns the same record', () => {
    const update = () => row;
    expect(applyChanges({ name: 'Anna' }, { record: row, shown: record, update })).toBe(false);
  });

  test('400 names every field that an import does not change', () => {
    const problem = (() => {
      try {
        return run({ name: 'Anna', phone: '1', tags: [] }, ['tags']);
      } catch (error) {
        return error;
      }
    })();
    expect(problem).toBeInstanceOf(Problem);
    const { details } = (problem as Problem).extra;
    expect(details?.map(({ param, code }) => [param, code])).toEqual([
      ['name', 'parameter_invalid'],
      ['phone', 'parameter_invalid'],
    ]);
  });
});
