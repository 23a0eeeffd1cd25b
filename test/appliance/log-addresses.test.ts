import { beforeAll, describe, expect, test } from 'bun:test';
import { startServer, studiod, testFolder } from '../helpers/process.ts';

const cwd = testFolder();
const DATA = ['--data', 'studio'];
let key = '';
beforeAll(async () => {
  const { out } = await studiod({ cwd }, 'key', 'create', '--new-data', '--json', '--tier', 'unlimited', ...DATA);
  key = JSON.parse(out).key;
});

/** The addresses in the log of a server that has answered one request from each origin, and everything it logged. */
const addressesOf = async (env: Record<string, string>) => {
  const server = await startServer({ cwd, env: { STUDIOD_LOG_FORMAT: 'json', ...env } }, 'serve', ...DATA);
  for (const origin of ['', '203.0.113.9', '2001:db8:1:2:3::4', 'fe80::1%"x']) {
    const headers = {
      'x-service-api-key': key,
      ...(origin === '' ? {} : { 'x-forwarded-for': origin }),
    };
    expect((await fetch(`${server.ready.baseUrl}/clients?limit=1`, { headers })).status).toBe(200);
  }
  await server.stop();
  const text = await server.err;
  const lines = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  const requests = lines.filter(({ message }) => message === 'request');
  const ignored = lines.filter(({ message }) => String(message).startsWith('X-Forwarded-For'));
  return { requests: requests.map(({ address }) => address), ignored: ignored.map(({ peer }) => peer), text };
};
const trusted = { STUDIOD_TRUSTED_PROXIES: '127.0.0.1' };

describe('the address of the caller in the log', () => {
  test('is that of X-Forwarded-For behind a trusted proxy', async () => {
    const { requests } = await addressesOf(trusted);
    expect(requests).toEqual(['127.0.0.1', '203.0.113.9', '2001:db8:1:2:3::4', 'fe80::1']);
  });

  test('is the peer without one; truncated, its network', async () => {
    const { requests, ignored } = await addressesOf({ STUDIOD_LOG_ADDRESSES: 'truncated' });
    expect(requests).toEqual(new Array(4).fill('127.0.0.0/24'));
    expect(ignored).toEqual(['127.0.0.0/24']);
    expect((await addressesOf({ ...trusted, STUDIOD_LOG_ADDRESSES: 'truncated' })).requests).toEqual([
      '127.0.0.0/24',
      '203.0.113.0/24',
      '2001:db8:1::/48',
      'fe80:0:0::/48',
    ]);
  });

  test('is left out when that is off', async () => {
    const { requests, ignored, text } = await addressesOf({ STUDIOD_LOG_ADDRESSES: 'off' });
    expect([requests, ignored]).toEqual([new Array(4).fill(undefined), [undefined]]);
    expect(text).not.toContain('"address"');
    expect(text).not.toContain('203.0.113.9');
  });
});
