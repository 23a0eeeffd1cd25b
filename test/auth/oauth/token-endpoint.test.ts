import { beforeAll, describe, expect, test } from 'bun:test';
import { forAllTests, openStudio } from '../../helpers/api.ts';
import { makeClient } from './set-up.ts';

let id: string;
let secret: string;
const studio = forAllTests(openStudio);
beforeAll(async () => {
  const made = await makeClient(studio, { scopes: ['clients:write', 'sites:read'] });
  id = made.clientId;
  secret = made.clientSecret;
});

const FORM = 'application/x-www-form-urlencoded';
const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

const requestToken = async (form: Record<string, string> | string, headers: Record<string, string> = {}) => {
  const body = typeof form === 'string' ? form : new URLSearchParams(form).toString();
  const request = { method: 'POST', body, headers: { 'content-type': FORM, ...headers } };
  const response = await studio.app.fetch(new Request('http://localhost/oauth/token', request));
  return { status: response.status, body: JSON.parse(await response.text()), headers: response.headers };
};
const good = () => ({ grant_type: 'client_credentials', client_id: id, client_secret: secret });

test('200 a token with all scopes of the client, and no-store', async () => {
  const { status, body, headers } = await requestToken(good());
  expect(status).toBe(200);
  expect(body).toEqual({
    access_token: expect.any(String),
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'clients:write sites:read',
  });
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-request-id')).not.toBeNull();
});

test('200 a read scope for a client with the write scope', async () => {
  expect((await requestToken({ ...good(), scope: 'clients:read' })).body.scope).toBe('clients:read');
});

test('200 by a Basic header with form-encoded parts', async () => {
  const authorization = basic(id.replaceAll('-', '%2D'), secret);
  expect((await requestToken({ grant_type: 'client_credentials' }, { authorization })).status).toBe(200);
});

test('200 for an id in upper case, in the form and in the header', async () => {
  const upper = id.toUpperCase();
  expect((await requestToken({ ...good(), client_id: upper })).status).toBe(200);
  const form = { grant_type: 'client_credentials', client_id: id };
  expect((await requestToken(form, { authorization: basic(upper, secret) })).status).toBe(200);
});

describe('errors', () => {
  type Sent = readonly [form: Record<string, string> | string, headers?: Record<string, string>];
  const errors: readonly [string, number, string, () => Sent][] = [
    ['no client', 401, 'invalid_client', () => [{ grant_type: 'client_credentials' }]],
    ['an unknown client', 401, 'invalid_client', () => [{ ...good(), client_id: 'nobody' }]],
    ['a wrong secret', 401, 'invalid_client', () => [{ ...good(), client_secret: `${secret}x` }]],
    ['no secret', 401, 'invalid_client', () => [{ grant_type: 'client_credentials', client_id: id }]],
    [
      'a wrong secret by header',
      401,
      'invalid_client',
      () => [{ grant_type: 'client_credentials' }, { authorization: basic(id, 'x') }],
    ],
    [
      'a header that is no Basic',
      401,
      'invalid_client',
      () => [{ grant_type: 'client_credentials' }, { authorization: 'Bearer x' }],
    ],
    [
      'a header that decodes to nothing',
      401,
      'invalid_client',
      () => [{ grant_type: 'client_credentials' }, { authorization: 'Basic %%%' }],
    ],
    ['both ways at once', 400, 'invalid_request', () => [good(), { authorization: basic(id, secret) }]],
    [
      'two clients',
      400,
      'invalid_request',
      () => [{ grant_type: 'client_credentials', client_id: 'other' }, { authorization: basic(id, secret) }],
    ],
    ['no grant type', 400, 'invalid_request', () => [{ client_id: id, client_secret: secret }]],
    ['another grant', 400, 'unsupported_grant_type', () => [{ ...good(), grant_type: 'password' }]],
    ['a scope it does not have', 400, 'invalid_scope', () => [{ ...good(), scope: 'sites:write' }]],
    ['a scope that does not exist', 400, 'invalid_scope', () => [{ ...good(), scope: 'everything' }]],
    ['a parameter twice', 400, 'invalid_request', () => [`${new URLSearchParams(good())}&client_id=${id}`]],
    ['JSON', 400, 'invalid_request', () => ['{}', { 'content-type': 'application/json' }]],
    ['a form of any size', 413, 'invalid_request', () => [{ ...good(), more: 'x'.repeat(20_000) }]],
  ];
  test.each(errors)('%s: %d %s', async (_name, status, error, sent) => {
    const reply = await requestToken(...sent());
    expect({ status: reply.status, body: reply.body }).toEqual({
      status,
      body: { error, error_description: expect.any(String) },
    });
    expect(reply.headers.get('www-authenticate')).toBe(
      status !== 401 || sent()[1]?.authorization === undefined
        ? null
        : sent()[1]?.authorization?.startsWith('Basic ')
          ? 'Basic realm="studiod", charset="UTF-8"'
          : 'Bearer realm="studiod"',
    );
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  test('405 for other methods', async () => {
    expect(await studio.get('/oauth/token')).toMatchObject({
      status: 405,
      body: { error: { code: 'method_not_allowed' } },
    });
  });
});

test('429: wrong secrets are limited by address, tokens by the tier of the client', async () => {
  const other = await openStudio();
  const { clientId, clientSecret } = await makeClient(other, { tier: 'basic' });
  const post = (client_secret: string) => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret });
    return other.app.fetch(new Request('http://localhost/oauth/token', { method: 'POST', body }));
  };
  const statuses = async (count: number, secret: string) => {
    const seen: number[] = [];
    for (let index = 0; index < count; index += 1) seen.push((await post(secret)).status);
    return seen;
  };
  expect(new Set(await statuses(60, 'wrong'))).toEqual(new Set([401]));
  const limited = await post('wrong');
  expect(limited.status).toBe(429);
  expect(await limited.json()).toMatchObject({ error: 'temporarily_unavailable' });
  expect(limited.headers.get('retry-after')).toBe('1');
  expect(limited.headers.get('x-ratelimit-remaining')).toBe('0');
  await other.time.moveTo(other.time.now() + 1000);
  expect((await post('wrong')).status).toBe(401);
  expect(new Set(await statuses(600, clientSecret))).toEqual(new Set([200]));
  const waiting = await post(clientSecret);
  expect({ status: waiting.status, wait: waiting.headers.get('retry-after') }).toEqual({ status: 429, wait: '1' });
  await other.time.moveTo(other.time.now() + 1000);
  expect((await post(clientSecret)).status).toBe(200);
});

test('the database holds neither the secret nor a signing key in clear text', async () => {
  const { body } = await requestToken(good());
  const file = Buffer.from(studio.db.serialize());
  expect(file.includes(secret)).toBe(false);
  expect(file.includes(body.access_token)).toBe(false);
  expect(file.includes('"d":')).toBe(false);
});
