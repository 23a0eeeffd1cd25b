import { useQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { MINUTE_MS } from '../../../kernel/durations.ts';
import { useText } from '../../base/texts.tsx';
import { useNow } from '../../base/time/now.ts';
import type { Formats } from '../../formats/use-formats.ts';
import { type Entry, rosterQuery, sectionOf } from '../../parts/session/queries.ts';
import { useActions } from '../../parts/session/use-actions.ts';
import { nameOf } from '../../parts/session/words.ts';
import { useCan, useMe } from '../../session/session.ts';
import { Link } from '../../ui/button.tsx';
import { LoadError } from '../../ui/notices/errors.tsx';
import { Status } from '../../ui/notices/status.tsx';
import { SkeletonRows } from '../../ui/tables/skeleton-rows.tsx';
import { useSteady } from '../../ui/use-steady.ts';
import { expectedCount } from './day.ts';
import { PersonRow } from './person-row.tsx';
import type { DaySession } from './queries.ts';

/** More people than this are on the roster only. */
const MOST_PEOPLE = 40;
const MOST_WAITING = 3;

/** Whether the person may check clients in to a class: to any class, or to their own classes. */
const useMayCheckIn = ({ instructorId, additionalInstructorIds }: DaySession): boolean => {
  const can = useCan();
  const { staff } = useMe();
  const isOwn = instructorId === staff.id || additionalInstructorIds.includes(staff.id);
  return can('bookings:check_in') || (isOwn && can('bookings:check_in_own_sessions'));
};

/** Whether the person may read who comes to a class. */
export const useMayReadRoster = ({ instructorId, additionalInstructorIds }: DaySession): boolean => {
  const can = useCan();
  const { staff } = useMe();
  const isOwn = instructorId === staff.id || additionalInstructorIds.includes(staff.id);
  return can('bookings:read') || (isOwn && can('clients:read_own_rosters'));
};

const Waiting = ({ entries, sessionId }: { entries: readonly Entry[]; sessionId: string }) => {
  const t = useText();
  const now = useNow();
  const placeOf = ({ waitlist }: Entry): string => {
    const expiresAt = waitlist?.offerExpiresAt;
    if (expiresAt !== null && expiresAt !== undefined && Date.parse(expiresAt) > now) {
      return t('today.offered', { count: Math.max(1, Math.floor((Date.parse(expiresAt) - now) / MINUTE_MS)) });
    }
    return t('words.place', { place: waitlist?.position ?? 1 });
  };
  return (
    <footer>
      <Status icon={Hourglass} tone="waiting">
        {t('today.waitingTitle')}
      </Status>
      {entries.slice(0, MOST_WAITING).map((entry) => (
        <span key={entry.id} className="clip">
          {nameOf(entry, t)} <small className="quiet">{placeOf(entry)}</small>
        </span>
      ))}
      <Link className="link small push" to="/sessions/$sessionId" params={{ sessionId }}>
        {t('today.waitingList')}
      </Link>
    </footer>
  );
};

const Skeleton = ({ count }: { count: number }) => (
  <ul className="people" aria-hidden="true">
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike
      <li key={index}>
        <SkeletonRows />
      </li>
    ))}
  </ul>
);

/** Who is expected at a class and who waits for a seat. */
export const People = ({ session, formats }: { session: DaySession; formats: Formats }) => {
  const t = useText();
  const { data: roster, error, refetch } = useQuery(rosterQuery(session.id));
  const canCheckIn = useMayCheckIn(session);
  const actions = useActions(session.id, session.timezone);
  const [expected, here, missing, waiting] = (['expected', 'here', 'no_show', 'waiting'] as const).map((name) =>
    roster === undefined ? [] : sectionOf(roster, name),
  );
  const { shown, holds } = useSteady(expected ?? [], (id) =>
    [...(here ?? []), ...(missing ?? [])].find((each) => each.id === id),
  );
  if (error !== null && roster === undefined) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (roster === undefined) return <Skeleton count={Math.min(expectedCount(session), MOST_PEOPLE)} />;
  return (
    <>
      {actions.refusal !== undefined && (
        <p className="people-none critical-text small" role="alert">
          {actions.refusal.text}
        </p>
      )}
      {shown.length > 0 ? (
        <ul className="people" {...holds}>
          {shown.slice(0, MOST_PEOPLE).map((entry) => (
            <PersonRow
              key={entry.id}
              entry={entry}
              session={roster.session}
              formats={formats}
              canCheckIn={canCheckIn}
              actions={actions}
            />
          ))}
        </ul>
      ) : (
        <p className="people-none quiet small">
          {t(session.bookedCount === 0 ? 'today.nobodyBooked' : 'today.everyoneHere')}
        </p>
      )}
      {shown.length > MOST_PEOPLE && (
        <p className="people-none small">
          <Link to="/sessions/$sessionId" params={{ sessionId: session.id }}>
            {t('today.morePeople', { count: shown.length - MOST_PEOPLE })}
          </Link>
        </p>
      )}
      {waiting !== undefined && waiting.length > 0 && <Waiting entries={waiting} sessionId={session.id} />}
    </>
  );
};
