import { describe, expect, test } from 'bun:test';
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import { MAIN_SITE } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { bearer, FROM_APP, openForMembers, refusal } from '../../helpers/member-sign-in.ts';

const PROFILE = '/public-api/v2/member/profile';

describe('POST /public-api/v2/auth/token', () => {
  test('200 an ID token that the member layer takes, by a link that is made by itself', async () => {
    const { studio, enter } = await openForMembers();
    const id = await addClient(studio, { email: 'ann@example.com', firstName: 'Ann', lastName: 'Lee' });
    studio.events();
    const { status, body } = await enter('Ann@Example.com');
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'member_sign_in', status: 'signed_in', clientId: id, signUpToken: null });
    expect(Date.parse(body.expiresAt) - studio.time.now()).toBeLessThanOrEqual(HOUR_MS);
    expect((await studio.get(PROFILE, bearer(body.idToken))).body).toMatchObject({ id, email: 'ann@example.com' });
    expect((await studio.get(`/manage/member-links?client_id=${id}`)).body.data).toMatchObject([
      { clientId: id, issuer: 'http://localhost', subject: id },
    ]);
    // The same person is not linked twice.
    await enter('ann@example.com');
    expect(studio.count('memberLinks')).toBe(1);
    expect(studio.events()).toEqual([]);
    await studio.time.moveTo(studio.time.now() + 2 * HOUR_MS);
    expect(refusal(await studio.get(PROFILE, bearer(body.idToken)))).toEqual([401, 'token_expired']);
  });

  test('the discovery document and its keys verify the token', async () => {
    const { studio, member } = await openForMembers();
    const { id, idToken } = await member();
    const { body: discovery } = await studio.get('/.well-known/openid-configuration', FROM_APP);
    expect(discovery).toMatchObject({
      issuer: 'http://localhost',
      jwks_uri: 'http://localhost/.well-known/jwks.json',
      id_token_signing_alg_values_supported: ['ES256'],
    });
    const { body: ofTokens } = await studio.get('/.well-known/oauth-authorization-server', FROM_APP);
    expect(ofTokens).toEqual(discovery);
    expect(ofTokens).toMatchObject({
      token_endpoint: 'http://localhost/oauth/token',
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      scopes_supported: expect.arrayContaining(['openid', 'clients:read']),
    });
    const { body: keys } = await studio.get(new URL(discovery.jwks_uri).pathname, FROM_APP);
    const { payload } = await jwtVerify(idToken, createLocalJWKSet(keys), {
      issuer: discovery.issuer,
      audience: 'studiod-members',
      currentDate: new Date(studio.time.now()),
    });
    expect(payload).toMatchObject({ sub: id, email: 'ann@example.com', email_verified: true });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
  });

  test('an ID token is no access token, and an access token no ID token', async () => {
    const { studio, member } = await openForMembers();
    const { idToken } = await member();
    expect(refusal(await studio.get('/v2/clients', bearer(idToken)))).toEqual([401, 'token_invalid']);
    const client = await studio.given(studio.post('/manage/oauth-clients', { name: 'App', scopes: ['*'] }));
    const form = `grant_type=client_credentials&client_id=${client.clientId}&client_secret=${client.clientSecret}`;
    const headers = { ...FROM_APP, 'content-type': 'application/x-www-form-urlencoded' };
    const { body } = await studio.post('/oauth/token', form, headers);
    expect(refusal(await studio.get(PROFILE, bearer(body.access_token)))).toEqual([401, 'token_invalid']);
  });

  test('a refresh token rotates; used twice, it ends the device of whoever has it', async () => {
    const { studio, member, token } = await openForMembers();
    const { id, refreshToken, deviceId } = await member();
    const second = await studio.given(token({ refreshToken }));
    expect(second).toMatchObject({ clientId: id, deviceId });
    expect(second.refreshToken).not.toBe(refreshToken);
    const third = await studio.given(token({ refreshToken: second.refreshToken }));
    expect(decodeJwt(third.idToken)).toMatchObject({ sub: id, sid: deviceId });
    // A thief uses the copy of the second one.
    expect(refusal(await token({ refreshToken: second.refreshToken }))).toEqual([401, 'refresh_token_invalid']);
    expect(refusal(await token({ refreshToken: third.refreshToken }))).toEqual([401, 'refresh_token_invalid']);
    expect(refusal(await studio.get(PROFILE, bearer(third.idToken)))).toEqual([401, 'session_ended']);
    expect(studio.count('memberDevices')).toBe(0);
    expect(studio.events()).toEqual([]);
  });

  test('of two that use it at once, one at most goes on, and the device ends', async () => {
    const { member, token, studio } = await openForMembers();
    const { refreshToken } = await member();
    const both = await Promise.all([token({ refreshToken }), token({ refreshToken })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(studio.count('memberDevices')).toBe(0);
  });

  test('the database has no token', async () => {
    const { studio, member } = await openForMembers();
    const { refreshToken, idToken } = await member();
    const text = Buffer.from(studio.db.serialize()).toString('latin1');
    const [, family = '', secret = ''] = /^mrt_(.+)\.(.+)$/.exec(refreshToken) ?? [];
    for (const each of [family, secret, idToken]) expect(text).not.toContain(each);
  });

  test('401 after 90 days without a use, and for what is no refresh token', async () => {
    const { studio, member, token } = await openForMembers();
    const { refreshToken } = await member();
    const idleFor = (days: number) => {
      const since = new Date(studio.time.now() - days * DAY_MS).toISOString();
      studio.db.run('update memberDevices set lastSeenAt = ?', [since]);
    };
    idleFor(89);
    const { refreshToken: next } = await studio.given(token({ refreshToken }));
    idleFor(90);
    expect(refusal(await token({ refreshToken: next }))).toEqual([401, 'refresh_token_invalid']);
    await studio.time.moveTo(studio.time.now() + HOUR_MS);
    expect(studio.count('memberDevices')).toBe(0);
    const made = `mrt_${'a'.repeat(43)}.${'b'.repeat(43)}`;
    for (const given of ['x', made]) {
      expect(refusal(await token({ refreshToken: given }))).toEqual([401, 'refresh_token_invalid']);
    }
  });

  test('400 without one of code, refresh token and passkey, with two of them, and for a code without its address', async () => {
    const { token } = await openForMembers();
    const both = { email: 'ann@example.com', code: '123456', refreshToken: 'x' };
    for (const body of [{}, { email: 'ann@example.com' }, both, { code: '123456' }]) {
      expect(refusal(await token(body))).toEqual([400, 'parameter_missing']);
    }
    expect(refusal(await token({ email: 'ann@example.com', code: '12345' }))).toEqual([400, 'parameter_invalid']);
  });
});

