import { afterEach, expect, test } from 'bun:test';
import { remoteIssuer } from '../../../src/auth/members/remote-issuer.ts';
import { MINUTE_MS } from '../../../src/kernel/durations.ts';
import { MAIN_SITE, openStudio, TEST_START } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { AUDIENCE, goodClaims, type Key, newKey, sign, startIssuer } from './issuer-server.ts';

const HOUR = 3_600;

const servers: { stop(): unknown }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.stop();
});

const setUp = async (maxTokenHours = 24) => {
  const key = await newKey('first');
  const server = startIssuer([key.jwk]);
  servers.push(server);
  const studio = await openStudio({
    memberIssuers: (clock) => [
      remoteIssuer({ issuer: server.issuer, audiences: [AUDIENCE], maxTokenHours, clock, report: () => {} }),
    ],
  });
  await addClient(studio, { email: 'ada@example.com' });
  const token = (by: Key, seconds = 24 * HOUR) =>
    sign({ ...goodClaims(server.issuer, TEST_START), exp: TEST_START / 1000 + seconds }, by);
  const call = async (sent: string): Promise<string | number> => {
    const response = await studio.send('GET', '/public-api/v2/member/profile', undefined, {
      'x-service-api-key': '',
      authorization: `Bearer ${sent}`,
      'x-site-id': MAIN_SITE,
    });
    return response.status === 200 ? 200 : response.body.error.code;
  };
  return { studio, server, key, token, call, wait: (ms: number) => studio.time.moveTo(studio.time.now() + ms) };
};

test('a token ends with its key: ten minutes after it was verified', async () => {
  const { server, key, token, call, wait } = await setUp();
  const sent = await token(key);
  expect(await call(sent)).toBe(200);
  server.state.keys = [(await newKey('second')).jwk];
  await wait(10 * MINUTE_MS - 1);
  expect(await call(sent)).toBe(200);
  await wait(1);
  expect(await call(sent)).toBe('token_invalid');
});

test('a token ends at once when the keys were fetched without its own', async () => {
  const { server, key, token, call } = await setUp();
  const sent = await token(key);
  expect(await call(sent)).toBe(200);
  const next = await newKey('second');
  server.state.keys = [next.jwk];
  expect(await call(await token(next))).toBe(200);
  expect(await call(sent)).toBe('token_invalid');
});

test('a token stays valid while its key does, and while the provider does not answer', async () => {
  const { server, key, token, call, wait } = await setUp();
  const sent = await token(key);
  expect(await call(sent)).toBe(200);
  const { keys } = server.requests;
  await wait(10 * MINUTE_MS);
  expect(await call(sent)).toBe(200);
  expect(server.requests.keys).toBe(keys + 1);
  server.state.isDown = true;
  await wait(10 * MINUTE_MS);
  expect(await call(sent)).toBe(200);
});

test('401 a token that is valid for more than 24 hours, or than the setting says', async () => {
  const { key, token, call } = await setUp();
  expect(await call(await token(key, 24 * HOUR))).toBe(200);
  expect(await call(await token(key, 24 * HOUR + 1))).toBe('token_invalid');
  const longer = await setUp(48);
  expect(await longer.call(await longer.token(longer.key, 48 * HOUR))).toBe(200);
  expect(await longer.call(await longer.token(longer.key, 48 * HOUR + 1))).toBe('token_invalid');
});
