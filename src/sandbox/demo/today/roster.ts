import { reactions } from '../../../api.ts';
import type { Tx } from '../../../database/database.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../../kernel/durations.ts';
import { addDays, localDateAt, wallClock } from '../../../kernel/local-time.ts';
import { book } from '../../../resources/bookings/create/book.ts';
import { type BookingRecord, bookingById } from '../../../resources/bookings/queries.ts';
import { checkIn, markNoShow } from '../../../resources/bookings/status/attendance.ts';
import { cancel } from '../../../resources/bookings/status/cancel.ts';
import { demoId, PLANS, SCHEDULES, STAFF } from '../../../resources/demo-ids.ts';
import { sell } from '../../../resources/payments/sale.ts';
import { sessionsOfSlots } from '../../../resources/schedules/queries.ts';
import { updateSession } from '../../../resources/sessions/edit.ts';
import { sessionById } from '../../../resources/sessions/queries.ts';
import { SETUP_CALLER, zoneOf } from '../setup.ts';
import type { DayClasses } from './classes.ts';
import { idOf } from './people.ts';
import type { DayPlan } from './plan.ts';

type ClassName = keyof DayClasses;

/** No one is in two classes that may be at the same time, and no one in more than two. */
const BOOKED: Readonly<Record<ClassName, readonly string[]>> = {
  morning: ['Priya', 'Arjun', 'Nora', 'Freya', 'Amara', 'Lila', 'Quentin', 'Yusuf'],
  reformer: ['Camille', 'Kemal', 'Vera', 'Adele', 'Katya'],
  lunch: ['Kofi', 'Zoe', 'Helena', 'Gabriel', 'Umar', 'Felipe'],
  running: ['Yuki', 'Omar', 'Luca', 'Mei', 'Benedikt', 'Pedro', 'Farah', 'Gwen', 'Hannah', 'Mateo'],
  next: ['Sofía', 'Noah', 'Ethan', 'Grace', 'Ivan', 'Chloé', 'Marcus'],
  ride: ['Priya', 'Lila', 'Celia', 'Esther', 'Leo', 'Mina', 'Vikram', 'Cora'],
  yin: ['Nora', 'Freya', 'Zara', 'Iris', 'Camille', 'Imani'],
  climbing: ['Elias', 'Hugo', 'Oscar', 'Rafael', 'Nadia', 'Amara'],
};
const WAITING = { next: ['Tomas', 'Aisha'], climbing: ['Zoe'] } as const;
/** They are neither here nor missing while they may still come, or while the desk may still say so. */
const MISSING: Readonly<Partial<Record<ClassName, readonly string[]>>> = {
  morning: ['Arjun'],
  lunch: ['Kofi', 'Zoe'],
  running: ['Hannah', 'Mateo'],
};

/** The kind of the ids of these bookings: each class has ten and more of them. */
const BOOKING_KIND = 60;
const CLASS_NAMES = ['morning', 'reformer', 'lunch', 'running', 'next', 'ride', 'yin', 'climbing'] as const;

/** Books the first class and thinks better of it, too late. */
const CHANGES_MIND = 'Luca';

const bookingIdOf = (name: ClassName, firstName: string): string => {
  const waiting: readonly string[] = name === 'next' || name === 'climbing' ? WAITING[name] : [];
  const place = [...BOOKED[name], ...waiting, CHANGES_MIND].indexOf(firstName);
  return demoId(BOOKING_KIND + CLASS_NAMES.indexOf(name), place + 1);
};
/** Most book by the app of the studio. */
const BY_APP = { channel: 'member_app', cancelledBy: 'client', memberRules: false } as const;

const bookOne = (tx: Tx, classes: DayClasses, name: ClassName, firstName: string, notes?: string): BookingRecord => {
  const body = { clientId: idOf(firstName), sessionId: classes[name].id, joinWaitlist: true };
  const options = { id: bookingIdOf(name, firstName), origin: BY_APP };
  return book(tx, SETUP_CALLER, notes === undefined ? body : { ...body, notes }, options);
};

