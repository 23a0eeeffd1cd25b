import { describe, expect, test } from 'bun:test';
import { validatorFor } from '../../src/http/validation.ts';
import { instant } from '../../src/kernel/schemas.ts';

const { isValid } = validatorFor(instant());

describe('An instant', () => {
  for (const text of [
    '2026-03-08T07:30:00Z',
    '2026-03-08t07:30:00.123456789z',
    '2026-03-08T23:59:59+05:30',
    '2024-02-29T00:00:00-08:00',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
  ]) {
    test(`is ${text}`, () => expect(isValid(text)).toBe(true));
  }

  for (const [why, text] of [
    ['an hour that no day has', '2026-03-08T24:00:00Z'],
    ['a second that no minute has', '2026-03-08T07:30:60Z'],
    ['a day that no month has', '2026-02-29T07:30:00Z'],
    ['no offset', '2026-03-08T07:30:00'],
    ['a year beyond four digits in UTC', '9999-12-31T23:59:59-05:00'],
    ['a year before the first in UTC', '0000-01-01T00:00:00+05:00'],
  ] as const) {
    test(`is not ${text}: ${why}`, () => expect(isValid(text)).toBe(false));
  }
});
