import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../formats.ts';
import { useText } from '../../texts.tsx';
import { type CheckinFilters, refusedQuery } from './queries.ts';

interface Counted {
  readonly count: number;
  readonly isCapped: boolean;
}

interface CheckinTotalsProps {
  readonly total: Counted | undefined;
  readonly filters: CheckinFilters;
}

/** How many check-ins a list has, and how many of them were refused. */
export const CheckinTotals = ({ total, filters }: CheckinTotalsProps) => {
  const t = useText();
  const { number } = useFormats();
  const { data: refused } = useQuery({ ...refusedQuery(filters), enabled: filters.status === undefined });
  if (total === undefined) return <div className="skeleton money-figures-skeleton" aria-hidden="true" />;
  const text = ({ count, isCapped }: Counted): string => (isCapped ? t('lists.countCapped', { count }) : number(count));
  return (
    <dl className="figures money-figures">
      <div>
        <dt>
          {t(
            filters.status === 'refused'
              ? 'client.refused'
              : filters.status === 'undone'
                ? 'checkins.undone'
                : 'checkins.title',
          )}
        </dt>
        <dd>
          {text(total)}
          <small>{t('payments.countAll')}</small>
        </dd>
      </div>
      {filters.status === undefined && refused !== undefined && (
        <div>
          <dt>{t('client.refused')}</dt>
          <dd>
            {text(refused)}
            <small>{t('checkins.refusedNote')}</small>
          </dd>
        </div>
      )}
    </dl>
  );
};
