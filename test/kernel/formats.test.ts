import { describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { validatorFor } from '../../src/http/validation.ts';
import { formatRequirement, momentOf } from '../../src/kernel/formats.ts';
import * as schemas from '../../src/kernel/schemas.ts';

const { isValid } = validatorFor(schemas.instant());

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

/** For each format what it accepts, and what it does not. */
const FORMATS = [
  ['an id', schemas.id(), ['01950000-0000-7000-8000-00000000000a'], ['1', '01950000-0000-7000-8000-00000000000g']],
  ['a date', schemas.date(), ['2024-02-29', '0001-01-01'], ['2026-02-29', '2026-2-9', '2026-03-08T07:30:00Z', '']],
  ['a wall time', schemas.wallTime(), ['00:00', '23:59'], ['24:00', '7:30', '07:60', '07:30:00']],
  ['a time zone', schemas.timeZone(), ['Europe/London', 'UTC'], ['Europe/Atlantis', '+01:00', '']],
  ['a currency', schemas.currency(), ['USD', 'JPY'], ['usd', 'ABC', 'US', '$']],
  [
    'an email',
    schemas.email(),
    ['a@b.co', "o'neill+x@mail.example.com"],
    ['a@b', 'a b@c.de', '@b.co', 'a@b..co', 'a@@b.co', '\u212a@b.co'],
  ],
  [
    'a URL',
    schemas.url(),
    ['https://a.example/x?y', 'HTTP://a.example'],
    ['ftp://a.example', 'a.example', 'https://', 'https://a;script-src', "https://a'b.example", 'https://a\n.b'],
  ],
  ['a line', schemas.line(5), ['a', 'Zoë'], ['', 'a\nb', '\t', 'too long']],
  ['an instant', schemas.instant(), ['2026-03-08T07:30:00Z'], ['2026-03-08', 'now']],
] as const;

test.each(FORMATS)('%s', (_name, schema, valid, invalid) => {
  const { isValid } = validatorFor(schema);
  expect(valid.filter((text) => !isValid(text))).toEqual([]);
  expect(invalid.filter(isValid)).toEqual([]);
});

test.each([
  ['email', `a@${'b.'.repeat(252)}co`, 508],
  ['slug', 'a-'.repeat(49).concat('ab'), 100],
  ['uri', `https://a.example/${'x'.repeat(4078)}`, 4096],
])(
  'a text of the format %s that is longer than any field of it is invalid without the test',
  (format, text, length) => {
    const { isValid } = validatorFor(Type.String({ format }));
    expect([text.length, isValid(text), isValid(`${text}x`)]).toEqual([length, true, false]);
  },
);

test('a filter of time is a date or an instant', () => {
  const { isValid } = validatorFor(Type.String({ format: 'date-or-instant' }));
  expect(['2026-03-08', '2026-03-08T07:30:00Z', '2026-03-08T07:30', 'today'].map(isValid)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('a moment is an instant, or days from now', () => {
  const { isValid } = validatorFor(Type.String({ format: 'moment' }));
  expect(['2026-03-08T07:30:00Z', '-P21D', 'P7D', '2026-03-08', 'P1W', 'P123456D'].map(isValid)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  const now = '2026-03-08T07:30:00.000Z';
  expect(['-P8D', 'P0D', '2026-03-08T08:30:00+01:00'].map((text) => momentOf(text, now))).toEqual([
    '2026-02-28T07:30:00.000Z',
    now,
    now,
  ]);
});

test('each message says what is wanted by an example, also that of an unknown format', () => {
  expect(formatRequirement('date')).toBe('must be a date such as 2026-03-08');
  expect(formatRequirement('shoe-size')).toBe("must have the format 'shoe-size'");
});
