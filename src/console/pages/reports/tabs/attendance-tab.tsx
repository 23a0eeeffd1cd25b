import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { useMe } from '../../../session/session.ts';
import { DaysCard } from '../plots/days-card.tsx';
import { Heat } from '../plots/heat.tsx';
import { PlotCard } from '../plots/plot-card.tsx';
import { type Attendance, fileOf, type Occupancy } from '../queries.ts';
import { RowsTable } from '../rows-table.tsx';
import { useReportQuery } from '../use-report-query.ts';
import { type ClassRow, type InstructorRow, useClassColumns, useDayColumn } from './tables.tsx';

interface TabProps<Report> {
  readonly report: Report;
  /** Whether there is enough to compare with. */
  readonly isCompared: boolean;
}

interface ClassCardProps {
  readonly name: 'attendance' | 'occupancy';
  readonly report: Pick<Attendance, 'classes' | 'hours'>;
  readonly isCompared: boolean;
}

/** By class, and by hour of the week. */
const ClassCards = ({ name, report, isCompared }: ClassCardProps) => {
  const t = useText();
  const { query } = useReportQuery();
  const { studio } = useMe();
  const columns = useClassColumns(isCompared);
  return (
    <>
      <PlotCard title={t('reports.seatsByHour')} file={fileOf(name, 'hours', query)}>
        <div className="body">
          <Heat hours={report.hours} weekStart={studio.weekStart} />
        </div>
      </PlotCard>
      <PlotCard title={t('reports.byClass')} file={fileOf(name, 'classes', query)}>
        <RowsTable
          caption={t('reports.byClass')}
          rows={report.classes}
          keyOf={(row) => row.name}
          columns={columns<ClassRow>({ name: t('reports.class'), cell: (row) => row.name })}
        />
      </PlotCard>
    </>
  );
};

/** Who came: by day, hour and class. */
export const AttendanceTab = ({ report, isCompared }: TabProps<Attendance>) => {
  const t = useText();
  const { query } = useReportQuery();
  const { number } = useFormats();
  const dayColumn = useDayColumn();
  return (
    <div className="reports-grid">
      <DaysCard
        title="reports.visitsADay"
        weeklyTitle="reports.visitsAWeek"
        days={report.days.map(({ date, isClosed, visits, before }) => ({
          date,
          isClosed,
          value: visits,
          before: before?.visits ?? null,
        }))}
        before={isCompared ? (report.before ?? undefined) : undefined}
        format={number}
        file={fileOf('attendance', 'days', query)}
        table={
          <RowsTable
            caption={t('reports.visitsADay')}
            rows={report.days}
            keyOf={({ date }) => date}
            columns={[
              dayColumn(),
              { name: t('reports.visits'), isNumber: true, cell: ({ visits }) => number(visits) },
              { name: t('reports.classVisits'), isNumber: true, priority: 3, cell: (day) => number(day.classVisits) },
              { name: t('reports.otherVisits'), isNumber: true, priority: 3, cell: (day) => number(day.otherVisits) },
              { name: t('reports.noShows'), isNumber: true, cell: ({ noShows }) => number(noShows) },
              ...(isCompared
                ? [
                    {
                      name: t('reports.before'),
                      isNumber: true,
                      cell: (day: Attendance['days'][number]) => (day.before === null ? '' : number(day.before.visits)),
                    },
                  ]
                : []),
            ]}
          />
        }
      />
      <ClassCards name="attendance" report={report} isCompared={isCompared} />
    </div>
  );
};

/** How full classes were: by day, hour, class and instructor. */
export const OccupancyTab = ({ report, isCompared }: TabProps<Occupancy>) => {
  const t = useText();
  const { query } = useReportQuery();
  const { number, percent } = useFormats();
  const dayColumn = useDayColumn();
  const columns = useClassColumns(isCompared);
  return (
    <div className="reports-grid">
      <DaysCard
        title="reports.seatsADay"
        weeklyTitle="reports.seatsAWeek"
        days={report.days.map(({ date, isClosed, seatsTaken, before }) => ({
          date,
          isClosed,
          value: seatsTaken,
          before: before?.seatsTaken ?? null,
        }))}
        before={isCompared ? (report.before ?? undefined) : undefined}
        format={number}
        file={fileOf('occupancy', 'days', query)}
        table={
          <RowsTable
            caption={t('reports.seatsADay')}
            rows={report.days}
            keyOf={({ date }) => date}
            columns={[
              dayColumn(),
              { name: t('reports.classes'), isNumber: true, cell: ({ classes }) => number(classes) },
              { name: t('reports.seatsTaken'), isNumber: true, cell: ({ seatsTaken }) => number(seatsTaken) },
              { name: t('reports.seats'), isNumber: true, priority: 3, cell: ({ seats }) => number(seats) },
              {
                name: t('reports.filled'),
                isNumber: true,
                cell: ({ filledPercent: share }) => (share === null ? '' : percent(share / 100)),
              },
            ]}
          />
        }
      />
      <ClassCards name="occupancy" report={report} isCompared={isCompared} />
      <PlotCard title={t('reports.byInstructor')} file={fileOf('occupancy', 'instructors', query)}>
        <RowsTable
          caption={t('reports.byInstructor')}
          rows={report.instructors}
          keyOf={(row) => row.instructorId ?? ''}
          columns={columns<InstructorRow>({
            name: t('reports.instructor'),
            cell: (row) => row.name ?? t('reports.nobody'),
          })}
        />
      </PlotCard>
    </div>
  );
};
