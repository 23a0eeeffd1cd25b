// What a refund would do.

import { Type } from '@sinclair/typebox';
import type { Tx } from '../../../database/database.ts';
import { PAYMENT_STATUSES } from '../../../events/enumerations.ts';
import type { Call, Trial } from '../../../http/operations/call.ts';
import type { ReadableAmong, RequireOperation } from '../../../http/operations/rights.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { inMinorUnits } from '../../../kernel/minor-units.ts';
import {
  count,
  currency,
  described,
  flag,
  id,
  nullable,
  object,
  oneOf,
  type Static,
  shape,
} from '../../../kernel/schemas.ts';
import { Consequences, consequenceFields, simulateAll } from '../../consequences.ts';
import type { Asking } from '../../notified.ts';
import { voidedCredits, WITHOUT_REST } from '../../packages/lifecycle/preview.ts';
import { Package } from '../../packages/record.ts';
import { statusAt } from '../../packages/states.ts';
import { packageCancellations } from '../../packages/tables.ts';
import type { Reactions, RefundReactions } from '../../reactions.ts';
import { findPayment, type PaymentRecord } from '../queries.ts';
import { refundable } from '../record.ts';
import type { RefundPaymentBody } from '../shapes.ts';
import { type RefundDeps, requireRefundable } from './refund-payment.ts';
import { chargeOf, completeRefund, reserveRefund, voidFree } from './refunds.ts';
import { isOwnSale, requireVoidable } from './void.ts';

/** Whoever did not sell it needs what a refund needs. @throws Problem 403. */
export const requireVoidRights = (
  { requireOperation }: Pick<PreviewDeps, 'requireOperation'>,
  caller: Caller,
  payment: PaymentRecord,
): void => {
  if (!isOwnSale(caller, payment)) requireOperation(caller, ['refundPayment']);
};

interface PreviewDeps extends RefundDeps {
  readonly reactions: RefundReactions & Pick<Reactions, 'goOnCancelling'>;
  readonly readableAmong: ReadableAmong;
  readonly requireOperation: RequireOperation;
}

const paidPackage = object(() => ({
  packageId: id(),
  name: Type.String(),
  isCancelled: described(flag(), 'Whether it would be canceled.'),
  creditsVoided: described(count(), 'The number of its credits that would become void.'),
  creditsRemaining: described(
    nullable(count()),
    'The number of credits it would then have. `null` without a number of credits.',
  ),
}));

const RefundPreview = shape('RefundPreview', () => ({
  object: Type.Literal('refund_preview'),
  paymentId: id(),
  amount: inMinorUnits(count()),
  currency: currency(),
  goesThrough: described(oneOf('processor', 'desk'), '`processor`: back to the card; `desk`: staff return it.'),
  paymentStatus: described(oneOf(...PAYMENT_STATUSES), 'The status the payment would then have.'),
  amountRefundable: described(count(), 'The amount that could then still be refunded, in the smallest currency unit.'),
  package: described(
    nullable(paidPackage),
    'The package the payment paid for. `null` without one, or if you cannot read it.',
  ),
  ...consequenceFields(),
}));
type RefundPreviewResponse = Static<typeof RefundPreview>;

type PreviewedCall = Call<Caller, object, RefundPaymentBody, PaymentRecord>;

const packageOf = (
  { read, caller, readableAmong }: Asking,
  packageId: string | null,
  creditsVoided: number,
): RefundPreviewResponse['package'] => {
  const row = packageId === null ? undefined : Package.rows.find(read, packageId);
  if (row === undefined || !Package.canAccess(caller, row)) return null;
  if (!readableAmong(read, caller, ['getPackage', 'manageGetPackage'], [row.id]).has(row.id)) return null;
  const { id: ownId, name, creditsRemaining } = row;
  return {
    packageId: ownId,
    name,
    isCancelled: statusAt(row, read.now) === 'cancelled',
    creditsVoided,
    creditsRemaining,
  };
};

/** @param isVoid whether the whole sale is taken back. */
export const refundPreview = (deps: PreviewDeps, isVoid = false): Trial<PreviewedCall> => ({
  response: RefundPreview,
  async run({ caller, id: paymentId, record, body = {} }, simulate) {
    if (isVoid) requireVoidRights(deps, caller, record);
    else if (body.cancelPackage === true) deps.requireOperation(caller, ['cancelPackage']);
    const { packageId } = record;
    const consequences = new Consequences();
    /** What the request does, when the processor answers that it has refunded. */
    const refund = (tx: Tx, reactions: RefundReactions): PaymentRecord => {
      const payment = findPayment(tx, caller, paymentId);
      requireRefundable(deps, payment);
      if (isVoid) requireVoidable(tx, payment);
      if (isVoid && payment.amount === 0) voidFree(tx, payment, reactions);
      else completeRefund(tx, reserveRefund(tx, payment, body, { caller, isVoid }).id, null, reactions);
      return findPayment(tx, caller, paymentId);
    };
    const { amount, after, paid } = await simulate((tx, events) => {
      const before = refundable(findPayment(tx, caller, paymentId));
      const row = refund(tx, WITHOUT_REST);
      const asking = { read: tx, caller, readableAmong: deps.readableAmong };
      const voided = packageId === null ? 0 : voidedCredits(events, packageId);
      return { amount: before - refundable(row), after: row, paid: packageOf(asking, packageId, voided) };
    });
    await simulateAll(simulate, consequences, {
      unfinished: packageCancellations,
      id: packageId ?? '',
      begin: (tx) => refund(tx, deps.reactions),
      repeat: (tx) => void refund(tx, WITHOUT_REST),
      goOn: (tx) => deps.reactions.goOnCancelling(tx, 'package', packageId ?? ''),
    });
    const { readableAmong } = deps;
    const done = await simulate((tx) => consequences.view({ read: tx, caller, readableAmong }));
    return {
      object: 'refund_preview',
      paymentId,
      amount,
      currency: after.currency,
      goesThrough: chargeOf(after) === null ? 'desk' : 'processor',
      paymentStatus: after.status,
      amountRefundable: refundable(after),
      package: paid,
      ...done,
    };
  },
});
