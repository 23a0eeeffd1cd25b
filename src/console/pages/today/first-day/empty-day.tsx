import { useQuery } from '@tanstack/react-query';
import { useText } from '../../../base/texts.tsx';
import type { Formats } from '../../../formats/use-formats.ts';
import { useCan } from '../../../session/session.ts';
import { Link } from '../../../ui/button.tsx';
import { type Day, nextSessionQuery } from '../queries.ts';

/** A day without classes: why, the next class, and the ways on. */
export const EmptyDay = ({ day, isToday, formats }: { day: Day; isToday: boolean; formats: Formats }) => {
  const t = useText();
  const can = useCan();
  const { data: next } = useQuery(nextSessionQuery(day));
  return (
    <div className="card empty-day">
      <div className="body stack">
        <p>{t(isToday ? 'today.emptyToday' : 'today.emptyDay')}</p>
        {next !== null && next !== undefined && (
          <p className="quiet">{t('today.nextClass', { name: next.name, when: formats.dayTime(next.startTime) })}</p>
        )}
        <div className="row">
          {can('schedules:write') && (
            <Link className="button" variant="primary" to="/timetable">
              {t('today.addClass')}
            </Link>
          )}
          <Link className="button" to="/calendar">
            {t('today.lookAtWeek')}
          </Link>
        </div>
      </div>
    </div>
  );
};
