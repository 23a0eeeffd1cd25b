import { describe, expect, test } from 'bun:test';
import { openStudio } from '../../helpers/api.ts';
import { Authenticator } from '../../helpers/authenticator.ts';
import { FROM_APP, FROM_MEMBER_PAGE, openForMembers, refusal } from '../../helpers/member-sign-in.ts';
import { cookieOf, signedIn } from '../../helpers/people.ts';

const ORIGIN = 'https://studio.example';
const PAGE = { ...FROM_MEMBER_PAGE, origin: ORIGIN };
const PASSKEYS = '/public-api/v2/member/passkeys';
const VERIFY = '/public-api/v2/auth/passkey/verify';

const opened = async () => {
  const all = await openForMembers({ rootUrl: () => ORIGIN });
  const { studio } = all;
  const registration = async (headers: Record<string, string>) =>
    (await studio.post(`${PASSKEYS}/options`, undefined, headers)).body.publicKey;
  const add = (headers: Record<string, string>, passkey: object) =>
    studio.post(PASSKEYS, { name: 'Phone', passkey }, headers);
  const options = async () => (await studio.post('/public-api/v2/auth/passkey/options', {}, FROM_APP)).body.publicKey;
  const verify = (passkey: object, more: object = {}, headers: Record<string, string> = FROM_APP) =>
    studio.post(VERIFY, { passkey, ...more }, headers);
  /** A member who has a passkey. */
  const withPasskey = async (email = 'ann@example.com') => {
    const member = await all.member(email);
    const device = new Authenticator(ORIGIN);
    const added = await studio.given(add(member.headers, device.create(await registration(member.headers))));
    return { ...member, device, added };
  };
  return { ...all, registration, add, options, verify, withPasskey };
};

