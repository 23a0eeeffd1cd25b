import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CalendarOff, ChevronLeft, ChevronRight, Plus, Receipt } from 'lucide-react';
import { Suspense } from 'react';
import { Text, useText } from '../../base/texts.tsx';
import { addDays, isDate } from '../../base/time/local-time.ts';
import { useNow } from '../../base/time/now.ts';
import { type Formats, useFormats } from '../../formats/use-formats.ts';
import { useCan, useMe, useSite } from '../../session/session.ts';
import { Button, Link } from '../../ui/button.tsx';
import { openPalette } from '../../ui/keys/palette-state.ts';
import { useShortcut } from '../../ui/keys/shortcuts.ts';
import { LoadError } from '../../ui/notices/errors.tsx';
import { PagePending } from '../../ui/notices/page-states.tsx';
import { loadedLater } from '../../ui/overlays/loaded-later.ts';
import { usePageTitle } from '../../ui/page-title.ts';
import { Icon } from '../../ui/pictures/icon.tsx';
import { totalsOf } from './day.ts';
import { DayRail } from './day-rail.tsx';
import { DecideBar, Decisions } from './decisions/decisions.tsx';
import { firstStepsQuery } from './first-day/first-steps.ts';
import { JustNow } from './just-now.tsx';
import { focusPerson } from './person-row.tsx';
import { type Day, type DaySession, dayQuery, siteQuery } from './queries.ts';

/** The name of the closure on a date; an empty text for a closure without a name, undefined where it is open. */
const useClosure = ({ siteId, date }: Day): string | undefined => {
  const { data } = useQuery(siteQuery(siteId));
  const closure = data?.closures.find(({ startDate, endDate }) => startDate <= date && date <= endDate);
  return closure === undefined ? undefined : (closure.name ?? '');
};

/** Says that the site is closed on a day, and why. */
const ClosureNotice = ({ day }: { day: Day }) => {
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

const route = getRouteApi('/signed-in/today');
/** Seen on one day of a studio, and loaded on that day alone. */
const FirstDay = loadedLater(async () => (await import('./first-day/first-day.tsx')).FirstDay);

/** Most days have classes. */
const EmptyDay = loadedLater(async () => (await import('./first-day/empty-day.tsx')).EmptyDay);

/** Only a studio with demo data has it, and the first page does not have its texts. */
const DemoNotice = loadedLater(async () => (await import('../../parts/demo-data/demo-notice.tsx')).DemoNotice);

/** The day before, today, the day after; also by the keys `[` and `]`. */
const DayButtons = ({ date, today }: { date: string; today: string }) => {
  const t = useText();
  const navigate = route.useNavigate();
  const show = (shown: string): void =>
    void navigate({ search: shown === today ? {} : { date: shown }, replace: true });
  const before = (): void => show(addDays(date, -1));
  const after = (): void => show(addDays(date, 1));
  useShortcut('[', before);
  useShortcut(']', after);
  return (
    <div className="button-group">
      <Button iconOnly aria-label={t('today.dayBefore')} onPress={before} icon={ChevronLeft} />
      <Button onPress={() => show(today)}>{t('words.today')}</Button>
      <Button iconOnly aria-label={t('today.dayAfter')} onPress={after} icon={ChevronRight} />
    </div>
  );
};

interface HeadProps {
  readonly day: Day;
  readonly today: string;
  readonly sessions: readonly DaySession[] | undefined;
  readonly formats: Formats;
}

const Head = ({ day: { date }, today, sessions, formats }: HeadProps) => {
  const t = useText();
  const can = useCan();
  const totals = sessions && totalsOf(sessions);
  const title = formats.on({ weekday: 'long', day: 'numeric', month: 'long' })(date);
  usePageTitle(date === today ? t('today.title') : title);
  return (
    <div className="page-head">
      <div className="titles">
        <h1>{title}</h1>
        <p className="dot-list">
          {totals !== undefined && (
            <>
              <span>{t('today.classes', { count: totals.classes })}</span>
              {totals.classes > 0 && (
                <span>
                  <Text id="today.booked" values={{ count: totals.booked }} />
                </span>
              )}
              {totals.classes > 0 && date <= today && (
                <span>
                  <Text id={date === today ? 'today.cameSoFar' : 'today.came'} values={{ count: totals.came }} />
                </span>
              )}
              {totals.waiting > 0 && <span>{t('today.waiting', { count: totals.waiting })}</span>}
            </>
          )}
        </p>
      </div>
      <div className="actions">
        <DayButtons date={date} today={today} />
        {can('packages:sell') && can('clients:read') && (
          <Link className="button" wideOnly to="/sell" icon={Receipt}>
            {t('words.sell')}
          </Link>
        )}
        {can('bookings:create') && (
          <Button variant="primary" onPress={() => openPalette()} icon={Plus}>
            {t('words.book')}
            <kbd>B</kbd>
          </Button>
        )}
      </div>
    </div>
  );
};

/** The day at the site: classes as they run, who is expected, who is here, who waits. */
export const TodayPage = () => {
  const t = useText();
  const can = useCan();
  const { staff, studio, hasDemoData } = useMe();
  const { id: siteId, timezone } = useSite();
  const formats = useFormats(timezone);
  const today = formats.localDate(useNow());
  const { date: asked } = route.useSearch();
  const day: Day = {
    siteId,
    timezone,
    date: isDate(asked) ? asked : today,
    instructorId: staff.role === 'instructor' ? staff.id : undefined,
  };
  useShortcut('j', () => focusPerson(1));
  useShortcut('k', () => focusPerson(-1));
  const { data: sessions, error, refetch } = useQuery(dayQuery(day));
  const isToday = day.date === today;
  // A studio that has no class yet begins with what makes it ready; who may set it up sees the steps.
  const mayBeFirstDay = isToday && sessions?.length === 0 && can('settings:write') && can('schedules:write');
  const { data: steps, isLoading: isReadingSteps } = useQuery({
    ...firstStepsQuery(studio.logoUrl !== null),
    enabled: mayBeFirstDay,
  });
  if (mayBeFirstDay && steps?.timetable === false) {
    return (
      <Suspense fallback={<PagePending />}>
        <FirstDay />
      </Suspense>
    );
  }
  const isPending = error === null && (sessions === undefined || (mayBeFirstDay && isReadingSteps));
  return (
    <>
      <Head day={day} today={today} sessions={sessions} formats={formats} />
      {hasDemoData && can('clients:erase') && (
        <Suspense fallback={null}>
          <DemoNotice />
        </Suspense>
      )}
      <ClosureNotice day={day} />
      <DecideBar siteId={siteId} formats={formats} />
      <div className="split today">
        <section aria-labelledby="day-h">
          <h2 id="day-h" className="visually-hidden">
            {t('today.theDay')}
          </h2>
          {isPending && <PagePending />}
          {error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
          {sessions !== undefined &&
            !isPending &&
            (sessions.length === 0 ? (
              <Suspense fallback={<PagePending />}>
                <EmptyDay day={day} isToday={isToday} formats={formats} />
              </Suspense>
            ) : (
              <DayRail sessions={sessions} isToday={isToday} formats={formats} />
            ))}
        </section>
        <aside className="stack" aria-label={t('today.aside')}>
          <Decisions siteId={siteId} formats={formats} />
          <JustNow siteId={siteId} formats={formats} />
        </aside>
      </div>
    </>
  );
};
