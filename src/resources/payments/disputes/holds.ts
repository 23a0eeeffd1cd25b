// A package is on hold while what has paid for it is disputed.

import type { Tx } from '../../../database/database.ts';
import { balancesOf } from '../../clients/queries.ts';
import { arrearsHold } from '../../packages/arrears.ts';
import { changePackage } from '../../packages/change.ts';
import { ARREARS, DISPUTED, Package, type PackageRow } from '../../packages/record.ts';
import { disputedPayments, type PaymentRecord } from '../queries.ts';
import { disputesOf, isTaken } from './stored.ts';

/** The package that a payment has paid for, while it can be used. */
const openPackage = (tx: Tx, { packageId }: PaymentRecord): PackageRow | undefined => {
  const row = packageId === null ? undefined : Package.rows.find(tx, packageId);
  return row?.status === 'active' || row?.status === 'depleted' ? row : undefined;
};

export const holdDisputed = (tx: Tx, payment: PaymentRecord): void => {
  const row = openPackage(tx, payment);
  // What is owed may be paid before the dispute is decided.
  const mayHold = row?.onHold === 0 || row?.holdReason === ARREARS;
  if (row !== undefined && mayHold) changePackage(tx, row, { onHold: 1, holdReason: DISPUTED });
};

/** Ends the hold, unless another dispute of a payment for the package waits for the desk. What is owed keeps it on hold. */
export const releaseDisputed = (tx: Tx, payment: PaymentRecord): void => {
  const row = openPackage(tx, payment);
  if (row?.onHold !== 1 || row.holdReason !== DISPUTED) return;
  const decisions = disputedPayments(tx, row.id).flatMap((each) => disputesOf(each).filter(isTaken));
  if (decisions.some(({ decision }) => decision === null)) return;
  const isClaimed = decisions.some(({ decision }) => decision === 'claim');
  if (isClaimed && balancesOf(tx, payment.clientId).length > 0)
    changePackage(tx, row, { onHold: 1, holdReason: ARREARS });
  else changePackage(tx, row, arrearsHold(tx, row) ?? { onHold: 0, holdReason: null });
};
