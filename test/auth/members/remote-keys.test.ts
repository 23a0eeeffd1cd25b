import { describe, expect, onTestFinished, test } from 'bun:test';
import { fetchJson } from '../../../src/auth/members/fetch-json.ts';
import { createIdTokenVerifier } from '../../../src/auth/members/id-tokens.ts';
import { remoteIssuer } from '../../../src/auth/members/remote-issuer.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { Timeline } from '../../../src/kernel/timer.ts';
import { AUDIENCE, goodClaims, type Key, newKey, sign, startIssuer } from './issuer-server.ts';

const START = Date.UTC(2026, 2, 2, 8);
const SECOND = 1000;

const setUp = async (published?: readonly Key[]) => {
  const key = await newKey('first');
  const clock = new Timeline(START);
  const server = startIssuer((published ?? [key]).map(({ jwk }) => jwk));
  onTestFinished(() => void server.stop());
  const reports: string[] = [];
  const report = (message: string, error: unknown) => reports.push(`${message}: ${(error as Error).message}`);
  const verify = createIdTokenVerifier({
    issuers: [remoteIssuer({ issuer: server.issuer, audiences: [AUDIENCE], maxTokenHours: 24, clock, report })],
    clock,
  });
  /** `ok`, or the code of the error for a new token of `by`. */
  const outcome = async (by: Key): Promise<string> => {
    try {
      await verify(await sign(goodClaims(server.issuer, clock.now()), by));
      return 'ok';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  const wait = (milliseconds: number) => clock.moveTo(clock.now() + milliseconds);
  return { ...server, key, clock, reports, outcome, wait };
};

describe('the keys of a provider', () => {
  test('are fetched at the first token and then cached', async () => {
    const { key, requests, outcome } = await setUp();
    expect(requests).toEqual({ discovery: 0, keys: 0 });
    for (let token = 0; token < 5; token += 1) expect(await outcome(key)).toBe('ok');
    expect(requests).toEqual({ discovery: 1, keys: 1 });
  });

  test('are fetched once for requests at the same time', async () => {
    const { key, requests, outcome } = await setUp();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome(key)));
    expect(new Set(outcomes)).toEqual(new Set(['ok']));
    expect(requests.keys).toBe(1);
  });

  test('are fetched again after ten minutes', async () => {
    const { key, requests, outcome, wait } = await setUp();
    await outcome(key);
    await wait(10 * MINUTE_MS - 1);
    await outcome(key);
    expect(requests.keys).toBe(1);
    await wait(1);
    expect(await outcome(key)).toBe('ok');
    expect(requests.keys).toBe(2);
  });

  test('a new key is found at once, and the old one is valid while it is published', async () => {
    const { key, state, requests, outcome } = await setUp();
    expect(await outcome(key)).toBe('ok');
    const next = await newKey('next', 'RS256');
    state.keys = [next.jwk, key.jwk];
    expect(await outcome(next)).toBe('ok');
    expect(await outcome(key)).toBe('ok');
    expect(requests.keys).toBe(2);
    state.keys = [next.jwk];
  });

  test('an unknown key id causes one fetch, and no other before the cool-down has passed', async () => {
    const { key, requests, outcome, wait } = await setUp();
    await outcome(key);
    const strange = await newKey('strange');
    for (let token = 0; token < 50; token += 1) expect(await outcome(strange)).toBe('token_invalid');
    expect(requests.keys).toBe(2);
    expect(await outcome(key)).toBe('ok');
    await wait(30 * SECOND - 1);
    await outcome(strange);
    expect(requests.keys).toBe(2);
    await wait(1);
    await outcome(strange);
    expect(requests.keys).toBe(3);
  });

  test('a key that is no longer published is rejected after the next fetch', async () => {
    const { key, state, outcome, wait } = await setUp();
    await outcome(key);
    state.keys = [(await newKey('next')).jwk];
    expect(await outcome(key)).toBe('ok');
    await wait(10 * MINUTE_MS);
    expect(await outcome(key)).toBe('token_invalid');
  });
});

describe('an unavailable provider', () => {
  test('503 issuer_unavailable for a key id that is unknown, until the keys can be fetched: it may be a new key', async () => {
    const { key, state, outcome, wait } = await setUp();
    expect(await outcome(key)).toBe('ok');
    const next = await newKey('next');
    state.keys = [key.jwk, next.jwk];
    state.isDown = true;
    expect([await outcome(next), await outcome(key), await outcome(next)]).toEqual([
      'issuer_unavailable',
      'ok',
      'issuer_unavailable',
    ]);
    state.isDown = false;
    await wait(30 * SECOND);
    expect([await outcome(next), await outcome(await newKey('strange'))]).toEqual(['ok', 'token_invalid']);
  });

  test('503 issuer_unavailable without cached keys, and one request in 30 s', async () => {
    const { key, state, reports, outcome, wait } = await setUp();
    state.isDown = true;
    for (let token = 0; token < 20; token += 1) expect(await outcome(key)).toBe('issuer_unavailable');
    expect(reports).toHaveLength(1);
    expect(reports[0]).toContain('answered 500');
    state.isDown = false;
    expect(await outcome(key)).toBe('issuer_unavailable');
    await wait(30 * SECOND);
    expect(await outcome(key)).toBe('ok');
  });

  test('its last keys are used for a day', async () => {
    const { key, state, outcome, wait } = await setUp();
    await outcome(key);
    state.isDown = true;
    await wait(DAY_MS - 1);
    expect(await outcome(key)).toBe('ok');
    await wait(1);
    expect(await outcome(key)).toBe('issuer_unavailable');
  });
});

describe('a discovery document is rejected', () => {
  const documents: readonly [string, Record<string, unknown>, string][] = [
    ['of another issuer', { issuer: 'https://evil.example' }, 'of another issuer'],
    ['with an http URL of keys', { jwks_uri: 'http://192.0.2.1/keys' }, 'no https URL'],
    ['without a URL of keys', { jwks_uri: undefined }, 'no https URL'],
  ];
  test.each(documents)('%s', async (_name, document, message) => {
    const { key, state, reports, outcome } = await setUp();
    state.document = document;
    expect(await outcome(key)).toBe('issuer_unavailable');
    expect(reports[0]).toContain(message);
  });
});

describe('the request of a document', () => {
  const serve = (response: () => Response | Promise<Response>): string => {
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: response });
    onTestFinished(() => server.stop(true));
    return `http://127.0.0.1:${server.port}/`;
  };

  test('is limited in time', async () => {
    const url = serve(() => new Promise<Response>(() => {}));
    await expect(fetchJson(url, { timeout: 30 })).rejects.toThrow();
  });

  test('is limited in size', async () => {
    const url = serve(() => new Response(`"${'x'.repeat(300_000)}"`));
    await expect(fetchJson(url)).rejects.toThrow('more than 262144 bytes');
  });

  test('follows no redirect', async () => {
    const target = serve(() => Response.json({ issuer: 'moved' }));
    const url = serve(() => Response.redirect(target));
    await expect(fetchJson(url)).rejects.toThrow();
  });
});
