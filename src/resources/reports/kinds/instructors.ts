import { Type } from '@sinclair/typebox';
import type { Caller } from '../../../kernel/caller.ts';
import { inMinorUnits } from '../../../kernel/minor-units.ts';
import { currency, described, id, instant, integer, nullable, object, optional } from '../../../kernel/schemas.ts';
import { mayReadPay } from '../../instructors/view.ts';
import { eachClass } from '../classes.ts';
import { type Both, beforeOf, classNumbers, rowOf, rowsOf, type Tally } from '../numbers.ts';
import {
  addLine,
  addTaught,
  frozenLines,
  keyOf,
  partsOf,
  payRates,
  type TaughtNumbers,
  taughtShown,
  taughtTally,
} from '../pay-months/lines.ts';
import { closedMonths } from '../pay-months/queries.ts';
import { type PayMonthRow, taughtKeys, taughtNumbers } from '../pay-months/record.ts';
import { taughtBy } from '../pay-months/view.ts';
import { type DateRange, monthOf } from '../range.ts';
import { reportShape, tableOf } from '../shapes.ts';
import { ofBoth, type Reads, type Subject } from '../sources.ts';
import { namesOf } from './names.ts';

export const instructorTables = { instructors: rowOf(taughtKeys(), taughtNumbers) };

const inAll = () => {
  const { substituted, minutes } = taughtNumbers();
  return { ...classNumbers(), substituted, minutes };
};

const closedMonth = object(() => ({
  id: described(id(), 'The ID of the closed month.'),
  month: described(Type.String(), 'The month, such as 2026-11.'),
  locationId: described(id(), 'The site.'),
  closedAt: described(instant(), 'Time at which it was closed.'),
  closedByStaffId: described(nullable(id()), 'The staff member who closed it.'),
}));

/** What instructors have taught, and what is paid for it. */
export const InstructorReport = reportShape('instructor_report', 'InstructorReport', () => ({
  figures: described(object(inAll), 'The totals of the whole range.'),
  figuresBefore: beforeOf(inAll),
  pay: optional(
    Type.Array(
      object(() => ({
        currency: currency(),
        amount: described(
          inMinorUnits(integer(0, 9_000_000_000_000_000)),
          'The amount, in the smallest currency unit.',
        ),
      })),
      { description: 'The total pay, by currency. Only included for callers who can read pay rates.' },
    ),
  ),
  closedMonths: Type.Array(closedMonth, {
    description: 'Closed months with a day in the range. Their numbers are those of when they were closed.',
  }),
  instructors: tableOf(
    instructorTables.instructors,
    'One row for each instructor, and for each currency in which an instructor is paid. Most classes first.',
  ),
}));

function* taughtIn(reads: Reads, { sites }: Subject, range: DateRange, withPay: boolean) {
  const tally = taughtTally();
  const closed = closedMonths(
    reads(),
    sites.map((site) => site.id),
    range,
  );
  for (const { lines } of closed) {
    for (const line of frozenLines(lines)) {
      if (line.date < range.from || line.date > range.to) continue;
      addLine(tally, withPay ? line : { ...line, payCurrency: null, payAmount: null });
    }
  }
  const frozen = new Set(closed.map(({ siteId, month }) => keyOf(siteId, month)));
  const rates = withPay ? payRates(reads()) : new Map();
  yield* eachClass(reads, { sites }, range, (line) => {
    if (!frozen.has(keyOf(line.siteId, monthOf(line.localDate)))) addTaught(tally, line, rates);
  });
  return { tally, closed };
}

interface Taught {
  readonly tally: Tally<TaughtNumbers>;
  readonly closed: readonly PayMonthRow[];
}

const sumOf = (tally: Tally<TaughtNumbers>) => {
  const all = taughtTally();
  for (const key of tally.keys()) addLine(all, { ...tally.of(key), date: '', instructorId: null, payCurrency: null });
  return taughtShown(false)(all.find(`${keyOf(null, null)} `));
};

const payOf = (tally: Tally<TaughtNumbers>) => {
  const sums = new Map<string, number>();
  for (const key of tally.keys()) {
    const { payCurrency } = partsOf(key);
    if (payCurrency !== null) sums.set(payCurrency, (sums.get(payCurrency) ?? 0) + (tally.of(key).payAmount ?? 0));
  }
  return [...sums].map(([code, amount]) => ({ currency: code, amount }));
};

/** @param caller who may read what instructors are paid, or not. */
export function* instructors(reads: Reads, subject: Subject, caller: Caller) {
  const withPay = mayReadPay(caller);
  const both: Both<Taught> = yield* ofBoth(subject, (range) => taughtIn(reads, subject, range, withPay));
  const tallies = { now: both.now.tally, before: both.before?.tally };
  const keys = [...tallies.now.keys(), ...(tallies.before?.keys() ?? [])];
  const names = namesOf(
    reads(),
    keys.map((key) => partsOf(key).instructorId),
  );
  return {
    figures: sumOf(tallies.now),
    figuresBefore: tallies.before === undefined ? null : sumOf(tallies.before),
    ...(withPay ? { pay: payOf(tallies.now) } : {}),
    closedMonths: both.now.closed.map(({ id: monthId, month, siteId, createdAt, closedByStaffId }) => ({
      id: monthId,
      month,
      locationId: siteId,
      closedAt: createdAt,
      closedByStaffId,
    })),
    instructors: rowsOf(tallies, taughtBy(names, withPay), taughtShown(withPay)).toSorted(
      (left, right) => right.classes - left.classes,
    ),
  };
}
