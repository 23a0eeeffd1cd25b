import { expect, test } from 'bun:test';
import { testsEverything } from '../helpers/everything.ts';

/** What the child prints when it does this work. */
const resultOf = (work: string) => {
  const child = new URL('garbage-child.ts', import.meta.url).pathname;
  const { stdout, stderr, exitCode } = Bun.spawnSync([process.execPath, child, work]);
  expect([exitCode, stderr.toString()]).toEqual([0, '']);
  return JSON.parse(stdout.toString());
};

const WORK = [
  ['work in slices', 'slices'],
  ['a server with many requests', 'requests'],
  ['such a server where no more memory can be reserved', 'unreserved'],
] as const;

test.each(testsEverything ? WORK : WORK.slice(0, 2))(
  '%s collects garbage that has survived a collection, and gives its memory back, while it goes on',
  (_, work) => {
    const { before, after } = resultOf(work);
    expect(before.bytes).toBeGreaterThan(60_000_000);
    expect(after.bytes).toBeLessThan(10_000_000);
    expect(before.capacity).toBeGreaterThan(60_000_000);
    expect(after.capacity).toBeLessThan(3_000_000);
  },
);
