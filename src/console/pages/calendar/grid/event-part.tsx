import { Replace } from 'lucide-react';
import type { Translate } from '../../../../texts/translate.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import type { Session } from '../../../parts/calendar/queries.ts';
import type { Room } from './rooms.ts';

/** How the seats of a session are taken, in few letters. */
export const seatsText = (
  { status, capacity, bookedCount: booked, waitlistCount: waiting }: Session,
  t: Translate,
): string => {
  if (status === 'cancelled') return t('calendar.cancelled');
  if (capacity === null) return t('calendar.seatsOpen', { booked });
  return waiting > 0
    ? t('calendar.seatsWaiting', { booked, capacity, waiting })
    : t('calendar.seats', { booked, capacity });
};

/** A session as a screen reader names it. */
const useEventName = (zone: string): ((session: Session, room: Room | undefined) => string) => {
  const t = useText();
  const { time } = useFormats(zone);
  return (session, room) => {
    const { name, capacity, bookedCount: booked } = session;
    const seats =
      session.status === 'cancelled'
        ? t('calendar.cancelled')
        : capacity === null
          ? t('calendar.stateOpen', { booked })
          : t('calendar.stateSeats', { booked, capacity });
    const state = session.isSubstitute ? `${seats}, ${t('calendar.substitute')}` : seats;
    const values = {
      name,
      state,
      from: time(session.startTime),
      to: time(session.endTime),
      place: room?.name ?? t('calendar.noPlace'),
    };
    return t(session.isFull && session.status !== 'cancelled' ? 'calendar.eventFull' : 'calendar.eventName', values);
  };
};

interface EventPartProps {
  readonly session: Session;
  readonly room: Room | undefined;
}

/** The words in the block of a session: start, name, room, seats. */
export const EventPart = ({ session, room }: EventPartProps) => {
  const t = useText();
  const { time } = useFormats(session.timezone);
  const nameOf = useEventName(session.timezone);
  return (
    <>
      <span className="visually-hidden">{nameOf(session, room)}</span>
      <span className="event-time clip" aria-hidden="true">
        {time(session.startTime)}
      </span>
      <span className="event-name clip" aria-hidden="true">
        {session.name}
      </span>
      <span className="event-meta row" aria-hidden="true">
        {room !== undefined && (
          <span className="roomtag" title={room.name}>
            {room.letter}
          </span>
        )}
        <span>{seatsText(session, t)}</span>
        {session.isSubstitute && <Replace className="icon" size={12} strokeWidth={1.85} />}
      </span>
    </>
  );
};

/** Shorter classes show their words in one line. */
const SHORT_MINUTES = 45;

/** How the block of a session looks. */
export const eventData = (session: Session, room: Room | undefined, isOpen: boolean) => ({
  'data-plot': room?.plot ?? 1,
  'data-short': session.durationMinutes < SHORT_MINUTES ? '' : undefined,
  'data-cancelled': session.status === 'cancelled' ? '' : undefined,
  'data-open': isOpen ? '' : undefined,
});
