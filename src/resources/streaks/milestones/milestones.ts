import type { Read, Tx } from '../../../database/database.ts';
import { upperSnake } from '../../../events/catalogue.ts';
import type { Fact } from '../../facts/tables.ts';
import { whole } from '../counting.ts';
import type { Owner } from '../frozen.ts';
import type { MilestoneType } from '../tables.ts';
import { MILESTONE_LISTS, type MilestoneList, thresholdsBetween } from './lists.ts';

/** The lists of milestones of the brand. */
export const milestoneLists = (_read: Read): Readonly<Record<'visits' | 'minutes', MilestoneList>> => MILESTONE_LISTS;

const RAISED = `insert into "milestonesRaised" ("clientId", "type", "threshold", "raisedAt") values (?, ?, ?, ?)
  on conflict do nothing`;

/** Raises `milestone.reached`, unless it was raised before. `at` is when it was reached, an instant. */
export const raiseMilestone = (tx: Tx, owner: Owner, type: MilestoneType, threshold: number, at: string): void => {
  const { clientId, home } = owner;
  if (tx.db.query(RAISED).run(clientId, type, threshold, tx.now).changes === 0) return;
  tx.raise('milestone.reached', home.id, { type: upperSnake(type), clientId, threshold, earnedAt: at });
};

/** What a member has done in all. */
export interface Totals {
  readonly visits: number;
  readonly minutes: number;
}

/** The totals after a fact, or after it is taken back. Raises the milestones that it reaches. */
export const addToTotals = (tx: Tx, owner: Owner, before: Totals, fact: Fact, sign: 1 | -1): Totals => {
  const { kind, value, at } = fact;
  if (kind !== 'visit' && kind !== 'watched_minutes') return { visits: before.visits, minutes: before.minutes };
  const visits = before.visits + Number(kind === 'visit') * sign;
  const after = { visits, minutes: before.minutes + value * sign };
  if (sign === -1) return after;
  const lists = milestoneLists(tx);
  for (const type of ['visits', 'minutes'] as const) {
    for (const threshold of thresholdsBetween(lists[type], whole(before[type]), whole(after[type]))) {
      raiseMilestone(tx, owner, type, threshold, at);
    }
  }
  return after;
};
