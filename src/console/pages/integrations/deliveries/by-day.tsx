import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { DataTable } from '../../../ui/tables/data-table.tsx';
import type { Health } from '../queries.ts';
import { tookText } from './delivery-words.ts';

/** The history of the health: each of the last days, the latest first. */
export const ByDay = ({ health: { days } }: { health: Health }) => {
  const t = useText();
  const { locale, number, on } = useFormats();
  const dayOf = on({ weekday: 'short', day: 'numeric', month: 'short' });
  const took = (ms: number | null): string => (ms === null ? t('integrations.none') : tookText(ms, locale));
  const late = { priority: 3, isNumber: true, isQuiet: false } as const;
  return (
    <section className="card" aria-labelledby="by-day">
      <header>
        <h2 id="by-day">{t('integrations.byDay')}</h2>
      </header>
      <div className="table-region">
        <DataTable
          className="data by-day"
          isGrid
          hasRowHeads
          rows={days.toReversed()}
          keyOf={({ date }) => date}
          columns={[
            { id: 'day', name: t('integrations.day'), cell: ({ date }) => dayOf(date) },
            {
              id: 'arrived',
              name: t('integrations.arrived'),
              isNumber: true,
              cell: ({ delivered, isCapped }) => `${number(delivered)}${isCapped ? '+' : ''}`,
            },
            {
              id: 'failed',
              name: t('integrations.failed'),
              isNumber: true,
              classFor: ({ failed }) => failed > 0 && 'critical-text',
              cell: ({ failed }) => number(failed),
            },
            { ...late, id: 'half', name: t('integrations.half'), cell: ({ latencyP50Ms }) => took(latencyP50Ms) },
            { ...late, id: 'most', name: t('integrations.mostOf'), cell: ({ latencyP95Ms }) => took(latencyP95Ms) },
          ]}
        />
      </div>
    </section>
  );
};
