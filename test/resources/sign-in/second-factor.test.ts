import { describe, expect, test } from 'bun:test';
import { totpCode } from '../../../src/auth/staff/second-factor/totp.ts';
import { MINUTE_MS } from '../../../src/kernel/durations.ts';
import { entriesOf } from '../../api/audit-entries.ts';
import { type ApiResponse, forEachTest, openStudio } from '../../helpers/api.ts';
import { cookieOf, FROM_PAGE, PASSWORD, signedIn, signIn, withCookie } from '../../helpers/people.ts';

const studio = forEachTest(openStudio);

const refusal = ({ status, body }: ApiResponse) => [status, body.error?.code];
const wait = (ms: number) => studio.time.moveTo(studio.time.now() + ms);
const begin = (headers: Record<string, string>) => studio.post('/manage/auth/totp', undefined, headers);
const confirm = (headers: Record<string, string>, code: string) =>
  studio.post('/manage/auth/totp/confirm', { code }, headers);
const give = (signInToken: string, factor: object) =>
  studio.post('/manage/auth/second-factor', { signInToken, ...factor }, FROM_PAGE);
const codeNow = (secret: string): string => totpCode(secret, studio.time.now());
const wrongCode = (secret: string): string => String((Number(codeNow(secret)) + 1) % 1_000_000).padStart(6, '0');

/** Somebody who has an app that makes codes. */
const withApp = async (person: Record<string, unknown> = {}) => {
  const made = await signedIn(studio, person);
  const { secret } = (await begin(made.headers)).body;
  const { body } = await confirm(made.headers, codeNow(secret));
  await wait(30_000);
  studio.events();
  return { ...made, secret: String(secret), recoveryCodes: body.recoveryCodes as string[] };
};

describe('setting an app up', () => {
  test('200 with the first code, and recovery codes that are shown once', async () => {
    const { id, headers } = await signedIn(studio);
    const setup = await begin(headers);
    expect([setup.status, setup.body]).toEqual([
      200,
      {
        object: 'totp_setup',
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
        uri: expect.stringMatching(/^otpauth:\/\/totp\/Test%20studio:somebody\d+%40example\.com\?secret=/),
      },
    ]);
    const { secret } = setup.body;
    expect(refusal(await confirm(headers, wrongCode(secret)))).toEqual([400, 'code_wrong']);
    const done = await confirm(headers, codeNow(secret));
    expect([done.status, done.body]).toEqual([
      200,
      { object: 'second_factor', totp: true, passkeys: 0, recoveryCodesLeft: 10, recoveryCodes: expect.any(Array) },
    ]);
    expect(new Set(done.body.recoveryCodes).size).toBe(10);
    for (const code of done.body.recoveryCodes) expect(code).toMatch(/^[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}$/);
    const file = Buffer.from(studio.db.serialize());
    for (const text of [secret, ...done.body.recoveryCodes]) expect(file.includes(text)).toBe(false);
    expect((await studio.get('/manage/me', headers)).body.secondFactor).toEqual({
      isRequired: false,
      totp: true,
      passkeys: 0,
      recoveryCodesLeft: 10,
    });
    expect(studio.events()).toEqual([]);
    expect((await entriesOf(studio))[0]).toMatchObject({ type: 'confirmTotp', staffId: id });
  });

  test('409 second_factor_missing when nothing was begun, 403 for a key and without a fresh password', async () => {
    const { headers } = await signedIn(studio);
    expect(refusal(await confirm(headers, '123456'))).toEqual([409, 'second_factor_missing']);
    expect(refusal(await studio.post('/manage/auth/recovery-codes', undefined, headers))).toEqual([
      409,
      'second_factor_missing',
    ]);
    expect((await studio.post('/manage/auth/totp')).status).toBe(403);
    await wait(15 * MINUTE_MS);
    for (const response of [
      await begin(headers),
      await studio.delete('/manage/auth/totp', headers),
      await studio.post('/manage/auth/recovery-codes', undefined, headers),
    ]) {
      expect(refusal(response)).toEqual([403, 'password_required']);
    }
  });

  test('another app takes the place of the first one with its first code; the recovery codes stay', async () => {
    const { headers, email, secret } = await withApp();
    const next = (await begin(headers)).body.secret;
    const { body: half } = await signIn(studio, email);
    expect((await give(half.signInToken, { code: codeNow(secret) })).status).toBe(200);
    const done = await confirm(headers, codeNow(next));
    expect([done.body.recoveryCodesLeft, done.body.recoveryCodes]).toEqual([10, null]);
    await wait(30_000);
    const { body } = await signIn(studio, email);
    expect((await give(body.signInToken, { code: codeNow(secret) })).status).toBe(401);
    expect((await give(body.signInToken, { code: codeNow(next) })).status).toBe(200);
  });

  test('200 forgets the app and the recovery codes; the password is enough then', async () => {
    const { headers, email } = await withApp();
    const { status, body } = await studio.delete('/manage/auth/totp', headers);
    expect([status, body]).toEqual([
      200,
      { object: 'second_factor', totp: false, passkeys: 0, recoveryCodesLeft: 0, recoveryCodes: null },
    ]);
    expect((await studio.delete('/manage/auth/totp', headers)).status).toBe(200);
    expect((await signIn(studio, email)).body.status).toBe('signed_in');
  });
});

