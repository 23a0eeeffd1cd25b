import { describe, expect, test } from 'bun:test';
import { createAccessControl } from '../../src/app/access-control.ts';
import { newApiKey, revokeApiKey } from '../../src/auth/api-keys/api-keys.ts';
import { createSeal, temporaryKey } from '../../src/database/seal.ts';
import type { Timeline } from '../../src/kernel/timer.ts';
import { BUSINESS_TIERS } from '../../src/rate-limits/tiers.ts';
import { errorOf, makeKey, openStore, random } from './set-up.ts';

const setUp = async () => {
  const store = openStore();
  const { key, row } = await makeKey(store);
  const control = createAccessControl({
    store,
    time: store.clock as Timeline,
    seal: createSeal(temporaryKey(random), random),
    tiers: BUSINESS_TIERS,
    memberIssuers: [],
    rootUrl: () => 'http://localhost',
    publicPaths: { isPublic: () => false, isPage: () => false },
    isHeartbeat: () => false,
    signsMembersIn: false,
    addressKey: () => 'test',
  });
  const identify = (headers: Headers, path = '/v2/clients') =>
    control.access.authenticate(new Request(`http://localhost${path}`, { headers }), path);
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
