import { useQuery } from '@tanstack/react-query';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { Figure, Figures, type Source } from '../../ui/tables/figure.tsx';
import { type CheckinFilters, refusedQuery } from './queries.ts';

interface Counted {
  readonly count: number;
  readonly isCapped: boolean;
}

interface CheckinTotalsProps {
  readonly total: Source<Counted>;
  readonly filters: CheckinFilters;
}

/** How many check-ins a list has, and how many of them were refused. */
export const CheckinTotals = ({ total, filters }: CheckinTotalsProps) => {
  const t = useText();
  const { number } = useFormats();
  const hasAll = filters.status === undefined;
  const refused = useQuery({ ...refusedQuery(filters), enabled: hasAll });
  const text = ({ count, isCapped }: Counted): string => (isCapped ? t('lists.countCapped', { count }) : number(count));
  return (
    <Figures className="money-figures">
      <Figure
        label={t(
          filters.status === 'refused'
            ? 'client.refused'
            : filters.status === 'undone'
              ? 'checkins.undone'
              : 'checkins.title',
        )}
        of={total}
      >
        {(counted) => ({ value: text(counted), note: t('payments.countAll') })}
      </Figure>
      {hasAll && (
        <Figure label={t('client.refused')} of={refused}>
          {(counted) => ({ value: text(counted), note: t('checkins.refusedNote') })}
        </Figure>
      )}
    </Figures>
  );
};
