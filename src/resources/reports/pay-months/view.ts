import type { Read } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { mayReadPay } from '../../instructors/view.ts';
import { instructorName, namesOf } from '../kinds/names.ts';
import type { Tally } from '../numbers.ts';
import { addLine, frozenLines, partsOf, type TaughtNumbers, taughtShown, taughtTally } from './lines.ts';
import { PayMonth, type PayMonthResponse, type PayMonthRow } from './record.ts';

/** Whose a line is. Without the pay, its currency is left out as well. */
export const taughtBy = (names: ReadonlyMap<string, string>, withPay: boolean) => (key: string) => {
  const { instructorId, payCurrency } = partsOf(key);
  return { ...instructorName(names, instructorId), ...(withPay ? { payCurrency } : {}) };
};

const tallyOf = ({ lines }: PayMonthRow): Tally<TaughtNumbers> => {
  const tally = taughtTally();
  for (const line of frozenLines(lines)) addLine(tally, line);
  return tally;
};

/** The view of each of some closed months, with one query for the names of all. */
export const payMonthViews = (read: Read, caller: Caller, rows: readonly PayMonthRow[]) => {
  const withPay = mayReadPay(caller);
  const tallies = new Map(rows.map((row) => [row.id, tallyOf(row)]));
  const keys = [...tallies.values()].flatMap((tally) => tally.keys());
  const names = namesOf(
    read,
    keys.map((key) => partsOf(key).instructorId),
  );
  const [byWhom, shown] = [taughtBy(names, withPay), taughtShown(withPay)];
  return (row: PayMonthRow): PayMonthResponse => {
    const tally = tallies.get(row.id) ?? tallyOf(row);
    const instructors = tally.keys().map((key) => ({ ...byWhom(key), ...shown(tally.of(key)) }));
    return { ...PayMonth.view(row), instructors: instructors.toSorted((left, right) => right.classes - left.classes) };
  };
};
