import { expect, test } from 'bun:test';
import { availableParallelism } from 'node:os';

/** What the child prints when it does this work. */
const resultOf = (work: string) => {
  const child = new URL('garbage-child.ts', import.meta.url).pathname;
  const { stdout, stderr, exitCode } = Bun.spawnSync([process.execPath, child, work]);
  expect([exitCode, stderr.toString()]).toEqual([0, '']);
  return JSON.parse(stdout.toString());
};

test.each([
  ['work in slices', 'slices'],
  ['a server with many requests', 'requests'],
  ['such a server where no more memory can be reserved', 'unreserved'],
])('%s collects garbage that has survived a collection, and gives its memory back, while it goes on', (_, work) => {
  const { before, after } = resultOf(work);
  expect(before.bytes).toBeGreaterThan(60_000_000);
  expect(after.bytes).toBeLessThan(10_000_000);
  expect(before.capacity).toBeGreaterThan(60_000_000);
  expect(after.capacity).toBeLessThan(3_000_000);
});

// With one processor nothing else can do the work meanwhile.
test.skipIf(availableParallelism() < 2)('requests wait for little of the collection of all garbage', () => {
  // The other processors may be busy with other work, so the best of three counts.
  let part = 1;
  for (let time = 0; time < 3 && part >= 1 / 3; time += 1) {
    const { longest, atOnce } = resultOf('stops');
    expect(longest).toBeGreaterThan(0);
    part = Math.min(part, longest / atOnce);
  }
  expect(part).toBeLessThan(1 / 3);
});
