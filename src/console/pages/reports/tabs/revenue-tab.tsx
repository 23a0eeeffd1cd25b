import { useState } from 'react';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { PURPOSES } from '../../../parts/payments/purpose-words.ts';
import { Select } from '../../../ui/choices/select.tsx';
import { Delta } from '../delta.tsx';
import { DaysCard } from '../plots/days-card.tsx';
import { PlotCard } from '../plots/plot-card.tsx';
import { fileOf, type Revenue } from '../queries.ts';
import { RowsTable } from '../rows-table.tsx';
import { useReportQuery } from '../use-report-query.ts';
import { useDayColumn } from './tables.tsx';

interface RevenueTabProps {
  readonly report: Revenue;
  readonly isCompared: boolean;
}

/** What was paid and given back: by day and plan, in one currency at a time. */
export const RevenueTab = ({ report, isCompared }: RevenueTabProps) => {
  const t = useText();
  const { query } = useReportQuery();
  const { money: moneyOf, number } = useFormats();
  const dayColumn = useDayColumn();
  const [chosen, setChosen] = useState<string>();
  const currencies = report.figures.map(({ currency }) => currency);
  const currency = currencies.find((code) => code === chosen) ?? currencies[0];
  if (currency === undefined) {
    return (
      <div className="empty">
        <b className="strong">{t('reports.noMoneyTitle')}</b>
        <p>{t('reports.noMoneyText')}</p>
      </div>
    );
  }
  const money = (amount: number): string => moneyOf(amount, currency);
  const figures = report.figures.find((each) => each.currency === currency);
  const days = report.days.filter((day) => day.currency === currency);
  const plans = report.plans.filter((plan) => plan.currency === currency);
  return (
    <div className="reports-grid">
      <DaysCard
        title="reports.revenueADay"
        weeklyTitle="reports.revenueAWeek"
        days={days.map(({ date, isClosed, net, before }) => ({
          date,
          isClosed,
          value: net,
          before: before?.net ?? null,
        }))}
        before={isCompared ? (report.before ?? undefined) : undefined}
        format={money}
        isWhole={false}
        file={fileOf('revenue', 'days', query)}
        table={
          <RowsTable
            caption={t('reports.revenueADay')}
            rows={days}
            keyOf={({ date }) => date}
            columns={[
              dayColumn(),
              { name: t('reports.received'), isNumber: true, cell: (day) => money(day.received) },
              { name: t('reports.refunded'), isNumber: true, priority: 3, cell: (day) => money(day.refunded) },
              { name: t('reports.net'), isNumber: true, cell: (day) => money(day.net) },
            ]}
          />
        }
      />
      <PlotCard title={t('reports.inAll')}>
        <div className="body stack">
          {currencies.length > 1 && (
            <Select
              label={t('reports.currency')}
              choices={currencies.map((code) => ({ id: code, name: code }))}
              value={currency}
              onChange={setChosen}
            />
          )}
          {figures !== undefined && (
            <dl className="facts">
              <dt>{t('reports.received')}</dt>
              <dd>{money(figures.received)}</dd>
              <dt>{t('reports.refunded')}</dt>
              <dd>{money(figures.refunded)}</dd>
              <dt>{t('reports.net')}</dt>
              <dd>{money(figures.net)}</dd>
              <dt>{t('reports.tax')}</dt>
              <dd>{money(figures.tax)}</dd>
              <dt>{t('reports.payments')}</dt>
              <dd>{number(figures.payments)}</dd>
              <dt>{t('reports.comps')}</dt>
              <dd>{number(figures.comps)}</dd>
            </dl>
          )}
        </div>
      </PlotCard>
      <PlotCard title={t('reports.byPlan')} file={fileOf('revenue', 'plans', query)}>
        <RowsTable
          caption={t('reports.byPlan')}
          rows={plans}
          keyOf={({ planId, purpose }) => planId ?? purpose ?? ''}
          columns={[
            {
              name: t('reports.plan'),
              cell: ({ name, purpose }) => name ?? (purpose === null ? t('reports.otherPlan') : t(PURPOSES[purpose])),
            },
            { name: t('reports.payments'), isNumber: true, priority: 3, cell: (row) => number(row.payments) },
            { name: t('reports.net'), isNumber: true, cell: ({ net }) => money(net) },
            ...(isCompared
              ? [
                  {
                    name: t('reports.change'),
                    isNumber: true,
                    cell: ({ net, before }: Revenue['plans'][number]) => (
                      <Delta now={net} before={before?.net ?? null} as="share" />
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
