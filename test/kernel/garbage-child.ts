/**
 * Prints how many bytes of garbage that survived a collection are left after work in slices has gone on for 150 ms, as JSON
 * beside the bytes before it. A process of its own: how much is collected depends on the size of the heap.
 */
import { edenGC, fullGC, heapSize } from 'bun:jsc';
import { blockThread } from '../../src/kernel/clock.ts';
import { runInSlices } from '../../src/kernel/slices.ts';

const OBJECTS = 200_000;

/** Objects that survive a collection of what is new, and are garbage from then on. */
const makeGarbage = (): number => {
  const kept = Array.from({ length: OBJECTS }, (_, index) => ({ index, text: `${index}`.padEnd(300, 'x') }));
  edenGC();
  return kept.length;
};

const base = fullGC();
makeGarbage();
const before = heapSize() - base;
let after = before;
function* steps(): Generator<void, void> {
  // Longer than it waits between collections.
  blockThread(150);
  yield;
  after = heapSize() - base;
}
await runInSlices(steps());
console.log(JSON.stringify({ before, after }));
