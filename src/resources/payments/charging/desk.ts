import type { Tx } from '../../../database/database.ts';
import type { Conclude, Concluded } from '../../../http/operations/operation.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { Package } from '../../packages/record.ts';
import { packageView } from '../../packages/view.ts';
import { enteredPayment, take } from '../payments.ts';
import type { PaymentRecord } from '../queries.ts';
import { isByCard, sell, sellByCard } from '../sale.ts';
import type { RecordPaymentBody, SellPackageBody } from '../shapes.ts';
import { paymentView } from '../view.ts';
import { leaveArrears } from './arrears.ts';
import { type ChargeDeps, chargeCard } from './charge.ts';
import { cardToCharge, type Follower, requireAccepted } from './charges.ts';

/** A request of the desk, with its idempotency key, if it has one. */
interface DeskCall<Body> {
  readonly caller: Caller;
  readonly body: Body;
  readonly requestKey?: string | undefined;
}

/** What pays a debt when the desk takes it. */
const DEBTS: readonly string[] = ['membership_renewal', 'late_cancel_fee', 'no_show_fee'];

const settleDebt = (tx: Tx, payment: PaymentRecord): void => {
  if (DEBTS.includes(payment.purpose)) leaveArrears(tx, payment.clientId, payment.amount);
};

/** What the desk enters by card has nothing more to follow, except that it may pay a debt. */
export const deskFollower: Follower = { paid: settleDebt, unpaid() {} };

/**
 * Records what was taken outside, or charges a saved card (manage.md).
 * @throws Problem as `enteredPayment`; for a card as `chargeCard` and `cardToCharge`.
 */
export const enterPayment = (
  deps: ChargeDeps,
  call: DeskCall<RecordPaymentBody>,
  conclude: Conclude,
): Promise<Concluded> => {
  const { caller, body, requestKey } = call;
  if (body.paymentMethod !== 'card') {
    return conclude((tx) => {
      const payment = take(tx, enteredPayment(tx, caller, body));
      settleDebt(tx, payment);
      return paymentView(payment);
    });
  }
  const begin = (tx: Tx) => {
    const { paymentMethod: _, ...taking } = enteredPayment(tx, caller, body);
    requireAccepted(tx, taking.site.id);
    const card = cardToCharge(tx, taking.client.id, body.paymentMethodId, deps);
    return { ...taking, card, follows: 'desk', facts: {}, isAutomatic: false, requestKey };
  };
  return chargeCard(deps, begin, (_tx, payment) => paymentView(payment), conclude);
};

/**
 * Sells a plan, taking the money at once or charging a saved card.
 * @throws Problem as `sell`; for a card as `chargeCard` and `cardToCharge`.
 */
export const sellPackage = (
  deps: ChargeDeps,
  call: DeskCall<SellPackageBody>,
  conclude: Conclude,
): Promise<Concluded> => {
  const { caller, body, requestKey } = call;
  if (!isByCard(body)) {
    return conclude((tx) => {
      const sold = sell(tx, caller, body);
      return { ...packageView(tx, sold.package), payment: paymentView(sold.payment) };
    });
  }
  const answer = (tx: Tx, payment: PaymentRecord) => {
    const sold = payment.packageId === null ? undefined : Package.rows.find(tx, payment.packageId);
    if (sold === undefined) throw new Error(`the payment '${payment.id}' is complete and has no package`);
    return { ...packageView(tx, sold), payment: paymentView(payment) };
  };
  return chargeCard(deps, (tx) => ({ ...sellByCard(tx, caller, body, deps), requestKey }), answer, conclude);
};
