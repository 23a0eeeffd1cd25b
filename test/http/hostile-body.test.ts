import { afterAll, describe, expect, test } from 'bun:test';
import { MAX_DETAILS } from '../../src/kernel/problem.ts';
import { forAllTests, openStudio } from '../helpers/api.ts';

const studio = forAllTests(openStudio);
afterAll(() => studio.app.stop());

const client = (fields: object) => ({ firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', ...fields });
const nested = (levels: number, open: string, close: string): string => open.repeat(levels) + close.repeat(levels);

describe('400 json_invalid', () => {
  for (const [name, body] of [
    ['lists in lists', nested(200_000, '[', ']')],
    ['objects in objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['below a known field', `{"tags":${nested(100_000, '[', ']')}}`],
  ] as const) {
    test(`nested too deep: ${name}`, async () => {
      const { status, body: response } = await studio.post('/v2/clients', body);
      expect([status, response.error.code]).toEqual([400, 'json_invalid']);
      expect(response.error.message).toContain('nested');
      expect(studio.reportedErrors).toEqual([]);
    });
  }

  for (const [body, place] of [
    ['{"firstName": "Ada",\n "lastName": }', 'line 2, column 14'],
    ['{"firstName": "Ada" "lastName": "B"}', 'line 1, column 21'],
    ['{"firstName": "Ada",}', 'line 1, column 21'],
    ["{'firstName': 'Ada'}", 'line 1, column 2'],
    ['{"firstName": "Ada"}}', 'line 1, column 21'],
    ['{"firstName": "Ada"', 'line 1, column 20'],
    ['{"firstName": // no\n "Ada"}', 'line 1, column 15'],
  ] as const) {
    test(`the place of the first fault: ${body.replace('\n', ' ')}`, async () => {
      const { status, body: response } = await studio.post('/v2/clients', body);
      expect([status, response.error.code]).toEqual([400, 'json_invalid']);
      expect(response.error.message).toStartWith(`The body is not valid JSON at ${place}: `);
    });
  }

  test('a text of many open lists has no place', async () => {
    const { status, body } = await studio.post('/v2/clients', '['.repeat(19_999));
    expect([status, body.error.code]).toEqual([400, 'json_invalid']);
    expect(studio.reportedErrors).toEqual([]);
  });

  for (const isChunked of [false, true]) {
    test(`not UTF-8, ${isChunked ? 'in chunks' : 'with its length'}`, async () => {
      const bytes = new Uint8Array([...new TextEncoder().encode('{"firstName":"'), 0xff, 0xfe, 0x22, 0x7d]);
      const headers = {
        'content-type': 'application/json',
        'x-service-api-key': studio.mainKey,
        ...(isChunked ? {} : { 'content-length': `${bytes.byteLength}` }),
      };
      const request = new Request('http://localhost/v2/clients', { method: 'POST', headers, body: bytes });
      const response = await (await studio.app.fetch(request)).json();
      expect(response).toMatchObject({ error: { code: 'json_invalid', message: expect.stringContaining('UTF-8') } });
    });
  }
});

test('400 half of a surrogate pair is no character', async () => {
  const { status, body } = await studio.post(
    '/v2/clients',
    '{"firstName":"\\ud800","lastName":"B","email":"b@b.example"}',
  );
  expect([status, body.error.param]).toEqual([400, 'firstName']);
});

test('201 with a byte order mark, and with names that objects inherit', async () => {
  const metadata = JSON.parse('{"__proto__":"x","constructor":"y","toString":"z"}');
  const { status, body } = await studio.post('/v2/clients', `\ufeff${JSON.stringify(client({ metadata }))}`);
  expect(status).toBe(201);
  expect(Object.entries(body.metadata)).toEqual(Object.entries(metadata));
});

describe('400 before a body is parsed that has more values than any body needs', () => {
  for (const [name, fields, param] of [
    ['a list', { tags: new Array(400_000).fill(1) }, 'tags'],
    ['a list of objects', { tags: new Array(300_000).fill({}) }, 'tags'],
    ['keys in place of another value', { tags: Object.fromEntries([...Array(60_000).keys()].entries()) }, 'tags'],
    [
      'keys of an object of any fields',
      { customProperties: Object.fromEntries([...Array(60_000).keys()].entries()) },
      'customProperties',
    ],
    ['unknown fields', Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`name${index}`, 1])), 'name'],
  ] as const) {
    test(name, async () => {
      const { status, body } = await studio.post('/v2/clients', client(fields));
      expect([status, body.error.code, body.error.details.length]).toEqual([400, 'parameter_invalid', 1]);
      expect(body.error.message).toContain('more than 20000 values');
      expect(body.error.param).toContain(param);
    });
  }

  test('also in a record of an import', async () => {
    const file = JSON.stringify([client({}), client({ tags: new Array(400_000).fill(1) })]);
    const { status, body } = await studio.post('/manage/imports?family=clients', file);
    expect([status, body.error.code]).toEqual([400, 'parameter_invalid']);
    expect(body.error.message).toContain('Record 2 of the list has more than 20000 values');
  });

  test('quotes, commas and brackets in strings are no values', async () => {
    const notes = '[{",\\"'.repeat(1_600);
    const { status, body } = await studio.post(
      '/v2/clients',
      client({ email: 'commas@example.com', alerts: { red: notes, yellow: notes }, notes }),
    );
    expect([status, body.error?.details]).toEqual([201, undefined]);
  });
});

