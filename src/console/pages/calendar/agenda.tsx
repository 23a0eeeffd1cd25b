import { CalendarOff } from 'lucide-react';
import { instructorName } from '../../base/instructor-name.ts';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import type { Closure, Session } from '../../parts/calendar/queries.ts';
import { useOpensRoster } from '../../parts/session/rights.ts';
import { Link } from '../../ui/button.tsx';
import { Status } from '../../ui/notices/status.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';
import { dateWords } from './dates.ts';
import { ClockChange } from './grid/clock-change.tsx';
import { seatsText } from './grid/event-part.tsx';
import { type Room, roomIdOf } from './grid/rooms.ts';

interface AgendaProps {
  readonly zone: string;
  readonly dates: readonly string[];
  readonly sessions: readonly Session[];
  readonly closures: readonly Closure[];
  readonly rooms: readonly Room[];
}

const teacherOf = ({ instructor }: Session): string | undefined =>
  instructor == null ? undefined : instructorName(instructor);

const Line = ({ session, room }: { session: Session; room: Room | undefined }) => {
  const t = useText();
  const { time } = useFormats(session.timezone);
  const isCancelled = session.status === 'cancelled';
  const capacity = session.capacity;
  const booked = session.bookedCount;
  const where = [teacherOf(session), room?.name].filter((word) => word !== undefined);
  const opensRoster = useOpensRoster();
  const seats = isCancelled || capacity === null ? seatsText(session, t) : t('calendar.seats', { booked, capacity });
  const look = {
    className: 'agenda-line',
    'data-plot': room?.plot ?? 1,
    'data-cancelled': isCancelled ? '' : undefined,
  };
  const parts = (
    <>
      <time dateTime={session.startTime}>
        {time(session.startTime)}
        <small>{t('common.minutes', { count: session.durationMinutes })}</small>
      </time>
      <span className="who">
        <b className={isCancelled ? 'struck' : undefined}>{session.name}</b>
        <small>{where.join(', ')}</small>
      </span>
      <span className="small num">
        {seats}
        {session.waitlistCount > 0 && !isCancelled && (
          <Status tone="waiting">{t('calendar.waiting', { count: session.waitlistCount })}</Status>
        )}
      </span>
    </>
  );
  return (
    <li>
      {opensRoster(session) ? (
        <Link to="/sessions/$sessionId" params={{ sessionId: session.id }} {...look}>
          {parts}
        </Link>
      ) : (
        <div {...look}>{parts}</div>
      )}
    </li>
  );
};

/** Days as lists of classes. */
export const Agenda = ({ zone, dates, sessions, closures, rooms }: AgendaProps) => {
  const t = useText();
  const { locale } = useFormats(zone);
  const words = dateWords(locale);
  const byId = new Map(rooms.map((room) => [room.id, room]));
  return (
    <div className="agenda" data-shown="">
      {dates.map((date) => {
        const own = sessions.filter(({ localDate }) => localDate === date);
        const closure = closures.find(({ startDate, endDate }) => startDate <= date && date <= endDate);
        return (
          <section key={date} className="stack" aria-labelledby={`day-${date}`}>
            <h2 id={`day-${date}`} className="agenda-day">
              {words.long(date)} <ClockChange date={date} zone={zone} />
            </h2>
            {closure !== undefined && (
              <p className="agenda-closed row">
                <Icon of={CalendarOff} />
                {closure.name === null ? t('calendar.closed') : t('calendar.closedNamed', { name: closure.name })}
              </p>
            )}
            {own.length === 0 && closure === undefined && <p className="small quiet">{t('calendar.emptyDay')}</p>}
            {own.length > 0 && (
              <ul>
                {own.map((session) => (
                  <Line key={session.id} session={session} room={byId.get(roomIdOf(session))} />
                ))}
              </ul>
            )}
          </section>
        );
      })}
    </div>
  );
};

interface DayStripProps {
  readonly zone: string;
  readonly dates: readonly string[];
  readonly shown: string;
  readonly onChange: (date: string) => void;
}

/** The days of a week in a row; the day that is shown is marked. */
export const DayStrip = ({ zone, dates, shown, onChange }: DayStripProps) => {
  const t = useText();
  const { locale } = useFormats(zone);
  const words = dateWords(locale);
  return (
    <fieldset className="strip" aria-label={t('calendar.dayChoice')}>
      {dates.map((date) => (
        <button key={date} type="button" aria-pressed={date === shown} onClick={() => onChange(date)}>
          <small aria-hidden="true">{words.narrow(date)}</small>
          <b aria-hidden="true">{words.day(date)}</b>
          <span className="visually-hidden">{words.long(date)}</span>
        </button>
      ))}
    </fieldset>
  );
};
