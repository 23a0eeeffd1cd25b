import type { Choices } from '../../test/helpers/seeded.ts';

/** Strings that programs often treat wrongly. */
const HOSTILE_TEXT: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '\u202eabc',
  '\ufeff',
  '\u0085',
  'a\r\nX-Other: b',
  '\t',
  "' or 1=1 --",
  '"',
  '%',
  '_',
  '%%%',
  '\\',
  '*',
  '^a',
  'NEAR(a b)',
  'a AND',
  '"a',
  '-',
  ';',
  '$1',
  '{{x}}',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'true',
  '0',
  '-1',
  '1e999',
  '0000-00-00',
  '2026-02-30',
  '9999-12-31',
  '0001-01-01',
  '-000001-01-01',
  '24:00',
  '99:99',
  '00:00',
  '23:59',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01T00:00:00Z',
  '2026-03-08T02:30:00-05:00',
  '2026-03-29T01:30:00+14:00',
  'America/Nope',
  'Etc/GMT+14',
  'UTC',
  'XXX',
  'usd',
  'JPY',
  'KWD',
  'xx-YY',
  'de-DE-u-co-phonebk',
  '../../etc/passwd',
  '=cmd()',
  '<script>',
  'évt_',
  'İ',
  'ß',
  '🏳️‍🌈',
  'a@b.c',
  'A@EXAMPLE.COM',
  '@',
  'evt_',
  'sk_test_',
  'whsec_',
  'https://10.0.0.1/',
  'https://user:pw@127.0.0.1:9/',
  'javascript:alert(1)',
  'https://[::1]:9/',
  'http://127.0.0.1:9/',
  'A'.repeat(256),
  'é'.repeat(101),
  'x'.repeat(5001),
  '\u0301'.repeat(300),
  '1'.repeat(400),
  'a.'.repeat(200),
];

const HOSTILE: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1,
  1.5,
  1e21,
  -1e308,
  2 ** 31,
  2 ** 53,
  Number.MIN_VALUE,
  [],
  {},
  [[]],
  [null],
  { toString: 1 },
  { length: 5 },
  { amount: -1, currency: 'USD' },
  { id: {} },
  [{}, []],
  { a: { b: { c: [] } } },
  ...HOSTILE_TEXT,
];

export const hostileText = (choices: Choices): string => choices.of(HOSTILE_TEXT) ?? '';
export const hostileValue = (choices: Choices): unknown => choices.of(HOSTILE);

const nested = (levels: number, open: string, close: string): string => open.repeat(levels) + close.repeat(levels);

