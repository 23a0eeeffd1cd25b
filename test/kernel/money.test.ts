import { expect, test } from 'bun:test';
import { percentOf } from '../../src/kernel/money.ts';

test('a percentage of an amount rounds halves up, whatever floating point has for them', () => {
  for (const [percent, amount, expected] of [
    [2.3, 1500, 35],
    [2.9, 1500, 44],
    [1.14, 2500, 29],
    [0.7, 500, 4],
    [1.005, 10_000, 101],
    [2.9, 1000, 29],
    [2.9, 1499, 43],
    [0, 1500, 0],
    [100, 1500, 1500],
    [10, 5, 1],
    [50, 1, 1],
    [49.999_999, 1, 0],
    [1e-7, 1_000_000_000, 1],
    [1e-9, 100, 0],
    [99.9, 0, 0],
    [33.333_333_333_333_336, 9_007_199_254_740_991, 3_002_399_751_580_331],
  ] as const) {
    expect([percent, amount, percentOf(amount, percent)]).toEqual([percent, amount, expected]);
  }
});

test('every half of a percentage with one or two decimals rounds up', () => {
  for (let hundredths = 1; hundredths <= 1000; hundredths += 1) {
    for (const amount of [500, 1500, 2500, 4990, 12_345]) {
      expect(percentOf(amount, hundredths / 100)).toBe(Math.floor((amount * hundredths + 5000) / 10_000));
    }
  }
});
