import { afterAll, expect, test } from 'bun:test';
import { startServer, studiod, testFolder, until } from '../helpers/process.ts';
import { parsed, startMailServer } from '../helpers/smtp.ts';

// Members sign in by a code of a real mail server, with the whole program (member-page.md "Signing in").

const cwd = testFolder();
const mail = await startMailServer();
afterAll(() => mail.close());
const env = { STUDIOD_SMTP_URL: mail.url(), STUDIOD_MAIL_FROM: 'studio@example.com' };

test('a stranger signs up with a code by mail, and neither the log nor a page has the code', async () => {
  const server = await startServer({ cwd, env }, 'serve');
  const call = (path: string, body: object) => server.call('POST', `/public-api/v2/auth/${path}`, body, {});
  expect((await call('code', { email: 'eve@example.com' })).status).toBe(202);
  await until(() => mail.arrived.length === 1);
  const [first] = mail.arrived;
  if (first === undefined) throw new Error('nothing arrived');
  const { text = '', subject } = await parsed(first);
  const code = /\b\d{3} \d{3}\b/.exec(text)?.[0] ?? '';
  expect([code.length, subject?.includes(code)]).toEqual([7, false]);
  const { body } = await call('token', { email: 'eve@example.com', code });
  expect(body.status).toBe('sign_up_required');
  const person = { signUpToken: body.signUpToken, firstName: 'Eve', lastName: 'Moss' };
  const signedIn = await call('sign-up', person);
  expect([signedIn.status, signedIn.body.status]).toEqual([200, 'signed_in']);
  const refreshed = await call('token', { refreshToken: signedIn.body.refreshToken });
  expect(refreshed.body.clientId).toBe(signedIn.body.clientId);
  const discovery = await server.call('GET', '/.well-known/openid-configuration', undefined, {});
  expect(discovery.body.jwks_uri).toBe(`${discovery.body.issuer}/.well-known/jwks.json`);
  await server.stop();
  const log = `${await server.err}${server.out()}`;
  for (const secret of [code, code.replace(' ', ''), body.signUpToken, refreshed.body.idToken, 'eve@example.com']) {
    expect(log).not.toContain(secret);
  }
}, 120_000);

test('it is off where the operator says so, and an error of usage where codes are wanted without a mail server', async () => {
  const server = await startServer({ cwd, env: { ...env, STUDIOD_MEMBER_SIGN_IN: 'off' } }, 'serve');
  const { status, body } = await server.call('POST', '/public-api/v2/auth/code', { email: 'eve@example.com' }, {});
  expect([status, body.error.code]).toEqual([409, 'member_sign_in_off']);
  await server.stop();
  const { code, err } = await studiod({ cwd }, 'serve', '--member-sign-in', 'code', '--port', '0');
  expect([code, err]).toEqual([2, expect.stringContaining('--member-sign-in code needs --smtp-url')]);
}, 120_000);
