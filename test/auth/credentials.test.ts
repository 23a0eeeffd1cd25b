import { describe, expect, test } from 'bun:test';
import { createAccessControl } from '../../src/app/access-control.ts';
import { createPaths } from '../../src/app/paths.ts';
import { newApiKey, revokeApiKey } from '../../src/auth/api-keys/api-keys.ts';
import { createSeal, temporaryKey } from '../../src/database/seal.ts';
import { memberOnlyOperations, memberOperations, readerOperations } from '../../src/http/operations/declare.ts';
import type { Operation } from '../../src/http/operations/operation.ts';
import type { Timeline } from '../../src/kernel/timer.ts';
import { BUSINESS_TIERS } from '../../src/rate-limits/tiers.ts';
import { errorOf, makeKey, openStore, random } from './set-up.ts';

const setUp = async (operations: readonly Operation[] = []) => {
  const store = openStore();
  const { key, row } = await makeKey(store);
  const control = createAccessControl({
    store,
    time: store.clock as Timeline,
    random,
    seal: createSeal(temporaryKey(random), random),
    tiers: BUSINESS_TIERS,
    memberIssuers: [],
    rootUrl: () => 'http://localhost',
    paths: createPaths(operations, []),
    isHeartbeat: () => false,
    signsMembersIn: false,
    addressKey: () => 'test',
  });
  const identify = (headers: Headers, path = '/v2/clients') =>
    control.access.authenticate(new Request(`http://localhost${path}`, { headers }), control.access.audienceOf(path));
  const revoke = async () => {
    await store.write((tx) => revokeApiKey(tx, row));
    control.clearCaches();
  };
  return { key, row, revoke, identify };
};

describe('authenticate', () => {
  test('an API key, whatever the case of its header', async () => {
    const { key, row, identify } = await setUp();
    expect(identify(new Headers({ 'X-Service-API-Key': key })).credentialId).toBe(row.id);
    expect(identify(new Headers({ 'x-service-api-key': `  ${key} ` })).credentialId).toBe(row.id);
  });

  test('an API key takes precedence over a bearer token', async () => {
    const { key, row, identify } = await setUp();
    expect(identify(new Headers({ 'X-Service-API-Key': key, Authorization: 'Bearer x.y.z' })).credentialId).toBe(
      row.id,
    );
  });

  test('401 api_key_invalid: unknown or revoked, without saying which', async () => {
    const { key, revoke, identify } = await setUp();
    const unknown = await errorOf(() => identify(new Headers({ 'X-Service-API-Key': newApiKey(random, 'live') })));
    await revoke();
    const revoked = await errorOf(() => identify(new Headers({ 'X-Service-API-Key': key })));
    for (const error of [unknown, revoked]) {
      expect(error).toMatchObject({
        status: 401,
        type: 'authentication_error',
        code: 'api_key_invalid',
        message: (unknown as Error).message,
      });
    }
  });

  const rejected: readonly [name: string, headers: Record<string, string>, code: string][] = [
    ['no header', {}, 'credential_missing'],
    ['an empty key', { 'X-Service-API-Key': '' }, 'credential_missing'],
    ['another scheme', { Authorization: 'Basic YTpi' }, 'credential_missing'],
    ['a bearer token', { Authorization: 'Bearer x.y.z' }, 'token_invalid'],
    ['a bearer token in lower case', { authorization: 'bearer x.y.z' }, 'token_invalid'],
    ['an empty bearer token', { Authorization: 'Bearer' }, 'token_invalid'],
    ['an empty key beside a token', { 'X-Service-API-Key': '', Authorization: 'Bearer x' }, 'token_invalid'],
  ];
  for (const [name, headers, code] of rejected) {
    test(`401 ${code}: ${name}`, async () => {
      const { identify } = await setUp();
      const error = await errorOf(() => identify(new Headers(headers)));
      expect(error).toMatchObject({
        status: 401,
        type: 'authentication_error',
        code,
        message: expect.stringContaining('X-Service-API-Key'),
      });
    });
  }
});

describe('which credentials count follows from the audience of the operations at a path', () => {
  const family = { tag: 'Guests' };
  const rule = () => ({});
  const summary = 'Guests';
  const operations = [
    ...memberOperations(({ read }) => [read('GET /v2/guests/own', 'getOwnGuests', { summary }, rule)]),
    ...memberOnlyOperations(({ read }) => [read('GET /guests/mine', 'getMyGuests', { summary }, rule)]),
    ...readerOperations(family, 'content', ({ read }) => [
      read('GET /v2/guests/rules', 'getGuestRules', { summary, staff: 'content:manage', sites: 'brand' }, rule),
    ]),
  ];
  const token = { Authorization: 'Bearer x.y.z' };
  const accessToken = { Authorization: `Bearer ${Buffer.from('{"typ":"at+jwt"}').toString('base64url')}.y.z` };

  test.each([
    ['/v2/guests/own', 'a token', token, 'trust this ID token'],
    ['/v2/guests/own', 'an access token', accessToken, 'This access token was not issued'],
    ['/v2/guests/own', 'nothing', {}, 'no credential'],
    ['/v2/guests/rules', 'a token', token, 'trust this ID token'],
    ['/v2/guests/rules', 'an access token', accessToken, 'This access token was not issued'],
    ['/guests/mine', 'a token', token, 'trust this ID token'],
    ['/guests/mine', 'an access token', accessToken, 'trust this ID token'],
    ['/guests/mine', 'nothing', {}, 'no ID token'],
    ['/v2/others', 'a token', token, 'This access token was not issued'],
    ['/v2/others', 'an access token', accessToken, 'This access token was not issued'],
  ] as const)('401 at %s with %s', async (path, _what, headers, wanted) => {
    const { identify } = await setUp(operations);
    const error = await errorOf(() => identify(new Headers(headers), path));
    expect(error).toMatchObject({ status: 401, message: expect.stringContaining(wanted) });
  });

  test('an API key counts where a business may call, and is not looked at where only members may', async () => {
    const { key, row, identify } = await setUp(operations);
    const headers = new Headers({ 'X-Service-API-Key': key });
    for (const path of ['/v2/guests/own', '/v2/guests/rules', '/v2/others']) {
      expect(identify(headers, path).credentialId).toBe(row.id);
    }
    const messageOf = async (sent: Headers, path: string) =>
      (await errorOf(() => identify(sent, path))) as { readonly message: string };
    expect((await messageOf(headers, '/guests/mine')).message).toContain('no ID token');
    const misplaced = new Headers({ Authorization: `Bearer ${key}` });
    for (const path of ['/v2/guests/own', '/v2/guests/rules', '/v2/others']) {
      expect((await messageOf(misplaced, path)).message).toContain('is an API key');
    }
    expect((await messageOf(misplaced, '/guests/mine')).message).toContain('trust this ID token');
  });
});
