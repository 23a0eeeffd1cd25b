import type { ReactNode } from 'react';
import type { TextKey } from '../../../../texts/translate.ts';
import { useText } from '../../../base/texts.tsx';
import { instantAt } from '../../../base/time/local-time.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import { type Point, pointsOf } from '../days.ts';
import { useRangeWords, useReportQuery } from '../use-report-query.ts';
import { Bars } from './bars.tsx';
import { Line } from './line.tsx';
import { PlotCard } from './plot-card.tsx';
import { usePlotWidth } from './use-plot-width.ts';

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
  /** What stands beside the legend. */
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
