import { Clock } from 'lucide-react';
import { MINUTE_MS } from '../../../kernel/durations.ts';
import { Text, useText } from '../../base/texts.tsx';
import { useNow } from '../../base/time/now.ts';
import type { Formats } from '../../formats/use-formats.ts';
import { useCan } from '../../session/session.ts';
import { Link } from '../../ui/button.tsx';
import { Seats } from '../../ui/notices/seats.tsx';
import { Pill } from '../../ui/notices/status.tsx';
import { type Slot, seatCounts } from './day.ts';
import { People, useMayReadRoster } from './people.tsx';
import { hasWhere, Where } from './slot-line.tsx';
import type { InstructorNames } from './teacher.ts';

/** From this many minutes on the time to the start is shown in hours. */
const HOURS_FROM = 91;

/** That a class runs, or how soon it starts. */
const When = ({ slot: { session, state } }: { slot: Slot }) => {
  const t = useText();
  const minutes = Math.ceil((Date.parse(session.startTime) - useNow()) / MINUTE_MS);
  const count = minutes < HOURS_FROM ? minutes : Math.round(minutes / 60);
  return (
    <Pill icon={Clock} tone="brand">
      {state === 'running'
        ? t('today.running')
        : t(minutes < HOURS_FROM ? 'today.inMinutes' : 'today.inHours', { count })}
    </Pill>
  );
};

interface FrontProps {
  readonly slot: Slot;
  readonly formats: Formats;
  readonly names: InstructorNames;
}

/** A class that runs or comes next, open: its seats, who is expected, who waits. */
export const Front = ({ slot, formats, names }: FrontProps) => {
  const t = useText();
  const can = useCan();
  const { session, state } = slot;
  const titleId = `slot-${session.id}`;
  return (
    <li className="slot" data-state={state} data-session={session.id}>
      <time dateTime={session.startTime}>{formats.time(session.startTime)}</time>
      <article className="front" data-next={state === 'next' ? '' : undefined} aria-labelledby={titleId}>
        <header>
          <div className="front-title">
            <h3 id={titleId}>
              <Link className="" to="/sessions/$sessionId" params={{ sessionId: session.id }}>
                {session.name}
              </Link>{' '}
              <When slot={slot} />
            </h3>
            <small>
              <span className="at">{formats.time(session.startTime)}</span>
              <Where session={session} names={names} />
              {hasWhere(session) && ' · '}
              {t('today.until', { time: formats.time(session.endTime) })}
            </small>
          </div>
          <Seats counts={seatCounts(session)} />
          <span className="front-count quiet small">
            <Text id="today.here" values={{ here: session.attendedCount, booked: session.bookedCount }} />
          </span>
          {can('bookings:create') && (
            <Link
              className="button"
              variant="quiet"
              size="small"
              to="/sessions/$sessionId"
              params={{ sessionId: session.id }}
              search={{ act: 'book' }}
              aria-label={t('today.bookInto', { name: session.name })}
            >
              {t('words.book')}
            </Link>
          )}
          <Link
            className="button"
            variant="quiet"
            size="small"
            to="/sessions/$sessionId"
            params={{ sessionId: session.id }}
          >
            {t('words.roster')}
          </Link>
        </header>
        {useMayReadRoster(session) && <People session={session} formats={formats} />}
      </article>
    </li>
  );
};
