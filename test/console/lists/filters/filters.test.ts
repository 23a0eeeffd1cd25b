import { expect, test } from 'bun:test';
import { chipsOf } from '../../../../src/console/lists/filters/filters.ts';

test('the filters that are set have chips, in words; a value that nobody knows has none', () => {
  const choices = [{ id: 'cash', name: 'Cash' }];
  const ofMethod = { id: 'method', label: 'Method', choices };
  expect(
    chipsOf([
      { ...ofMethod, value: 'cash' },
      { id: 'client', label: 'Client', choices: [], value: '7', shown: 'Mei Chen' },
      { ...ofMethod, id: 'unknown', value: 'shells' },
      { ...ofMethod, id: 'unset', value: undefined },
    ]),
  ).toEqual([
    { id: 'method', label: 'Method', words: { id: 'lists.chip', values: { name: 'Method', value: 'Cash' } } },
    { id: 'client', label: 'Client', words: { id: 'lists.chip', values: { name: 'Client', value: 'Mei Chen' } } },
  ]);
});
