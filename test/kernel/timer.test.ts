import { expect, test } from 'bun:test';
import { nextTurn } from '../../src/kernel/clock.ts';
import { Timeline } from '../../src/kernel/timer.ts';

const turn = () => new Promise<void>((resolve) => nextTurn(resolve));

test('work happens at its own moment, in order, each awaited before the next', async () => {
  const time = new Timeline(1_000);
  const seen: [string, number][] = [];
  const note = (name: string) => async () => {
    await turn();
    seen.push([name, time.now()]);
  };
  time.at(3_000, note('late'));
  time.at(2_000, note('early'));
  time.at(2_000, note('early too'));
  time.at(9_000, note('never'));
  await time.moveTo(5_000);
  expect(seen).toEqual([
    ['early', 2_000],
    ['early too', 2_000],
    ['late', 3_000],
  ]);
  expect(time.now()).toBe(5_000);
});

test('work arranged on the way takes place on the way', async () => {
  const time = new Timeline(0);
  const seen: number[] = [];
  const again = (): void => {
    seen.push(time.now());
    time.at(time.now() + 10, again);
  };
  time.at(10, again);
  await time.moveTo(35);
  expect(seen).toEqual([10, 20, 30]);
});

test('work that is due runs by itself also when the clock stands still', async () => {
  const time = new Timeline(1_000);
  let ran = false;
  time.at(1_000, () => {
    ran = true;
  });
  expect(ran).toBe(false);
  await turn();
  await turn();
  expect(ran).toBe(true);
});

test('what is called off does not happen', async () => {
  const time = new Timeline(0);
  let ran = false;
  time.at(5, () => {
    ran = true;
  })();
  await time.moveTo(10);
  expect(ran).toBe(false);
});

test('a running clock keeps running after it was moved', async () => {
  const time = new Timeline();
  const before = time.now();
  await time.moveTo(before + 3_600_000);
  expect(time.mode).toBe('running');
  expect(time.now()).toBeGreaterThanOrEqual(before + 3_600_000);
  expect(time.now()).toBeLessThan(before + 3_700_000);
});

test('work that fails while the clock is moved ends the move with its error and stops nothing else', async () => {
  const time = new Timeline(0);
  time.at(5, () => {
    throw new Error('broken');
  });
  expect(time.moveTo(10)).rejects.toThrow('broken');
  await time.moveTo(20);
  expect(time.now()).toBe(20);
});

test('what is under way ends before the clock moves', async () => {
  const time = new Timeline(1_000);
  const seen: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  let begun = false;
  time.at(1_000, async () => {
    begun = true;
    await promise;
    seen.push(time.now());
  });
  while (!begun) await turn();
  const moved = time.moveTo(5_000);
  await turn();
  expect([time.now(), seen]).toEqual([1_000, []]);
  resolve();
  await moved;
  expect([time.now(), seen]).toEqual([5_000, [1_000]]);
});
