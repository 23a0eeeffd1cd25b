import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { systemClock } from '../../../src/kernel/clock.ts';
import { MAIN_SITE, openStudio, type Studio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { trusting } from './issuer-server.ts';
import { providerKey, startProvider } from './provider.ts';

const PROFILE = '/public-api/v2/member/profile';
const accounts = {
  ada: { email: 'Ada@example.com', email_verified: true, given_name: 'Ada', family_name: 'Park' },
  eve: { email: 'ada@example.com', email_verified: false },
  noor: { email: 'noor@example.com', email_verified: true, given_name: 'Noor', family_name: 'Haddad' },
  gone: { email: 'gone@example.com', email_verified: true },
  left: { email: 'left@example.com', email_verified: true },
  still: { email: 'still@example.com', email_verified: true },
};

let provider: Awaited<ReturnType<typeof startProvider>>;
let studio: Studio;
const getProfile = (token: string, headers: Record<string, string> = { 'x-site-id': MAIN_SITE }) =>
  studio.get(PROFILE, { 'x-service-api-key': '', authorization: `Bearer ${token}`, ...headers });

/** The response to a member whom no client can be found for, with the reason. */
const notFound = (reason: string) => ({
  status: 403,
  body: {
    error: {
      type: 'permission_error',
      code: 'member_not_found',
      details: [{ param: 'Authorization', code: reason }],
    },
  },
});

beforeAll(async () => {
  provider = await startProvider(accounts);
  studio = await openStudio({
    startAt: systemClock.now(),
    memberIssuers: trusting(provider.issuer),
  });
});
afterAll(() => provider.stop());

describe('with the ID token of a real provider', () => {
  test('a member is the client with the same verified email, linked at the first sign-in', async () => {
    const id = await addClient(studio, { firstName: 'Ada', lastName: 'Park', email: 'ada@example.com', notes: 'shy' });
    const { idToken } = await provider.signIn('ada');
    const { status, body } = await getProfile(idToken);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'member_profile',
      id,
      fullName: 'Ada Park',
      homeSite: { object: 'site', id: MAIN_SITE },
      outstandingBalance: { amount: 0, currency: 'USD' },
    });
    expect(body).not.toContainAnyKeys(['notes', 'alerts']);
    expect((await studio.get(`/manage/member-links?client_id=${id}`)).body.data).toMatchObject([
      { object: 'member_link', clientId: id, issuer: provider.issuer, subject: 'ada' },
    ]);
    expect(studio.events()).toEqual([]);
  });

  test('another email ends the link: the email that the provider has verified decides again', async () => {
    const { idToken } = await provider.signIn('ada');
    const { id } = (await getProfile(idToken)).body;
    await studio.patch(`/v2/clients/${id}`, { email: 'ada.park@example.com' });
    expect((await getProfile(idToken)).status).toBe(403);
    expect(studio.count(`memberLinks where clientId = '${id}'`)).toBe(0);
    await studio.patch(`/v2/clients/${id}`, { email: 'ada@example.com' });
    expect((await getProfile((await provider.signIn('ada')).idToken)).body).toMatchObject({ id });
    studio.events();
  });

  test('403 member_not_found: an email that the provider has not verified', async () => {
    const { idToken } = await provider.signIn('eve');
    studio.events();
    const response = await getProfile(idToken);
    expect(response).toMatchObject(notFound('email_not_verified'));
    expect(response.body.error.message).toContain('no verified email');
    expect(response.body.error.details[0].message).toBe(response.body.error.message);
    expect(studio.events()).toEqual([]);
  });

  test('403 member_not_found: an archived client; 200 a suspended one', async () => {
    const gone = await addClient(studio, { email: 'gone@example.com' });
    const still = await addClient(studio, { email: 'still@example.com', status: 'suspended' });
    const { idToken } = await provider.signIn('gone');
    expect((await getProfile(idToken)).status).toBe(200);
    await studio.delete(`/v2/clients/${gone}`);
    expect(await getProfile(idToken)).toMatchObject(notFound('client_archived'));
    expect((await getProfile((await provider.signIn('still')).idToken)).body).toMatchObject({
      id: still,
      status: 'suspended',
    });
  });

  test('403 member_not_found: a client who was archived before the first sign-in', async () => {
    const left = await addClient(studio, { email: 'left@example.com' });
    await studio.delete(`/v2/clients/${left}`);
    studio.events();
    const { idToken } = await provider.signIn('left');
    expect(await getProfile(idToken)).toMatchObject(notFound('client_archived'));
    expect((await studio.get(`/manage/member-links?client_id=${left}`)).body.data).toEqual([]);
    expect(studio.events()).toEqual([]);
  });

  test('401 token_invalid: the access token of the provider is no ID token', async () => {
    const { accessToken } = await provider.signIn('ada');
    expect(await getProfile(accessToken)).toMatchObject({ status: 401, body: { error: { code: 'token_invalid' } } });
  });

  test('400 site_required: no site, an unknown one, an inactive one', async () => {
    const { idToken } = await provider.signIn('ada');
    const closed = (await studio.post('/v2/sites', { name: 'Closed', status: 'inactive' })).body.id;
    for (const headers of [{}, { 'x-site-id': '' }, { 'x-site-id': 'nowhere' }, { 'x-site-id': closed }]) {
      expect(await getProfile(idToken, headers)).toMatchObject({
        status: 400,
        body: { error: { code: 'site_required', param: 'X-Site-ID' } },
      });
    }
  });

  test('self sign-up creates a client only where the setting of the site allows it', async () => {
    const { idToken } = await provider.signIn('noor');
    studio.events();
    expect(await getProfile(idToken)).toMatchObject(notFound('no_client_with_email'));
    const open = (await studio.post('/v2/sites', { name: 'Open' })).body.id;
    await studio.patch(`/v2/settings?siteId=${open}`, { membership: { selfSignUp: true } });
    studio.events();
    expect((await getProfile(idToken)).status).toBe(403);
    const [first, second] = await Promise.all([
      getProfile(idToken, { 'x-site-id': open }),
      getProfile(idToken, { 'x-site-id': open }),
    ]);
    expect(first).toMatchObject({
      status: 200,
      body: {
        firstName: 'Noor',
        lastName: 'Haddad',
        email: 'noor@example.com',
        homeLocationId: open,
        status: 'active',
      },
    });
    expect(second.body.id).toBe(first.body.id);
    expect(studio.events()).toEqual(['client.created']);
    expect((await getProfile(idToken)).body.id).toBe(first.body.id);
  });

  test('its keys rotate without a member noticing', async () => {
    const before = await provider.signIn('ada');
    expect((await getProfile(before.idToken)).status).toBe(200);
    provider.rotate(await providerKey('second', 'ES256'));
    const after = await provider.signIn('ada');
    provider.requests();
    expect((await getProfile(after.idToken)).status).toBe(200);
    expect(provider.requests()).toEqual(['/.well-known/openid-configuration', '/jwks']);
    expect((await getProfile(before.idToken)).status).toBe(200);
    expect((await getProfile(after.idToken)).status).toBe(200);
    expect(provider.requests()).toEqual([]);
  });
});
