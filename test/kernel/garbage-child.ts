/**
 * Prints how many bytes of garbage that survived a collection are left after work, as JSON beside the bytes before it. A
 * process of its own: how much is collected depends on the size of the heap.
 *
 *   garbage-child.ts slices|requests
 */
import { edenGC, fullGC, heapSize } from 'bun:jsc';
import { blockThread } from '../../src/kernel/clock.ts';
import { runInSlices } from '../../src/kernel/slices.ts';
import { openStudio } from '../helpers/api.ts';

const OBJECTS = 200_000;
/** Longer than the time between two collections. */
const WORK_MS = 150;
const REQUESTS = 100;

/** Objects that survive a collection of what is new, and are garbage from then on. */
const makeGarbage = (): number => {
  const kept = Array.from({ length: OBJECTS }, (_, index) => ({ index, text: `${index}`.padEnd(300, 'x') }));
  edenGC();
  return kept.length;
};

/** The bytes of garbage before, and while work goes on. */
const garbageOf = async (work: (left: () => number) => Promise<number>): Promise<{ before: number; after: number }> => {
  const base = fullGC();
  makeGarbage();
  const left = (): number => heapSize() - base;
  const before = left();
  return { before, after: await work(left) };
};

const inSlices = async (left: () => number): Promise<number> => {
  let after = 0;
  function* steps(): Generator<void, void> {
    blockThread(WORK_MS);
    yield;
    after = left();
  }
  await runInSlices(steps());
  return after;
};

/** The work of a studio that answers requests. */
const withRequests = async () => {
  const { app } = await openStudio();
  return async (left: () => number): Promise<number> => {
    blockThread(WORK_MS);
    for (let request = 0; request < REQUESTS; request += 1) await app.fetch(new Request('http://localhost/livez'));
    return left();
  };
};

const work = process.argv[2] === 'requests' ? await withRequests() : inSlices;
console.log(JSON.stringify(await garbageOf(work)));
