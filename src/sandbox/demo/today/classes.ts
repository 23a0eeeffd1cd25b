import { reactions } from '../../../api.ts';
import type { Tx } from '../../../database/database.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { wallClock } from '../../../kernel/local-time.ts';
import { pack } from '../../../records/json.ts';
import { SCHEDULES, SESSIONS, SITES, STAFF } from '../../../resources/demo-ids.ts';
import { createSchedule } from '../../../resources/schedules/create.ts';
import { sessionsOfSlots } from '../../../resources/schedules/queries.ts';
import { Schedule } from '../../../resources/schedules/record.ts';
import { createSession } from '../../../resources/sessions/create.ts';
import { substitute } from '../../../resources/sessions/edit.ts';
import { type SessionRecord, sessionById } from '../../../resources/sessions/queries.ts';
import { Session, type SessionRow } from '../../../resources/sessions/record.ts';
import { timeColumns } from '../../../resources/sessions/rules.ts';
import { SETUP_CALLER, zoneOf } from '../setup.ts';
import { type DayPlan, isTaken } from './plan.ts';

export type DayClasses = Readonly<
  Record<'morning' | 'reformer' | 'lunch' | 'running' | 'next' | 'ride' | 'yin' | 'climbing', SessionRow>
>;

/** The first class of today is one of the schedule. */
const morningOf = (tx: Tx, { date }: DayPlan): SessionRow => {
  const [row] = sessionsOfSlots(tx, SCHEDULES.morningFlow, date, date);
  if (row === undefined) throw new Error(`the demo studio has no morning on ${date}`);
  // It may have ended already, and this happens the day before.
  Session.rows.update(tx, row.id, { completedAt: null });
  return { ...row, completedAt: null };
};

/** The strength class of today is a larger one, so the class of its schedule is left out. */
const skipStrength = (tx: Tx, { date }: DayPlan): void => {
  for (const { id } of sessionsOfSlots(tx, SCHEDULES.strength, date, date)) {
    tx.db.query('delete from "sessions" where "id" = ?').run(id);
    const reason = 'In a bigger group today';
    Schedule.rows.update(tx, SCHEDULES.strength, { exceptions: pack([{ date, action: 'skip', reason }]) });
  }
};

/** A class with rules of its own: a seat that becomes free is offered, until shortly before the start. */
const createStrength = (tx: Tx, { next }: DayPlan): SessionRow => {
  const { date: startDate, time: startTime } = wallClock(next, zoneOf(tx));
  const body = {
    name: 'Strength Basics',
    category: 'Strength',
    roomName: 'Gym',
    instructorId: STAFF.ben,
    siteId: SITES.downtown,
    capacity: 7,
    startDate,
    startTime,
    durationMinutes: 60,
    bookingPolicyOverrides: {
      waitlistPromotionMode: 'confirmation_window',
      waitlistConfirmationMinutes: 30,
      waitlistCutoffMinutes: 5,
    },
  } as const;
  createSchedule(tx, SETUP_CALLER, body, SCHEDULES.strengthToday);
  const [row] = sessionsOfSlots(tx, SCHEDULES.strengthToday, startDate, startDate);
  if (row === undefined) throw new Error('the demo studio has no class that is next');
  // Where the clock is set back, a local time means the first of the two hours.
  const times = timeColumns(isoInstant(next), row.durationMinutes, zoneOf(tx));
  Session.rows.update(tx, row.id, times);
  return { ...row, ...times };
};

const recordOf = (tx: Tx, { id }: SessionRow): SessionRecord => {
  const found = sessionById(tx, id);
  if (found === undefined) throw new Error('the demo studio has lost a class');
  return found;
};

export const createClasses = (tx: Tx, plan: DayPlan): DayClasses => {
  skipStrength(tx, plan);
  const create = (
    [name, category, roomName]: readonly [name: string, category: string, roomName: string],
    instructorId: string,
    [startTime, durationMinutes, capacity]: readonly [startTime: number, durationMinutes: number, capacity: number],
    id: string,
  ): SessionRow => {
    const body = { name, category, roomName, instructorId, durationMinutes, capacity };
    const place = { siteId: SITES.downtown, startTime: isoInstant(startTime), overrideConflicts: true };
    return createSession(tx, SETUP_CALLER, { ...body, ...place }, id);
  };
  const { kenji, lucia, ana, ben, noor } = STAFF;
  const ropes = ['Climbing: First Ropes', 'Climbing', 'Wall'] as const;
  const [flowTeacher, flowRoom] = isTaken(plan, zoneOf(tx)) ? [lucia, 'Studio B'] : [ana, 'Studio A'];
  const climbing = create(ropes, ben, [plan.climbing, 60, 6], SESSIONS.climbing);
  return {
    morning: morningOf(tx, plan),
    reformer: create(['Reformer Basics', 'Pilates', 'Studio B'], lucia, [plan.reformer, 50, 8], SESSIONS.reformer),
    lunch: create(['Lunch Ride', 'Cycling', 'Cycle'], kenji, [plan.lunch, 45, 20], SESSIONS.lunchRide),
    running: create(['Vinyasa Flow', 'Yoga', flowRoom], flowTeacher, [plan.running, 60, 14], SESSIONS.vinyasa),
    next: createStrength(tx, plan),
    ride: create(['Evening Ride', 'Cycling', 'Cycle'], kenji, [plan.ride, 45, 20], SESSIONS.eveningRide),
    yin: create(['Yin and Breath', 'Yoga', 'Studio A'], ana, [plan.yin, 60, 14], SESSIONS.yin),
    climbing: substitute(
      tx,
      SETUP_CALLER,
      recordOf(tx, climbing),
      { instructorId: noor, overrideConflicts: true },
      reactions,
    ),
  };
};
