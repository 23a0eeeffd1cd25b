import { nowMs } from '../../../clock.ts';
import { useFormats } from '../../../formats.ts';
import { useText } from '../../../texts.tsx';
import type { Endpoint, Health } from '../queries.ts';
import { tookText } from './delivery-words.ts';

interface HealthFiguresProps {
  readonly endpoint: Endpoint;
  readonly health: Health | undefined;
}

/** How much arrived in the last 7 days, how soon it was answered, and when something last arrived. */
export const HealthFigures = ({ endpoint: { lastSuccessAt }, health }: HealthFiguresProps) => {
  const t = useText();
  const { locale, time, day, localDate, relativeDays } = useFormats();
  if (health === undefined) return <span className="skeleton figures-skeleton" aria-hidden="true" />;
  const { delivered, failed, isCapped, latencyP50Ms, latencyP95Ms } = health;
  const count = delivered + failed;
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const isToday = lastSuccessAt !== null && localDate(lastSuccessAt) === localDate(nowMs());
  return (
    <dl className="figures">
      <div>
        <dt>{t('integrations.delivered')}</dt>
        <dd>
          {count === 0 ? t('integrations.none') : share.format(delivered / count)}
          <small>
            {count === 0
              ? t('integrations.nothingSent')
              : t(isCapped ? 'integrations.deliveredOfMany' : 'integrations.deliveredOf', { delivered, count })}
          </small>
        </dd>
      </div>
      <div>
        <dt>{t('integrations.answersIn')}</dt>
        <dd>
          {latencyP50Ms === null ? t('integrations.none') : tookText(latencyP50Ms, locale)}
          {latencyP95Ms !== null && <small>{t('integrations.halfOf', { took: tookText(latencyP95Ms, locale) })}</small>}
        </dd>
      </div>
      <div>
        <dt>{t('integrations.lastSuccess')}</dt>
        <dd>
          {lastSuccessAt === null ? t('integrations.never') : time(lastSuccessAt)}
          {lastSuccessAt !== null && <small>{isToday ? relativeDays(0) : day(lastSuccessAt)}</small>}
        </dd>
      </div>
    </dl>
  );
};
