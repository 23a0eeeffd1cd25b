import { Type } from '@sinclair/typebox';
import { addDays } from '../../../kernel/local-time.ts';
import { count, described, object } from '../../../kernel/schemas.ts';
import { eachClass } from '../classes.ts';
import { beforeOf, dayKeys, daysOf, percent, percentOf, rowOf, rowsOf, Tally } from '../numbers.ts';
import { type DateRange, stepsOf } from '../range.ts';
import { reportShape, tableOf } from '../shapes.ts';
import { closedOn, ofBoth, type Reads, type Steps, type Subject } from '../sources.ts';
import { eachOf } from './classes.ts';

const numbers = () => ({
  booked: described(count(), 'The number of bookings with a spot in held classes, whether or not the clients came.'),
  lateCancels: described(count(), 'The number of bookings of held classes canceled late, even if no fee was due.'),
  noShows: described(count(), 'The number of bookings with a spot whose clients did not come.'),
  lateCancelPercent: percent(
    '`lateCancels` as a percentage of `booked` plus `lateCancels`. `null` if there are neither.',
  ),
});

export const lateCancelTables = {
  days: rowOf(dayKeys(), numbers),
  classes: rowOf({ name: described(Type.String(), 'The name of the class.') }, numbers),
};

/** Who canceled too late, or did not come: by day and class. */
export const LateCancelReport = reportShape('late_cancel_report', 'LateCancelReport', () => ({
  figures: described(object(numbers), 'The totals of the whole range.'),
  figuresBefore: beforeOf(numbers),
  days: tableOf(lateCancelTables.days, 'One row for each day in the range, by the day of the class.'),
  classes: tableOf(lateCancelTables.classes, 'One row for each class name, most late cancellations first.'),
}));

const LATE = `select "sessions"."localDate", "sessions"."name", count(*) "lateCancels"
  from "bookings" cross join "sessions" on "sessions"."id" = "bookings"."sessionId"
  where "bookings"."siteId" = $siteId and "bookings"."startTime" >= $start and "bookings"."startTime" < $end
    and "bookings"."isLateCancel" = 1 and "sessions"."startTime" <= $now and "sessions"."cancelledAt" is null
    and "sessions"."localDate" between $from and $to
  group by 1, 2`;

interface Late {
  readonly localDate: string;
  readonly name: string;
  readonly lateCancels: number;
}

interface Counted {
  booked: number;
  lateCancels: number;
  noShows: number;
}

const tally = () => new Tally<Counted>(() => ({ booked: 0, lateCancels: 0, noShows: 0 }));

const shown = ({ booked, lateCancels, noShows }: Counted) => ({
  booked,
  lateCancels,
  noShows,
  lateCancelPercent: percentOf(lateCancels, booked + lateCancels),
});

function* eachLate(reads: Reads, { sites }: Subject, { from, to }: DateRange, add: (late: Late) => void): Steps {
  const parts = stepsOf({ from: addDays(from, -1), to: addDays(to, 1) });
  for (const { id: siteId } of sites) {
    for (const part of parts) {
      const read = reads();
      const bound = { siteId, start: part.from, end: addDays(part.to, 1), now: read.now, from, to };
      for (const late of read.db.query<Late, typeof bound>(LATE).all(bound)) add(late);
      yield;
    }
  }
}

function* lateCancelsOf(reads: Reads, subject: Subject, range: DateRange) {
  const found = { all: tally(), days: tally(), names: tally() };
  const countedAs = ({ localDate, name }: Pick<Late, 'localDate' | 'name'>) => [
    found.all.of(''),
    found.days.of(localDate),
    found.names.of(name),
  ];
  yield* eachClass(reads, subject, range, (line) => {
    for (const counted of countedAs(line)) {
      counted.booked += line.booked;
      counted.noShows += line.noShows;
    }
  });
  yield* eachLate(reads, subject, range, (late) => {
    for (const counted of countedAs(late)) counted.lateCancels += late.lateCancels;
  });
  return found;
}

export function* lateCancels(reads: Reads, subject: Subject) {
  const both = yield* ofBoth(subject, (range) => lateCancelsOf(reads, subject, range));
  return {
    figures: shown(both.now.all.find('')),
    figuresBefore: both.before === undefined ? null : shown(both.before.all.find('')),
    days: daysOf(
      subject,
      eachOf(both, ({ days }) => days),
      closedOn(subject),
      shown,
    ),
    classes: rowsOf(
      eachOf(both, ({ names }) => names),
      (name) => ({ name }),
      shown,
    ).toSorted((left, right) => right.lateCancels - left.lateCancels || right.booked - left.booked),
  };
}
