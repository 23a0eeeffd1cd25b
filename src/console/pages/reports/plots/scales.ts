import { type ScaleLinear, scaleLinear } from 'd3-scale';
import type { Point } from '../days.ts';

const TOP = 8;
const BASE = 178;
export const LABELS = 196;

export type Height = ScaleLinear<number, number>;

/** The height of values: from the lowest, which is 0 or less, to a round number above the highest. */
export const heightOf = (points: readonly Point[]): Height => {
  const values = points.flatMap(({ value, before }) => [value, before ?? 0]);
  const [lowest, highest] = [Math.min(0, ...values), Math.max(0, ...values)];
  const [, top = highest] = scaleLinear()
    .domain([0, highest === 0 ? 1 : highest])
    .nice(3)
    .domain();
  return scaleLinear().domain([lowest, top]).range([BASE, TOP]);
};

/** The values that have a line: not more than the plot has room for, of whole numbers only whole ones. */
export const ticksOf = (height: Height, isWhole: boolean): readonly number[] =>
  height.ticks(3).filter((tick) => !isWhole || Number.isInteger(tick));

/** About how wide a letter is, and the room between a value and its line. */
const LETTER = 7;
export const GAP = 8;

/** Where the lines begin: beside the longest of the values. */
export const leftOf = (height: Height, format: (value: number) => string, isWhole: boolean): number =>
  GAP + Math.max(...ticksOf(height, isWhole).map((tick) => format(tick).length * LETTER));
