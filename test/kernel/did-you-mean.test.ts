import { expect, test } from 'bun:test';
import { closestName, didYouMean } from '../../src/kernel/did-you-mean.ts';

const known = ['firstName', 'lastName', 'email', 'homeLocationId'];

test.each([
  ['firstNam', 'firstName'],
  ['first_name', 'firstName'],
  ['FIRSTNAME', 'firstName'],
  ['emial', 'email'],
  ['homeLocation', 'homeLocationId'],
])('%s was meant to be %s', (given, meant) => {
  expect(closestName(given, known)).toBe(meant);
});

test.each(['x', 'zzzzzzzz', 'telephone'])('%s is near to nothing', (given) => {
  expect(closestName(given, known)).toBeUndefined();
  expect(didYouMean(given, known)).toBe('');
});

test('a very long name costs no more than a short one', () => {
  expect(closestName('x'.repeat(1_000_000), known)).toBeUndefined();
});
