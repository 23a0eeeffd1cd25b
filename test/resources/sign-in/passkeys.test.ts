import { describe, expect, test } from 'bun:test';
import { MINUTE_MS } from '../../../src/kernel/durations.ts';
import { entriesOf } from '../../api/audit-entries.ts';
import { type ApiResponse, FROM, forEachTest, openStudio, type Studio } from '../../helpers/api.ts';
import { Authenticator } from '../../helpers/authenticator.ts';
import { cookieOf, FROM_PAGE, signedIn as signedInAtHome, signIn, withCookie } from '../../helpers/people.ts';

const ORIGIN = 'https://studio.example';
const PAGE = { ...FROM_PAGE, origin: ORIGIN };
const studio = forEachTest(() => openStudio({ rootUrl: () => ORIGIN }));

const refusal = ({ status, body }: ApiResponse) => [status, body.error?.code];

/** Somebody who is signed in at the address of the studio. */
const signedIn = async (person: Record<string, unknown> = {}) => {
  const { headers, ...made } = await signedInAtHome(studio, person);
  return { ...made, headers: { ...PAGE, cookie: headers.cookie.replace('studiod_session', '__Host-studiod') } };
};
const enter = (response: ApiResponse) => ({ ...withCookie(cookieOf(response)), origin: ORIGIN });

const registration = async (headers: Record<string, string>) =>
  (await studio.post('/manage/auth/passkeys/registration', undefined, headers)).body.publicKey;
const add = (headers: Record<string, string>, passkey: object, name = 'Telephone') =>
  studio.post('/manage/auth/passkeys', { name, passkey }, headers);
const options = async (body: object = {}, of: Studio = studio) =>
  (await of.post('/manage/auth/passkeys/options', body, PAGE)).body.publicKey;
const signInWith = (passkey: object) => studio.post('/manage/auth/passkeys/sign-in', { passkey }, PAGE);
const give = (signInToken: string, factor: object) =>
  studio.post('/manage/auth/second-factor', { signInToken, ...factor }, PAGE);

/** Somebody who has a passkey. */
const withPasskey = async (device = new Authenticator(ORIGIN), person: Record<string, unknown> = {}) => {
  const made = await signedIn(person);
  const added = await studio.given(add(made.headers, device.create(await registration(made.headers))));
  return { ...made, device, added };
};

describe('adding a passkey', () => {
  test('201, with recovery codes for the first second factor only', async () => {
    const { id, headers, email } = await signedIn();
    const asked = await registration(headers);
    expect(asked).toMatchObject({
      rp: { id: 'studio.example', name: 'Test studio' },
      user: { name: email },
      excludeCredentials: [],
      attestation: 'none',
    });
    const first = await add(headers, new Authenticator(ORIGIN).create(asked));
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({ object: 'staff_passkey', staffId: id, name: 'Telephone', lastUsedAt: null });
    expect(first.body.recoveryCodes.length).toBe(10);
    expect(JSON.stringify(first.body)).not.toContain('publicKey');
    const again = await registration(headers);
    expect(again.excludeCredentials.length).toBe(1);
    const second = await add(headers, new Authenticator(ORIGIN).create(again), 'Key ring');
    expect([second.status, second.body.recoveryCodes]).toEqual([201, null]);
    const { body } = await studio.get('/manage/auth/passkeys', headers);
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Key ring', 'Telephone']);
    expect((await studio.get('/manage/me', headers)).body.secondFactor).toMatchObject({
      passkeys: 2,
      recoveryCodesLeft: 10,
    });
    expect(studio.events()).toEqual([]);
    expect((await entriesOf(studio))[0]).toMatchObject({ type: 'addPasskey', staffId: id });
  });

  test('400 passkey_wrong for another origin, server, challenge and person, and for one that is known', async () => {
    const { headers } = await signedIn();
    const other = await signedIn();
    const device = new Authenticator(ORIGIN);
    const asked = await registration(headers);
    const wrong = [
      new Authenticator('https://evil.example').create(await registration(headers)),
      device.create({ ...(await registration(headers)), rp: { id: 'evil.example' } }),
      device.create({ ...asked, challenge: 'x'.repeat(43) }),
      device.create({ ...asked, ...(await options()), rp: asked.rp }),
      device.create(await registration(other.headers)),
    ];
    for (const passkey of wrong) expect(refusal(await add(headers, passkey))).toEqual([400, 'passkey_wrong']);
    const used = device.create(asked);
    expect((await add(headers, used)).status).toBe(201);
    expect(refusal(await add(headers, used))).toEqual([400, 'passkey_wrong']);
    expect(refusal(await add(headers, device.create(await registration(headers))))).toEqual([400, 'passkey_wrong']);
    const late = new Authenticator(ORIGIN).create(await registration(headers));
    await studio.time.moveTo(studio.time.now() + 5 * MINUTE_MS);
    expect(refusal(await add(headers, late))).toEqual([400, 'passkey_wrong']);
    expect(studio.count('staffPasskeys')).toBe(1);
  });

  test('409 passkeys_unavailable where the address has no https', async () => {
    const plain = await openStudio();
    const { headers } = await signedInAtHome(plain);
    const local = await openStudio({ rootUrl: () => 'http://127.0.0.1:8420' });
    const person = await signedInAtHome(local);
    const from = { ...person.headers, origin: 'http://127.0.0.1:8420' };
    expect((await plain.post('/manage/auth/passkeys/registration', undefined, headers)).status).toBe(200);
    for (const response of [
      await local.post('/manage/auth/passkeys/registration', undefined, from),
      await local.post('/manage/auth/passkeys/options', {}, from),
    ]) {
      expect(refusal(response)).toEqual([409, 'passkeys_unavailable']);
    }
  });
});

