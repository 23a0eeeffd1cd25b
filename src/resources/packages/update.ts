import type { Tx } from '../../database/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { changesBetween, isChanged } from '../../kernel/changes.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { endOfDay, localDateAt } from '../../kernel/local-time.ts';
import { invalidParam } from '../../kernel/problem.ts';
import type { PlainReason } from '../../kernel/reasons.ts';
import { applyTransition } from '../../kernel/transitions.ts';
import { requireNamedSites } from '../named-sites.ts';
import { nextOnDay } from '../validity.ts';
import { changePackage } from './change.ts';
import { expireIfDue, zoneOf } from './lifecycle/dates.ts';
import { isAfterPeriod } from './lifecycle/ending.ts';
import { renewalColumns } from './lifecycle/renew.ts';
import { Package, type PackageRow, type UpdatePackageBody } from './record.ts';
import { verbs } from './states.ts';

/** @throws Problem 400 for an end that is past, or before the package begins. */
const checkEnd = (tx: Tx, { startsAt }: PackageRow, expiresAt: string | null | undefined): void => {
  if (expiresAt === null || expiresAt === undefined) return;
  if (expiresAt <= tx.now) {
    throw invalidParam('expiresAt', 'The package would already have expired. Send a later time, or cancel it.', {
      reason: 'already_expired',
    });
  }
  if (startsAt !== null && expiresAt <= startsAt) {
    throw invalidParam(
      'expiresAt',
      `The package starts at ${startsAt} and would have expired by then. Send a later end.`,
      { reason: 'end_before_start' },
    );
  }
};

const wrongDay = (reason: PlainReason, message: string) => invalidParam('billingDay', message, { reason });

/**
 * The columns of another day of the month: the period that is paid lasts until the first such day that is not before its
 * end, and the package renews then. No one loses days that are paid.
 * @throws Problem 400 for a package that does not renew by months, and where the next renewal is another's to say.
 */
const billingDayColumns = (
  tx: Tx,
  row: PackageRow,
  { billingDay, expiresAt }: UpdatePackageBody,
): Partial<PackageRow> => {
  if (billingDay === undefined || billingDay === row.billingDay) return {};
  if (billingDay === null)
    throw wrongDay(
      'needs_billing_day',
      'A package that is valid for months needs a billing day. Send a day from 1 to 31.',
    );
  if (row.validityMonths === null || row.autoRenews === 0) {
    throw wrongDay(
      'no_monthly_renewal',
      "This package does not renew by months. Leave out 'billingDay'; 'expiresAt' moves its end.",
    );
  }
  if (expiresAt !== undefined)
    throw wrongDay('not_both', "'billingDay' moves the end of the period. Leave out 'expiresAt'.");
  if (row.expiresAt === null)
    throw wrongDay('not_started', 'This package has not started. Its first day decides when it renews.');
  if (row.renewalAttempts > 0)
    throw wrongDay('renewal_owed', 'Its last renewal failed and is still due. Collect that first.');
  const zone = zoneOf(tx, row.siteId);
  const end = nextOnDay(localDateAt(Date.parse(row.expiresAt), zone), billingDay);
  return { billingDay, expiresAt: isoInstant(endOfDay(end, zone)) };
};

/**
 * Changes the terms of a package, or puts it on hold. Raises no event.
 * @throws Problem 400 for an end in the past; 403 for sites of others; 409 `package_expired` or
 *   `package_already_cancelled` for anything but `metadata` and `externalId` of a package that is over.
 */
export const updatePackage = (tx: Tx, caller: Caller, found: PackageRow, body: UpdatePackageBody): PackageRow => {
  const row = expireIfDue(tx, found);
  const { metadata: _metadata, externalId: _externalId, ...terms } = body;
  if (Object.keys(terms).length > 0) applyTransition(verbs.change, row.status);
  const released = body.onHold === false ? { holdReason: null } : {};
  const sent = { ...released, ...Package.columns(body, row) };
  const renewal = renewalColumns(tx, caller, { ...row, ...sent }, body);
  const day = billingDayColumns(tx, { ...row, ...renewal }, body);
  const columns: Partial<PackageRow> = { ...sent, ...renewal, ...day };
  checkEnd(tx, row, columns.expiresAt);
  const next = { ...row, ...columns };
  if (!isChanged(changesBetween(row, next))) return row;
  if (body.eligibleSiteIds !== undefined && next.eligibleSiteIds !== row.eligibleSiteIds) {
    requireNamedSites(tx, caller, body.eligibleSiteIds, 'eligibleSiteIds');
  }
  if (next.expiresAt !== row.expiresAt) {
    columns.expiryNotifiedAt = null;
    // The end that staff set stands: ending a freeze early does not move it back. A freeze in a later period is not in it.
    if (!isAfterPeriod(next, next.frozenFrom)) columns.freezeDaysAdded = 0;
    if (next.autoRenews === 1 && next.renewalAttempts === 0) columns.nextRenewalAt = next.expiresAt;
    if (next.renewalEndsAt !== null) columns.renewalEndsAt = next.expiresAt;
  }
  return changePackage(tx, row, columns);
};
