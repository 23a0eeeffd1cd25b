import { hourOf } from '../../../../kernel/clock-hours.ts';
import { dateFormat } from '../../../../kernel/date-formats.ts';
import { DAY_MS, HOUR_MS } from '../../../../kernel/durations.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import type { Attendance } from '../queries.ts';

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
/** From which share on a cell has the next color. */
const LEVELS = [0, 17, 34, 50, 67, 85];
/** Monday, 1 January 2024. */
const MONDAY = Date.parse('2024-01-01T12:00Z');

interface HeatProps {
  readonly hours: Attendance['hours'];
  readonly weekStart: (typeof WEEKDAYS)[number];
}

/** The share of seats that were taken, by hour and weekday: a table whose cells have colors. */
export const Heat = ({ hours, weekStart }: HeatProps) => {
  const t = useText();
  const { weekday, locale, has12Hours, percent } = useFormats('UTC');
  const clock = dateFormat(locale, {
    ...hourOf(locale),
    ...(has12Hours ? {} : { minute: '2-digit' }),
  });
  const start = WEEKDAYS.indexOf(weekStart);
  const weekdays = [...WEEKDAYS.slice(start), ...WEEKDAYS.slice(0, start)];
  const held = hours.filter(({ classes }) => classes > 0);
  const rows = [...new Set(held.map(({ hour }) => hour))].sort((left, right) => left - right);
  const shareAt = (hour: number, day: string) => held.find((each) => each.hour === hour && each.weekday === day);
  const levelOf = (share: number): number => LEVELS.findLastIndex((from) => share >= from);
  return (
    <table className="heat">
      <caption className="visually-hidden">{t('reports.heatCaption')}</caption>
      <thead>
        <tr>
          <td />
          {weekdays.map((day) => (
            <th key={day} scope="col">
              {weekday(MONDAY + WEEKDAYS.indexOf(day) * DAY_MS)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((hour) => (
          <tr key={hour}>
            <th scope="row">{clock.format(MONDAY + (hour - 12) * HOUR_MS)}</th>
            {weekdays.map((day) => {
              const share = shareAt(hour, day)?.filledPercent ?? null;
              return share === null ? (
                <td key={day} data-level="none">
                  <span className="visually-hidden">{t('reports.heatNone')}</span>
                </td>
              ) : (
                <td key={day} data-level={levelOf(share)}>
                  {percent(share / 100)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
};
