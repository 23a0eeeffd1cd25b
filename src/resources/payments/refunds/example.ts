import { type Tx, withoutEvents } from '../../../database/database.ts';
import { clientById } from '../../clients/queries.ts';
import { MEMBER, PAYMENTS, SITES } from '../../demo-ids.ts';
import { Site } from '../../sites/record.ts';
import { amountsOf } from '../amounts.ts';
import { insertCompletedPayment } from '../payments.ts';

const WATER = { description: 'Water bottle', unitAmount: 1_200, discountAmount: 1_200, referenceId: null };

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
