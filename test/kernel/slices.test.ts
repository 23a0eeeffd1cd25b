import { expect, test } from 'bun:test';
import { runInSlices, sliceAfter, yieldToRequests } from '../../src/kernel/slices.ts';
import { countTurns } from '../helpers/turns.ts';

test('a slice takes at most half of what other work took in the turn before', () => {
  expect(sliceAfter(1.2)).toBe(0.6);
  expect(sliceAfter(0.5)).toBe(0.25);
});

test('a slice is never longer than a millisecond, and long enough to get on', () => {
  expect(sliceAfter(40)).toBe(1);
  expect(sliceAfter(0.2)).toBe(0.2);
});

test('a slice is as long as it may be where nobody waits for it', () => {
  expect(sliceAfter(0)).toBe(1);
  expect(sliceAfter(0.05)).toBe(1);
});

test('all steps are done in their order, and other work in between', async () => {
  const done: number[] = [];
  let turns = 0;
  let isOver = false;
  const others = (): void => {
    turns += 1;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  function* steps(): Generator<void, string> {
    // Until others had a turn twice, however long that takes.
    for (let step = 0; turns < 2; step += 1) {
      done.push(step);
      yield;
    }
    return 'the end';
  }
  expect(await runInSlices(steps())).toBe('the end');
  isOver = true;
  expect(done).toEqual(done.map((_, index) => index));
  expect(turns).toBeGreaterThanOrEqual(2);
});

test('work that can take longer waits four turns while requests keep coming', async () => {
  const requests = countTurns(1);
  await yieldToRequests();
  expect(requests.turns).toBe(4);
  await yieldToRequests();
  expect(requests.turns).toBe(8);
  requests.stop();
});

test('work that can take longer goes on after one turn without requests', async () => {
  const others = countTurns(0);
  const waited: number[] = [];
  // On a busy machine such a turn can take long too.
  for (let time = 0; time < 20; time += 1) {
    const before = others.turns;
    await yieldToRequests();
    waited.push(others.turns - before);
  }
  others.stop();
  expect(Math.min(...waited)).toBe(1);
});
