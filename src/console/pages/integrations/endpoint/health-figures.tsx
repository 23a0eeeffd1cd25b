import { numberFormat } from '../../../../kernel/locale-formats.ts';
import { useText } from '../../../base/texts.tsx';
import { nowMs } from '../../../base/time/now.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import { Figure, Figures, type Source, there } from '../../../ui/tables/figure.tsx';
import { tookText } from '../deliveries/delivery-words.ts';
import type { Endpoint, Health } from '../queries.ts';

interface HealthFiguresProps {
  readonly endpoint: Endpoint;
  readonly health: Source<Health>;
}

/** How much arrived in the last 7 days, how soon it was answered, and when something last arrived. */
export const HealthFigures = ({ endpoint: { lastSuccessAt }, health }: HealthFiguresProps) => {
  const t = useText();
  const { locale, time, day, localDate, relativeDays } = useFormats();
  const share = numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const isToday = lastSuccessAt !== null && localDate(lastSuccessAt) === localDate(nowMs());
  return (
    <Figures>
      <Figure label={t('integrations.delivered')} of={health}>
        {({ delivered, failed, isCapped }) => {
          const count = delivered + failed;
          if (count === 0) return { value: t('integrations.none'), note: t('integrations.nothingSent') };
          return {
            value: share.format(delivered / count),
            note: t(isCapped ? 'integrations.deliveredOfMany' : 'integrations.deliveredOf', { delivered, count }),
          };
        }}
      </Figure>
      <Figure label={t('integrations.answersIn')} of={health}>
        {({ latencyP50Ms, latencyP95Ms }) => ({
          value: latencyP50Ms === null ? t('integrations.none') : tookText(latencyP50Ms, locale),
          ...(latencyP95Ms === null
            ? {}
            : { note: t('integrations.halfOf', { took: tookText(latencyP95Ms, locale) }) }),
        })}
      </Figure>
      <Figure label={t('integrations.lastSuccess')} of={there(lastSuccessAt)}>
        {(at) =>
          at === null
            ? { value: t('integrations.never') }
            : { value: time(at), note: isToday ? relativeDays(0) : day(at) }
        }
      </Figure>
    </Figures>
  );
};
