import { expect, test } from 'bun:test';
import { isOfAge } from '../../../src/pages/book/client/sign-in/of-age.ts';

test.each([
  ['1990-05-01', true],
  ['2008-11-28', true],
  ['2008-11-29', false],
  ['2020-02-29', false],
])('who was born on %s is of age on 28 November 2026: %p', (born, isAdult) => {
  expect(isOfAge(born, '2026-11-28')).toBe(isAdult);
});
