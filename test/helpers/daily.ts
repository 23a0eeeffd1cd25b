import { MAIN_SITE, openStudio, type Studio } from './api.ts';
import { copySessions } from './copy-bookings.ts';

/** A schedule that is daily at 10:00 UTC, for the next 30 days. */
export const DAILY = {
  name: 'Yoga',
  siteId: MAIN_SITE,
  startDate: '2026-03-03',
  startTime: '10:00',
  durationMinutes: 60,
  capacity: 200,
  timezone: 'UTC',
  horizonDays: 30,
  recurrenceRule: { frequency: 'daily' },
};

/** A daily schedule with so many sessions ahead. */
export const openDaily = async (count: number) => {
  const studio = await openStudio();
  const schedule = (await studio.post('/v2/schedules', DAILY)).body;
  copySessions(studio.db, schedule.id, count - 30);
  studio.events();
  const path = `/v2/schedules/${schedule.id}`;
  return {
    studio,
    id: schedule.id as string,
    path,
    count: (condition: string): number =>
      (studio.db.query(`select count(*) as n from sessions where ${condition}`).get() as { n: number }).n,
    lastSession: () =>
      (studio.db.query('select id from sessions order by startTime desc limit 1').get() as { id: string }).id,
    isUnfinished: () => studio.db.query("select 1 from unfinishedChanges where kind = 'schedule'").get() !== null,
  };
};

export type Daily = Awaited<ReturnType<typeof openDaily>>;

/** How many events there are of each type. */
export const typesOf = (events: readonly { type: string }[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { type } of events) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
};

/** How many different values a field of the events of a type has. */
export const distinct = (events: ReturnType<Studio['eventsInFull']>, type: string, field: string): number =>
  new Set(events.filter((event) => event.type === type).map(({ data }) => data[field])).size;
