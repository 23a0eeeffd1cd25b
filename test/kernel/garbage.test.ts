import { edenGC, fullGC, heapSize } from 'bun:jsc';
import { describe, expect, test } from 'bun:test';
import { blockThread } from '../../src/kernel/clock.ts';
import { runInSlices } from '../../src/kernel/slices.ts';

/** Much more than work in slices lets the heap grow. */
const BYTES = 60_000_000;
const OBJECTS = 200_000;

/** Objects that survive a collection of what is new, and are garbage from then on. */
const makeGarbage = (): void => {
  const kept = Array.from({ length: OBJECTS }, (_, index) => ({ index, text: `${index}`.padEnd(300, 'x') }));
  edenGC();
  expect(kept).toHaveLength(OBJECTS);
};

describe('work in slices', () => {
  test('collects garbage that has survived a collection, while it goes on', async () => {
    fullGC();
    makeGarbage();
    const grown = heapSize();
    expect(grown).toBeGreaterThan(BYTES);
    let after = grown;
    function* steps(): Generator<void, void> {
      // Longer than it waits between collections.
      blockThread(150);
      yield;
      after = heapSize();
    }
    await runInSlices(steps());
    expect(after).toBeLessThan(grown - BYTES);
  });
});
