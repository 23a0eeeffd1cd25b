import type { Tx } from '../../database/database.ts';
import { upperSnake } from '../../events/payload-fields.ts';
import { epochOf } from '../../kernel/clock.ts';
import { invalidParam } from '../../kernel/problem.ts';
import type { PlanRow } from '../plans/record.ts';
import { arrearsHold } from './arrears.ts';
import { addCredits } from './credits/ledger.ts';
import { activate, billingDayFrom, expiryFrom } from './lifecycle/dates.ts';
import { Package, type PackageRow } from './record.ts';

export interface NewPackage {
  readonly id: string;
  readonly clientId: string;
  readonly siteId: string;
  readonly plan: PlanRow;
  /** The price of the sale in minor units. */
  readonly price: number;
  readonly paymentId: string;
  /** The start, an instant; when absent, the activation type of the plan decides. */
  readonly startsAt: string | undefined;
  /** The card by which it renews. */
  readonly cardId?: string | undefined;
}

const startOf = (tx: Tx, { plan, startsAt }: NewPackage): string | null => {
  if (startsAt !== undefined) return startsAt;
  return plan.activationType === 'on_purchase' ? tx.now : null;
};

const newRow = (tx: Tx, terms: NewPackage): PackageRow => {
  const { id, clientId, siteId, plan, price, paymentId, cardId } = terms;
  const { id: planId, price: _, autoRenews, archivedAt, metadata, externalId, createdAt, updatedAt, ...sold } = plan;
  const startsAt = startOf(tx, terms);
  const begun = startsAt === null ? undefined : epochOf(startsAt);
  const expiresAt = begun === undefined ? null : expiryFrom(tx, { ...plan, siteId }, begun);
  return Package.make(
    tx,
    {},
    {
      ...sold,
      id,
      clientId,
      siteId,
      price,
      paymentId,
      startsAt,
      expiresAt,
      billingDay: begun === undefined ? null : billingDayFrom(tx, { ...plan, siteId }, begun),
      planId,
      creditsRemaining: plan.creditsTotal === null ? null : 0,
      autoRenews: Number(cardId !== undefined),
      nextRenewalAt: cardId === undefined ? null : expiresAt,
      paymentMethodId: cardId ?? null,
    },
  );
};

/** @throws Problem 400 when the package would have expired before it is sold. */
export const checkDates = (tx: Tx, terms: NewPackage): void => {
  const { expiresAt } = newRow(tx, terms);
  if (expiresAt !== null && expiresAt <= tx.now) {
    throw invalidParam('startsAt', 'The package would already have expired. Send a later start.', {
      reason: 'already_expired',
    });
  }
};

/** It is on hold while the client is in arrears. The caller has stored the payment and called `checkDates` before. */
export const issuePackage = (tx: Tx, terms: NewPackage): PackageRow => {
  const made = newRow(tx, terms);
  const row = { ...made, ...arrearsHold(tx, made) };
  const { creditsTotal } = row;
  Package.rows.insert(tx, row);
  tx.raise('package.purchased', row.siteId, {
    packageId: row.id,
    clientId: row.clientId,
    name: row.name,
    packageType: upperSnake(row.type),
    amount: row.price,
    currency: row.currency,
    paymentId: row.paymentId,
    creditsTotal,
    expiresAt: row.expiresAt,
  });
  const filled = creditsTotal === null ? row : addCredits(tx, row, creditsTotal, 'purchase');
  return row.startsAt !== null && row.startsAt <= tx.now ? activate(tx, filled) : filled;
};
