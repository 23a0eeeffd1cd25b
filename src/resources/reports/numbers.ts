import { type TProperties, Type } from '@sinclair/typebox';
import { count, date, described, flag, nullable, object, type Static } from '../../kernel/schemas.ts';
import type { ClassLine } from './classes.ts';
import { datesOf } from './range.ts';
import type { Subject } from './sources.ts';

/** A row of a table: what it is about, its numbers, and the same numbers of the range before. */
export const rowOf = <Keys extends TProperties, Numbers extends TProperties>(keys: Keys, numbers: () => Numbers) =>
  object(() => ({ ...keys, ...numbers(), before: beforeOf(numbers) }));

export const beforeOf = <Numbers extends TProperties>(numbers: () => Numbers) =>
  described(nullable(object(numbers)), 'The same numbers for the comparison range. `null` without a comparison.');

export const dayKeys = () => ({
  date: described(date(), 'The local date at the site.'),
  isClosed: described(flag(), 'Whether every site in the report is closed that day.'),
});

export const percent = (what: string) => described(nullable(Type.Number({ minimum: 0 })), what);

export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10;

/** What is counted of classes that have begun and were not canceled. */
export const classNumbers = () => ({
  classes: described(count(), 'The number of classes held: started and not canceled.'),
  visits: described(count(), 'The number of bookings of these classes whose clients came.'),
  noShows: described(count(), 'The number of bookings with a spot whose clients did not come.'),
  booked: described(count(), 'The number of bookings with a spot, whether or not the clients came.'),
  seats: described(count(), 'The total capacity of classes with a limit.'),
  seatsTaken: described(count(), 'The number of bookings with a spot in classes with a limit.'),
  filledPercent: percent('`seatsTaken` as a percentage of `seats`. `null` if there are no spots.'),
});

export interface ClassNumbers {
  classes: number;
  visits: number;
  noShows: number;
  booked: number;
  seats: number;
  seatsTaken: number;
}

const noClasses = (): ClassNumbers => ({ classes: 0, visits: 0, noShows: 0, booked: 0, seats: 0, seatsTaken: 0 });

export const addClass = (numbers: ClassNumbers, { visits, noShows, booked, capacity }: ClassLine): void => {
  numbers.classes += 1;
  numbers.visits += visits;
  numbers.noShows += noShows;
  numbers.booked += booked;
  if (capacity === null) return;
  numbers.seats += capacity;
  numbers.seatsTaken += booked;
};

export const filled = (numbers: ClassNumbers): Static<ReturnType<typeof classNumbersObject>> => {
  const { classes, visits, noShows, booked, seats, seatsTaken } = numbers;
  return { classes, visits, noShows, booked, seats, seatsTaken, filledPercent: percentOf(seatsTaken, seats) };
};
export const classNumbersObject = () => object(classNumbers);

/** Numbers by what they are about. */
export class Tally<Numbers> {
  readonly #of = new Map<string, Numbers>();

  constructor(readonly none: () => Numbers) {}

  of(key: string): Numbers {
    let found = this.#of.get(key);
    if (found === undefined) {
      found = this.none();
      this.#of.set(key, found);
    }
    return found;
  }

  find(key: string): Numbers {
    return this.#of.get(key) ?? this.none();
  }

  keys(): string[] {
    return [...this.#of.keys()];
  }
}

export const classTally = () => new Tally(noClasses);

export interface Both<T> {
  readonly now: T;
  readonly before: T | undefined;
}

/** One row for each key of either range. */
export const rowsOf = <Numbers, Row extends object, Keys extends object>(
  { now, before }: Both<Tally<Numbers>>,
  keysOf: (key: string) => Keys,
  shown: (numbers: Numbers) => Row,
): (Keys & Row & { readonly before: Row | null })[] =>
  [...new Set([...now.keys(), ...(before?.keys() ?? [])])].map((key) => ({
    ...keysOf(key),
    ...shown(now.find(key)),
    before: before === undefined ? null : shown(before.find(key)),
  }));

/** One row for each day, beside the day of the same number in the range before. */
export const daysOf = <Numbers, Row extends object>(
  { range, before: rangeBefore }: Subject,
  { now, before }: Both<Tally<Numbers>>,
  isClosed: (date: string) => boolean,
  shown: (numbers: Numbers) => Row,
) => {
  const earlier = rangeBefore === undefined ? [] : datesOf(rangeBefore);
  return datesOf(range).map((day, index) => {
    const other = earlier[index];
    return {
      date: day,
      isClosed: isClosed(day),
      ...shown(now.find(day)),
      before: before === undefined || other === undefined ? null : shown(before.find(other)),
    };
  });
};
