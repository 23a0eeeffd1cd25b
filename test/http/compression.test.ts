import { expect, test } from 'bun:test';
import { compressed, type Encoder } from '../../src/http/compression.ts';

const LONG = JSON.stringify({ text: 'a'.repeat(100_000) });
const answer = () => new Response(LONG, { headers: { 'content-type': 'application/json' } });
const encodingOf = (response: Response) => response.headers.get('content-encoding');

test('of long answers at the same time, 32 are compressed and the others are sent as they are', async () => {
  const running: (() => void)[] = [];
  let most = 0;
  const encoder: Encoder = {
    name: 'test',
    now: (bytes) => bytes,
    best: (bytes) => Promise.resolve(bytes),
    later: (bytes) =>
      new Promise((resolve) => {
        running.push(() => resolve(bytes));
        most = Math.max(most, running.length);
      }),
  };
  const sent: (string | null)[] = [];
  const responses = Array.from({ length: 100 }, async () => {
    const response = await compressed(encoder, answer());
    sent.push(encodingOf(response));
    return response;
  });
  // None of the 32 is done, so what has been sent is the others.
  while (sent.length < 68) await Bun.sleep(1);
  expect(sent).toEqual(Array.from({ length: 68 }, () => null));
  while (sent.length < 100) {
    running.shift()?.();
    await Bun.sleep(0);
  }
  expect(most).toBe(4);
  const bodies = await Promise.all((await Promise.all(responses)).map((response) => response.text()));
  expect(new Set(bodies)).toEqual(new Set([LONG]));
  expect(sent.filter((encoding) => encoding === 'test')).toHaveLength(32);
  const next = compressed(encoder, answer());
  while (running.length === 0) await Bun.sleep(1);
  running.shift()?.();
  expect(encodingOf(await next)).toBe('test');
});
