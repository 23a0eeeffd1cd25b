import { expect, test } from 'bun:test';
import { availableParallelism } from 'node:os';
import { measured } from '../helpers/measured.ts';

/** What the child prints when it does this work. */
const resultOf = (work: string) => {
  const child = new URL('garbage-child.ts', import.meta.url).pathname;
  const { stdout, stderr, exitCode } = Bun.spawnSync([process.execPath, child, work]);
  expect([exitCode, stderr.toString()]).toEqual([0, '']);
  return JSON.parse(stdout.toString());
};

// With one processor nothing else can do the work meanwhile.
test.skipIf(availableParallelism() < 2)('requests wait for little of the collection of all garbage', () => {
  // The other processors may be busy with other work, so the best of three counts.
  let part = 1;
  for (let time = 0; time < 3 && part >= 1 / 3; time += 1) {
    const { longest, atOnce } = resultOf('stops');
    expect(longest).toBeGreaterThan(0);
    part = Math.min(part, longest / atOnce);
  }
  measured('the longest wait of a request for a collection', part, 'of the whole collection', 'less than 0.333');
});
