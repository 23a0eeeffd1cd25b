import { useText } from '../../../base/texts.tsx';
import { instantAt } from '../../../base/time/local-time.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import { Delta } from '../delta.tsx';
import type { Attendance, Occupancy } from '../queries.ts';
import type { Column } from '../rows-table.tsx';

interface OfClasses {
  readonly classes: number;
  readonly visits: number;
  readonly booked: number;
  readonly filledPercent: number | null;
  readonly before: { readonly visits: number; readonly booked: number } | null;
}

/** The columns that tables of classes share: visits, the share of seats, and the change. */
export const useClassColumns = (isCompared: boolean) => {
  const t = useText();
  const { number, percent } = useFormats();
  const shareOf = (value: number | null): string => (value === null ? '' : percent(value / 100));
  return <Row extends OfClasses>(first: Column<Row>): Column<Row>[] => [
    first,
    { name: t('reports.classes'), isNumber: true, priority: 3, cell: ({ classes }) => number(classes) },
    { name: t('reports.visits'), isNumber: true, cell: ({ visits }) => number(visits) },
    { name: t('reports.filled'), isNumber: true, cell: ({ filledPercent }) => shareOf(filledPercent) },
    ...(isCompared
      ? [
          {
            name: t('reports.change'),
            isNumber: true,
            cell: (row: Row) => <Delta now={row.visits} before={row.before?.visits ?? null} as="share" />,
          },
        ]
      : []),
  ];
};

interface Day {
  readonly date: string;
  readonly isClosed: boolean;
}

/** The first column of tables of days. */
export const useDayColumn = () => {
  const t = useText();
  const { day } = useFormats('UTC');
  return <Row extends Day>(): Column<Row> => ({
    name: t('reports.day'),
    cell: ({ date, isClosed }) => (
      <>
        {day(instantAt(date, '12:00', 'UTC'))}
        {isClosed && <small className="quiet"> {t('reports.closed')}</small>}
      </>
    ),
  });
};

export type ClassRow = Attendance['classes'][number];
export type InstructorRow = Occupancy['instructors'][number];
