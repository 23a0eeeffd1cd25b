import { totpCode } from '../../../src/auth/staff/second-factor/totp.ts';
import { SITES, STAFF } from '../../../src/resources/demo-ids.ts';
import type { ApiResponse } from '../../helpers/api.ts';
import { type Box, FROM_PAGE, NOBODY, PASSWORD, type Provocations } from './box.ts';

const TOKEN = 'x'.repeat(43);
const person = { firstName: 'Mia', lastName: 'Stone' };
const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Somebody who has begun to set an app up that makes codes. */
const withSecret = async (box: Box) => {
  const who = await box.staff();
  const { secret } = await box.given('POST', '/manage/auth/totp', undefined, who.headers);
  const code = async () => totpCode(secret, await box.now());
  const confirm = (text: string) => box.call('POST', '/manage/auth/totp/confirm', { code: text }, who.headers);
  return { ...who, code, confirm };
};
const withApp = async (box: Box) => {
  const who = await withSecret(box);
  await who.confirm(await who.code());
  return who;
};
const kiosk = async ({ made }: Box) => {
  const { token } = await made('/manage/kiosks', { name: 'Door', siteId: SITES.downtown, pin: '2468' });
  return { 'x-kiosk-token': String(token) };
};
const signInToken = async ({ call }: Box, email: string): Promise<string> =>
  (await call('POST', '/manage/auth/sign-in', { email, password: PASSWORD }, FROM_PAGE)).body.signInToken;
const signUp = ({ call }: Box, body: object): Promise<ApiResponse> =>
  call('POST', '/public-api/v2/auth/sign-up', { ...person, ...body }, NOBODY);
const profile = ({ call }: Box, headers: Record<string, string>): Promise<ApiResponse> =>
  call('GET', '/public-api/v2/member/profile', undefined, headers);
/** Somebody who has signed up and waits for the studio. */
const waiting = async (box: Box): Promise<string> => {
  const siteId = await box.site({ membership: { signUp: 'approval' } });
  const { email, signUpToken } = await box.proved();
  await signUp(box, { signUpToken, siteId });
  return (await box.given('GET', `/v2/clients?email=${email}`)).data[0].id;
};

