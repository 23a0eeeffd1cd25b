import { type Expansion, loadWith } from '../../http/expansions.ts';
import { withoutIntegrationFields } from '../../records/member-fields.ts';
import { type PaymentRecord, paymentsById } from './queries.ts';
import { Payment, type PaymentResponse, type RefundResponse } from './record.ts';
import type { MemberPaymentResponse } from './shapes.ts';

/** Refunds in the order in which they were requested. */
const refundsOf = (row: PaymentRecord): RefundResponse[] => {
  const refunds: RefundResponse[] = JSON.parse(row.refunds);
  return refunds.sort((left, right) => (left.id < right.id ? -1 : 1));
};

export const paymentView = (row: PaymentRecord): PaymentResponse => ({ ...Payment.view(row), refunds: refundsOf(row) });

/** A payment as the member who paid sees it: without what only staff and integrations need. */
export const memberPaymentView = (row: PaymentRecord): MemberPaymentResponse => {
  const {
    processor: _processor,
    client: _client,
    soldByStaffId: _seller,
    dispute: _dispute,
    ...response
  } = withoutIntegrationFields(paymentView(row));
  const { package: _package, booking: _booking, refunds, ...payment } = response;
  return { ...payment, refunds: refunds.map(({ notes: _notes, createdByStaffId: _staff, ...refund }) => refund) };
};

/** Includes the payment that the field `from` names; for a restricted caller, payments of other sites stay null. */
export const paymentExpansion = (from: string): Expansion => ({
  from,
  readBy: ['getPayment', 'manageGetPayment'],
  load: loadWith(paymentsById, Payment.canAccess, () => paymentView),
});
