import type { Tx } from '../../database/database.ts';
import { type Caller, requireSites } from '../../kernel/caller.ts';
import { type Detail, invalid, invalidDetail } from '../../kernel/problem.ts';
import type { PlainReason } from '../../kernel/reasons.ts';
import { unpackList } from '../../records/json.ts';
import { archiveRow, storeChanges } from '../../records/store-changes.ts';
import { requireNamedSites } from '../named-sites.ts';
import { checkValidity, hasPeriod } from '../validity.ts';
import { type CreatePlanBody, Plan, type PlanRow, type UpdatePlanBody } from './record.ts';

type Terms = Pick<PlanRow, 'type' | 'creditsTotal' | 'usageLimit'>;

/** @throws Problem 400 when the terms of a plan or package contradict one another. */
export const checkTerms = ({ type, creditsTotal, usageLimit }: Terms): void => {
  const details: Detail[] = [];
  const wrong = (param: keyof Terms, reason: PlainReason, message: string) =>
    details.push(invalidDetail(param, message, { reason }));
  if ((type === 'credit_pack' || type === 'drop_in') && creditsTotal === null) {
    wrong('creditsTotal', 'needs_credits', `A plan of type '${type}' sells credits. Send how many in 'creditsTotal'.`);
  }
  if (type === 'unlimited' && creditsTotal !== null) {
    wrong(
      'creditsTotal',
      'not_applicable',
      "An unlimited plan has no 'creditsTotal'. Leave it out, or change its type.",
    );
  }
  if (type === 'limited_membership' && creditsTotal === null && usageLimit === null) {
    wrong('usageLimit', 'needs_limit', "A limited membership needs a limit. Send 'usageLimit' or 'creditsTotal'.");
  }
  if (details.length > 0) throw invalid(details);
};

/** @throws Problem 400 when a plan has two lengths of its periods, or renews without a length. */
const checkPeriods = (plan: Pick<PlanRow, 'autoRenews' | 'validityDays' | 'validityMonths'>): void => {
  checkValidity(plan);
  if (plan.autoRenews === 0 || hasPeriod(plan)) return;
  const message = "A plan that renews needs a period. Send it in 'validityMonths' or 'validityDays'.";
  throw invalid([{ param: 'validityDays', code: 'parameter_missing', message }]);
};

/** Creates a plan. @throws Problem 400 when its terms contradict one another, 403 as `requireNamedSites`. */
export const createPlan = (tx: Tx, caller: Caller, body: CreatePlanBody, id: string = tx.id()): PlanRow => {
  requireNamedSites(tx, caller, body.eligibleSiteIds ?? [], 'eligibleSiteIds');
  const row = Plan.make(tx, body, { id });
  checkTerms(row);
  checkPeriods(row);
  Plan.rows.insert(tx, row);
  return row;
};

/** Updates a plan; packages that were sold of it keep their terms. */
export const updatePlan = (tx: Tx, caller: Caller, row: PlanRow, body: UpdatePlanBody): PlanRow => {
  requireSites(caller, unpackList(row.eligibleSiteIds), 'eligibleSiteIds');
  const next: PlanRow = { ...row, ...Plan.columns(body, row) };
  if (body.eligibleSiteIds !== undefined) requireNamedSites(tx, caller, body.eligibleSiteIds, 'eligibleSiteIds');
  checkTerms(next);
  checkPeriods(next);
  return storeChanges(tx, Plan, row, next);
};

/** Archives a plan; packages that were sold of it stay. Archiving it again changes nothing. */
export const archivePlan = (tx: Tx, caller: Caller, row: PlanRow) => {
  requireSites(caller, unpackList(row.eligibleSiteIds), 'eligibleSiteIds');
  return archiveRow(tx, Plan, row);
};