/** Large values, close to the limit of a body. They are expensive to send, so they are rare. */
const LARGE: readonly (() => unknown)[] = [
  () => 'x'.repeat(1_000_000),
  () => 'e\u0301'.repeat(300_000),
  () => `a${'\u0301\u0316'.repeat(150_000)}`,
  () => 'a@'.repeat(400_000),
  () => `${'a.'.repeat(400_000)}@a`,
  () => ' '.repeat(1_000_000),
  () => '\u0001'.repeat(160_000),
  () => Array.from({ length: 400_000 }, () => 1),
  () => Array.from({ length: 200_000 }, () => ({})),
  () => Array.from({ length: 250_000 }, () => ''),
  () => Array.from({ length: 60_000 }, () => 'client.read'),
  () => Array.from({ length: 25_000 }, (_, index) => `01950000-0000-7000-8000-${String(index).padStart(12, '0')}`),
  () => Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`name${index}`, 1])),
  () => Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`.padEnd(150, 'y'), 'v'])),
  () => ({ ['k'.repeat(900_000)]: 1 }),
];

export const largeValue = (choices: Choices): unknown => choices.of(LARGE)?.();

const PERSON = '{"firstName":"Zo\u00eb","lastName":"Lee"}';

/** JSON in other encodings than UTF-8, and in UTF-8 that is not whole. */
const ENCODED: readonly (() => Uint8Array)[] = [
  () => Buffer.from(PERSON, 'utf16le'),
  () => Buffer.from(`\ufeff${PERSON}`, 'utf16le'),
  () => Buffer.from(`\ufeff${PERSON}`, 'utf16le').swap16(),
  () => Buffer.from(PERSON, 'latin1'),
  () => Buffer.from(`\ufeff${PERSON}`),
  () => Buffer.from(`\ufeff\ufeff${PERSON}`),
  () => Buffer.from(PERSON).subarray(0, PERSON.indexOf('\u00eb') + 1),
  () => Bun.gzipSync(PERSON),
  () => Buffer.from([0xed, 0xa0, 0x80]),
  () => Buffer.from([0xf8, 0x88, 0x80, 0x80, 0x80]),
];

/** Texts that are nearly JSON. */
const NEARLY: readonly string[] = [
  '{"a":1}{"b":2}',
  '{"a":1}\n{"b":2}',
  '{"a":1}x',
  '{"a" 1}',
  '{a:1}',
  '{"a":1,,"b":2}',
  '[1,]',
  '[,1]',
  '{,}',
  '{"a":undefined}',
  '{"a":Infinity}',
  '{"a":-}',
  '{"a":.5}',
  '{"a":1.}',
  '{"a":+1}',
  '{"a":0x1}',
  '{"a":1e}',
  '{"a":"\\x"}',
  '{"a":"\\u12"}',
  '{"a":"\n"}',
  '{"a":"',
  '{"a":tru',
  '{"a":[}',
  '{"a"',
  '//',
  '/* */{}',
  '\u2028{}',
  '\u0000',
  '{}\u0000',
  '{"a":"\u0000"}',
  '{"\u0000":1}',
  '\u0000{}',
  '\u00a0{}',
  '{}\u00a0',
  '\v{}',
  '\f',
];

const RAW: readonly (() => string | Uint8Array)[] = [
  ...NEARLY.map((text) => () => text),
  ...ENCODED,
  ...['', ' ', 'null', '[]', '"text"', '1', '{', '{"a":', '{"a":1,}', "{'a':1}", '{"a":01}', '{"a":1e999}', 'NaN'].map(
    (text) => () => text,
  ),
  () => '\ufeff{}',
  () => '{"__proto__":{"admin":true},"constructor":{"prototype":{}}}',
  () => '{"name":"a","name":{"b":1},"name":null}',
  () => '{"name":"\\ud800","\\udfff":1,"\\u0000":2}',
  () => nested(60, '{"a":', '') + nested(0, '', ''),
  () => nested(40, '[', ']'),
  () => nested(100_000, '[', ']'),
  () => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  () => `{"metadata":${'{"a":'.repeat(40)}1${'}'.repeat(40)}}`,
  () => `{"name":"${'x'.repeat(1_048_577)}"}`,
  () => `{"name":${'9'.repeat(100_000)}}`,
  () => new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  () => new Uint8Array([0xc0, 0x80]),
  () => new Uint8Array(2000),
];

/** A whole body that is no ordinary JSON object. */
export const rawBody = (choices: Choices): string | Uint8Array =>
  choices.once(20) ? JSON.stringify(largeValue(choices)) : (choices.of(RAW)?.() ?? '');

/** A JSON text with a mistake: cut off, with a key twice, or with another character somewhere. */
export const damaged = (text: string, choices: Choices): string => {
  const at = choices.below(Math.max(1, text.length));
  if (choices.once(3)) return text.slice(0, at);
  const key = /"([^"\\]+)":/.exec(text)?.[1];
  if (choices.once(2) && key !== undefined) return text.replace('{', `{${JSON.stringify(key)}:${choices.below(9)},`);
  return text.slice(0, at) + (choices.of(['"', '\\', '\u0000', '}', ',', 'é', '0']) ?? '') + text.slice(at + 1);
};

/** Parts of a query that programs often read wrongly. */
const ODD_QUERIES: readonly (() => string)[] = [
  ...['%', '%%', '%zz', '%0', '%ff', '%C3%28', '%ED%A0%80', '%00', '%F0%9F', '&&&=', '=', '=a', 'a', '?', '#', ';'].map(
    (text) => () => text,
  ),
  ...[
    'limit=%zz',
    'limit=1&limit=2',
    'limit',
    'limit=',
    'limit=1e1',
    'limit=0x1',
    'limit=+1',
    'limit=%31',
    'limit[]=1',
  ].map((text) => () => text),
  ...['expand[]=', 'expand[]', 'expand=client', 'expand[0]=client', 'expand[][]=client', 'expand[a]=client'].map(
    (text) => () => text,
  ),
  ...[
    'expand%5B%5D=client',
    'expand[]=client,session',
    'expand[]=client.',
    'expand[]=.client',
    'expand[]=client..x',
  ].map((text) => () => text),
  ...['expand[]=__proto__', 'expand[]=constructor.prototype', 'expand[]=%00', 'expand[]=%zz', 'expand[]=data.'].map(
    (text) => () => text,
  ),
  () => 'expand[]=client&'.repeat(300),
  () => `expand[]=${'client.'.repeat(500)}`,
  () => 'a=1&'.repeat(2000),
  () => `search=${'%61'.repeat(3000)}`,
  () => `${'x'.repeat(8000)}=1`,
  () => `starting_after=${'%20'.repeat(100)}`,
  () => 'starting_after=%00&ending_before=%ff',
  () => 'dry_run=TRUE&dry_run=false',
];
export const oddQuery = (choices: Choices): string => choices.of(ODD_QUERIES)?.() ?? '%';
