import type { Point } from '../days.ts';

import { GAP, type Height, LABELS, ticksOf } from './scales.ts';

interface AxisProps {
  readonly height: Height;
  readonly left: number;
  readonly width: number;
  readonly format: (value: number) => string;
  /** Whether all values are whole numbers. */
  readonly isWhole: boolean;
}

/** The lines of round values, with the values beside them. */
export const ValueAxis = ({ height, left, width, format, isWhole }: AxisProps) =>
  ticksOf(height, isWhole).map((tick) => (
    <g key={tick}>
      <line className={tick === 0 ? 'axis' : 'grid'} x1={left} x2={width} y1={height(tick)} y2={height(tick)} />
      <text x={left - GAP} y={height(tick) + 4} textAnchor="end">
        {format(tick)}
      </text>
    </g>
  ));

/** The width that the name of a day takes, and the most days that are named below a plot. */
const NAME = 76;
const MOST_NAMES = 9;

interface NamesProps {
  readonly points: readonly Point[];
  readonly at: (point: Point) => number;
  readonly nameOf: (date: string) => string;
  readonly width: number;
}

/** The days below a plot: the first of each so many. */
export const DayNames = ({ points, at, nameOf, width }: NamesProps) => {
  const most = Math.min(MOST_NAMES, Math.floor(width / NAME));
  const every = points.length <= most ? 1 : Math.ceil(points.length / most / 7) * 7;
  const step = points.length <= 2 * most ? Math.ceil(points.length / most) : every;
  return points
    .filter((_, index) => index % step === 0)
    .map((point) => (
      <text key={point.date} x={at(point)} y={LABELS} textAnchor="middle">
        {nameOf(point.date)}
      </text>
    ));
};
