import { expect, test } from 'bun:test';

test.each([
  ['work in slices', 'slices'],
  ['a server with many requests', 'requests'],
])('%s collects garbage that has survived a collection, while it goes on', (_, work) => {
  const child = new URL('garbage-child.ts', import.meta.url).pathname;
  const { stdout, stderr, exitCode } = Bun.spawnSync([process.execPath, child, work]);
  expect([exitCode, stderr.toString()]).toEqual([0, '']);
  const { before, after } = JSON.parse(stdout.toString()) as { before: number; after: number };
  expect(before).toBeGreaterThan(60_000_000);
  expect(after).toBeLessThan(10_000_000);
});