describe('POST /manage/auth/passkeys/sign-in', () => {
  test('200 without a password, each challenge once', async () => {
    const { id, headers, device } = await withPasskey();
    const asked = await options();
    expect(asked).toEqual({
      challenge: expect.stringMatching(/^[\w-]{72}$/),
      timeout: 60_000,
      rpId: 'studio.example',
      userVerification: 'required',
    });
    const passkey = device.get(asked);
    const response = await signInWith(passkey);
    expect([response.status, response.body.status]).toEqual([200, 'signed_in']);
    expect((await studio.get('/manage/me', enter(response))).body.staff.id).toBe(id);
    expect(refusal(await signInWith(passkey))).toEqual([401, 'sign_in_failed']);
    const { body } = await studio.get('/manage/auth/passkeys', headers);
    expect(body.data[0].lastUsedAt).toBe(new Date(studio.time.now()).toISOString());
    expect(studio.events()).toEqual([]);
    expect((await entriesOf(studio))[0]).toMatchObject({ type: 'signInWithPasskey', staffId: id });
  });

  test('200 however many others ask for options meanwhile; they are limited by address', async () => {
    const { device } = await withPasskey();
    const asked = await options();
    const statuses = new Set<number>();
    for (let n = 0; n < 100; n += 1) {
      const page = { ...PAGE, [FROM]: `198.51.100.${n % 10}` };
      for (let m = 0; m < 100; m += 1)
        statuses.add((await studio.post('/manage/auth/passkeys/options', {}, page)).status);
    }
    expect([...statuses].sort()).toEqual([200, 429]);
    expect((await signInWith(device.get(asked))).status).toBe(200);
  });

  test('401 for a challenge that was changed, is of another purpose or has ended', async () => {
    const { headers, device } = await withPasskey();
    const asked = await options();
    const changed = Buffer.from(asked.challenge, 'base64url');
    changed[20] = (changed[20] ?? 0) ^ 1;
    const adding = await registration(headers);
    for (const challenge of [changed.toString('base64url'), `${asked.challenge}=`, adding.challenge]) {
      expect(refusal(await signInWith(device.get({ ...asked, challenge })))).toEqual([401, 'sign_in_failed']);
    }
    const passkey = device.get(asked);
    await studio.time.moveTo(studio.time.now() + 5 * MINUTE_MS);
    expect(refusal(await signInWith(passkey))).toEqual([401, 'sign_in_failed']);
  });

  test('401 for an unknown passkey, another origin or challenge, a device that knows nobody, and who is suspended', async () => {
    const blind = new Authenticator(ORIGIN, false);
    const { headers } = await withPasskey(blind);
    const { id, device } = await withPasskey(undefined, { role: 'manager' });
    const forChange = await registration(headers);
    const wrong = [
      new Authenticator(ORIGIN).get(await options()),
      blind.get(await options()),
      device.get({ ...(await options()), rpId: 'evil.example' }),
      device.get({ ...(await options()), challenge: 'x'.repeat(43) }),
      device.get({ ...(await options()), challenge: forChange.challenge }),
    ];
    for (const passkey of wrong) expect(refusal(await signInWith(passkey))).toEqual([401, 'sign_in_failed']);
    expect((await signInWith(device.get(await options()))).status).toBe(200);
    await studio.given(studio.patch(`/v2/staff/${id}`, { status: 'suspended' }));
    expect(refusal(await signInWith(device.get(await options())))).toEqual([401, 'sign_in_failed']);
  });

  test('403 cross_origin from another page', async () => {
    const { device } = await withPasskey();
    const passkey = device.get(await options());
    const response = await studio.post(
      '/manage/auth/passkeys/sign-in',
      { passkey },
      { ...PAGE, origin: 'https://evil.example' },
    );
    expect(refusal(response)).toEqual([403, 'cross_origin']);
  });
});

