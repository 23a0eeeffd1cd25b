import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { CirclePause, Plus, Repeat } from 'lucide-react';
import { useText } from '../../base/texts.tsx';
import { DAYS, type Day, dayName } from '../../base/time/weekdays.ts';
import { useFormats } from '../../formats/use-formats.ts';
import { FilterBar } from '../../lists/filters/filter-bar.tsx';
import { schedulesQuery, useInstructors } from '../../parts/timetable/queries.ts';
import type { Schedule } from '../../parts/timetable/schedule-record.ts';
import { useCan, useSite } from '../../session/session.ts';
import { Link } from '../../ui/button.tsx';
import { hasText } from '../../ui/choices/matches.ts';
import { SearchInput } from '../../ui/choices/search-input.tsx';
import { useShortcut } from '../../ui/keys/shortcuts.ts';
import { LoadError } from '../../ui/notices/errors.tsx';
import { Status } from '../../ui/notices/status.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';
import { SkeletonRows } from '../../ui/tables/skeleton-rows.tsx';

/** The schedules of each weekday by their time; those that happen by another rule are under `other`. */
const byDay = (schedules: readonly Schedule[]): ReadonlyMap<Day | 'other', readonly Schedule[]> => {
  const sorted = schedules.toSorted((a, b) => a.startTime.localeCompare(b.startTime));
  const on = (day: Day) => sorted.filter(({ recurrenceRule: rule }) => rule?.daysOfWeek?.includes(day) === true);
  const other = sorted.filter(({ recurrenceRule: rule }) => (rule?.daysOfWeek ?? []).length === 0);
  return new Map<Day | 'other', readonly Schedule[]>([...DAYS.map((day) => [day, on(day)] as const), ['other', other]]);
};

const route = getRouteApi('/signed-in/timetable');

/** From more schedules on they are found by typing, and by room and teacher. */
const FEW = 8;

interface Search {
  readonly q?: string | undefined;
  readonly room?: string | undefined;
  readonly teacher?: string | undefined;
}

/** The schedules that the address asks for, and the filters that it may have. */
const useFound = (
  all: readonly Schedule[],
  { q = '', room, teacher }: Search,
  nameOf: (id: string | null) => string | undefined,
) => {
  const t = useText();
  const rooms = [...new Set(all.flatMap(({ roomName }) => roomName ?? []))].toSorted();
  const people = [...new Set(all.flatMap(({ instructorId }) => instructorId ?? []))].map((id) => ({
    id,
    name: nameOf(id) ?? '…',
  }));
  const found = all.filter(
    ({ name, roomName, instructorId }) =>
      (room === undefined || roomName === room) &&
      (teacher === undefined || instructorId === teacher) &&
      q.split(/\s+/).every((word) => hasText(`${name} ${roomName ?? ''} ${nameOf(instructorId) ?? ''}`, word)),
  );
  const filters = [
    { id: 'room', label: t('timetable.room'), choices: rooms.map((name) => ({ id: name, name })), value: room },
    {
      id: 'teacher',
      label: t('timetable.instructor'),
      choices: people.toSorted((one, other) => one.name.localeCompare(other.name)),
      value: teacher,
    },
  ].filter(({ choices }) => choices.length > 1);
  return { found, filters };
};

interface LineProps {
  readonly schedule: Schedule;
  readonly instructor: string | undefined;
}

