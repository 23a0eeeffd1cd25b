import { scalePoint } from 'd3-scale';
import { line } from 'd3-shape';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { TextKey } from '../../../../texts/translate.ts';
import { useText } from '../../../base/texts.tsx';
import { instantAt } from '../../../base/time/local-time.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import { type Point, pointsOf } from '../days.ts';
import { useRangeWords, useReportQuery } from '../use-report-query.ts';
import { DayNames, ValueAxis } from './axes.tsx';
import { Bars, type PlotProps } from './bars.tsx';
import { PlotCard } from './plot-card.tsx';
import { heightOf, leftOf } from './scales.ts';

/** A plot is drawn as wide as its place, up to this width; from there on it grows as a whole. */
const WIDEST = 1060;
const NARROWEST = 280;

/** The width in which a plot is drawn; undefined until its place is measured. */
const usePlotWidth = (): { ref: RefObject<HTMLDivElement | null>; width: number | undefined } => {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = (): void => setWidth(Math.min(WIDEST, Math.max(NARROWEST, element.clientWidth)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
};

/** A line of weeks, beside the line of the range before. */
const Line = ({ name, points, format, nameOf, isWhole, width }: PlotProps) => {
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

interface DaysCardProps {
  /** What is drawn, by days and by weeks. */
  readonly title: TextKey;
  readonly weeklyTitle: TextKey;
  readonly days: readonly Point[];
  /** The range with which it is compared; undefined for no comparison. */
  readonly before: { readonly from: string; readonly to: string } | undefined;
  readonly format: (value: number) => string;
  readonly isWhole?: boolean;
  readonly table: ReactNode;
  readonly file: string;
  /** What is beside the legend. */
  readonly beside?: ReactNode;
}

/** A plot of days, or of weeks where the range is long, with its sentence and its table. */
export const DaysCard = (props: DaysCardProps) => {
  const t = useText();
  const { query, zone } = useReportQuery();
  const words = useRangeWords(zone);
  const { longDay, on } = useFormats('UTC');
  const { ref, width } = usePlotWidth();
  const { title, weeklyTitle, before, format, isWhole = true, table, file, beside } = props;
  const days = before === undefined ? props.days.map((day) => ({ ...day, before: null })) : props.days;
  const { points, isWeekly } = pointsOf(days);
  const at = (date: string): number => Date.parse(instantAt(date, '12:00', 'UTC'));
  const highest = points.reduce<Point | undefined>(
    (best, point) => (best && best.value >= point.value ? best : point),
    undefined,
  );
  const closed = points.filter(({ isClosed }) => isClosed).length;
  const shown = t(isWeekly ? weeklyTitle : title);
  const sentence =
    highest === undefined || highest.value <= 0
      ? t('reports.plotEmpty', { plot: shown, range: words(query) })
      : t('reports.plotName', {
          plot: shown,
          range: words(query),
          value: format(highest.value),
          day: longDay(at(highest.date)),
          closed,
        });
  const plot = { name: sentence, points, format, isWhole, nameOf: on({ day: 'numeric', month: 'short' }) };
  return (
    <PlotCard
      title={shown}
      table={table}
      file={file}
      legend={
        <>
          {beside}
          <span>
            <i className="key" />
            {words(query)}
          </span>
          {before !== undefined && (
            <span>
              <i className="key" data-before="" />
              {words(before)}
            </span>
          )}
        </>
      }
    >
      <div className="body">
        <div ref={ref}>
          {width !== undefined && (isWeekly ? <Line {...plot} width={width} /> : <Bars {...plot} width={width} />)}
        </div>
      </div>
    </PlotCard>
  );
};
