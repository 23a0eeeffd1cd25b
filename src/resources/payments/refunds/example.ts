import { type Tx, withoutEvents } from '../../../database/database.ts';
import { pack } from '../../../records/json.ts';
import { clientById } from '../../clients/queries.ts';
import { MEMBER, PAYMENTS, SITES } from '../../demo-ids.ts';
import { Site } from '../../sites/record.ts';
import { amountsOf } from '../amounts.ts';
import { insertCompletedPayment } from '../payments.ts';
import { Payment, type PaymentDispute } from '../record.ts';

const WATER = { description: 'Water bottle', unitAmount: 1_200, discountAmount: 1_200, referenceId: null };

const MAT = { description: 'Yoga mat', unitAmount: 2_500, discountAmount: 0, referenceId: null };

/** A payment of a member of the demo studio that the member disputes at the bank. */
export const disputeMat = (tx: Tx): void => {
  const [client, site] = [clientById(tx, MEMBER), Site.rows.find(tx, SITES.online)];
  if (client === undefined || site === undefined) return;
  insertCompletedPayment(withoutEvents(tx), {
    ...amountsOf([MAT], true, 'product'),
    client,
    site,
    id: PAYMENTS.disputed,
    paymentMethod: 'external',
    purpose: 'product',
    description: 'Yoga mat',
  });
  const dispute: PaymentDispute = {
    id: 'dp_demo',
    amount: 2_500,
    currency: site.currency,
    reason: 'product_not_received',
    status: 'open',
    openedAt: tx.now,
    decision: null,
    decidedAt: null,
    decidedByStaffId: null,
  };
  Payment.rows.update(tx, PAYMENTS.disputed, { dispute: pack(dispute) });
};

/** A member of the demo studio gets something for free just now: a sale that can be voided. */
export const giveWater = (tx: Tx): void => {
  const [client, site] = [clientById(tx, MEMBER), Site.rows.find(tx, SITES.downtown)];
  if (client === undefined || site === undefined) return;
  insertCompletedPayment(withoutEvents(tx), {
    ...amountsOf([WATER], true, 'product'),
    client,
    site,
    id: PAYMENTS.justSold,
    paymentMethod: 'comp',
    purpose: 'product',
    description: 'Water bottle',
  });
};
