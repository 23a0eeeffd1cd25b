/**
 * Prints how many bytes of garbage that survived a collection are left after work, and how much memory the heap has beyond
 * what was there at first, as JSON beside the bytes before it. A process of its own: how much is collected depends on the size of
 * the heap.
 *
 *   garbage-child.ts slices|requests
 */
import { edenGC, fullGC, heapSize, heapStats } from 'bun:jsc';
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

/** The bytes of garbage, and the capacity of the heap. */
interface Left {
  readonly bytes: number;
  readonly capacity: number;
}

/** The garbage before, and while work goes on. */
const garbageOf = async (work: (left: () => Left) => Promise<Left>): Promise<{ before: Left; after: Left }> => {
  const base = { bytes: 0, capacity: 0 };
  const left = (): Left => ({ bytes: heapSize() - base.bytes, capacity: heapStats().heapCapacity - base.capacity });
  // The collector first notes how much memory the process has.
  await work(left);
  Object.assign(base, { bytes: fullGC(), capacity: heapStats().heapCapacity });
  makeGarbage();
  const before = left();
  return { before, after: await work(left) };
};

const inSlices = async (left: () => Left): Promise<Left> => {
  let after = left();
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
  return async (left: () => Left): Promise<Left> => {
    blockThread(WORK_MS);
    for (let request = 0; request < REQUESTS; request += 1) await app.fetch(new Request('http://localhost/livez'));
    return left();
  };
};

const work = process.argv[2] === 'requests' ? await withRequests() : inSlices;
console.log(JSON.stringify(await garbageOf(work)));
