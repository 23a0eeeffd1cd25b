import { scalePoint } from 'd3-scale';
import { line } from 'd3-shape';
import type { Point } from '../days.ts';
import { DayNames, ValueAxis } from './axes.tsx';
import type { PlotProps } from './bars.tsx';
import { heightOf, leftOf } from './scales.ts';

/** A line of weeks, beside the line of the range before. */
export const Line = ({ name, points, format, nameOf, isWhole, width }: PlotProps) => {
  const height = heightOf(points);
  const start = leftOf(height, format, isWhole);
  const across = scalePoint()
    .domain(points.map(({ date }) => date))
    .range([start + 24, width - 24]);
  const left = ({ date }: Point): number => across(date) ?? 0;
  const known = points.filter(({ before }) => before !== null);
  const now = line<Point>(left, ({ value }) => height(value))(points);
  const before = line<Point>(left, (point) => height(point.before ?? 0))(known);
  return (
    <svg className="plot" viewBox={`0 0 ${width} 200`} role="img" aria-label={name}>
      <ValueAxis height={height} left={start} width={width} format={format} isWhole={isWhole} />
      {before !== null && <path className="line" data-before="" d={before} />}
      {now !== null && <path className="line" d={now} />}
      <DayNames points={points} at={left} nameOf={nameOf} width={width} />
    </svg>
  );
};
