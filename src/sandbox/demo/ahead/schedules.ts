import type { Tx } from '../../../database/database.ts';
import { addDays } from '../../../kernel/local-time.ts';
import { SCHEDULES, SITES } from '../../../resources/demo-ids.ts';
import { createSchedule } from '../../../resources/schedules/create.ts';
import { sessionsOfSlots } from '../../../resources/schedules/queries.ts';
import type { SessionRow } from '../../../resources/sessions/record.ts';
import { CLASSES, type WeeklyClass } from '../history/classes.ts';
import { historyId } from '../history/ids.ts';
import { SETUP_CALLER } from '../setup.ts';

/** How many days ahead classes are planned: every weekday is among them twice. */
const DAYS_AHEAD = 14;

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

export interface ClassAhead {
  readonly id: string;
  /** In `CLASSES`. */
  readonly place: number;
  /** 1 is from tomorrow on. */
  readonly week: number;
  readonly capacity: number;
  readonly startTime: string;
}

const weekdayOf = (date: string): number => (new Date(Date.parse(date)).getUTCDay() + 6) % 7;

/** The classes of the week that have no schedule yet: those with one name and hour are one schedule. */
const unscheduled = (): WeeklyClass[][] => [
  ...Map.groupBy(
    CLASSES.filter(({ schedule }) => schedule === undefined),
    ({ name, time }) => `${name} ${time}`,
  ).values(),
];

const BACKDATE = [
  ['schedules', 'id'],
  ['sessions', 'scheduleId'],
].map(([table, key]) => `update "${table}" set "createdAt" = ?1, "updatedAt" = ?1 where "${key}" = ?2`);

/** The sessions of classes of the week, as far as they are some days ahead. */
const classesAhead = (today: string, days: readonly WeeklyClass[], sessions: readonly SessionRow[]): ClassAhead[] =>
  sessions.map(({ id, localDate, startTime }) => {
    const weekday = weekdayOf(localDate);
    const place = CLASSES.findIndex((each) => days.includes(each) && each.weekday === weekday);
    return { id, startTime, place, week: localDate > addDays(today, 7) ? 2 : 1, capacity: days[0]?.capacity ?? 0 };
  });

/**
 * Plans the week of the studio for the days after today, which has classes of its own.
 * @param plannedAt an instant before anyone has booked.
 * @returns the classes that the clients may book: those of the morning a week ahead, since tests and guides book the first ones.
 */
export const planAhead = (tx: Tx, today: string, plannedAt: string): readonly ClassAhead[] => {
  const [startDate, until] = [addDays(today, 1), addDays(today, DAYS_AHEAD)];
  const mornings = CLASSES.filter(({ schedule }) => schedule === 'morning');
  const nextMornings = sessionsOfSlots(tx, SCHEDULES.morningFlow, addDays(today, 8), until);
  const others = unscheduled().flatMap((days, index) => {
    const [first] = days;
    if (first === undefined) return [];
    const { name, category, roomName, instructorId, minutes: durationMinutes, capacity, time: startTime } = first;
    const daysOfWeek = days.flatMap(({ weekday }) => WEEKDAYS[weekday] ?? []);
    const body = {
      ...{ name, category, roomName, instructorId, durationMinutes, capacity, startTime, startDate },
      siteId: SITES.downtown,
      horizonDays: DAYS_AHEAD,
      recurrenceRule: { frequency: 'weekly', daysOfWeek },
    } as const;
    const { id } = createSchedule(tx, SETUP_CALLER, body, historyId('schedule', index + 1));
    for (const statement of BACKDATE) tx.db.query(statement).run(plannedAt, id);
    return classesAhead(today, days, sessionsOfSlots(tx, id, startDate, until));
  });
  return [...classesAhead(today, mornings, nextMornings), ...others];
};
