import type { Read } from '../../../database/database.ts';
import type { ListResult } from '../../../http/operations/operation.ts';
import { type PageRequest, pageOfAll } from '../../../records/pages.ts';
import type { ChallengeRow, EnrollmentRow } from '../record.ts';
import type { GoalPeriod } from './periods.ts';
import { goalView } from './view.ts';

type Row = GoalPeriod & { readonly id: string };

/** The cursor of a row, for the id of a goal that comes several times: behind its last row, or before its first one. */
const cursorsOf = (rows: readonly Row[], { startingAfter, endingBefore, ...page }: PageRequest): PageRequest => ({
  ...page,
  startingAfter: rows.findLast(({ goal }) => goal.id === startingAfter)?.id ?? startingAfter,
  endingBefore: rows.find(({ goal }) => goal.id === endingBefore)?.id ?? endingBefore,
});

/** `nextCursor` is the id of a goal and the index of its period. The id alone stands for all of its periods. */
export const goalList = (
  read: Read,
  challenge: ChallengeRow,
  enrollment: EnrollmentRow | undefined,
  periods: readonly GoalPeriod[],
  page: PageRequest,
): ListResult<Row> => {
  const times = new Map<string, number>();
  for (const { goal } of periods) times.set(goal.id, (times.get(goal.id) ?? 0) + 1);
  const rows = periods.map((each): Row => {
    const isOnce = times.get(each.goal.id) === 1;
    return { ...each, id: isOnce ? each.goal.id : `${each.goal.id}:${each.period.index}` };
  });
  return { page: pageOfAll(rows, cursorsOf(rows, page)), view: (each) => goalView(read, challenge, enrollment, each) };
};
