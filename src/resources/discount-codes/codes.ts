import type { Read, Tx } from '../../database/database.ts';
import { type Caller, requireSites } from '../../kernel/caller.ts';
import { conflict, type Detail, invalid, invalidDetail, missingDetail } from '../../kernel/problem.ts';
import { unpackList } from '../../records/json.ts';
import { archiveRow, storeChanges } from '../../records/store-changes.ts';
import { requireNamedSites } from '../named-sites.ts';
import { Plan } from '../plans/record.ts';
import { codeWritten } from './queries.ts';
import {
  type CreateDiscountCodeBody,
  DiscountCode,
  type DiscountCodeRow,
  type UpdateDiscountCodeBody,
} from './record.ts';

/** @throws Problem 400 when the fields of a code contradict one another. */
const checkTerms = ({
  percentOff,
  amountOff,
  currency,
  appliesTo,
  planIds,
  startsAt,
  endsAt,
}: DiscountCodeRow): void => {
  const details: Detail[] = [];
  if ((percentOff === null) === (amountOff === null)) {
    details.push(
      invalidDetail('percentOff', "A code has either 'percentOff' or 'amountOff'. Send one of them.", {
        reason: 'not_both',
      }),
    );
  } else if (amountOff !== null && currency === null) {
    details.push(
      invalidDetail('currency', "'amountOff' needs a currency. Send it in 'currency'.", 'parameter_missing'),
    );
  } else if (amountOff === null && currency !== null) {
    details.push(
      invalidDetail('currency', "'currency' belongs to 'amountOff'. Leave it out with 'percentOff'.", {
        reason: 'not_applicable',
      }),
    );
  }
  if (appliesTo === 'visits' && unpackList(planIds).length > 0) {
    details.push(
      invalidDetail(
        'planIds',
        "A code for drop-ins cannot name plans. Leave 'planIds' empty, or send another 'appliesTo'.",
        { reason: 'not_applicable' },
      ),
    );
  }
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt) {
    details.push(
      invalidDetail('endsAt', "The code would end before it starts. Send a later 'endsAt'.", {
        reason: 'end_before_start',
      }),
    );
  }
  if (details.length > 0) throw invalid(details);
};

/** @throws Problem 409 `discount_code_exists`. */
const requireFree = (read: Read, { id, code }: DiscountCodeRow): void => {
  const other = codeWritten(read, code);
  if (other === undefined || other.id === id) return;
  const message = `Another discount code is '${code}'. Archive that one, or choose another text.`;
  throw conflict('discount_code_exists', message, [{ param: 'code', code: 'discount_code_exists', message }]);
};

/** @throws Problem 400 with every plan that does not exist, or is not for the caller's sites. */
const requirePlans = (read: Read, caller: Caller, planIds: readonly string[] = []): void => {
  const found = Plan.rows.findAll(read, planIds).filter((plan) => Plan.canAccess(caller, plan));
  const known = new Set(found.map(({ id }) => id));
  const details = planIds.flatMap((id, index) => (known.has(id) ? [] : missingDetail(`planIds[${index}]`, 'plan', id)));
  if (details.length > 0) throw invalid(details);
};

interface NewCode {
  readonly id?: string;
  /** Whether it is archived from the start, so that another code may have its text. */
  readonly isArchived?: boolean;
}

/**
 * Creates a discount code.
 * @throws Problem 400 when its fields contradict one another, or name what does not exist; 403 as `requireNamedSites`; 409
 *   `discount_code_exists`.
 */
export const createDiscountCode = (
  tx: Tx,
  caller: Caller,
  body: CreateDiscountCodeBody,
  { id = tx.id(), isArchived = false }: NewCode = {},
): DiscountCodeRow => {
  requireNamedSites(tx, caller, body.eligibleSiteIds ?? [], 'eligibleSiteIds');
  requirePlans(tx, caller, body.planIds);
  const made = DiscountCode.make(tx, { ...body, code: body.code.toUpperCase() }, { id });
  const row = isArchived ? { ...made, archivedAt: tx.now } : made;
  checkTerms(row);
  if (!isArchived) requireFree(tx, row);
  DiscountCode.rows.insert(tx, row);
  return row;
};

/** Updates a code. What was sold with it stays as it is. @throws Problem as `createDiscountCode`. */
export const updateDiscountCode = (
  tx: Tx,
  caller: Caller,
  row: DiscountCodeRow,
  body: UpdateDiscountCodeBody,
): DiscountCodeRow => {
  requireSites(caller, unpackList(row.eligibleSiteIds), 'eligibleSiteIds');
  const next: DiscountCodeRow = { ...row, ...DiscountCode.columns(body, row) };
  next.code = next.code.toUpperCase();
  if (body.eligibleSiteIds !== undefined) requireNamedSites(tx, caller, body.eligibleSiteIds, 'eligibleSiteIds');
  requirePlans(tx, caller, body.planIds);
  checkTerms(next);
  if (next.archivedAt === null) requireFree(tx, next);
  return storeChanges(tx, DiscountCode, row, next);
};

/** Archives a code, so that no one can use it. Archiving it again changes nothing. */
export const archiveDiscountCode = (tx: Tx, caller: Caller, row: DiscountCodeRow) => {
  requireSites(caller, unpackList(row.eligibleSiteIds), 'eligibleSiteIds');
  return archiveRow(tx, DiscountCode, row);
};
