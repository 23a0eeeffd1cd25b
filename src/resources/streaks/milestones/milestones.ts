import type { Read, Tx } from '../../../database/database.ts';
import { upperSnake } from '../../../events/payload-fields.ts';
import { milestoneLists as chosenMilestones } from '../../experience/queries.ts';
import type { Fact } from '../../facts/tables.ts';
import { whole } from '../counting.ts';
import type { Owner } from '../frozen.ts';
import type { MemberStreaks } from '../queries.ts';
import type { MilestoneType } from '../tables.ts';
import { MILESTONE_LISTS, type MilestoneList, thresholdsBetween } from './lists.ts';

/** The lists of milestones of the brand: those that it has chosen, else the usual ones. */
export const milestoneLists = (read: Read): Readonly<Record<'visits' | 'minutes', MilestoneList>> => {
  const { visits, minutes } = chosenMilestones(read);
  return {
    visits: visits === null ? MILESTONE_LISTS.visits : { thresholds: visits, thenEach: null },
    minutes: minutes === null ? MILESTONE_LISTS.minutes : { thresholds: minutes, thenEach: null },
  };
};

interface Achiever {
  readonly clientId: string;
  readonly home: Pick<Owner['home'], 'id'>;
}

/** Raises `milestone.reached`. `at` is when it was reached, an instant. */
const raiseMilestone = (
  tx: Tx,
  { clientId, home }: Achiever,
  type: MilestoneType,
  threshold: number,
  at: string,
): void => {
  tx.raise('milestone.reached', home.id, { type: upperSnake(type), clientId, threshold, earnedAt: at });
};

const RAISED = `insert into "milestonesRaised" ("clientId", "type", "threshold", "raisedAt") values (?, ?, ?, ?)
  on conflict do nothing`;

/** Raises `milestone.reached` for an anniversary, unless it was raised before. `at` is when it was, an instant. */
export const raiseAnniversary = (tx: Tx, owner: Achiever, years: number, at: string): void => {
  if (tx.db.query(RAISED).run(owner.clientId, 'anniversary', years, tx.now).changes === 0) return;
  raiseMilestone(tx, owner, 'anniversary', years, at);
};

export type Totals = Pick<MemberStreaks, 'visits' | 'minutes' | 'most'>;

/** Minutes are added up in millionths, as whole numbers, so that their order does not matter. */
const MILLION = 1_000_000;
const millionths = (minutes: number): number => Math.round(minutes * MILLION);

/** The totals after a fact (1), or after it is taken back (-1). */
export const totalsAfter = ({ visits, minutes, most }: Totals, { kind, value }: Fact, sign: 1 | -1): Totals => {
  if (kind !== 'visit' && kind !== 'watched_minutes') return { visits, minutes, most };
  const visitsNow = visits + Number(kind === 'visit') * sign;
  const minutesNow = (millionths(minutes) + sign * millionths(value)) / MILLION;
  const mostNow = [Math.max(most[0], visitsNow), Math.max(most[1], whole(minutesNow))] as const;
  return { visits: visitsNow, minutes: minutesNow, most: mostNow };
};

/** The same. Raises the milestones that it reaches for the first time: those above the most that there has ever been. */
export const addToTotals = (tx: Tx, owner: Owner, before: Totals, fact: Fact, sign: 1 | -1): Totals => {
  const after = totalsAfter(before, fact, sign);
  if (after.visits === before.visits && after.minutes === before.minutes) return after;
  const lists = milestoneLists(tx);
  for (const threshold of thresholdsBetween(lists.visits, before.most[0], after.most[0])) {
    raiseMilestone(tx, owner, 'visits', threshold, fact.at);
  }
  for (const threshold of thresholdsBetween(lists.minutes, before.most[1], after.most[1])) {
    raiseMilestone(tx, owner, 'minutes', threshold, fact.at);
  }
  return after;
};
