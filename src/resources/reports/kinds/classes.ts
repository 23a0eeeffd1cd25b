import { Type } from '@sinclair/typebox';
import { daysBetween, mondayOf } from '../../../kernel/local-time.ts';
import { described, integer, WEEKDAYS, weekday } from '../../../kernel/schemas.ts';
import type { ClassLine } from '../classes.ts';
import {
  addClass,
  type Both,
  type ClassNumbers,
  classNumbers,
  classTally,
  filled,
  rowOf,
  rowsOf,
  type Tally,
} from '../numbers.ts';

export const byClass = () => rowOf({ name: described(Type.String(), 'The name of the class.') }, classNumbers);

export const byHour = () =>
  rowOf(
    {
      weekday: described(weekday(), 'The local day of the week.'),
      hour: described(integer(0, 23), 'The local hour in which they start.'),
    },
    classNumbers,
  );

const hourKey = ({ localDate, localStartTime }: ClassLine): string =>
  `${daysBetween(mondayOf(localDate), localDate)} ${localStartTime.slice(0, 2)}`;

/** What is counted of the classes of a range: in total, and by each table. */
export const classTallies = () => ({ all: classTally(), days: classTally(), names: classTally(), hours: classTally() });

export type ClassTallies = ReturnType<typeof classTallies>;

export const countClass = ({ all, days, names, hours }: ClassTallies, line: ClassLine): void => {
  addClass(all.of(''), line);
  addClass(days.of(line.localDate), line);
  addClass(names.of(line.name), line);
  addClass(hours.of(hourKey(line)), line);
};

/** Of two ranges, the same tally of each. */
export const eachOf = <Of extends object, Numbers>(
  { now, before }: Both<Of>,
  part: (of: Of) => Tally<Numbers>,
): Both<Tally<Numbers>> => ({ now: part(now), before: before && part(before) });

const byVisits = (left: ClassNumbers, right: ClassNumbers): number =>
  right.visits - left.visits || right.booked - left.booked;

export const classRows = (both: Both<ClassTallies>) =>
  rowsOf(
    eachOf(both, ({ names }) => names),
    (name) => ({ name }),
    filled,
  ).toSorted(byVisits);

export const hourRows = (both: Both<ClassTallies>) =>
  rowsOf(
    eachOf(both, ({ hours }) => hours),
    (key) => ({ weekday: WEEKDAYS[Number(key[0])] ?? 'MO', hour: Number(key.slice(2)) }),
    filled,
  ).toSorted(
    (left, right) => WEEKDAYS.indexOf(left.weekday) - WEEKDAYS.indexOf(right.weekday) || left.hour - right.hour,
  );
