import type { Read } from '../../../database/database.ts';
import { type PageRequest, pageOfAll } from '../../../database/pages.ts';
import type { ListResult } from '../../../http/operations/operation.ts';
import type { ChallengeRow, EnrollmentRow } from '../record.ts';
import type { GoalPeriod } from './periods.ts';
import { goalView } from './view.ts';

type Row = GoalPeriod & { readonly id: string };

/**
 * A page of goals in their periods. Where a goal can come several times, a cursor is its id and the index of the period;
 * the id alone is enough for a goal that comes once.
 */
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
  return { page: pageOfAll(rows, page), view: (each) => goalView(read, challenge, enrollment, each) };
};
