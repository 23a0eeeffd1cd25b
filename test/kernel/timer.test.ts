import { expect, test } from 'bun:test';
import { blockThread, nextTurn } from '../../src/kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/kernel/durations.ts';
import { Timeline } from '../../src/kernel/timer.ts';
import { until } from '../helpers/process.ts';
import { settableClock } from '../helpers/settable-clock.ts';

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

test('when due work takes long, the rest of it runs in later turns', async () => {
  const time = new Timeline(1_000);
  const seen: string[] = [];
  const long = (name: string) => () => {
    blockThread(3);
    seen.push(name);
  };
  time.at(900, long('first'));
  time.at(900, long('second'));
  time.at(900, () => seen.push('third'));
  setTimeout(() => seen.push('request'), 0);
  await until(() => seen.length === 4);
  expect(seen.indexOf('request')).toBeLessThan(seen.indexOf('third'));
  expect(seen.filter((name) => name !== 'request')).toEqual(['first', 'second', 'third']);
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
  await time.moveTo(before + HOUR_MS);
  expect(time.mode).toBe('running');
  expect(time.now()).toBeGreaterThanOrEqual(before + HOUR_MS);
  expect(time.now()).toBeLessThan(before + 3_700_000);
});

test('work that fails while the clock is moved ends the move with its error and stops nothing else', async () => {
  const time = new Timeline(0);
  time.at(5, () => {
    throw new Error('broken');
  });
  await expect(time.moveTo(10)).rejects.toThrow('broken');
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

test('a system clock that is set back is told to those that wait, and to nobody else', async () => {
  const system = settableClock();
  const time = new Timeline(undefined, system);
  const calls: string[] = [];
  time.onSetBack(() => calls.push('waiting'));
  time.onSetBack(() => calls.push('called off'))();
  time.at(time.now() + MINUTE_MS, () => {});
  system.step(-HOUR_MS);
  await until(() => calls.length > 0);
  expect(calls).toEqual(['waiting']);
  time.stop();
});

test('work that a step of the system clock makes due runs soon, and tells no step back', async () => {
  const system = settableClock();
  const time = new Timeline(undefined, system);
  const seen: string[] = [];
  time.onSetBack(() => seen.push('set back'));
  time.at(time.now() + HOUR_MS, () => seen.push('due'));
  system.step(HOUR_MS);
  await until(() => seen.length > 0);
  time.stop();
  expect(seen).toEqual(['due']);
});

test('a clock that is moved by hand is not set back', async () => {
  const system = settableClock();
  const time = new Timeline(undefined, system);
  let isSetBack = false;
  time.onSetBack(() => {
    isSetBack = true;
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  await time.moveTo(time.now() + HOUR_MS);
  time.at(time.now() + 10, resolve);
  await promise;
  expect(isSetBack).toBe(false);
});

test('work that is due at the same time runs by its rank, then as it was scheduled', async () => {
  const time = new Timeline(0);
  const ran: string[] = [];
  const ranks: (number | undefined)[] = [];
  const add = (name: string, rank?: number) =>
    time.at(
      10,
      () => {
        ran.push(name);
        ranks.push(time.movingRank);
      },
      rank,
    );
  add('third', 2);
  add('second', 1);
  add('last', 2);
  add('first');
  time.at(5, () => ran.push('before'), 9);
  await time.moveTo(10);
  expect(ran).toEqual(['before', 'first', 'second', 'third', 'last']);
  expect(ranks).toEqual([0, 1, 2, 2]);
  expect(time.movingRank).toBeUndefined();
});

test('a move of the clock is told when it begins and when it has ended', async () => {
  const time = new Timeline(0);
  const calls: (number | undefined)[] = [];
  const cancel = time.onMove(() => calls.push(time.movingRank, time.now()));
  await time.moveTo(10);
  cancel();
  await time.moveTo(20);
  expect(calls).toEqual([0, 0, undefined, 10]);
});
