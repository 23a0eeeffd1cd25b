import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type RefObject, Suspense, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../base/texts.tsx';
import { addDays, instantAt, wallHours, wallTime } from '../../base/time/local-time.ts';
import { nowMs, useNow } from '../../base/time/now.ts';
import { useFormats } from '../../formats/use-formats.ts';
import { type Session, sessionsQuery, siteQuery } from '../../parts/calendar/queries.ts';
import { CancelSession } from '../../parts/session/change/cancel-session.tsx';
import { ChangeSession } from '../../parts/session/change/change-session.tsx';
import { Substitute } from '../../parts/session/change/substitute.tsx';
import { useCan, useMe, useSite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { LoadError } from '../../ui/notices/errors.tsx';
import { PagePending } from '../../ui/notices/page-states.tsx';
import { loadedLater } from '../../ui/overlays/loaded-later.ts';
import { usePageTitle } from '../../ui/page-title.ts';
import { AddClass } from './actions/add-class.tsx';
import { Closures } from './actions/closures.tsx';
import { CopyWeek } from './actions/copy-week.tsx';
import { MoveQuestion } from './actions/move-question.tsx';
import { useMove } from './actions/use-move.ts';
import { Agenda, DayStrip } from './agenda.tsx';
import { CalendarHead, VIEWS, type View } from './calendar-head.tsx';
import { datesFrom, dateWords, weekStartOf } from './dates.ts';
import { DayRooms } from './grid/day-rooms.tsx';
import { type EventAct, EventPopover } from './grid/event-popover.tsx';
import { timeOfHours } from './grid/hours.ts';
import { RoomChips } from './grid/room-chips.tsx';
import { roomIdOf, roomsOf } from './grid/rooms.ts';

/** From this width on a week has room side by side, in the size of the text. */
const WIDE_REM = 46;

const isWideFor = ({ clientWidth }: HTMLElement): boolean =>
  clientWidth >= WIDE_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Whether an element is wide enough for the grid of a week: undefined until it is measured. */
const useWide = (): { ref: RefObject<HTMLDivElement | null>; isWide: boolean | undefined } => {
  const ref = useRef<HTMLDivElement>(null);
  const [isWide, setWide] = useState<boolean>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    setWide(isWideFor(element));
    const observer = new ResizeObserver(() => setWide(isWideFor(element)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, isWide };
};

const route = getRouteApi('/signed-in/calendar');
/** FullCalendar is loaded with the first grid that needs it: lists do without. */
const WeekGrid = loadedLater(async () => (await import('./grid/week-grid.tsx')).WeekGrid);

const EVENING = 18;
const isDate = (text: string | undefined): text is string => text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text);
const isView = (text: string | undefined): text is View => VIEWS.some((view) => view === text);

/** What the address says of the calendar. */
type Search = { readonly [Name in 'week' | 'room' | 'instructor' | 'view' | 'open']?: string | undefined };

type Opened =
  | { readonly what: 'add'; readonly date: string; readonly time: string; readonly copied?: Session }
  | { readonly what: 'copy' }
  | { readonly what: 'closure' }
  | { readonly what: Exclude<EventAct, 'duplicate'>; readonly session: Session };

/** Where and when classes take place, by week, day, room and instructor. */
export const CalendarPage = () => {
  const t = useText();
  const can = useCan();
  const { studio, sites } = useMe();
  const site = useSite();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const formats = useFormats(site.timezone);
  const words = useMemo(() => dateWords(formats.locale), [formats.locale]);
  const { ref, isWide } = useWide();
  const block = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState<Opened>();
  const moves = useMove(site.timezone);
  const today = formats.localDate(useNow());

  const view: View = isView(search.view) ? search.view : 'week';
  const anchor = isDate(search.week) ? search.week : today;
  const isDay = isWide === false || view === 'day' || view === 'rooms';
  const weekStart = weekStartOf(anchor, studio.weekStart);
  const week = datesFrom(weekStart, 7);
  const dates = isDay ? [anchor] : week;
  const loaded = isWide === false ? week : dates;
  const range = {
    siteId: site.id,
    zone: site.timezone,
    from: loaded[0] ?? anchor,
    until: addDays(loaded.at(-1) ?? anchor, 1),
    instructorId: search.instructor,
  };
  const { data: all, error, refetch } = useQuery(sessionsQuery(range));
  const { data: details } = useQuery(siteQuery(site.id));
  const closures = details?.closures ?? [];
  const roomNames = site.rooms.map(({ name }) => name);
  const rooms = roomsOf(roomNames, all ?? [], { online: t('calendar.online'), none: t('calendar.noRoom') });
  const sessions = useMemo(
    () => (all ?? []).filter((session) => search.room === undefined || roomIdOf(session) === search.room),
    [all, search.room],
  );
  const shownRooms = rooms.filter(({ id }) => search.room === undefined || id === search.room);
  const open = sessions.find(({ id }) => id === search.open);

  const title = isDay && isWide !== false ? words.long(anchor) : words.range(weekStart, addDays(weekStart, 6));
  usePageTitle(t('calendar.atSite', { range: title, site: site.name }));

  const show = useCallback(
    (part: Search): void => {
      const next = (before: Search) =>
        Object.fromEntries(
          Object.entries({ ...before, open: undefined, ...part }).filter(([, word]) => word !== undefined),
        );
      void navigate({ search: next, replace: true, resetScroll: false });
    },
    [navigate],
  );
  const mayWrite = can('sessions:write');
  const mayMove = useCallback((session: Session): boolean => mayWrite && session.status === 'scheduled', [mayWrite]);
  const onOpen = (id: string, element: HTMLElement): void => {
    block.current = element;
    show({ open: id });
  };
  const close = (): void => setOpened(undefined);
  const add = (date: string, time: string): void => setOpened({ what: 'add', date, time });
  /** Begins a class on the day that is shown, in the evening; today in the next hour at the earliest. */
  const addSoon = (): void => {
    const date = anchor.localeCompare(today) < 0 ? today : anchor;
    const next = Math.min(23, Math.floor(wallHours(wallTime(new Date(nowMs()).toISOString(), site.timezone))) + 1);
    add(date, timeOfHours(date === today ? Math.max(EVENING, next) : EVENING));
  };
  /** Another class like one of the calendar, a week later. */
  const duplicate = (copied: Session): void => {
    const date = addDays(formats.localDate(copied.startTime), 7);
    setOpened({ what: 'add', date, time: wallTime(copied.startTime, copied.timezone), copied });
  };
  const step = (by: 1 | -1): void => show({ week: addDays(anchor, by * (isDay && isWide !== false ? 1 : 7)) });
  const grid = { zone: site.timezone, today, sessions, closures, rooms, openId: open?.id, onOpen };
  const isFiltered = search.room !== undefined || search.instructor !== undefined;

  return (
    <>
      <CalendarHead
        title={sites.length > 1 && isWide === true ? t('calendar.atSite', { range: title, site: site.name }) : title}
        view={view}
        isDay={isDay && isWide !== false}
        onView={(next) => show({ view: next === 'week' ? undefined : next })}
        onStep={step}
        onToday={() => show({ week: undefined })}
        onAdd={mayWrite ? addSoon : undefined}
        onCopy={mayWrite && !(isDay && isWide !== false) ? () => setOpened({ what: 'copy' }) : undefined}
        onClosure={can('sites:write') ? () => setOpened({ what: 'closure' }) : undefined}
      />
      <RoomChips
        siteId={site.id}
        rooms={rooms}
        room={search.room}
        onRoom={(room) => show({ room })}
        instructorId={search.instructor}
        onInstructor={(instructor) => show({ instructor })}
      />
      {moves.refused !== undefined && (
        <div className="notice" data-tone="critical" role="alert">
          <div className="text">{moves.refused.text}</div>
          {moves.refused.isOverridable && (
            <Button size="small" onPress={moves.accept}>
              {t('calendar.putAnyway')}
            </Button>
          )}
          <Button size="small" variant="quiet" onPress={moves.leave}>
            {t('calendar.leaveIt')}
          </Button>
        </div>
      )}
      {error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
      {isFiltered && all !== undefined && sessions.length === 0 && (
        <div className="row calendar-none">
          <p className="small quiet">{t('calendar.emptyFilter')}</p>
          <Button size="small" onPress={() => show({ room: undefined, instructor: undefined })}>
            {t('calendar.dropFilters')}
          </Button>
        </div>
      )}
      <div ref={ref}>
        {isWide === false && (
          <DayStrip zone={site.timezone} dates={week} shown={anchor} onChange={(date) => show({ week: date })} />
        )}
        {isWide === undefined || (all === undefined && error === null) ? (
          <PagePending />
        ) : isWide === false || view === 'list' ? (
          <Agenda zone={site.timezone} dates={dates} sessions={sessions} closures={closures} rooms={rooms} />
        ) : view === 'rooms' ? (
          <DayRooms {...grid} date={anchor} isToday={anchor === today} rooms={shownRooms} />
        ) : (
          <Suspense fallback={<PagePending />}>
            <div className="card">
              <WeekGrid
                {...grid}
                from={dates[0] ?? anchor}
                days={dates.length}
                mayMove={mayMove}
                mayAdd={mayWrite}
                onMove={(session, date, time) =>
                  moves.move({ session, startTime: instantAt(date, time, session.timezone) })
                }
                onAdd={add}
              />
            </div>
          </Suspense>
        )}
      </div>
      {open !== undefined && opened === undefined && (
        <EventPopover
          session={open}
          block={block}
          onClose={() => show({})}
          onAct={(what) => {
            show({});
            if (what === 'duplicate') duplicate(open);
            else setOpened({ what, session: open });
          }}
        />
      )}
      {moves.asked !== undefined && <MoveQuestion move={moves.asked} onClose={moves.forget} />}
      {opened?.what === 'add' && (
        <AddClass site={site} date={opened.date} time={opened.time} copied={opened.copied} onClose={close} />
      )}
      {opened?.what === 'copy' && <CopyWeek site={site} weekStart={weekStart} onClose={close} />}
      {opened?.what === 'closure' && <Closures site={site} today={today} date={anchor} onClose={close} />}
      {opened?.what === 'substitute' && <Substitute session={opened.session} onClose={close} />}
      {opened?.what === 'move' && <ChangeSession session={opened.session} onClose={close} />}
      {opened?.what === 'cancel' && <CancelSession session={opened.session} onClose={close} />}
    </>
  );
};
