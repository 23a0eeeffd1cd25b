import { expect, test } from 'bun:test';
import { Authenticator } from '../helpers/authenticator.ts';
import { testServer } from '../helpers/process.ts';

// The library for passkeys is a chunk of the executable, which is loaded with the first passkey.

const ORIGIN = 'http://localhost:8420';
const server = testServer({ env: { STUDIOD_PUBLIC_URL: ORIGIN } }, 'sandbox');

test('a passkey is added and signs in', async () => {
  const page = { origin: ORIGIN, 'x-studiod-console': '1' };
  const address = new URL(server.ready.rootUrl).origin;
  const send = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...page, ...headers },
      body: JSON.stringify(body),
    });
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
    return { status: response.status, cookie, body: (await response.json()) as Record<string, never> };
  };
  const { cookie } = await send('/sandbox/sign-in', { role: 'owner' });
  const device = new Authenticator(ORIGIN);
  const asked = await send('/manage/auth/passkeys/registration', {}, { cookie });
  const passkey = device.create(asked.body.publicKey ?? ({} as never));
  const added = await send('/manage/auth/passkeys', { name: 'Telephone', passkey }, { cookie });
  expect([added.status, added.body.object]).toEqual([201, 'staff_passkey'] as never[]);
  const options = await send('/manage/auth/passkeys/options', {});
  const entered = await send('/manage/auth/passkeys/sign-in', {
    passkey: device.get(options.body.publicKey ?? ({} as never)),
  });
  expect([entered.status, entered.body.status]).toEqual([200, 'signed_in'] as never[]);
  expect(entered.cookie).toStartWith('studiod_session=');
});
