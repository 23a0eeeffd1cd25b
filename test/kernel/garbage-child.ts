/**
 * Prints how many bytes of garbage that survived a collection are left after work, and how much memory the heap has beyond
 * what was there at first, as JSON beside the bytes before it. With `stops` it prints how long requests wait for the collection of all
 * garbage, beside the time of one at once. A process of its own: how much is collected depends on the size of the heap.
 *
 *   garbage-child.ts slices|requests|unreserved|stops
 */
import { edenGC, fullGC, gcAndSweep, heapSize, heapStats } from 'bun:jsc';
import { blockThread, pause, stopwatch } from '../../src/kernel/clock.ts';
import { limitGarbageOfRequests } from '../../src/kernel/garbage.ts';
import { runInSlices, turn } from '../../src/kernel/slices.ts';
import { openStudio } from '../helpers/api.ts';
import { processorMs } from '../helpers/turns.ts';

const OBJECTS = 200_000;
/** Objects that stay in use, which a collection of all garbage marks. */
const KEPT = 1_500_000;
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
  Object.assign(base, left());
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

/** How much of the garbage, and of the memory, may be left, in bytes. */
const LITTLE = { bytes: 10_000_000, capacity: 3_000_000 };
/** The garbage that is left may take this long (real ms) to go, in rounds. */
const ROUNDS = 50;
const ROUND_MS = 100;

/** A studio that answers requests in rounds, until nothing of the garbage is left. */
const withRequests = async () => {
  const { app } = await openStudio();
  return async (left: () => Left): Promise<Left> => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await pause(ROUND_MS);
      for (let request = 0; request < REQUESTS; request += 1) {
        await app.fetch(new Request('http://localhost/livez'));
      }
      const { bytes, capacity } = left();
      if (bytes < LITTLE.bytes && capacity < LITTLE.capacity) break;
    }
    return left();
  };
};

/** Makes new garbage in each turn of the event loop for a while (real ms), as a server with requests does. */
const busy = async (ms: number): Promise<void> => {
  const end = stopwatch() + ms;
  while (stopwatch() < end) {
    Array.from({ length: REQUESTS }, (_, index) => ({ index, text: [`${index}`] }));
    await turn();
  }
};

/** In so many rounds all garbage is collected once. */
const ROUNDS_OF_STOPS = 10;

/** The longest processor time (ms) that requests wait for a collection of all garbage, and that of one at once. */
const stops = async (): Promise<{ longest: number; atOnce: number }> => {
  // The collector notes how much memory the process has, which then grows.
  limitGarbageOfRequests();
  const kept = Array.from({ length: KEPT }, (_, index) => ({ index, text: [`${index}`] }));
  let longest = 0;
  for (let round = 0; round < ROUNDS_OF_STOPS; round += 1) {
    await busy(ROUND_MS);
    const start = processorMs();
    limitGarbageOfRequests();
    longest = Math.max(longest, processorMs() - start);
  }
  const start = processorMs();
  gcAndSweep();
  if (kept.length !== KEPT) throw new Error('nothing is kept');
  return { longest, atOnce: processorMs() - start };
};

const work = process.argv[2];
if (work === 'unreserved') {
  ArrayBuffer.prototype.resize = () => {
    throw new RangeError('Out of memory');
  };
}
const print = (result: object): void => console.log(JSON.stringify(result));
if (work === 'stops') print(await stops());
else print(await garbageOf(work === 'slices' ? inSlices : await withRequests()));
