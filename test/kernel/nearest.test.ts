import { expect, test } from 'bun:test';
import { didYouMean, nearest } from '../../src/kernel/nearest.ts';

const known = ['firstName', 'lastName', 'email', 'homeLocationId'];

test.each([
  ['firstNam', 'firstName'],
  ['first_name', 'firstName'],
  ['FIRSTNAME', 'firstName'],
  ['emial', 'email'],
  ['homeLocation', 'homeLocationId'],
])('%s was meant to be %s', (given, meant) => {
  expect(nearest(given, known)).toBe(meant);
});

test.each(['x', 'zzzzzzzz', 'telephone'])('%s is near to nothing', (given) => {
  expect(nearest(given, known)).toBeUndefined();
  expect(didYouMean(given, known)).toBe('');
});

test('a very long name costs no more than a short one', () => {
  expect(nearest('x'.repeat(1_000_000), known)).toBeUndefined();
});
