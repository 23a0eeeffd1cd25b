import { describe, expect, test } from 'bun:test';
import { converted, difference, rounded, scaled, toBase, type Unit, unitsLike } from '../../src/kernel/units.ts';

/** Computed by hand, from the factors of engagement.md "Metrics". */
const TABLE: readonly (readonly [value: number, from: Unit, to: Unit, result: number])[] = [
  [1, 'lb', 'kg', 0.4536],
  [225, 'lb', 'kg', 102.0583],
  [100, 'kg', 'lb', 220.4623],
  [45.359237, 'kg', 'lb', 100],
  [0.5, 'lb', 'kg', 0.2268],
  [1000, 'lb', 'kg', 453.5924],
  [60, 'kg', 'lb', 132.2774],
  [20.5, 'kg', 'lb', 45.1948],
  [-10, 'kg', 'lb', -22.0462],
  [1, 'mi', 'm', 1609.344],
  [26.2, 'mi', 'km', 42.1648],
  [5, 'km', 'mi', 3.1069],
  [10, 'km', 'mi', 6.2137],
  [42.195, 'km', 'mi', 26.2188],
  [100, 'm', 'yd', 109.3613],
  [100, 'yd', 'm', 91.44],
  [1760, 'yd', 'mi', 1],
  [5280, 'ft', 'mi', 1],
  [1, 'ft', 'in', 12],
  [6, 'ft', 'cm', 182.88],
  [71, 'in', 'cm', 180.34],
  [180, 'cm', 'in', 70.8661],
  [1, 'in', 'm', 0.0254],
  [1, 'cm', 'in', 0.3937],
  [400, 'm', 'km', 0.4],
  [3, 'ft', 'yd', 1],
  [0.001, 'mi', 'ft', 5.28],
  [90, 's', 'min', 1.5],
  [100, 's', 'min', 1.6667],
  [1, 'h', 's', 3600],
  [1.25, 'h', 'min', 75],
  [1, 's', 'h', 0.0003],
  [10, 'min', 'h', 0.1667],
  [1, 'kcal', 'kJ', 4.184],
  [500, 'kcal', 'kJ', 2092],
  [1000, 'kJ', 'kcal', 239.0057],
  [0.1, 'kcal', 'kJ', 0.4184],
  [123456.789, 'kJ', 'kcal', 29506.8807],
  // Half of the fourth decimal, away from zero.
  [0.18, 's', 'h', 0.0001],
  [-0.18, 's', 'h', -0.0001],
];

describe('units', () => {
  test('40 conversions that were computed by hand', () => {
    expect(TABLE).toHaveLength(40);
    expect(TABLE.map(([value, from, to]) => converted(value, from, to))).toEqual(TABLE.map(([, , , result]) => result));
  });

  test('a value in its own unit is itself, digit for digit', () => {
    for (const value of [0.1, 100.123456789, 1e-7, 999_999_999.999, -0.000015]) {
      expect(converted(value, 'lb', 'lb')).toBe(value);
    }
  });

  test('equal lengths in different units have the same base value', () => {
    expect(toBase(5280, 'ft')).toBe(toBase(1, 'mi'));
    expect([toBase(100.1, 'km'), toBase(0.3, 'km'), toBase(1.1, 'in')]).toEqual([100_100, 300, 0.02794]);
    expect(toBase(1e-7, 'mi')).toBe(0.0001609344);
  });

  test('differences, products and means without the error of floating point', () => {
    expect([difference(100.3, 100.1), difference(0.3, 0.1), difference(1e-7, 1)]).toEqual([0.2, 0.2, -0.9999999]);
    expect([scaled(100, 35, 30), scaled(102.5, 32, 30), rounded(1 / 3), rounded(1.00005)]).toEqual([
      116.6667, 109.3333, 0.3333, 1.0001,
    ]);
  });

  test('which units measure the same', () => {
    expect(unitsLike('cm')).toEqual(['m', 'km', 'cm', 'mi', 'yd', 'ft', 'in']);
    expect(unitsLike('bpm')).toEqual(['bpm']);
  });
});
