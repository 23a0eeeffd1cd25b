import { expect, test } from 'bun:test';

test('work in slices collects garbage that has survived a collection, while it goes on', () => {
  const child = new URL('garbage-child.ts', import.meta.url).pathname;
  const { stdout, stderr, exitCode } = Bun.spawnSync([process.execPath, child]);
  expect([exitCode, stderr.toString()]).toEqual([0, '']);
  const { before, after } = JSON.parse(stdout.toString()) as { before: number; after: number };
  expect(before).toBeGreaterThan(60_000_000);
  expect(after).toBeLessThan(10_000_000);
});
