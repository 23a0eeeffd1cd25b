import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { MAX_DETAILS } from '../../src/http/validation.ts';
import { openStudio, type Studio } from '../helpers/api.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
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
      const { status, body: answer } = await studio.post('/v2/clients', body);
      expect([status, answer.error.code]).toEqual([400, 'json_invalid']);
      expect(answer.error.message).toContain('nested');
      expect(studio.reportedErrors).toEqual([]);
    });
  }

  for (const isChunked of [false, true]) {
    test(`not UTF-8, ${isChunked ? 'in chunks' : 'with its length'}`, async () => {
      const bytes = new Uint8Array([...new TextEncoder().encode('{"firstName":"'), 0xff, 0xfe, 0x22, 0x7d]);
      const headers = {
        'content-type': 'application/json',
        'x-service-api-key': studio.mainKey,
        ...(isChunked ? {} : { 'content-length': `${bytes.byteLength}` }),
      };
      const request = new Request('http://localhost/v2/clients', { method: 'POST', headers, body: bytes });
      const answer = await (await studio.app.fetch(request)).json();
      expect(answer).toMatchObject({ error: { code: 'json_invalid', message: expect.stringContaining('UTF-8') } });
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

describe('400 with no more details than anybody reads', () => {
  for (const [name, body] of [
    ['a list of wrong values', client({ tags: new Array(200_000).fill(1) })],
    ['unknown fields', Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`k${index}`, 1]))],
    ['control characters', client({ tags: new Array(50_000).fill('\u0001') })],
  ] as const) {
    test(name, async () => {
      const { status, body: answer } = await studio.post('/v2/clients', body);
      expect(status).toBe(400);
      expect(answer.error.details).toHaveLength(MAX_DETAILS);
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
