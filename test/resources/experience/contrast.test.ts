import { expect, test } from 'bun:test';
import { contrastOf, MIN_CONTRAST } from '../../../src/resources/experience/contrast.ts';
import { COLORS, READABLE } from '../../../src/resources/experience/shapes.ts';

test('the contrast of two colours, as the tools of WCAG tell it', () => {
  const pairs = [
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#ffffff', '#000000', 21],
    ['#767676', '#ffffff', 4.54],
    ['#777777', '#ffffff', 4.48],
    ['#ff0000', '#ffffff', 4],
    ['#0000ff', '#ffffff', 8.59],
    ['#00ff00', '#000000', 15.3],
  ] as const;
  for (const [one, other, contrast] of pairs) {
    expect([one, other, Math.round(contrastOf(one, other) * 100) / 100]).toEqual([one, other, contrast]);
  }
});

test('the built-in colours can be read', () => {
  for (const [front, back] of READABLE) {
    expect(contrastOf(COLORS[front], COLORS[back])).toBeGreaterThanOrEqual(MIN_CONTRAST);
  }
});
