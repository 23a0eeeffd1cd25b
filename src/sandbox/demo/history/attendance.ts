import { MINUTE_MS } from '../../../kernel/durations.ts';
import { idOf } from '../today/people.ts';
import { CLASSES, type WeeklyClass } from './classes.ts';
import type { Days } from './days.ts';
import { historyId } from './ids.ts';
import type { Habit } from './people.ts';
import { ALL_HABITS as HABITS, isRegular, LATER_CLIENTS } from './regulars.ts';

/** How many weeks the history has. The last of them has also what the rules of the program write. */
export const WEEKS = 13;

export interface HeldClass extends WeeklyClass {
  readonly id: string;
  /** In `CLASSES`. */
  readonly place: number;
  /** 1 is the last week. */
  readonly week: number;
  readonly daysAgo: number;
  readonly date: string;
  /** Epoch ms. */
  readonly start: number;
  readonly end: number;
  readonly isSubstituted: boolean;
}

type Outcome = 'attended' | 'noshow' | 'late';

export interface Seat {
  readonly id: string;
  readonly held: HeldClass;
  readonly client: Habit & { readonly id: string };
  readonly outcome: Outcome;
  /** Epoch ms. */
  readonly bookedAt: number;
  /** When the client came, did not come or canceled, epoch ms. */
  readonly settledAt: number;
  readonly isByApp: boolean;
}

export interface Attendance {
  readonly classes: readonly HeldClass[];
  /** In the order in which they were booked by each client. */
  readonly seats: readonly Seat[];
}

/** From 0 to 1, the same for the same numbers. */
export const share = (...numbers: readonly number[]): number => {
  let hash = 0x9e37_79b9;
  for (const number of numbers) {
    hash = Math.imul(hash ^ number, 0x85eb_ca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
    hash ^= hash >>> 16;
  }
  return (hash >>> 0) / 2 ** 32;
};

/** The weeks before a studio had what it has today. */
const GROWTH = 0.15;
/** In the last week the studio has its schedules: strength has three places there, and the rules book four of the morning. */
const SCHEDULED_PLACES = { morning: 8, strength: 3 } as const;
const [SUBSTITUTED, MISSED, LATE] = [0.07, 0.035, 0.08];
/** How many bookings of a client beyond whole packs are single classes. */
const MOST_SINGLE = 3;
const PACK = 10;

const BOOKED_BEFORE_MS = 22 * 60 * MINUTE_MS;

const placesOf = (week: number, { capacity, schedule }: WeeklyClass): number => {
  return week > 1 || schedule === undefined ? capacity : SCHEDULED_PLACES[schedule];
};

/** Which clients come to the classes of each week: by their places in `HABITS`. It is the same whatever day it is. */
const comers = (): Map<string, number[]> => {
  const found = new Map<string, number[]>();
  for (let week = WEEKS; week >= 1; week -= 1) {
    const chanceOfWeek = 1 - (GROWTH * (week - 1)) / (WEEKS - 1);
    for (const [place, given] of CLASSES.entries()) {
      const most = placesOf(week, given);
      const who: number[] = [];
      for (const [index, { weeks, classes, chance }] of HABITS.entries()) {
        if (who.length >= most || !classes.includes(place)) continue;
        // The rules book the mornings of the last week for the others.
        if (week === 1 && given.schedule === 'morning' && !isRegular(index)) continue;
        if (!weeks.some(([from, until]) => from >= week && week >= until)) continue;
        if (share(index, week, place) < chance * chanceOfWeek + GROWTH / 4) who.push(index);
      }
      found.set(`${week} ${place}`, who);
    }
  }
  return found;
};

const weekdayOf = (date: string): number => (new Date(Date.parse(date)).getUTCDay() + 6) % 7;

const heldClasses = (days: Days): HeldClass[] => {
  const held: Omit<HeldClass, 'id'>[] = [];
  for (let daysAgo = 7 * WEEKS; daysAgo >= 1; daysAgo -= 1) {
    const date = days.date(-daysAgo);
    const weekday = weekdayOf(date);
    const week = Math.ceil(daysAgo / 7);
    for (const [place, given] of CLASSES.entries()) {
      if (given.weekday !== weekday) continue;
      const start = days.at(-daysAgo, given.time);
      const isSubstituted = share(week, place, 7) < SUBSTITUTED;
      held.push({ ...given, place, week, daysAgo, date, start, end: start + given.minutes * MINUTE_MS, isSubstituted });
    }
  }
  return held.map((each, index) => ({ ...each, id: historyId('session', index + 1) }));
};

const outcomeOf = (index: number, { week }: HeldClass, place: number): Outcome => {
  // Those of the last days would cost a fee.
  if (week === 1) return 'attended';
  const given = share(index, week, place, 3);
  if (given < MISSED) return 'noshow';
  return given < LATE ? 'late' : 'attended';
};

const settledAt = (outcome: Outcome, { start, end }: HeldClass, given: number): number => {
  if (outcome === 'noshow') return end + 15 * MINUTE_MS;
  return start - (outcome === 'late' ? 60 + Math.floor(given * 90) : 1 + Math.floor(given * 12)) * MINUTE_MS;
};

const clientIdOf = (firstName: string): string =>
  LATER_CLIENTS.find((client) => client.firstName === firstName)?.id ?? idOf(firstName);

/** Whoever pays by packs has used up whole packs, and paid for the first classes one by one: what is too much goes. */
const wholePacks = (seats: readonly Omit<Seat, 'id'>[]): readonly Omit<Seat, 'id'>[] => {
  const tooMuch = Math.max(0, (seats.length % PACK) - MOST_SINGLE);
  const left = seats.length - tooMuch;
  return seats.filter(
    (_, index) => Math.floor((index * left) / seats.length) !== Math.floor(((index - 1) * left) / seats.length),
  );
};

/** Who came to which class in the weeks before today. */
export const attendanceIn = (days: Days): Attendance => {
  const classes = heldClasses(days);
  const coming = comers();
  const byClient: Omit<Seat, 'id'>[][] = HABITS.map(() => []);
  const clients = HABITS.map((habit) => ({ ...habit, id: clientIdOf(habit.firstName) }));
  for (const held of classes) {
    const { place } = held;
    for (const index of coming.get(`${held.week} ${place}`) ?? []) {
      const client = clients[index];
      if (client === undefined) continue;
      const given = share(index, held.week, place, 5);
      const outcome = outcomeOf(index, held, place);
      const bookedAt = held.start - BOOKED_BEFORE_MS - Math.floor(given * 45) * MINUTE_MS;
      const settled = settledAt(outcome, held, given);
      byClient[index]?.push({ held, client, outcome, bookedAt, settledAt: settled, isByApp: given < 0.8 });
    }
  }
  const kept = byClient.flatMap((seats) => (seats[0]?.client.plan === 'pack' ? wholePacks(seats) : seats));
  const ordered = kept.toSorted((left, right) => left.bookedAt - right.bookedAt);
  return { classes, seats: ordered.map((seat, index) => ({ ...seat, id: historyId('booking', index + 1) })) };
};
