import { reactions } from '../../../api.ts';
import type { Tx } from '../../../database/database.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { MINUTE_MS } from '../../../kernel/durations.ts';
import { wallClock } from '../../../kernel/local-time.ts';
import { book } from '../../../resources/bookings/create/book.ts';
import { type BookingRecord, bookingById } from '../../../resources/bookings/queries.ts';
import { checkIn, markNoShow } from '../../../resources/bookings/status/attendance.ts';
import { cancel } from '../../../resources/bookings/status/cancel.ts';
import { demoId, PLANS } from '../../../resources/demo-ids.ts';
import { sell } from '../../../resources/payments/sale.ts';
import { updateSession } from '../../../resources/sessions/edit.ts';
import { sessionById } from '../../../resources/sessions/queries.ts';
import { SETUP_CALLER, zoneOf } from '../setup.ts';
import type { DayClasses } from './classes.ts';
import { idOf } from './people.ts';
import type { DayPlan } from './plan.ts';

type ClassName = keyof DayClasses;

const BOOKED: Readonly<Record<ClassName, readonly string[]>> = {
  morning: ['Omar', 'Priya', 'Marcus', 'Yuki', 'Noah', 'Chloé', 'Freya', 'Arjun', 'Ethan', 'Mei', 'Kofi', 'Nora'],
  reformer: ['Sofía', 'Tomas', 'Luca', 'Hannah', 'Zoe', 'Freya', 'Nora', 'Ivan'],
  lunch: [
    'Omar',
    'Priya',
    'Marcus',
    'Yuki',
    'Sofía',
    'Noah',
    'Chloé',
    'Tomas',
    'Luca',
    'Hannah',
    'Freya',
    'Arjun',
    'Ethan',
    'Mei',
    'Kofi',
    'Zoe',
  ],
  running: ['Omar', 'Priya', 'Yuki', 'Luca', 'Freya', 'Arjun', 'Zoe', 'Mei', 'Kofi', 'Nora', 'Hannah', 'Mateo'],
  next: ['Sofía', 'Noah', 'Ethan', 'Grace', 'Ivan', 'Chloé', 'Marcus'],
  ride: ['Priya', 'Yuki', 'Luca', 'Hannah', 'Mateo', 'Freya', 'Arjun', 'Zoe', 'Mei', 'Kofi', 'Nora'],
  yin: ['Marcus', 'Sofía', 'Noah', 'Chloé', 'Freya', 'Arjun', 'Mei', 'Nora'],
  climbing: ['Priya', 'Yuki', 'Luca', 'Hannah', 'Ethan', 'Kofi'],
};
const WAITING = { next: ['Tomas', 'Aisha'], climbing: ['Zoe'] } as const;
const MISSING: Readonly<Partial<Record<ClassName, readonly string[]>>> = {
  morning: ['Arjun'],
  lunch: ['Kofi', 'Zoe'],
  running: ['Hannah', 'Mateo'],
};

/** The kind of the ids of these bookings: each class has ten and more of them. */
const BOOKING_KIND = 60;
const CLASS_NAMES = ['morning', 'reformer', 'lunch', 'running', 'next', 'ride', 'yin', 'climbing'] as const;

const bookingIdOf = (name: ClassName, firstName: string): string => {
  const waiting: readonly string[] = name === 'next' || name === 'climbing' ? WAITING[name] : [];
  const place = [...BOOKED[name], ...EXTRA[name], ...waiting].indexOf(firstName);
  return demoId(BOOKING_KIND + CLASS_NAMES.indexOf(name), place + 1);
};
/** Those who book otherwise than the others. */
const EXTRA: Readonly<Record<ClassName, readonly string[]>> = {
  reformer: [],
  lunch: [],
  running: [],
  next: [],
  ride: [],
  climbing: [],
  morning: ['Luca'],
  yin: ['Omar'],
};

/** Most book by the app of the studio. */
const BY_APP = { channel: 'member_app', cancelledBy: 'client', memberRules: false } as const;

const bookOne = (tx: Tx, classes: DayClasses, name: ClassName, firstName: string, notes?: string): BookingRecord => {
  const body = { clientId: idOf(firstName), sessionId: classes[name].id, joinWaitlist: true };
  const options = { id: bookingIdOf(name, firstName), origin: BY_APP };
  return book(tx, SETUP_CALLER, notes === undefined ? body : { ...body, notes }, options);
};

/** Books everybody, the day before. Somebody thinks better of it, too late. */
export const bookEverybody = (tx: Tx, classes: DayClasses, plan: DayPlan): void => {
  // First, while there is a seat: who waits cancels for nothing.
  const regretted = bookOne(tx, classes, 'morning', 'Luca');
  cancel(tx, SETUP_CALLER, regretted, { isLateCancel: true }, reactions, BY_APP);
  const late = `Running late, called ${wallClock(plan.running - 5 * MINUTE_MS, zoneOf(tx)).time}`;
  for (const name of CLASS_NAMES) {
    for (const firstName of BOOKED[name]) {
      const isLate = name === 'running' && firstName === 'Hannah';
      bookOne(tx, classes, name, firstName, isLate ? late : undefined);
    }
  }
  for (const firstName of WAITING.next) bookOne(tx, classes, 'next', firstName);
  for (const firstName of WAITING.climbing) bookOne(tx, classes, 'climbing', firstName);
};

const comes = (tx: Tx, name: ClassName, firstName: string, at: number): void => {
  const row = bookingById(tx, bookingIdOf(name, firstName));
  if (row !== undefined) checkIn(tx, row, { checkedInAt: isoInstant(at) }, reactions);
};

/** The first class is over. Somebody has not come. */
export const endMorning = (tx: Tx, plan: DayPlan): void => {
  const missing = bookingById(tx, bookingIdOf('morning', 'Arjun'));
  for (const [index, firstName] of BOOKED.morning.entries()) {
    if (firstName !== 'Arjun') comes(tx, 'morning', firstName, plan.morning - index * MINUTE_MS);
  }
  if (missing !== undefined) markNoShow(tx, SETUP_CALLER, missing, {}, reactions);
};

export const checkEverybodyIn = (tx: Tx, plan: DayPlan): void => {
  for (const name of ['reformer', 'lunch', 'running'] as const) {
    const here = BOOKED[name].filter((firstName) => MISSING[name]?.includes(firstName) !== true);
    for (const [index, firstName] of here.entries()) comes(tx, name, firstName, plan[name] - index * MINUTE_MS);
  }
};

/** Somebody books by the app, and the first come to the next class. */
export const bookByApp = (tx: Tx, classes: DayClasses): void => {
  bookOne(tx, classes, 'yin', 'Omar');
  comes(tx, 'next', 'Ethan', tx.nowMs);
  comes(tx, 'next', 'Noah', tx.nowMs);
};

/** A place more in the next class, which is offered to the first in line. */
export const addPlace = (tx: Tx, { next }: DayClasses): void => {
  const row = sessionById(tx, next.id);
  if (row !== undefined) updateSession(tx, SETUP_CALLER, row, { capacity: 8 }, reactions);
};

export const sellAtDesk = (tx: Tx): void => {
  sell(tx, SETUP_CALLER, { clientId: idOf('Yuki'), planId: PLANS.tenClasses, paymentMethod: 'cash' });
};

/** The latest to come. */
export const checkLastIn = (tx: Tx): void => comes(tx, 'next', 'Sofía', tx.nowMs);
