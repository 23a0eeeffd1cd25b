import { useQuery } from '@tanstack/react-query';
import { CalendarOff } from 'lucide-react';
import { useText } from '../../base/texts.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';
import { type Day, siteQuery } from './queries.ts';

/** The name of the closure on a date; an empty text for a closure without a name, undefined where it is open. */
const useClosure = ({ siteId, date }: Day): string | undefined => {
  const { data } = useQuery(siteQuery(siteId));
  const closure = data?.closures.find(({ startDate, endDate }) => startDate <= date && date <= endDate);
  return closure === undefined ? undefined : (closure.name ?? '');
};

/** Says that the site is closed on a day, and why. */
export const ClosureNotice = ({ day }: { day: Day }) => {
  const t = useText();
  const closure = useClosure(day);
  if (closure === undefined) return null;
  return (
    <div className="notice" data-tone="info">
      <Icon of={CalendarOff} />
      <div className="text">
        <b>{closure === '' ? t('today.closedUnnamed') : t('today.closed', { name: closure })}</b>
      </div>
    </div>
  );
};