describe('a passkey as the second factor', () => {
  test('200 after the password, also of a device that knows nobody', async () => {
    const { email, device, id } = await withPasskey(new Authenticator(ORIGIN, false));
    const half = await signIn(studio, email, undefined, { origin: ORIGIN });
    expect(half.body).toMatchObject({ status: 'second_factor_required', factors: ['passkey', 'recovery_code'] });
    const { signInToken } = half.body;
    const asked = await options({ signInToken });
    expect(asked).toMatchObject({ allowCredentials: [{ type: 'public-key' }], userVerification: 'preferred' });
    const response = await give(signInToken, { passkey: device.get(asked) });
    expect((await studio.get('/manage/me', enter(response))).body.staff.id).toBe(id);
  });

  test('401 for the passkey of somebody else; a recovery code signs in', async () => {
    const { email, added } = await withPasskey();
    const other = await withPasskey();
    const { signInToken } = (await signIn(studio, email, undefined, { origin: ORIGIN })).body;
    const passkey = other.device.get(await options({ signInToken }));
    expect(refusal(await give(signInToken, { passkey }))).toEqual([401, 'second_factor_failed']);
    expect((await give(signInToken, { recoveryCode: added.recoveryCodes[0] })).status).toBe(200);
  });
});

describe('DELETE /manage/auth/passkeys/{id}', () => {
  test('200 forgets it, with the recovery codes when it was the last second factor', async () => {
    const { headers, email, device, added } = await withPasskey();
    const other = await signedIn();
    expect((await studio.delete(`/manage/auth/passkeys/${added.id}`, other.headers)).status).toBe(404);
    const { status, body } = await studio.delete(`/manage/auth/passkeys/${added.id}`, headers);
    expect([status, body]).toEqual([200, { id: added.id, object: 'staff_passkey', deleted: true }]);
    expect(studio.count('staffRecoveryCodes')).toBe(0);
    expect(refusal(await signInWith(device.get(await options())))).toEqual([401, 'sign_in_failed']);
    expect((await signIn(studio, email, undefined, { origin: ORIGIN })).body.status).toBe('signed_in');
  });

  test('403 second_factor_required for the last one where the studio wants one', async () => {
    const { headers, added } = await withPasskey();
    await studio.given(studio.patch('/v2/settings', { brand: { requireSecondFactor: true } }));
    const response = await studio.delete(`/manage/auth/passkeys/${added.id}`, headers);
    expect(refusal(response)).toEqual([403, 'second_factor_required']);
    expect(studio.count('staffPasskeys')).toBe(1);
  });
});
