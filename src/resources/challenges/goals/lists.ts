import type { Read } from '../../../database/database.ts';
import type { ListResult } from '../../../http/operations/call.ts';
import { type PageRequest, pageOfAll, repeatedCursor } from '../../../records/pages.ts';
import type { ChallengeRow, EnrollmentRow } from '../record.ts';
import type { GoalPeriod } from './periods.ts';
import { goalView } from './view.ts';

type Row = GoalPeriod & { readonly id: string };

/**
 * The request with the cursor of a row, where a caller sends the id of a goal.
 * @throws Problem 400 `cursor_invalid` for a goal that has several rows: it does not say which one.
 */
const withRowCursor = (rows: readonly Row[], request: PageRequest): PageRequest => {
  const { startingAfter, endingBefore } = request;
  const given = endingBefore ?? startingAfter;
  const [row, another] = rows.filter(({ goal }) => goal.id === given);
  if (row === undefined || given === undefined) return request;
  if (another !== undefined) throw repeatedCursor(request, given);
  return { ...request, ...(endingBefore === undefined ? { startingAfter: row.id } : { endingBefore: row.id }) };
};

/**
 * A page of the periods of goals. Where a goal can come several times, `nextCursor` is its id and the index of its period:
 * it stays the same when the next period begins.
 * @param comesOnce whether each goal has one row.
 */
export const goalList = (
  read: Read,
  challenge: ChallengeRow,
  enrollment: EnrollmentRow | undefined,
  { periods, comesOnce, page }: { periods: readonly GoalPeriod[]; comesOnce: boolean; page: PageRequest },
): ListResult<Row> => {
  const rows = periods.map((each): Row => {
    const { goal, period } = each;
    return { ...each, id: comesOnce || goal.period === 'challenge' ? goal.id : `${goal.id}:${period.index}` };
  });
  return {
    page: pageOfAll(rows, withRowCursor(rows, page)),
    view: (each) => goalView(read, challenge, enrollment, each),
  };
};