describe('POST /manage/auth/second-factor', () => {
  test('the password alone gives no cookie, and the code signs in', async () => {
    const { id, email, secret } = await withApp();
    const half = await signIn(studio, email);
    expect([half.status, half.body]).toEqual([
      200,
      {
        object: 'sign_in',
        status: 'second_factor_required',
        factors: ['totp', 'recovery_code'],
        signInToken: expect.stringMatching(/^[\w-]{43}$/),
      },
    ]);
    expect(half.headers.get('set-cookie')).toBeNull();
    const { signInToken } = half.body;
    expect((await studio.get('/manage/me', withCookie(`studiod_session=${signInToken}`))).status).toBe(401);
    const response = await give(signInToken, { code: codeNow(secret) });
    expect([response.status, response.body.status]).toEqual([200, 'signed_in']);
    expect((await studio.get('/manage/me', withCookie(cookieOf(response)))).body.staff.id).toBe(id);
    expect(studio.events()).toEqual([]);
    expect(refusal(await give(signInToken, { code: codeNow(secret) }))).toEqual([401, 'sign_in_expired']);
  });

  test('400 a passkey beside a code, which would not be counted', async () => {
    const { email, secret } = await withApp();
    const { signInToken } = (await signIn(studio, email)).body;
    const response = { clientDataJSON: '', authenticatorData: '', signature: '' };
    const passkey = { id: 'x', rawId: 'x', response, clientExtensionResults: {}, type: 'public-key' };
    for (const factor of [{ code: codeNow(secret) }, { recoveryCode: 'AAAA-AAAA-AAAA-AAAA' }]) {
      expect(refusal(await give(signInToken, { ...factor, passkey }))).toEqual([400, 'parameter_missing']);
    }
    expect(refusal(await give(signInToken, { passkey }))).toEqual([401, 'second_factor_failed']);
    expect((await give(signInToken, { code: codeNow(secret) })).status).toBe(200);
  });

  test('a code works once', async () => {
    const { email, secret } = await withApp();
    const code = codeNow(secret);
    const [first, second] = [await signIn(studio, email), await signIn(studio, email)];
    expect((await give(first.body.signInToken, { code })).status).toBe(200);
    expect(refusal(await give(second.body.signInToken, { code }))).toEqual([401, 'second_factor_failed']);
  });

  test('a recovery code works once, however it is typed', async () => {
    const { email, headers, recoveryCodes } = await withApp();
    const [code = ''] = recoveryCodes;
    const [first, second] = [await signIn(studio, email), await signIn(studio, email)];
    const typed = code.toLowerCase().replaceAll('-', ' ');
    expect((await give(first.body.signInToken, { recoveryCode: typed })).status).toBe(200);
    expect(refusal(await give(second.body.signInToken, { recoveryCode: code }))).toEqual([401, 'second_factor_failed']);
    expect((await studio.get('/manage/me', headers)).body.secondFactor.recoveryCodesLeft).toBe(9);
    const { body } = await studio.post('/manage/auth/recovery-codes', undefined, headers);
    expect(body.recoveryCodes.length).toBe(10);
    expect(refusal(await give(second.body.signInToken, { recoveryCode: recoveryCodes[1] }))).toEqual([
      401,
      'second_factor_failed',
    ]);
    expect((await give(second.body.signInToken, { recoveryCode: body.recoveryCodes[0] })).status).toBe(200);
  });

  test('429 after five wrong codes, although the password is right each time', async () => {
    const { email, secret } = await withApp();
    for (let n = 0; n < 5; n += 1) {
      const { body } = await signIn(studio, email);
      expect(refusal(await give(body.signInToken, { code: wrongCode(secret) }))).toEqual([401, 'second_factor_failed']);
    }
    await wait(30_000);
    const half = await signIn(studio, email);
    expect(half.status).toBe(200);
    expect((await give(half.body.signInToken, { code: wrongCode(secret) })).status).toBe(401);
    expect(refusal(await give(half.body.signInToken, { code: codeNow(secret) }))).toEqual([429, 'rate_limited']);
  });

  test('401 sign_in_expired after five minutes, for an unknown token, and once the person changed', async () => {
    const { id, email, secret } = await withApp({ role: 'manager' });
    const late = (await signIn(studio, email)).body.signInToken;
    await wait(5 * MINUTE_MS);
    expect(refusal(await give(late, { code: codeNow(secret) }))).toEqual([401, 'sign_in_expired']);
    expect(refusal(await give('x'.repeat(43), { code: codeNow(secret) }))).toEqual([401, 'sign_in_expired']);
    const { signInToken } = (await signIn(studio, email)).body;
    await studio.given(studio.patch(`/v2/staff/${id}`, { status: 'suspended' }));
    expect(refusal(await give(signInToken, { code: codeNow(secret) }))).toEqual([401, 'sign_in_expired']);
  });

  test('400 without a factor', async () => {
    const { email } = await withApp();
    const { signInToken } = (await signIn(studio, email)).body;
    expect(refusal(await give(signInToken, {}))).toEqual([400, 'parameter_missing']);
  });

  test('a new password by a link asks for it too, unless the link removes it', async () => {
    const { id, secret } = await withApp({ role: 'instructor' });
    const accept = async (removesSecondFactor: boolean) => {
      const { link } = await studio.given(
        studio.post('/manage/staff/invitations', { staffId: id, removesSecondFactor }),
      );
      return studio.post(
        '/manage/auth/invitation',
        { token: link.split('#')[1], password: 'three green bicycles' },
        FROM_PAGE,
      );
    };
    const half = await accept(false);
    expect([half.body.status, half.headers.get('set-cookie')]).toEqual(['second_factor_required', null]);
    expect((await give(half.body.signInToken, { code: codeNow(secret) })).status).toBe(200);
    const whole = await accept(true);
    expect(whole.body.status).toBe('signed_in');
    expect(studio.count('staffRecoveryCodes')).toBe(0);
  });
});

