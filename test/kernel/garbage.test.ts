import { expect, test } from 'bun:test';

/** The bytes of garbage before and after work of a process. */
const garbageOf = (...args: readonly string[]): { before: number; after: number } => {
  const child = new URL('garbage-child.ts', import.meta.url).pathname;
  const { stdout, stderr, exitCode } = Bun.spawnSync([process.execPath, child, ...args]);
  expect([exitCode, stderr.toString()]).toEqual([0, '']);
  const garbage = JSON.parse(stdout.toString()) as { before: number; after: number };
  expect(garbage.before).toBeGreaterThan(60_000_000);
  return garbage;
};

test('work in slices collects garbage that has survived a collection, while it goes on', () => {
  expect(garbageOf('slices').after).toBeLessThan(10_000_000);
});

test('requests collect such garbage only while the process has much memory', () => {
  expect(garbageOf('requests', '100').after).toBeLessThan(10_000_000);
  const { before, after } = garbageOf('requests');
  expect(after).toBe(before);
});