/** Errors of signing in, of those who work here and of members. */
export const peopleCodes: Provocations = {
  password_weak: async ({ call, staff }) =>
    call(
      ...(['POST', '/manage/auth/password', { currentPassword: PASSWORD, newPassword: 'password1234' }] as const),
      (await staff()).headers,
    ),
  password_wrong: async ({ call, staff }) =>
    call('POST', '/manage/auth/confirm-password', { password: 'something else' }, (await staff()).headers),
  code_wrong: async (box) => {
    const { code, confirm } = await withSecret(box);
    return confirm(wrong(await code()));
  },
  second_factor_missing: async ({ call, staff }) =>
    call('POST', '/manage/auth/totp/confirm', { code: '123456' }, (await staff()).headers),
  second_factor_failed: async (box) => {
    const { email, code } = await withApp(box);
    const body = { signInToken: await signInToken(box, email), code: wrong(await code()) };
    return box.call('POST', '/manage/auth/second-factor', body, FROM_PAGE);
  },
  second_factor_required: async (box) => {
    const { headers } = await withApp(box);
    await box.given('PATCH', '/v2/settings', { brand: { requireSecondFactor: true } });
    const response = await box.call('DELETE', '/manage/auth/totp', undefined, headers);
    await box.given('PATCH', '/v2/settings', { brand: { requireSecondFactor: false } });
    return response;
  },
  sign_in_failed: ({ call }) =>
    call('POST', '/manage/auth/sign-in', { email: 'nobody@codes.example', password: PASSWORD }, FROM_PAGE),
  sign_in_expired: ({ call }) =>
    call('POST', '/manage/auth/second-factor', { signInToken: TOKEN, code: '123456' }, FROM_PAGE),
  session_ended: ({ call }) =>
    call('GET', '/manage/me', undefined, { ...FROM_PAGE, cookie: `studiod_session=${'b'.repeat(43)}` }),
  link_invalid: ({ call }) =>
    call('POST', '/manage/auth/invitation', { token: TOKEN, password: 'four yellow tricycles' }, FROM_PAGE),
  password_required: async ({ call, staff, pass }) => {
    const { headers } = await staff();
    await pass('PT16M');
    return call('DELETE', '/manage/auth/totp', undefined, headers);
  },
  passkeys_unavailable: ({ call }) => call('POST', '/manage/auth/passkeys/options', {}, FROM_PAGE),
  setup_done: ({ call }) =>
    call(
      'POST',
      '/manage/setup',
      { token: TOKEN, owner: { ...person, email: 'mia@codes.example', password: PASSWORD } },
      FROM_PAGE,
    ),
  pin_wrong: async (box) => box.call('POST', '/manage/kiosk/leave', { pin: '0000' }, await kiosk(box)),
  kiosk_ended: async (box) => {
    const headers = await kiosk(box);
    await box.given('POST', '/manage/kiosk/leave', { pin: '2468' }, headers);
    return box.call('GET', '/manage/kiosk', undefined, headers);
  },
  staff_email_exists: async ({ call, staff }) =>
    call('POST', '/v2/staff', { ...person, role: 'manager', email: (await staff()).email }),
  staff_inactive: async ({ call, given, staff }) => {
    const { id } = await staff({ role: 'manager' });
    await given('PATCH', `/v2/staff/${id}`, { status: 'suspended' });
    return call('POST', '/manage/staff/invitations', { staffId: id });
  },
  last_owner: async ({ call, given }) => {
    const { data } = await given('GET', '/v2/staff?limit=100');
    const owners = data.filter(({ role, id }: Record<string, string>) => role === 'owner' && id !== STAFF.owner);
    for (const { id } of owners) await given('DELETE', `/v2/staff/${id}`);
    return call('DELETE', `/v2/staff/${STAFF.owner}`);
  },
  token_invalid: (box) => profile(box, { authorization: 'Bearer nonsense', 'x-site-id': SITES.downtown }),
  token_expired: async (box) => {
    const { idToken } = await box.made('/sandbox/member-token', { clientId: await box.client(), expiresIn: 1 });
    await box.pass('PT10M');
    return profile(box, { authorization: `Bearer ${idToken}`, 'x-site-id': SITES.downtown });
  },
  issuer_unavailable: (box) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { iss: CLOSED_ISSUER, aud: 'app', sub: 'ada', email: 'ada@codes.example', email_verified: true };
    const token = `${part({ alg: 'ES256', kid: 'a' })}.${part({ ...claims, iat: 1, exp: 4e9 })}.${'a'.repeat(86)}`;
    return profile(box, { authorization: `Bearer ${token}`, 'x-site-id': SITES.downtown });
  },
  member_code_wrong: async ({ code, token, client }) => {
    await client({ email: 'code@codes.example' });
    return token({ email: 'code@codes.example', code: wrong(await code('code@codes.example')) });
  },
  member_code_expired: ({ token }) => token({ email: 'never@codes.example', code: '123456' }),
  refresh_token_invalid: ({ token }) => token({ refreshToken: TOKEN }),
  sign_up_expired: (box) => signUp(box, { signUpToken: TOKEN }),
  sign_up_closed: async (box) => {
    const siteId = await box.site({ membership: { signUp: 'closed' } });
    return signUp(box, { signUpToken: (await box.proved()).signUpToken, siteId });
  },
  member_not_found: async (box) => {
    const { id, headers } = await box.member();
    await box.given('DELETE', `/v2/clients/${id}`);
    return profile(box, headers);
  },
  sign_up_decided: async (box) => {
    const id = await waiting(box);
    await box.given('POST', `/manage/clients/${id}/decline-sign-up`);
    return box.call('POST', `/manage/clients/${id}/decline-sign-up`);
  },
  agreement_changed: async ({ member, site }) => {
    const consent = { version: '3', text: 'The studio keeps my data.' };
    const who = await member({}, await site({ membership: { consent } }));
    return who.call('POST', '/public-api/v2/member/consents', { version: '2' });
  },
  already_in_household: async ({ call, client, made }) => {
    const members = [{ clientId: await client(), role: 'adult', hasAgreed: true }];
    await made('/manage/households', { name: 'Reed', members });
    return call('POST', '/manage/households', { name: 'Park', members });
  },
  household_needs_adult: async ({ call, client, made }) => {
    const clientId = await client();
    const members = [
      { clientId, role: 'adult', hasAgreed: true },
      { client: { firstName: 'Mia', lastName: 'Reed' }, role: 'dependant' },
    ];
    const household = await made('/manage/households', { name: 'Reed', members });
    return call('DELETE', `/manage/households/${household.id}/members/${clientId}`);
  },
  erasure_not_requested: async ({ call, client }) => call('POST', `/manage/clients/${await client()}/decline-erasure`),
  client_email_exists: async ({ call, member }) =>
    call('POST', '/v2/clients', { ...person, email: (await member()).email }),
  client_merged: async ({ call, client, made }) => {
    const [kept, gone] = [await client(), await client({ externalId: 'crm-gone' })];
    await made(`/manage/clients/${kept}/merge`, { clientId: gone, keepClientId: kept });
    return call('POST', '/manage/imports?family=clients', [{ id: gone, firstName: 'A', lastName: 'B' }]);
  },
  merge_not_allowed: async ({ call, client, made }) => {
    const [kept, gone] = [await client(), await client()];
    await made(`/manage/clients/${gone}/erase`, {});
    return call('POST', `/manage/clients/${kept}/merge`, { clientId: gone, keepClientId: kept });
  },
  default_site: async ({ call, given }) => {
    const { brand } = await given('GET', '/v2/settings');
    return call('DELETE', `/v2/sites/${brand.defaultSiteId}`);
  },
  site_inactive: async ({ call, given, site }) => {
    const id = await site();
    await given('DELETE', `/v2/sites/${id}`);
    return call('PATCH', '/v2/settings', { brand: { defaultSiteId: id } });
  },
  erasure_not_allowed: async ({ call, client, made, given, session, book, site }) => {
    const fees = { noShowFee: 1500, feesApplyTo: 'all', autoChargeFees: false };
    const siteId = await site({ payment: fees });
    const clientId = await client();
    const id = await book(clientId, await session(3_600_000, { siteId }));
    await made(`/v2/bookings/${id}/noshow`, {});
    await given('GET', `/v2/clients/${clientId}`);
    return call('POST', `/manage/clients/${clientId}/erase`, {});
  },
};

/** An OpenID Connect provider of members at a closed port. */
export const CLOSED_ISSUER = 'http://127.0.0.1:1';