describe('a studio that requires a second factor', () => {
  const require = (headers?: Record<string, string>) =>
    studio.patch('/v2/settings', { brand: { requireSecondFactor: true } }, headers);

  test('only an owner decides so', async () => {
    const manager = await signedIn(studio, { role: 'manager' });
    expect(refusal(await require(manager.headers))).toEqual([403, 'permission_denied']);
    const owner = await signedIn(studio);
    expect((await require(owner.headers)).status).toBe(200);
    expect(studio.events()).toEqual(['settings.updated']);
  });

  test('403 second_factor_required for everything but setting one up, also in sessions that are open', async () => {
    const { headers, email } = await signedIn(studio);
    expect((await studio.get('/v2/sites', headers)).status).toBe(200);
    await studio.given(require());
    for (const response of [await studio.get('/v2/sites', headers), await studio.post('/v2/clients', {}, headers)]) {
      expect(refusal(response)).toEqual([403, 'second_factor_required']);
    }
    expect((await studio.get('/manage/me', headers)).body.secondFactor).toMatchObject({
      isRequired: true,
      totp: false,
    });
    expect((await signIn(studio, email)).body.status).toBe('signed_in');
    const { secret } = (await begin(headers)).body;
    await confirm(headers, codeNow(secret));
    expect((await studio.get('/v2/sites', headers)).status).toBe(200);
    expect(refusal(await studio.delete('/manage/auth/totp', headers))).toEqual([403, 'second_factor_required']);
    expect((await studio.get('/manage/me', headers)).body.secondFactor.totp).toBe(true);
  });

  test('keys go on', async () => {
    const { id } = await signedIn(studio);
    const key = await studio.withKey({ staffId: id });
    await studio.given(require());
    expect((await studio.get('/v2/sites', key)).status).toBe(200);
    expect((await studio.get('/v2/sites')).status).toBe(200);
  });
});

test('the password of somebody else changes nothing of the second factor', async () => {
  const { email, secret } = await withApp();
  const other = await signedIn(studio);
  const { body } = await signIn(studio, other.email, PASSWORD);
  expect(body.status).toBe('signed_in');
  const half = await signIn(studio, email);
  expect((await give(half.body.signInToken, { code: codeNow(secret) })).status).toBe(200);
});
