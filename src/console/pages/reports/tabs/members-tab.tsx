import type { TextKey } from '../../../../texts/translate.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { Delta } from '../delta.tsx';
import { DaysCard } from '../plots/days-card.tsx';
import { PlotCard } from '../plots/plot-card.tsx';
import { fileOf, type LateCancels, type Members } from '../queries.ts';
import { RowsTable } from '../rows-table.tsx';
import { useReportQuery } from '../use-report-query.ts';
import { useDayColumn } from './tables.tsx';

interface MembersTabProps {
  readonly report: Members;
  readonly isCompared: boolean;
}

const KINDS = {
  active: { word: 'reports.active', means: 'reports.activeMeans' },
  new: { word: 'reports.new', means: 'reports.newMeans' },
  returning: { word: 'reports.returning', means: 'reports.returningMeans' },
  lapsed: { word: 'reports.lapsed', means: 'reports.lapsedMeans' },
  guests: { word: 'reports.guests', means: 'reports.guestsMeans' },
  guestsBought: { word: 'reports.guestsBought', means: 'reports.guestsBoughtMeans' },
} as const satisfies Record<string, { readonly word: TextKey; readonly means: TextKey }>;

/** Who is new, active, has come back or has lapsed. */
export const MembersTab = ({ report, isCompared }: MembersTabProps) => {
  const t = useText();
  const { query } = useReportQuery();
  const { number } = useFormats();
  const dayColumn = useDayColumn();
  const { figures, figuresBefore } = report;
  // A studio whose members bring no one reads nothing of guests.
  const hasGuests = figures.guests > 0 || (figuresBefore?.guests ?? 0) > 0;
  const kinds = [
    ...(['active', 'new', 'returning', 'lapsed'] as const),
    ...(hasGuests ? (['guests', 'guestsBought'] as const) : []),
  ];
  return (
    <div className="reports-grid">
      <DaysCard
        title="reports.newADay"
        weeklyTitle="reports.newAWeek"
        days={report.days.map(({ date, isClosed, before, ...day }) => ({
          date,
          isClosed,
          value: day.new,
          before: before?.new ?? null,
        }))}
        before={isCompared ? (report.before ?? undefined) : undefined}
        format={number}
        file={fileOf('members', 'days', query)}
        table={
          <RowsTable
            caption={t('reports.newADay')}
            rows={report.days}
            keyOf={({ date }) => date}
            columns={[
              dayColumn(),
              { name: t('reports.new'), isNumber: true, cell: (day) => number(day.new) },
              { name: t('reports.returning'), isNumber: true, cell: (day) => number(day.returning) },
              { name: t('reports.lapsed'), isNumber: true, cell: (day) => number(day.lapsed) },
            ]}
          />
        }
      />
      <PlotCard title={t('reports.members')}>
        <RowsTable
          caption={t('reports.members')}
          rows={kinds.map((kind) => ({ kind, ...KINDS[kind] }))}
          keyOf={({ kind }) => kind}
          columns={[
            {
              name: t('reports.members'),
              cell: ({ word, means }) => (
                <span className="booking-name">
                  {t(word)}
                  <small className="quiet">{t(means)}</small>
                </span>
              ),
            },
            { name: t('reports.clients'), isNumber: true, cell: ({ kind }) => number(figures[kind]) },
            ...(isCompared
              ? [
                  {
                    name: t('reports.change'),
                    isNumber: true,
                    cell: ({ kind }: { readonly kind: keyof typeof KINDS }) => (
                      <Delta
                        now={figures[kind]}
                        before={figuresBefore?.[kind] ?? null}
                        as="count"
                        isLessBetter={kind === 'lapsed'}
                      />
                    ),
                  },
                ]
              : []),
          ]}
        />
      </PlotCard>
    </div>
  );
};

interface LateCancelsTabProps {
  readonly report: LateCancels;
  readonly isCompared: boolean;
}

/** Who canceled too late or did not come: by day and class. */
export const LateCancelsTab = ({ report, isCompared }: LateCancelsTabProps) => {
  const t = useText();
  const { query } = useReportQuery();
  const { number, percent } = useFormats();
  const dayColumn = useDayColumn();
  const share = (value: number | null): string => (value === null ? '' : percent(value / 100));
  return (
    <div className="reports-grid">
      <DaysCard
        title="reports.lateADay"
        weeklyTitle="reports.lateAWeek"
        days={report.days.map(({ date, isClosed, lateCancels, before }) => ({
          date,
          isClosed,
          value: lateCancels,
          before: before?.lateCancels ?? null,
        }))}
        before={isCompared ? (report.before ?? undefined) : undefined}
        format={number}
        file={fileOf('late-cancels', 'days', query)}
        table={
          <RowsTable
            caption={t('reports.lateADay')}
            rows={report.days}
            keyOf={({ date }) => date}
            columns={[
              dayColumn(),
              { name: t('reports.lateCancels'), isNumber: true, cell: (day) => number(day.lateCancels) },
              { name: t('reports.noShows'), isNumber: true, cell: (day) => number(day.noShows) },
              { name: t('reports.booked'), isNumber: true, priority: 3, cell: (day) => number(day.booked) },
            ]}
          />
        }
      />
      <PlotCard title={t('reports.byClass')} file={fileOf('late-cancels', 'classes', query)}>
        <RowsTable
          caption={t('reports.byClass')}
          rows={report.classes}
          keyOf={({ name }) => name}
          columns={[
            { name: t('reports.class'), cell: ({ name }) => name },
            { name: t('reports.lateCancels'), isNumber: true, cell: (row) => number(row.lateCancels) },
            { name: t('reports.lateShare'), isNumber: true, priority: 3, cell: (row) => share(row.lateCancelPercent) },
            { name: t('reports.noShows'), isNumber: true, cell: (row) => number(row.noShows) },
            ...(isCompared
              ? [
                  {
                    name: t('reports.change'),
                    isNumber: true,
                    cell: ({ lateCancels, before }: LateCancels['classes'][number]) => (
                      <Delta now={lateCancels} before={before?.lateCancels ?? null} as="count" isLessBetter />
                    ),
                  },
                ]
              : []),
          ]}
        />
      </PlotCard>
    </div>
  );
};
