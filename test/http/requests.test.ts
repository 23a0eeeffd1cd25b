import { describe, expect, test } from 'bun:test';
import { forEachTest, openStudio } from '../helpers/api.ts';

const studio = forEachTest(openStudio);

describe('every operation', () => {
  test('every response has the request id, the version and the rate headers', async () => {
    for (const path of ['/v2/', '/v2/health', '/v2/sites', '/v2/nowhere', '/v2/sites/x', '/elsewhere']) {
      const { headers } = await studio.get(path, { 'x-request-id': 'mine-1' });
      expect(headers.get('x-request-id')).toBe('mine-1');
      expect(headers.get('x-service-version')).toBe('2026-01-10');
      for (const name of ['limit', 'remaining', 'reset']) expect(headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
    }
  });

  test('400 an unsupported version', async () => {
    const reply = await studio.get('/v2/sites', { 'x-service-version': '2020-01-01' });
    expect([reply.status, reply.body.error.code]).toEqual([400, 'version_unsupported']);
  });

  test('400 a web address with a control character inside', async () => {
    const client = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' };
    const hook = { name: 'Mine', eventTypes: ['*'] };
    for (const character of ['\r', '\n', '\t', '\r\n', '\u0000', '\u0085']) {
      const url = `https://exam${character}ple.com/a`;
      for (const [path, body] of [
        ['/v2/clients', { ...client, photoUrl: url }],
        ['/v2/sites', { name: 'North', websiteUrl: url }],
        ['/v2/sites', { name: 'North', imageUrls: [url] }],
        ['/v2/webhooks', { ...hook, url }],
      ] as const) {
        const reply = await studio.post(path, body);
        expect([path, reply.status, reply.body.error?.code]).toEqual([path, 400, 'parameter_invalid']);
      }
      const settings = await studio.patch('/v2/settings', { brand: { logoUrl: url } });
      expect([settings.status, settings.body.error?.param]).toEqual([400, 'brand.logoUrl']);
    }
    expect(studio.events()).toEqual([]);
  });

  test('400 broken JSON, 413 too large, 415 no JSON', async () => {
    expect((await studio.post('/v2/sites', '{"name":')).body.error.code).toBe('json_invalid');
    expect((await studio.post('/v2/sites', `{"name":"${'x'.repeat(1_100_000)}"}`)).status).toBe(413);
    expect((await studio.post('/v2/sites', 'name=x', { 'content-type': 'text/plain' })).status).toBe(415);
  });

  test('429 after the limit of the tier, with Retry-After', async () => {
    const key = await studio.makeKey({ tier: 'basic' });
    const list = () => studio.get('/v2/sites', { 'x-service-api-key': key });
    for (let count = 0; count < 600; count += 1) expect((await list()).status).toBe(200);
    const limited = await list();
    expect([limited.status, limited.body.error.code, limited.body.error.category]).toEqual([
      429,
      'rate_limited',
      'business',
    ]);
    await studio.time.moveTo(studio.time.now() + Number(limited.headers.get('retry-after')) * 1000);
    expect((await list()).status).toBe(200);
  });

  test('an idempotency key replays its response and rejects another body', async () => {
    const key = { 'idempotency-key': 'abc' };
    const first = await studio.post('/v2/sites', { name: 'Once' }, key);
    const again = await studio.post('/v2/sites', { name: 'Once' }, key);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(again.body).toEqual(first.body);
    expect(studio.events()).toEqual(['site.created']);
    const other = await studio.post('/v2/sites', { name: 'Twice' }, key);
    expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_key_reused']);
    await studio.time.skipTo(studio.time.now() + 86_400_001);
    expect((await studio.post('/v2/sites', { name: 'Twice' }, key)).status).toBe(201);
  });

  test('409 while the first request with a key is still running', async () => {
    const key = { 'idempotency-key': 'abc' };
    const answers = await Promise.all([1, 2].map(() => studio.post('/v2/sites', { name: 'Once' }, key)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});
