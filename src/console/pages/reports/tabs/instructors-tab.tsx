import { useMutation } from '@tanstack/react-query';
import { Lock, LockOpen } from 'lucide-react';
import { client, idempotencyKey, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { addDays, instantAt } from '../../../base/time/local-time.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import { useRefresh } from '../../../live/refresh.ts';
import { useCan } from '../../../session/session.ts';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { PlotCard } from '../plots/plot-card.tsx';
import { fileOf, type Instructors } from '../queries.ts';
import { type Column, RowsTable } from '../rows-table.tsx';
import { useReportQuery } from '../use-report-query.ts';

type Row = Instructors['instructors'][number];

/** The most months that the page offers to close at once. */
const MOST_MONTHS = 12;

/** The months with a day in a range that are over, the last one first. */
const monthsOver = (from: string, to: string, today: string): string[] => {
  const months = new Set<string>();
  for (let date = to; date >= from; date = addDays(`${date.slice(0, 7)}-01`, -1)) months.add(date.slice(0, 7));
  return [...months].filter((month) => month < today.slice(0, 7)).slice(0, MOST_MONTHS);
};

/** Closes a month of a site for pay, or opens it again. */
const useClosing = () => {
  const t = useText();
  const refresh = useRefresh();
  const done = (text: string) => async () => {
    await refresh('instructor');
    say(text);
  };
  const close = useMutation({
    mutationFn: (body: { readonly month: string; readonly siteId: string }) =>
      send(client.POST('/manage/pay-months', { body, headers: idempotencyKey() })),
    onSuccess: done(t('reports.monthClosed')),
  });
  const open = useMutation({
    mutationFn: (id: string) => send(client.DELETE('/manage/pay-months/{id}', { params: { path: { id } } })),
    onSuccess: done(t('reports.monthOpened')),
  });
  return { close, open };
};

/** The months of the range, each at each site: closed for pay, or not yet. */
const PayMonths = ({ report }: { report: Instructors }) => {
  const t = useText();
  const can = useCan();
  const { query, today, site, sites } = useReportQuery();
  const { month: monthOf, date } = useFormats('UTC');
  const { close, open } = useClosing();
  const mayClose = can('reports:close_months') && can('staff:read');
  const nameOf = (month: string): string => monthOf(instantAt(`${month}-15`, '12:00', 'UTC'));
  const rows = monthsOver(query.from, query.to, today).flatMap((month) =>
    sites
      .filter(({ id }) => site === undefined || site.id === id)
      .map((at) => ({
        month,
        at,
        closed: report.closedMonths.find((each) => each.month === month && each.locationId === at.id),
      })),
  );
  const failed = close.error ?? open.error;
  return (
    <PlotCard title={t('reports.payMonths')}>
      <div className="body stack">
        <p className="quiet">{rows.length === 0 ? t('reports.noMonthOver') : t('reports.payMonthsText')}</p>
        {failed !== null && <LoadError error={failed} />}
        {rows.length > 0 && (
          <ul className="pay-months stack">
            {rows.map(({ month, at, closed }) => (
              <li key={`${month} ${at.id}`} className="row">
                <Icon of={closed === undefined ? LockOpen : Lock} />
                <span className="booking-name">
                  <b className="strong">{nameOf(month)}</b>
                  <small className="quiet">
                    {sites.length > 1 && `${at.name}, `}
                    {closed === undefined
                      ? t('reports.monthIsOpen')
                      : t('reports.monthIsClosed', { date: date(closed.closedAt) })}
                  </small>
                </span>
                {mayClose && (
                  <span className="push">
                    {closed === undefined ? (
                      <ConfirmButton
                        label={t('reports.closeMonth', { month: nameOf(month) })}
                        isDisabled={close.isPending}
                        outcome={t('reports.closeOutcome', { month: nameOf(month), site: at.name })}
                        confirm={t('reports.closeMonth', { month: nameOf(month) })}
                        onConfirm={() => close.mutate({ month, siteId: at.id })}
                      />
                    ) : (
                      <ConfirmButton
                        label={t('reports.openMonth', { month: nameOf(month) })}
                        variant="quiet"
                        isDisabled={open.isPending}
                        outcome={t('reports.openOutcome', { month: nameOf(month) })}
                        confirm={t('reports.openMonth', { month: nameOf(month) })}
                        onConfirm={() => open.mutate(closed.id)}
                      />
                    )}
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </PlotCard>
  );
};

/** Minutes as timesheets have them: 7:45. */
const hoursText = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(Math.round(minutes) % 60).padStart(2, '0')}`;

/** What instructors have taught, for pay. */
export const InstructorsTab = ({ report }: { report: Instructors }) => {
  const t = useText();
  const { query } = useReportQuery();
  const { number, money, percent } = useFormats();
  const payOf = ({ payAmount, payCurrency }: Row): string =>
    payAmount == null || payCurrency == null ? t('reports.noRate') : money(payAmount, payCurrency);
  const pay: readonly Column<Row>[] =
    report.pay === undefined ? [] : [{ name: t('reports.pay'), isNumber: true, cell: payOf }];
  return (
    <div className="reports-grid">
      <PlotCard title={t('reports.tabInstructors')} file={fileOf('instructors', 'instructors', query)}>
        {report.instructors.length === 0 ? (
          <div className="body">
            <p className="quiet">{t('reports.nothingTaught')}</p>
          </div>
        ) : (
          <RowsTable
            caption={t('reports.tabInstructors')}
            rows={report.instructors}
            keyOf={({ instructorId, payCurrency }) => `${instructorId} ${payCurrency}`}
            columns={[
              { name: t('reports.instructor'), cell: ({ name }) => name ?? t('reports.nobody') },
              { name: t('reports.classes'), isNumber: true, cell: (row) => number(row.classes) },
              { name: t('reports.substituted'), isNumber: true, priority: 3, cell: (row) => number(row.substituted) },
              { name: t('reports.hours'), isNumber: true, priority: 3, cell: (row) => hoursText(row.minutes) },
              { name: t('reports.visits'), isNumber: true, priority: 3, cell: (row) => number(row.visits) },
              {
                name: t('reports.filled'),
                isNumber: true,
                priority: 3,
                cell: ({ filledPercent: share }) => (share === null ? '' : percent(share / 100)),
              },
              ...pay,
            ]}
          />
        )}
        {report.pay !== undefined && report.pay.length > 0 && (
          <footer>
            <span className="push strong">
              {t('reports.payInAll', {
                amounts: report.pay.map((each) => money(each.amount, each.currency)).join(', '),
              })}
            </span>
          </footer>
        )}
      </PlotCard>
      <PayMonths report={report} />
    </div>
  );
};
