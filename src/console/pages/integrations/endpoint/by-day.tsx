import { useFormats } from '../../../formats.ts';
import { useText } from '../../../texts.tsx';
import type { Health } from '../queries.ts';
import { tookText } from './delivery-words.ts';

/** The history of the health: each of the last days, the latest first. */
export const ByDay = ({ health: { days } }: { health: Health }) => {
  const t = useText();
  const { locale, number, on } = useFormats();
  const dayOf = on({ weekday: 'short', day: 'numeric', month: 'short' });
  const took = (ms: number | null): string => (ms === null ? t('integrations.none') : tookText(ms, locale));
  return (
    <section className="card" aria-labelledby="by-day">
      <header>
        <h2 id="by-day">{t('integrations.byDay')}</h2>
      </header>
      <div className="table-region">
        <table className="data by-day">
          <thead>
            <tr>
              <th scope="col">{t('integrations.day')}</th>
              <th scope="col" className="num">
                {t('integrations.arrived')}
              </th>
              <th scope="col" className="num">
                {t('integrations.failed')}
              </th>
              <th scope="col" className="num" data-priority="3">
                {t('integrations.half')}
              </th>
              <th scope="col" className="num" data-priority="3">
                {t('integrations.mostOf')}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ date, delivered, failed, isCapped, latencyP50Ms, latencyP95Ms }) => (
              <tr key={date}>
                <th scope="row">{dayOf(date)}</th>
                <td className="num">
                  {number(delivered)}
                  {isCapped && '+'}
                </td>
                <td className={failed > 0 ? 'num critical-text' : 'num'}>{number(failed)}</td>
                <td className="num" data-priority="3">
                  {took(latencyP50Ms)}
                </td>
                <td className="num" data-priority="3">
                  {took(latencyP95Ms)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};