/** One schedule on one of its days. */
const Line = ({ schedule, instructor }: LineProps) => {
  const t = useText();
  const can = useCan();
  const { wallTime } = useFormats();
  const { day } = useFormats(schedule.timezone);
  const { id, name, startTime, durationMinutes, roomName, capacity, status } = schedule;
  // A class of no fixed weekday says when it is next.
  const isOther = (schedule.recurrenceRule?.daysOfWeek ?? []).length === 0;
  const next = isOther && schedule.nextSessionAt !== null ? day(schedule.nextSessionAt) : undefined;
  const place = [instructor, roomName].filter((each) => each != null).join(' · ');
  return (
    <li className="slot">
      <time>{wallTime(startTime)}</time>
      <div className="slot-line">
        <span className="slot-name">
          <b>{name}</b>
          <small>
            <span className="at">{wallTime(startTime)}</span>
            {next === undefined ? place : [t('timetable.nextOn', { date: next }), place].filter(Boolean).join(' · ')}
          </small>
        </span>
        <span className="quiet small">{t('common.minutes', { count: durationMinutes })}</span>
        <span className="slot-tail row">
          {status === 'paused' && <Status icon={CirclePause}>{t('timetable.paused')}</Status>}
          {status !== 'paused' && capacity !== null && (
            <span className="quiet small">{t('timetable.seatsCount', { count: capacity })}</span>
          )}
          {can('schedules:write') && (
            <Link to="/timetable/new" search={{ copy: id }} aria-label={t('timetable.duplicateOf', { name })}>
              {t('timetable.duplicate')}
            </Link>
          )}
          {can('schedules:write') && (
            <Link
              to="/timetable/$scheduleId/change"
              params={{ scheduleId: id }}
              aria-label={t('timetable.changeOf', { name })}
            >
              {t('timetable.change')}
            </Link>
          )}
        </span>
      </div>
    </li>
  );
};

/** The weekly plan of a site. */
export const TimetablePage = () => {
  const t = useText();
  const can = useCan();
  const navigate = useNavigate();
  const site = useSite();
  const { locale } = useFormats();
  const schedules = useQuery(schedulesQuery(site.id));
  const instructors = useInstructors();
  const mayAdd = can('schedules:write');
  useShortcut('n', () => (mayAdd ? navigate({ to: '/timetable/new' }) : false));
  const nameOf = (id: string | null): string | undefined => {
    const found = instructors.data?.find((each) => each.id === id);
    return found === undefined ? undefined : (found.displayName ?? `${found.firstName} ${found.lastName}`);
  };
  const search = route.useSearch();
  const set = (id: string, value: string | undefined): void =>
    void navigate({ to: '/timetable', search: { ...search, [id]: value }, replace: true });
  const all = schedules.data ?? [];
  const { found, filters } = useFound(all, search, nameOf);
  const days = [...byDay(found)].filter(([, own]) => own.length > 0);
  return (
    <>
      <div className="page-head">
        <div className="titles">
          <h1>{t('timetable.title')}</h1>
          {/* The line keeps its place until the classes are counted. */}
          <p>
            {schedules.data === undefined
              ? '\u00a0'
              : t('timetable.count', { count: schedules.data.length, site: site.name })}
          </p>
        </div>
        <div className="actions">
          {mayAdd && (
            <Link to="/timetable/new" className="button" variant="primary" icon={Plus}>
              {t('timetable.add')}
              <kbd>N</kbd>
            </Link>
          )}
        </div>
      </div>
      {schedules.isError && <LoadError error={schedules.error} onRetry={() => void schedules.refetch()} />}
      {schedules.isPending && <SkeletonRows />}
      {schedules.data?.length === 0 && (
        <div className="empty">
          <Icon of={Repeat} />
          <p>{t('timetable.empty')}</p>
          {mayAdd && (
            <Link to="/timetable/new" className="button" variant="primary">
              {t('timetable.add')}
            </Link>
          )}
        </div>
      )}
      {all.length > FEW && (
        <FilterBar filters={filters} onSet={set}>
          <SearchInput
            label={t('timetable.find')}
            value={search.q ?? ''}
            onChange={(text) => set('q', text === '' ? undefined : text)}
          />
        </FilterBar>
      )}
      {all.length > 0 && days.length === 0 && <p className="quiet">{t('timetable.noneFound')}</p>}
      {days.map(([day, own]) => (
        <section key={day} className="timetable-day" aria-labelledby={`day-${day}`}>
          <div className="section-head row">
            <h2 id={`day-${day}`}>{day === 'other' ? t('timetable.otherDays') : dayName(day, locale, 'long')}</h2>
          </div>
          <ol className="day">
            {own.map((schedule) => (
              <Line key={schedule.id} schedule={schedule} instructor={nameOf(schedule.instructorId)} />
            ))}
          </ol>
        </section>
      ))}
    </>
  );
};