describe('adding a passkey', () => {
  test('201 after the first sign-in; it is listed and removed', async () => {
    const { studio, member, registration, add } = await opened();
    const { id, headers } = await member();
    const asked = await registration(headers);
    expect(asked).toMatchObject({
      rp: { id: 'studio.example', name: 'Test studio' },
      user: { name: 'ann@example.com' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const { status, body } = await add(headers, new Authenticator(ORIGIN).create(asked));
    expect([status, body]).toMatchObject([201, { object: 'member_passkey', clientId: id, name: 'Phone' }]);
    expect((await studio.get(PASSKEYS, headers)).body.data).toEqual([body]);
    expect(JSON.stringify(body)).not.toContain('publicKey');
    expect((await registration(headers)).excludeCredentials.length).toBe(1);
    const removed = await studio.delete(`${PASSKEYS}/${body.id}`, headers);
    expect(removed.body).toEqual({ id: body.id, object: 'member_passkey', deleted: true });
    expect((await studio.get(PASSKEYS, headers)).body.data).toEqual([]);
    expect(studio.events()).toEqual([]);
  });

  test('400 for another page, the options of another member, and a passkey that is known', async () => {
    const { studio, member, registration, add, withPasskey } = await opened();
    const { headers, device } = await withPasskey();
    const other = await member('bob@example.com');
    studio.events();
    const wrong = [
      new Authenticator('https://evil.example').create(await registration(headers)),
      new Authenticator(ORIGIN).create(await registration(other.headers)),
      device.create(await registration(headers)),
    ];
    for (const passkey of wrong) expect(refusal(await add(headers, passkey))).toEqual([400, 'passkey_wrong']);
    expect(studio.count('memberPasskeys')).toBe(1);
    expect(studio.events()).toEqual([]);
  });

  test('409 the 21st passkey, and at an address without https', async () => {
    const { studio, registration, add, withPasskey } = await opened();
    const { id, headers } = await withPasskey();
    for (let count = 1; count < 20; count += 1) {
      studio.db.run(
        `insert into memberPasskeys select ?, clientId, ?, publicKey, counter, transports, name, lastUsedAt, createdAt,
          updatedAt from memberPasskeys where clientId = ? limit 1`,
        [crypto.randomUUID(), `c${count}`, id],
      );
    }
    const one = new Authenticator(ORIGIN).create(await registration(headers));
    expect(refusal(await add(headers, one))).toEqual([409, 'too_many_passkeys']);
    const plain = await openForMembers({ rootUrl: () => 'http://192.0.2.1' });
    const asked = await plain.studio.post('/public-api/v2/auth/passkey/options', {}, FROM_APP);
    expect(refusal(asked)).toEqual([409, 'passkeys_unavailable']);
    const without = await openStudio();
    const off = await without.post('/public-api/v2/auth/passkey/options', {}, FROM_APP);
    expect(refusal(off)).toEqual([409, 'member_sign_in_off']);
  });

  test('404 for the passkey of another member', async () => {
    const { studio, member, withPasskey } = await opened();
    const { added } = await withPasskey();
    const other = await member('bob@example.com');
    expect((await studio.delete(`${PASSKEYS}/${added.id}`, other.headers)).status).toBe(404);
    expect(studio.count('memberPasskeys')).toBe(1);
  });
});

describe('signing in with a passkey', () => {
  test('200 tokens, or a cookie, without a mail', async () => {
    const { studio, mails, options, verify, token, withPasskey } = await opened();
    const { id, device } = await withPasskey();
    const before = mails.length;
    const asked = await options();
    expect(asked).toMatchObject({ rpId: 'studio.example', userVerification: 'required' });
    const { status, body } = await verify(device.get(asked));
    expect([status, body.clientId, body.status]).toEqual([200, id, 'signed_in']);
    const byToken = await token({ passkey: device.get(await options()) });
    expect(byToken.body.clientId).toBe(id);
    const page = await verify(device.get(await options()), { asCookie: true }, PAGE);
    const profile = await studio.get('/public-api/v2/member/profile', { ...PAGE, cookie: cookieOf(page) });
    expect(profile.body.id).toBe(id);
    expect(mails.length).toBe(before);
    expect(studio.events()).toEqual([]);
  });

  test('401 for a response that is used twice, is of another page, saw nobody, or whose passkey is gone', async () => {
    const { studio, options, verify, withPasskey } = await opened();
    const { headers, device, added } = await withPasskey();
    const response = device.get(await options());
    expect((await verify(response)).status).toBe(200);
    const made = { ...(await options()), challenge: 'x'.repeat(43) };
    const wrong = [response, device.get(made), new Authenticator(ORIGIN).get(await options())];
    for (const passkey of wrong) expect(refusal(await verify(passkey))).toEqual([401, 'sign_in_failed']);
    await studio.given(studio.delete(`${PASSKEYS}/${added.id}`, headers));
    expect(refusal(await verify(device.get(await options())))).toEqual([401, 'sign_in_failed']);
  });

  test('a merge ends the passkey of who goes, an erasure the one of who stays', async () => {
    const { studio, options, verify, withPasskey } = await opened();
    const gone = await withPasskey('old@example.com');
    const kept = await withPasskey('new@example.com');
    const merge = { clientId: gone.id, keepClientId: kept.id };
    await studio.given(studio.post(`/manage/clients/${kept.id}/merge`, merge));
    expect(refusal(await verify(gone.device.get(await options())))).toEqual([401, 'sign_in_failed']);
    expect((await verify(kept.device.get(await options()))).body.clientId).toBe(kept.id);
    await studio.given(studio.post(`/manage/clients/${kept.id}/erase`, {}));
    expect(studio.count('memberPasskeys')).toBe(0);
    expect(refusal(await verify(kept.device.get(await options())))).toEqual([401, 'sign_in_failed']);
  });

  test('401 for an archived client, and for the passkey of a staff member', async () => {
    const { studio, options, verify, withPasskey } = await opened();
    const { id, device } = await withPasskey();
    await studio.given(studio.delete(`/v2/clients/${id}`));
    expect(refusal(await verify(device.get(await options())))).toEqual([401, 'sign_in_failed']);
    const staff = await signedIn(studio);
    const cookie = staff.headers.cookie.replace('studiod_session', '__Host-studiod');
    const headers = { ...staff.headers, origin: ORIGIN, cookie };
    const asked = await studio.post('/manage/auth/passkeys/registration', undefined, headers);
    const own = new Authenticator(ORIGIN);
    const body = { name: 'Key', passkey: own.create(asked.body.publicKey) };
    expect((await studio.post('/manage/auth/passkeys', body, headers)).status).toBe(201);
    expect(refusal(await verify(own.get(await options())))).toEqual([401, 'sign_in_failed']);
  });
});
