import { type ScaleLinear, scaleLinear } from 'd3-scale';
import type { Point } from '../days.ts';

export const WIDTH = 1060;
export const LEFT = 52;
const TOP = 8;
const BASE = 178;
const LABELS = 196;

/** The height of values: from 0 on, to a round number above the highest. */
export const heightOf = (points: readonly Point[]): ScaleLinear<number, number> => {
  const values = points.flatMap(({ value, before }) => [value, before ?? 0]);
  const [lowest, highest] = [Math.min(0, ...values), Math.max(0, ...values)];
  return scaleLinear()
    .domain([lowest, highest === lowest ? lowest + 1 : highest])
    .nice(3)
    .range([BASE, TOP]);
};

interface AxisProps {
  readonly height: ScaleLinear<number, number>;
  readonly format: (value: number) => string;
  /** Whether all values are whole numbers. */
  readonly isWhole: boolean;
}

/** The lines of round values, with the values beside them. */
export const ValueAxis = ({ height, format, isWhole }: AxisProps) =>
  height
    .ticks(3)
    .filter((tick) => !isWhole || Number.isInteger(tick))
    .map((tick) => (
      <g key={tick}>
        <line className={tick === 0 ? 'axis' : 'grid'} x1={LEFT} x2={WIDTH} y1={height(tick)} y2={height(tick)} />
        <text x={LEFT - 8} y={height(tick) + 4} textAnchor="end">
          {format(tick)}
        </text>
      </g>
    ));

/** The most days that are named below a plot. */
const MOST_NAMES = 9;

interface NamesProps {
  readonly points: readonly Point[];
  readonly at: (point: Point) => number;
  readonly nameOf: (date: string) => string;
}

/** The days below a plot: the first of each so many. */
export const DayNames = ({ points, at, nameOf }: NamesProps) => {
  const every = points.length <= MOST_NAMES ? 1 : Math.ceil(points.length / MOST_NAMES / 7) * 7;
  const step = points.length <= 2 * MOST_NAMES ? Math.ceil(points.length / MOST_NAMES) : every;
  return points
    .filter((_, index) => index % step === 0)
    .map((point) => (
      <text key={point.date} x={at(point)} y={LABELS} textAnchor="middle">
        {nameOf(point.date)}
      </text>
    ));
};
