import type { Choices } from '../../test/helpers/seeded.ts';

/** By its name: values of a header that programs often read wrongly. */
const ODD_HEADERS: Readonly<Record<string, readonly string[]>> = {
  'accept-encoding': [
    'gzip;q=abc',
    'br;q=0, identity;q=0',
    '*;q=0',
    ',,,',
    'gzip;',
    'gzip;q=',
    'gzip;q=-1',
    'gzip;q=2',
    'br;q=1.0000001',
    'compress',
    'deflate',
    'GZIP',
    '__proto__',
    ' ',
    'gzip, '.repeat(200),
    'zstd;q=0.5;x=1, br;q=0.5',
  ],
  'if-match': ['*', 'W/"a"', '"', '""', '"a", "b"', 'a,b', ', ,', '"\u00e9"', `"${'a'.repeat(4000)}"`, 'W/', '*, "a"'],
  'if-none-match': ['*', 'W/"a"', '"', '"a", "b"', ','],
  'idempotency-key': ['', ' ', 'k'.repeat(255), 'k'.repeat(256), '\u00e9', 'a\tb', '"', '__proto__', '../..', '%00'],
  'x-service-version': [
    '',
    'latest',
    'v2',
    '2026-1-10',
    '2026-01-10 ',
    '9999-99-99',
    '2026-01-10, 2026-01-10',
    '\u00e9',
  ],
  'content-type': [
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
    'application/json;',
    'APPLICATION/JSON',
    'text/plain',
    'application/problem+json',
    'json',
    '',
    'text/csv',
    'application/jsonx',
    'application/json, text/html',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'a'.repeat(100)}`,
    'application/x-www-form-urlencoded',
    'application/offset+octet-stream',
    '; charset=utf-8',
    'a/b/c',
    '*/*',
  ],
  range: ['bytes=', 'bytes=-', 'bytes=9-1', 'bytes=0-0,1-1', 'lines=1-2', 'bytes=-0', `bytes=${'9'.repeat(30)}-`],
  origin: ['null', 'https://evil.example', 'x', 'https://', ''],
  cookie: ['studiod_session=', 'studiod_session=a; studiod_session=b', '=', ';;', '__proto__=1', 'a'.repeat(5000)],
  'x-forwarded-for': ['1.2.3.4', 'unknown', ',', '::1', '1.2.3.4, '.repeat(100)],
  'x-request-id': ['', 'a b', '\u00e9', 'a'.repeat(300), '<script>', '{}'],
  'accept-language': ['de', '*;q=', ',', 'x'.repeat(500), 'de;q=2', '__proto__'],
  'last-event-id': ['', 'evt_', '0', '-1', 'a'.repeat(300)],
  'tus-resumable': ['1.0.0', '0.2.1', ''],
  'upload-length': ['', '-1', '1e3', '9'.repeat(30)],
  'upload-offset': ['', '-1', '1.5', '9'.repeat(30)],
  'upload-metadata': ['', 'a', 'a !', 'filename '.repeat(50), ','],
};

/** A header with a value that programs often read wrongly. */
export const oddHeader = (choices: Choices): Readonly<Record<string, string>> => {
  const name = choices.of(Object.keys(ODD_HEADERS)) ?? 'accept';
  return { [name]: choices.of(ODD_HEADERS[name] ?? []) ?? '' };
};
