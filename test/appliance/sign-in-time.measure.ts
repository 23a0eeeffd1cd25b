import { expect, test } from 'bun:test';
import { stopwatch } from '../../src/kernel/clock.ts';
import { measured } from '../helpers/measured.ts';
import { studiod, testServer } from '../helpers/process.ts';

// Whether somebody has an email must not show in the time of a response.

const TRIES = 200;
/** An account waits after so many wrong passwords. */
const FREE = 5;
const PASSWORD = 'three green bicycles';

const server = testServer({}, 'serve', '--trusted-proxies', '127.0.0.1');

test(`a wrong password takes as long as an unknown email: means of ${TRIES} within 5 % (with TEST_EVERYTHING=1)`, async () => {
  const { cwd } = server;
  const { key } = JSON.parse((await studiod({ cwd }, 'key', 'create', '--tier', 'unlimited', '--json')).out);
  let requests = 0;
  /** Each from an address of its own, since an address waits too. */
  const send = (path: string, body: object) => {
    requests += 1;
    return fetch(`${server.ready.rootUrl}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: server.ready.rootUrl,
        'x-studiod-console': '1',
        'x-forwarded-for': `198.51.${requests >> 8}.${requests & 255}`,
        ...(path.startsWith('/manage/staff') ? { 'x-service-api-key': key } : {}),
      },
      body: JSON.stringify(body),
    });
  };
  for (let n = 0; n < TRIES / FREE; n += 1) {
    const person = { firstName: 'P', lastName: 'N', email: `person${n}@example.com`, role: 'instructor' };
    const { link } = (await (await send('/manage/staff/invitations', { person })).json()) as { link: string };
    const accepted = await send('/manage/auth/invitation', { token: link.split('#')[1], password: PASSWORD });
    expect(accepted.status).toBe(200);
  }
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  const timed = async (kind: 'known' | 'unknown', email: string): Promise<void> => {
    const started = stopwatch();
    const response = await send('/manage/auth/sign-in', { email, password: 'something else' });
    times[kind].push(stopwatch() - started);
    expect(response.status).toBe(401);
    await response.text();
  };
  for (let n = 0; n < TRIES; n += 1) {
    const pair = [
      () => timed('known', `person${Math.floor(n / FREE)}@example.com`),
      () => timed('unknown', `nobody${n}@example.com`),
    ];
    for (const each of n % 2 === 0 ? pair : pair.toReversed()) await each();
  }
  const mean = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [known, unknown] = [mean(times.known), mean(times.unknown)];
  measured(
    'a wrong password of somebody who exists',
    (100 * Math.abs(known - unknown)) / unknown,
    '% away',
    'less than 5',
  );
}, 120_000);
