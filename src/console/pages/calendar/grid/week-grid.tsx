import type { EventClickArg, EventContentArg, EventDropArg, EventInput } from '@fullcalendar/core';
import type { DateClickArg } from '@fullcalendar/interaction';
import interactionPlugin from '@fullcalendar/interaction';
import FullCalendar from '@fullcalendar/react';
import timeGridPlugin from '@fullcalendar/timegrid';
import { CalendarOff } from 'lucide-react';
import { useMemo } from 'react';
import { hourOf } from '../../../../kernel/clock-hours.ts';
import { MINUTE_MS } from '../../../../kernel/durations.ts';
import { useText } from '../../../base/texts.tsx';
import { addDays, wallTime } from '../../../base/time/local-time.ts';
import { nowMs } from '../../../base/time/now.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import type { Closure, Session } from '../../../parts/calendar/queries.ts';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { dateWords } from '../dates.ts';
import { ClockChange } from './clock-change.tsx';
import { EventPart, eventData } from './event-part.tsx';
import { hoursOf, timeOfHours } from './hours.ts';
import { type Room, roomIdOf } from './rooms.ts';

interface WeekGridProps {
  readonly zone: string;
  readonly today: string;
  /** The first of the dates that it shows, and how many. */
  readonly from: string;
  readonly days: number;
  readonly sessions: readonly Session[];
  readonly closures: readonly Closure[];
  readonly rooms: readonly Room[];
  readonly openId: string | undefined;
  readonly mayMove: (session: Session) => boolean;
  readonly mayAdd: boolean;
  readonly onOpen: (id: string, block: HTMLElement) => void;
  /** A session was dragged to another wall time. */
  readonly onMove: (session: Session, date: string, time: string) => void;
  /** An empty place was pressed. */
  readonly onAdd: (date: string, time: string) => void;
}

/** FullCalendar knows no zones of its own: it gets the wall clock of the site as if it were UTC. */
const wallDate = (session: Session): string =>
  `${session.localDate}T${wallTime(session.startTime, session.timezone)}:00Z`;

const eventOf = (session: Session, isMovable: boolean): EventInput => {
  const start = wallDate(session);
  return {
    id: session.id,
    title: session.name,
    start,
    end: new Date(Date.parse(start) + session.durationMinutes * MINUTE_MS).toISOString(),
    startEditable: isMovable,
    extendedProps: { session },
  };
};

const closureOf = ({ startDate, endDate, name }: Closure): EventInput => ({
  id: `closure ${startDate} ${endDate}`,
  start: `${startDate}T00:00:00Z`,
  end: `${addDays(endDate, 1)}T00:00:00Z`,
  display: 'background',
  classNames: ['closure'],
  extendedProps: { closure: name ?? '' },
});

/** Days as columns and hours as rows, in the wall clock of the site. Sessions may be dragged; `Move` does the same with fields. */
export const WeekGrid = (props: WeekGridProps) => {
  const { zone, today, from, days, sessions, closures, rooms, openId, mayMove, mayAdd, onOpen, onMove, onAdd } = props;
  const t = useText();
  const { locale } = useFormats(zone);
  const words = useMemo(() => dateWords(locale), [locale]);
  const byId = useMemo(() => new Map(rooms.map((room) => [room.id, room])), [rooms]);
  const hours = useMemo(() => hoursOf(sessions), [sessions]);
  const events = useMemo(
    () => [...sessions.map((session) => eventOf(session, mayMove(session))), ...closures.map(closureOf)],
    [sessions, closures, mayMove],
  );

  const content = ({ event, isMirror }: EventContentArg) => {
    if (event.display === 'background') {
      const name = String(event.extendedProps.closure ?? '');
      return (
        <p className="closed">
          <Icon of={CalendarOff} />
          <b className="strong">{t('calendar.closed')}</b>
          {name !== '' && <span className="small">{name}</span>}
        </p>
      );
    }
    const session = event.extendedProps.session as Session;
    const room = byId.get(roomIdOf(session));
    return (
      <span
        className="event"
        {...eventData(session, room, session.id === openId)}
        data-mirror={isMirror ? '' : undefined}
      >
        <EventPart session={session} room={room} />
      </span>
    );
  };

  const drop = ({ event, revert }: EventDropArg): void => {
    const { start } = event;
    revert();
    if (start === null) return;
    const wall = start.toISOString();
    onMove(event.extendedProps.session as Session, wall.slice(0, 10), wall.slice(11, 16));
  };

  return (
    <section className="week-grid" aria-label={t(days > 1 ? 'calendar.weekLabel' : 'calendar.dayLabel')}>
      <FullCalendar
        // Another range is another calendar: it has no buttons of its own that would move it.
        key={`${from} ${days}`}
        plugins={[timeGridPlugin, interactionPlugin]}
        initialView="days"
        windowResizeDelay={0}
        initialDate={from}
        views={{ days: { type: 'timeGrid', duration: { days } } }}
        timeZone="UTC"
        locale={locale}
        headerToolbar={false}
        allDaySlot={false}
        height="auto"
        slotDuration="00:30:00"
        slotLabelInterval="01:00:00"
        slotMinTime={timeOfHours(hours.from)}
        slotMaxTime={timeOfHours(hours.until)}
        slotLabelFormat={{ ...hourOf(locale), minute: '2-digit' }}
        snapDuration="00:15:00"
        slotEventOverlap={false}
        nowIndicator
        now={() => `${today}T${wallTime(new Date(nowMs()).toISOString(), zone)}:00Z`}
        events={events}
        eventInteractive
        eventClick={({ event, el, jsEvent }: EventClickArg) => {
          jsEvent.preventDefault();
          if (event.display !== 'background') onOpen(event.id, el);
        }}
        eventDidMount={({ event, el }) => {
          el.dataset.session = event.id;
          if (event.display !== 'background') el.setAttribute('role', 'button');
        }}
        eventContent={content}
        eventDrop={drop}
        eventDurationEditable={false}
        dateClick={({ date }: DateClickArg) => {
          const wall = date.toISOString();
          if (mayAdd) onAdd(wall.slice(0, 10), wall.slice(11, 16));
        }}
        dayHeaderContent={({ date }) => {
          const day = date.toISOString().slice(0, 10);
          return (
            <span className="day-head" data-today={day === today ? '' : undefined}>
              <small>{words.weekday(day)}</small>
              <b>{words.day(day)}</b>
              <ClockChange date={day} zone={zone} />
            </span>
          );
        }}
      />
    </section>
  );
};
