import { expect, test } from 'bun:test';
import { initialsOf } from '../../../src/pages/book/initials.ts';

test.each([
  [['Dana', 'Rivera'], 'DR'],
  [['élodie', 'ångström'], 'ÉÅ'],
  [['𝒟ana', 'Rivera'], '𝒟R'],
  [['Dana', ''], 'D'],
])('%p', (words, initials) => {
  expect(initialsOf(...words)).toBe(initials);
});
