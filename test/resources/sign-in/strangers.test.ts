import { describe, expect, test } from 'bun:test';
import { totpCode } from '../../../src/auth/staff/second-factor/totp.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { type ApiResponse, FROM, forEachTest, openStudio } from '../../helpers/api.ts';
import { addPerson, cookieOf, cookiesOf, FROM_PAGE, PASSWORD, signIn, withCookie } from '../../helpers/people.ts';

// What strangers try locks nobody out (conventions.md "Credentials").

const studio = forEachTest(openStudio);
const WIFI = { [FROM]: '192.0.2.10' };
const stranger = (n: number) => ({ [FROM]: `198.51.100.${n}` });
const refusal = ({ status, body }: ApiResponse) => [status, body.error?.code];
const guess = (email: string, headers: Record<string, string>) => signIn(studio, email, 'wrong password', headers);
const wait = (ms: number) => studio.time.moveTo(studio.time.now() + ms);

describe('wrong passwords of strangers', () => {
  test('from one network make the account wait there alone', async () => {
    const { email } = await addPerson(studio);
    for (let n = 0; n < 6; n += 1) await guess(email, stranger(1));
    expect(refusal(await signIn(studio, email, PASSWORD, stranger(1)))).toEqual([429, 'rate_limited']);
    expect((await signIn(studio, email, PASSWORD, WIFI)).status).toBe(200);
  });

  test('in the Wi-Fi of the studio do not make the desk wait', async () => {
    const [desk, other] = [await addPerson(studio, { role: 'front_desk' }), await addPerson(studio)];
    const known = cookiesOf(await signIn(studio, desk.email, PASSWORD, WIFI)).replace(/studiod_session=[^;]*; /, '');
    expect(known).toStartWith('studiod_known=');
    for (let n = 0; n < 6; n += 1) await guess(desk.email, WIFI);
    for (let n = 0; n < 40; n += 1) await guess(`nobody${n}@example.com`, WIFI);
    expect((await signIn(studio, desk.email, PASSWORD, WIFI)).status).toBe(429);
    // The browser at the desk is known by its cookie, or by a session that it still has; for other people it is a stranger's.
    expect((await signIn(studio, desk.email, PASSWORD, { ...WIFI, cookie: known })).status).toBe(200);
    expect((await signIn(studio, other.email, PASSWORD, { ...WIFI, cookie: known })).status).toBe(429);
    const forged = known.replace(/~.*/, `~${'A'.repeat(22)}`);
    expect((await signIn(studio, desk.email, PASSWORD, { ...WIFI, cookie: forged })).status).toBe(429);
  });

  test('a browser with a session of the person is known, too', async () => {
    const { email } = await addPerson(studio);
    const session = cookieOf(await signIn(studio, email, PASSWORD, WIFI));
    for (let n = 0; n < 6; n += 1) await guess(email, WIFI);
    expect((await signIn(studio, email, PASSWORD, { ...WIFI, cookie: session })).status).toBe(200);
  });

  test('a known browser waits by itself after five, and is known for all who sign in there', async () => {
    const [ana, ben] = [await addPerson(studio), await addPerson(studio)];
    const first = cookiesOf(await signIn(studio, ana.email, PASSWORD, WIFI));
    const both = cookiesOf(await signIn(studio, ben.email, PASSWORD, { ...WIFI, cookie: first }));
    const cookie = both.replace(/studiod_session=[^;]*; /, '');
    for (let n = 0; n < 5; n += 1) expect((await guess(ana.email, { ...WIFI, cookie })).status).toBe(401);
    expect((await signIn(studio, ana.email, PASSWORD, { ...WIFI, cookie })).status).toBe(429);
    expect((await signIn(studio, ben.email, PASSWORD, { ...WIFI, cookie })).status).toBe(200);
  });

  test('from everywhere are 30 for an account, then one each two minutes, and an unknown account waits alike', async () => {
    const { email } = await addPerson(studio);
    for (const each of [email, 'nobody@example.com']) {
      const statuses = [];
      for (let n = 0; n < 40; n += 1) statuses.push((await guess(each, stranger(n))).status);
      expect(statuses.filter((status) => status === 401).length).toBe(30);
      const { body } = await signIn(studio, each, PASSWORD, stranger(100));
      expect([body.error.code, body.error.retryAfter]).toEqual(['rate_limited', 120]);
    }
    await wait(2 * MINUTE_MS);
    expect((await signIn(studio, email, PASSWORD, stranger(101))).status).toBe(200);
  });

  test('do not keep whoever is signed in from what is sensitive, nor from a new password', async () => {
    const { email } = await addPerson(studio);
    const headers = { ...withCookie(cookieOf(await signIn(studio, email, PASSWORD, WIFI))), ...WIFI };
    for (let n = 0; n < 12; n += 1) await guess(email, n % 2 === 0 ? WIFI : stranger(n));
    await wait(16 * MINUTE_MS);
    for (let n = 0; n < 12; n += 1) await guess(email, n % 2 === 0 ? WIFI : stranger(n));
    const confirm = (password: string) => studio.post('/manage/auth/confirm-password', { password }, headers);
    expect((await confirm(PASSWORD)).status).toBe(200);
    // A session has a count of its own.
    for (let n = 0; n < 5; n += 1) expect(refusal(await confirm('wrong password'))).toEqual([400, 'password_wrong']);
    expect((await confirm(PASSWORD)).status).toBe(429);
    await wait(31_000);
    const change = { currentPassword: PASSWORD, newPassword: 'three green bicycles' };
    expect((await studio.post('/manage/auth/password', change, headers)).status).toBe(200);
  });
});

describe('wrong codes of who has the password', () => {
  test('are ten for the person from everywhere; a known browser, and other ways in, do not wait', async () => {
    const { email } = await addPerson(studio);
    const entered = await signIn(studio, email, PASSWORD, WIFI);
    const headers = { ...withCookie(cookieOf(entered)), ...WIFI };
    const { secret } = (await studio.post('/manage/auth/totp', undefined, headers)).body;
    const code = () => totpCode(secret, studio.time.now());
    await studio.given(studio.post('/manage/auth/totp/confirm', { code: code() }, headers));
    const give = async (from: Record<string, string>, given: string) => {
      const { body } = await signIn(studio, email, PASSWORD, from);
      const page = { ...FROM_PAGE, ...from };
      return studio.post('/manage/auth/second-factor', { signInToken: body.signInToken, code: given }, page);
    };
    const wrong = () => String((Number(code()) + 1) % 1_000_000).padStart(6, '0');
    const statuses = [];
    for (let n = 0; n < 20; n += 1) statuses.push((await give(stranger(n), wrong())).status);
    expect([statuses.filter((status) => status === 401).length, statuses.at(-1)]).toEqual([10, 429]);
    await wait(HOUR_MS);
    for (let n = 0; n < 20; n += 1) await give(stranger(n), wrong());
    const known = cookiesOf(entered).replace(/studiod_session=[^;]*; /, '');
    expect((await give({ ...stranger(30), cookie: known }, code())).status).toBe(200);
  });
});
