import { expect, test } from 'bun:test';
import { sixDigits } from '../../src/kernel/six-digits.ts';

test.each([
  ['482913', '482913'],
  ['482 913', '482913'],
  ['482-913', '482913'],
  ['482\u00a0913', '482913'],
  ['Your code: 482 913.', '482913'],
  ['Works for 10 minutes.\n\n482 913\n\n10 minutes', '482913'],
  ['214 Mercer Street, 10012\n482913', '482913'],
  ['+1 212 555 0134\n482 913', '482913'],
  ['48', '48'],
  ['4829131', '482913'],
])('%j is %s', (text, digits) => {
  expect(sixDigits(text)).toBe(digits);
});
