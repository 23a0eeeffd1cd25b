import type { Tx } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { chooseCredit, noEligiblePackage, sourceOf } from '../../packages/credits/choose.ts';
import type { PackageRow } from '../../packages/record.ts';
import type { BookingOrigin } from '../origin.ts';
import type { BookableSession } from '../queries.ts';
import type { BookingRow } from '../record.ts';
import type { CreateBookingBody } from '../shapes.ts';
import { settingsOf } from '../waitlist/eligibility.ts';
import type { Place } from './placement.ts';

/** What pays for a new booking. */
export interface Payment {
  readonly bookingSource: BookingRow['bookingSource'];
  /** The package that pays; of a waitlisted booking the one that the body names. */
  readonly credit: PackageRow | undefined;
  /** A waitlisted booking gets no seat without a package that pays. */
  readonly requiresCredit: boolean;
}

/** Of a seat that no package pays. */
export const paidAlone = (bookingSource: 'drop_in' | 'comp'): Payment => ({
  bookingSource,
  credit: undefined,
  requiresCredit: false,
});

const paymentWith = (credit: PackageRow | undefined, requiresCredit: boolean): Payment => ({
  bookingSource: credit === undefined ? 'unpaid' : sourceOf(credit),
  credit,
  requiresCredit,
});

const isCreditRequired = (
  tx: Tx,
  session: BookableSession,
  body: CreateBookingBody,
  origin: BookingOrigin,
): boolean => {
  const { requireCredit, memberRequiresCredit } = settingsOf(tx, session);
  return origin.memberRules ? memberRequiresCredit : (body.requireCredit ?? requireCredit);
};

/**
 * Chooses what pays for a new booking: the package of the body, or one by rule. Of a waitlisted booking only the
 * package of the body is stored; by rule one is chosen when it gets a seat.
 * @throws Problem 409 `package_not_eligible` for the package of the body; `no_eligible_package` where one is required.
 */
export const requirePayment = (
  tx: Tx,
  caller: Caller,
  { session, status }: Place,
  body: CreateBookingBody,
  origin: BookingOrigin,
): Payment => {
  const { clientId, packageId } = body;
  if (status === 'confirmed') {
    const credit = chooseCredit(tx, clientId, session, packageId ?? undefined);
    if (credit === undefined && isCreditRequired(tx, session, body, origin)) {
      throw noEligiblePackage(tx, caller, clientId, session);
    }
    return paymentWith(credit, false);
  }
  const requiresCredit = isCreditRequired(tx, session, body, origin);
  if (typeof packageId === 'string') return paymentWith(chooseCredit(tx, clientId, session, packageId), requiresCredit);
  if (requiresCredit && chooseCredit(tx, clientId, session) === undefined) {
    throw noEligiblePackage(tx, caller, clientId, session);
  }
  return paymentWith(undefined, requiresCredit);
};
