/**
 * Prints how many bytes of garbage that survived a collection are left after 150 ms of work, as JSON beside the bytes before
 * it. A process of its own: how much is collected depends on the size of the heap, and of the process.
 *
 *   garbage-child.ts slices|requests [MB]
 *
 * With `slices` it works in slices, with `requests` it answers requests; MB is how much memory the process has besides.
 */
import { edenGC, fullGC, heapSize } from 'bun:jsc';
import { blockThread } from '../../src/kernel/clock.ts';
import { limitGarbageOfRequests } from '../../src/kernel/garbage.ts';
import { runInSlices } from '../../src/kernel/slices.ts';

const [work, megabytes = '0'] = process.argv.slice(2);
const OBJECTS = 200_000;
/** Longer than any pause between collections. */
const WORK_MS = 150;

/** Objects that survive a collection of what is new, and are garbage from then on. */
const makeGarbage = (): number => {
  const kept = Array.from({ length: OBJECTS }, (_, index) => ({ index, text: `${index}`.padEnd(300, 'x') }));
  edenGC();
  return kept.length;
};

const besides = Buffer.alloc(Number(megabytes) * 1_000_000, 1);
const base = fullGC();
makeGarbage();
const left = (): number => heapSize() - base;
const before = left();
let after = before;
function* steps(): Generator<void, void> {
  blockThread(WORK_MS);
  yield;
  after = left();
}
if (work === 'slices') await runInSlices(steps());
else {
  blockThread(WORK_MS);
  limitGarbageOfRequests();
  after = left();
}
console.log(JSON.stringify({ before, after, besides: besides.length }));