describe('what ends a member’s devices', () => {
  test('archiving the client: tokens are of nobody, and refreshing is 401', async () => {
    const { studio, member, token } = await openForMembers();
    const { id, refreshToken, headers } = await member();
    await studio.given(studio.delete(`/v2/clients/${id}`));
    expect((await studio.get(PROFILE, headers)).status).toBe(401);
    expect(refusal(await token({ refreshToken }))).toEqual([401, 'refresh_token_invalid']);
    expect(studio.count('memberDevices')).toBe(0);
  });

  test('erasing the client: nothing is left of devices, links, codes and agreements', async () => {
    const { studio, member, ask } = await openForMembers();
    const { id, headers } = await member();
    await ask('ann@example.com');
    await studio.given(studio.post(`/manage/clients/${id}/erase`, {}));
    expect((await studio.get(PROFILE, headers)).status).toBe(401);
    for (const table of ['memberDevices', 'memberLinks', 'memberCodes']) expect(studio.count(table)).toBe(0);
  });

  test('merging: who was signed in as the record that goes signs in again, as the one that stays', async () => {
    const { studio, member, token, enter } = await openForMembers();
    const gone = await member('old@example.com');
    const kept = await member('new@example.com');
    await studio.given(studio.post(`/manage/clients/${kept.id}/merge`, { clientId: gone.id, keepClientId: kept.id }));
    expect(refusal(await token({ refreshToken: gone.refreshToken }))).toEqual([401, 'refresh_token_invalid']);
    expect((await studio.get(PROFILE, gone.headers)).status).toBe(401);
    expect((await studio.get(PROFILE, kept.headers)).body.id).toBe(kept.id);
    expect((await enter('new@example.com')).body.clientId).toBe(kept.id);
  });

  test('a client whose link was deleted is linked again', async () => {
    const { studio, member } = await openForMembers();
    const { id, headers } = await member();
    const [link] = await studio.listed('/manage/member-links');
    await studio.given(studio.delete(`/manage/member-links/${link}`));
    expect((await studio.get(PROFILE, { ...headers, 'x-site-id': MAIN_SITE })).body.id).toBe(id);
  });
});
