import { scaleBand } from 'd3-scale';
import type { Point } from '../days.ts';
import { DayNames, ValueAxis } from './axes.tsx';
import { heightOf, leftOf } from './scales.ts';

/** What all plots of days take. */
export interface PlotProps {
  /** A sentence that says what the plot shows. */
  readonly name: string;
  readonly points: readonly Point[];
  readonly format: (value: number) => string;
  readonly nameOf: (date: string) => string;
  readonly isWhole: boolean;
  /** How wide it is drawn. */
  readonly width: number;
}

const ROUND = 2.5;
/** By how much a mark is wider than its bar on each side, at most. */
const OVER = 4.5;
const MARK = 3;

/** Bars of days, with a mark where the day of the range before was. Days on which the studio is closed have a gray stub. */
export const Bars = ({ name, points, format, nameOf, isWhole, width }: PlotProps) => {
  const height = heightOf(points);
  const start = leftOf(height, format, isWhole);
  const across = scaleBand()
    .domain(points.map(({ date }) => date))
    .range([start, width])
    .paddingInner(0.36)
    .paddingOuter(0.18);
  const left = ({ date }: Point): number => across(date) ?? 0;
  const thick = across.bandwidth();
  const over = Math.min(OVER, (across.step() - thick) / 2);
  return (
    <svg className="plot" viewBox={`0 0 ${width} 200`} role="img" aria-label={name}>
      <ValueAxis height={height} left={start} width={width} format={format} isWhole={isWhole} />
      {points.map((point) => {
        const [top, bottom] = [Math.min(height(point.value), height(0)), Math.max(height(point.value), height(0))];
        const isOff = point.isClosed && point.value === 0;
        return (
          <rect
            key={point.date}
            className="bar"
            data-off={isOff ? '' : undefined}
            x={left(point)}
            y={isOff ? height(0) - ROUND : top}
            width={thick}
            height={isOff ? ROUND : bottom - top}
            rx={ROUND}
          />
        );
      })}
      {points.map((point) =>
        point.before === null ? null : (
          <rect
            key={point.date}
            className="mark"
            x={left(point) - over}
            y={height(point.before) - MARK / 2}
            width={thick + 2 * over}
            height={MARK}
            rx={MARK / 2}
          />
        ),
      )}
      <DayNames points={points} at={(point) => left(point) + thick / 2} nameOf={nameOf} width={width} />
    </svg>
  );
};