test('400 for a key that is longer than any name', async () => {
  for (const metadata of [{ ['/~'.repeat(450_000)]: 'a' }, { ['k'.repeat(1001)]: 'a' }]) {
    const { status, body } = await studio.post('/v2/clients', client({ metadata }));
    expect([status, body.error.code, body.error.details.length]).toEqual([400, 'parameter_invalid', 1]);
    expect(body.error.message).toMatch(/^A key has \d+ characters/);
  }
});

describe('400 with no more details than anybody reads', () => {
  for (const [name, body] of [
    ['a list of wrong values', client({ tags: new Array(19_000).fill(1) })],
    ['unknown fields', Object.fromEntries(Array.from({ length: 19_000 }, (_, index) => [`k${index}`, 1]))],
    ['control characters', client({ tags: new Array(19_000).fill('\u0001') })],
  ] as const) {
    test(name, async () => {
      const { status, body: response } = await studio.post('/v2/clients', body);
      expect(status).toBe(400);
      expect(response.error.details).toHaveLength(MAX_DETAILS);
    });
  }

  test('unknown query parameters', async () => {
    const query = Array.from({ length: 1_000 }, (_, index) => `a${index}=1`).join('&');
    const { status, body } = await studio.get(`/v2/clients?${query}`);
    expect([status, body.error.details.length]).toEqual([400, MAX_DETAILS]);
  });
});

test('400 parameter_unknown for query parameters with names that objects inherit', async () => {
  const { status, body } = await studio.get('/v2/clients?__proto__=1&constructor=2');
  expect(status).toBe(400);
  expect(body.error.details.map(({ code }: { code: string }) => code)).toEqual([
    'parameter_unknown',
    'parameter_unknown',
  ]);
});

test('200 a body of white space is none', async () => {
  const clientId = (await studio.post('/v2/clients', client({ email: 'blank@example.com' }))).body.id;
  for (const body of [' ', '\n', '\ufeff\r\n']) {
    expect((await studio.patch(`/v2/clients/${clientId}`, body)).status).toBe(200);
  }
  expect((await studio.post('/v2/clients', ' ')).body.error.code).toBe('parameter_missing');
});

test('415 a compressed body, with what to do', async () => {
  const headers = { 'content-encoding': 'gzip' };
  const { status, body } = await studio.send('POST', '/v2/clients', client({}), headers);
  expect([status, body.error.code]).toEqual([415, 'content_type_unsupported']);
  expect(body.error.message).toContain("without 'Content-Encoding'");
  for (const type of ['text/csv', 'application/json']) {
    const file = { ...headers, 'content-type': type };
    const refused = await studio.send('POST', '/manage/imports?family=clients', [], file);
    expect([refused.status, refused.body.error.message]).toEqual([415, body.error.message]);
  }
  const form = { ...headers, 'content-type': 'multipart/form-data; boundary=x' };
  expect((await studio.send('POST', '/manage/content/media', {}, form)).body.error.message).toBe(body.error.message);
  const plain = { 'content-encoding': 'identity' };
  const email = 'plain@example.com';
  expect((await studio.send('POST', '/v2/clients', client({ email }), plain)).status).toBe(201);
});
