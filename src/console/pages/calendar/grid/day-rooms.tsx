import type { CSSProperties } from 'react';
import { useText } from '../../../base/texts.tsx';
import { wallHours, wallTime } from '../../../base/time/local-time.ts';
import { useNow } from '../../../base/time/now.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import type { Session } from '../../../parts/calendar/queries.ts';
import { EventPart, eventData } from './event-part.tsx';
import { hoursOf, placed, timeOfHours } from './hours.ts';
import { type Room, roomIdOf } from './rooms.ts';

interface DayRoomsProps {
  readonly zone: string;
  readonly date: string;
  readonly isToday: boolean;
  readonly sessions: readonly Session[];
  readonly rooms: readonly Room[];
  readonly openId: string | undefined;
  readonly onOpen: (id: string, block: HTMLElement) => void;
}

type Vars = CSSProperties & Readonly<Record<`--${string}`, string | number>>;

/** One day with a column for each room. */
export const DayRooms = ({ zone, date, isToday, sessions, rooms, openId, onOpen }: DayRoomsProps) => {
  const t = useText();
  const formats = useFormats(zone);
  const now = wallHours(wallTime(new Date(useNow()).toISOString(), zone));
  const own = sessions.filter(({ localDate }) => localDate === date);
  const hours = hoursOf(own);
  const length = hours.until - hours.from;
  // The first and the last hour are at the edges, where their names have no room.
  const marks = Array.from({ length: Math.max(0, length - 1) }, (_, at) => hours.from + at + 1);
  const columns: Vars = { '--columns': Math.max(1, rooms.length), '--length': length };
  return (
    <section className="card week rooms-day" aria-label={t('calendar.roomsGrid')} style={columns}>
      <div className="week-head">
        <span />
        {rooms.map((room) => (
          <span key={room.id} data-plot={room.plot}>
            <span className="roomtag" aria-hidden="true">
              {room.letter}
            </span>
            <b>{room.name}</b>
          </span>
        ))}
      </div>
      <div className="week-body">
        <div className="hours" aria-hidden="true">
          {marks.map((hour) => {
            const at: Vars = { '--at': hour - hours.from };
            return (
              <span key={hour} style={at}>
                {formats.wallTime(timeOfHours(hour % 24))}
              </span>
            );
          })}
        </div>
        {rooms.map((room) => (
          <div key={room.id} className="col">
            {isToday && now >= hours.from && now <= hours.until && (
              <span className="nowbar" style={{ '--from': now - hours.from } as Vars} />
            )}
            {placed(own.filter((session) => roomIdOf(session) === room.id)).map(
              ({ session, from, until, lane, lanes }) => {
                const place: Vars = {
                  '--from': from - hours.from,
                  '--for': Math.min(until, hours.until) - from,
                  '--lane': lane,
                  '--lanes': lanes,
                };
                return (
                  <button
                    key={session.id}
                    type="button"
                    className="event"
                    {...eventData(session, room, session.id === openId)}
                    data-session={session.id}
                    style={place}
                    onClick={({ currentTarget }) => onOpen(session.id, currentTarget)}
                  >
                    <EventPart session={session} room={room} />
                  </button>
                );
              },
            )}
          </div>
        ))}
      </div>
    </section>
  );
};