/** As people say a time: 5:10 PM. */
const spoken = (time: string): string => {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 === 0 ? 12 : hour % 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`;
};

/** Books everyone, the day before. */
export const bookEverybody = (tx: Tx, classes: DayClasses, plan: DayPlan): void => {
  bookOne(tx, classes, 'morning', CHANGES_MIND);
  const late = `Running late, called ${spoken(wallClock(plan.running - 5 * MINUTE_MS, zoneOf(tx)).time)}`;
  for (const name of CLASS_NAMES) {
    for (const firstName of BOOKED[name]) {
      const isLate = name === 'running' && firstName === 'Hannah';
      bookOne(tx, classes, name, firstName, isLate ? late : undefined);
    }
  }
  for (const firstName of WAITING.next) bookOne(tx, classes, 'next', firstName);
  for (const firstName of WAITING.climbing) bookOne(tx, classes, 'climbing', firstName);
};

export const cancelMorning = (tx: Tx): void => {
  const row = bookingById(tx, bookingIdOf('morning', CHANGES_MIND));
  if (row !== undefined) cancel(tx, SETUP_CALLER, row, { isLateCancel: true }, reactions, BY_APP);
};

const AT_DESK = { source: 'staff', staffId: STAFF.frontDesk } as const;

const comes = (tx: Tx, name: ClassName, firstName: string, at: number): void => {
  const row = bookingById(tx, bookingIdOf(name, firstName));
  if (row?.status === 'confirmed') checkIn(tx, row, { checkedInAt: isoInstant(at), by: AT_DESK }, reactions);
};

const misses = (tx: Tx, name: ClassName, firstName: string): void => {
  const row = bookingById(tx, bookingIdOf(name, firstName));
  if (row?.status === 'confirmed') markNoShow(tx, SETUP_CALLER, row, {}, reactions);
};

/** Something that happens at its time, epoch ms. */
export interface Happening {
  readonly at: number;
  readonly act: (tx: Tx) => void;
}

/** Those who come to a class do so in the minutes before it begins. */
const begins = (name: ClassName, start: number): Happening => ({
  at: start - MINUTE_MS,
  act: (tx) => {
    const here = BOOKED[name].filter((firstName) => MISSING[name]?.includes(firstName) !== true);
    for (const [index, firstName] of here.entries()) comes(tx, name, firstName, start - (index + 1) * MINUTE_MS);
  },
});

/** Who comes, and who does not, from the morning to the evening. */
export const comingAndMissing = (plan: DayPlan): readonly Happening[] => [
  ...CLASS_NAMES.map((name) => begins(name, plan[name])),
  { at: plan.morning + HOUR_MS, act: (tx) => misses(tx, 'morning', 'Arjun') },
  // Later than the class that follows is near.
  { at: plan.running + 35 * MINUTE_MS, act: (tx) => comes(tx, 'running', 'Hannah', tx.nowMs) },
  {
    at: plan.closing,
    act: (tx) => {
      for (const [name, firstName] of UNDECIDED) misses(tx, name, firstName);
    },
  },
];

/** The desk says so before it closes. */
const UNDECIDED = [
  ['lunch', 'Kofi'],
  ['lunch', 'Zoe'],
  ['running', 'Mateo'],
] as const;

const isNear = ({ now, next }: DayPlan): boolean => now < next && next - now <= 30 * MINUTE_MS;

/** What has happened in the last minutes: someone books by the app, and the first come to the next class. */
export const lastMinutes = (plan: DayPlan, classes: () => DayClasses): readonly Happening[] => {
  const { now, next, closing, morning } = plan;
  const arrive = (minutes: number, firstName: string): Happening[] =>
    isNear(plan) ? [{ at: now - minutes * MINUTE_MS, act: (tx) => comes(tx, 'next', firstName, tx.nowMs) }] : [];
  return [
    { at: now - 6 * MINUTE_MS, act: bookTomorrow },
    ...arrive(5, 'Ethan'),
    ...arrive(5, 'Noah'),
    ...(now < next - 6 * MINUTE_MS ? [{ at: now - 4 * MINUTE_MS, act: (tx: Tx) => addPlace(tx, classes()) }] : []),
    ...(now > morning - 30 * MINUTE_MS ? [{ at: Math.min(now, closing) - 3 * MINUTE_MS, act: sellAtDesk }] : []),
    ...arrive(1, 'Sofía'),
  ];
};

const bookTomorrow = (tx: Tx): void => {
  const tomorrow = addDays(localDateAt(tx.nowMs + 6 * MINUTE_MS, zoneOf(tx)), 1);
  const [session] = sessionsOfSlots(tx, SCHEDULES.morningFlow, tomorrow, tomorrow);
  if (session === undefined) throw new Error(`the demo studio has no morning on ${tomorrow}`);
  const body = { clientId: idOf('Omar'), sessionId: session.id };
  book(tx, SETUP_CALLER, body, { id: demoId(BOOKING_KIND + CLASS_NAMES.length, 1), origin: BY_APP });
};

/** A place more in the next class, which is offered to the first in line. */
const addPlace = (tx: Tx, { next }: DayClasses): void => {
  const row = sessionById(tx, next.id);
  if (row !== undefined) updateSession(tx, SETUP_CALLER, row, { capacity: 8 }, reactions);
};

const sellAtDesk = (tx: Tx): void => {
  sell(tx, SETUP_CALLER, { clientId: idOf('Yuki'), planId: PLANS.tenClasses, paymentMethod: 'cash' });
};
