import { expect, test } from 'bun:test';

test.each([
  ['work in slices', 'slices'],
  ['a server with many requests', 'requests'],
])('%s collects garbage that has survived a collection, and gives its memory back, while it goes on', (_, work) => {
  const child = new URL('garbage-child.ts', import.meta.url).pathname;
  const { stdout, stderr, exitCode } = Bun.spawnSync([process.execPath, child, work]);
  expect([exitCode, stderr.toString()]).toEqual([0, '']);
  const { before, after } = JSON.parse(stdout.toString());
  expect(before.bytes).toBeGreaterThan(60_000_000);
  expect(after.bytes).toBeLessThan(10_000_000);
  expect(before.capacity).toBeGreaterThan(60_000_000);
  expect(after.capacity).toBeLessThan(3_000_000);
});
