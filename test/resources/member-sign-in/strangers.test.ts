import { describe, expect, test } from 'bun:test';
import { HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { FROM } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { codeIn, FROM_APP, FROM_MEMBER_PAGE, openForMembers, refusal } from '../../helpers/member-sign-in.ts';
import { cookiesOf } from '../../helpers/people.ts';

// What strangers ask for and try locks nobody out (conventions.md "Credentials").

const EMAIL = 'ann@example.com';
const AT_HOME = { ...FROM_APP, [FROM]: '192.0.2.10' };
const stranger = (n: number) => ({ ...FROM_APP, [FROM]: `198.51.100.${n}` });

/** Another code of six digits for each number. */
const wrong = (code: string, by = 1): string => `${(Number(code) + by) % 1_000_000}`.padStart(6, '0');

const opened = async () => {
  const made = await openForMembers();
  await made.studio.given(addClient(made.studio, { email: EMAIL }));
  return {
    ...made,
    ask: async (headers: Record<string, string>, more: object = {}) => {
      const { body } = await made.studio.post('/public-api/v2/auth/code', { email: EMAIL, ...more }, headers);
      await made.pass();
      return body.requestToken as string;
    },
    try: (headers: Record<string, string>, code: string, more: object = {}) =>
      made.token({ email: EMAIL, code, ...more }, headers),
  };
};

describe('a code that was mailed to somebody', () => {
  test('goes on working when others ask for more, and try wrong ones from one address or from many', async () => {
    const { mails, ask, try: tryCode } = await opened();
    const requestToken = await ask(AT_HOME);
    const code = codeIn(mails[0]);
    for (let n = 0; n < 5; n += 1) await ask(stranger(n));
    const tried: (string | number)[] = [];
    for (let n = 0; n < 60; n += 1) tried.push((await tryCode(stranger(n % 30), wrong(code, n + 1))).status);
    expect(tried.every((status) => status === 401 || status === 429)).toBe(true);
    const { status, body } = await tryCode(AT_HOME, code, { requestToken });
    expect([status, body.status]).toEqual([200, 'signed_in']);
  });

  test('is tried from the address that asked, also without the secret', async () => {
    const { mails, ask, try: tryCode } = await opened();
    await ask(AT_HOME);
    const code = codeIn(mails[0]);
    for (let n = 0; n < 30; n += 1) await tryCode(stranger(n), wrong(code, n + 1));
    expect((await tryCode(AT_HOME, code)).status).toBe(200);
  });

  test('is not tried out by a guest in the same network: the secret has tries of its own', async () => {
    const { mails, ask, try: tryCode } = await opened();
    const requestToken = await ask(AT_HOME);
    const code = codeIn(mails[0]);
    for (let n = 0; n < 8; n += 1) await tryCode(AT_HOME, wrong(code, n + 1));
    for (let n = 0; n < 8; n += 1) await tryCode(AT_HOME, wrong(code, n + 1), { requestToken: 'x'.repeat(43) });
    expect((await tryCode(AT_HOME, code, { requestToken })).status).toBe(200);
  });

  test('does its work on another device, too, whoever had it sent', async () => {
    const { mails, ask, try: tryCode } = await opened();
    await ask(stranger(1));
    expect((await tryCode(AT_HOME, codeIn(mails[0]))).status).toBe(200);
  });
});

describe('mails', () => {
  test('strangers use up those of strangers: who has asked, or has signed in before, gets theirs', async () => {
    const { studio, mails, ask, try: tryCode, pass } = await opened();
    const page = { ...FROM_MEMBER_PAGE, [FROM]: '203.0.113.5' };
    await ask(page);
    const entered = await tryCode(page, codeIn(mails.at(-1)), { asCookie: true });
    expect(entered.status).toBe(200);
    await studio.time.moveTo(studio.time.now() + 2 * HOUR_MS);
    const requestToken = await ask(AT_HOME);
    for (let n = 0; n < 30; n += 1) await ask(stranger(n));
    const before = mails.length;
    // Six at once, and one more for each ten minutes.
    expect(before).toBe(1 + 6);
    await ask(AT_HOME, { requestToken });
    expect(mails.length).toBe(before + 1);
    expect((await tryCode(AT_HOME, codeIn(mails.at(-1)), { requestToken })).status).toBe(200);
    const known = { ...page, [FROM]: '198.51.100.7', cookie: cookiesOf(entered).replace(/studiod_member=[^;]*; /, '') };
    await ask(known);
    expect(mails.length).toBe(before + 2);
    expect((await tryCode(known, codeIn(mails.at(-1)))).status).toBe(200);
    await pass(11 * MINUTE_MS);
    await ask(stranger(99));
    expect(mails.length).toBe(before + 3);
  });

  test('a network address that has asked 20 times waits, but not for who has a secret', async () => {
    const { studio, mails, ask, pass } = await opened();
    const requestToken = await ask(AT_HOME);
    for (let n = 0; n < 19; n += 1) {
      await studio.post('/public-api/v2/auth/code', { email: `a${n}@example.com` }, AT_HOME);
    }
    await pass();
    const refused = await studio.post('/public-api/v2/auth/code', { email: 'b@example.com' }, AT_HOME);
    expect([refused.status, refused.body.error.retryAfter]).toEqual([429, 178]);
    const before = mails.length;
    await ask(AT_HOME, { requestToken });
    expect(mails.length).toBe(before + 1);
  });
});

describe('guessing from everywhere', () => {
  test('strangers together have ten tries for an address, then one each ten minutes', async () => {
    const { studio, mails, ask, try: tryCode } = await opened();
    await ask(AT_HOME);
    const code = codeIn(mails[0]);
    const tried = async (from: number) => {
      const statuses: number[] = [];
      for (let n = from; n < from + 40; n += 1) statuses.push((await tryCode(stranger(n), wrong(code, n + 1))).status);
      return statuses.filter((status) => status === 401).length;
    };
    expect(await tried(0)).toBe(10);
    await studio.time.moveTo(studio.time.now() + 9 * MINUTE_MS);
    expect(await tried(50)).toBe(0);
    await studio.time.moveTo(studio.time.now() + MINUTE_MS);
    expect(await tried(100)).toBe(1);
  });

  test('each who asks has five tries for all of their codes', async () => {
    const { mails, ask, try: tryCode, pass } = await opened();
    const requestToken = await ask(AT_HOME);
    expect(await ask(AT_HOME, { requestToken })).toBe(requestToken);
    const code = codeIn(mails[1]);
    const left = [];
    for (let n = 0; n < 5; n += 1) {
      const { body } = await tryCode(AT_HOME, wrong(code, n + 1), { requestToken });
      left.push(body.error.details[0].triesLeft);
    }
    expect(left).toEqual([4, 3, 2, 1, 0]);
    await pass(MINUTE_MS);
    expect(refusal(await tryCode(AT_HOME, code, { requestToken }))).toEqual([401, 'member_code_expired']);
    // The next request is another one.
    const next = await ask(AT_HOME, { requestToken });
    expect(next).not.toBe(requestToken);
    expect((await tryCode(AT_HOME, codeIn(mails[2]), { requestToken: next })).status).toBe(200);
  });
});

test('a sign-up goes on when a stranger asks for a code meanwhile', async () => {
  const { studio, mails, pass, token } = await openForMembers();
  const ask = async (headers: Record<string, string>) => {
    await studio.post('/public-api/v2/auth/code', { email: 'eve@example.com' }, headers);
    await pass();
  };
  await ask(AT_HOME);
  const { body } = await token({ email: 'eve@example.com', code: codeIn(mails[0]) }, AT_HOME);
  expect(body.status).toBe('sign_up_required');
  await ask(stranger(1));
  const person = { firstName: 'Eve', lastName: 'Moss', signUpToken: body.signUpToken };
  const done = await studio.post('/public-api/v2/auth/sign-up', person, AT_HOME);
  expect([done.status, done.body.status]).toEqual([200, 'signed_in']);
  expect(studio.events()).toEqual(['client.created']);
  expect(studio.count('memberCodes')).toBe(0);
});
