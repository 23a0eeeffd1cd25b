import { Clock, TriangleAlert } from 'lucide-react';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { howPaid } from '../../parts/payments/method-words.ts';
import { PURPOSES } from '../../parts/payments/purpose-words.ts';
import type { Payment } from '../../parts/payments/queries.ts';
import { LOOKS, pendingRefund } from '../../parts/payments/words.ts';
import { Status } from '../../ui/notices/status.tsx';

/** The state of a payment; that a refund is on its way comes first. */
export const PaymentStatus = ({ payment }: { payment: Payment }) => {
  const t = useText();
  if (pendingRefund(payment) > 0) {
    return (
      <Status icon={Clock} tone="info">
        {t('payments.refundPending')}
      </Status>
    );
  }
  if (payment.dispute?.decision === null && payment.dispute.status !== 'won') {
    return (
      <Status icon={TriangleAlert} tone="critical">
        {t('payments.disputed')}
      </Status>
    );
  }
  if (payment.processing) {
    return (
      <Status icon={Clock} tone="info">
        {t('payments.processing')}
      </Status>
    );
  }
  const { icon, word, tone } = LOOKS[payment.status];
  return (
    <Status icon={icon} tone={tone}>
      {t(word)}
    </Status>
  );
};

/** Who paid, what for and how, in words. */
export const usePaymentWords = () => {
  const t = useText();
  return {
    whoOf: ({ client }: Payment): string => client?.fullName ?? t('words.otherSiteClient'),
    whatOf: ({ description, purpose }: Payment): string => description ?? t(PURPOSES[purpose]),
    howOf: (payment: Payment): string => howPaid(t, payment),
  };
};

/** How much of a payment went back, as a bar and in words; nothing where all of it was kept. */
export const RefundBar = ({ payment }: { payment: Payment }) => {
  const t = useText();
  const { money } = useFormats();
  const { amount, amountRefunded, currency } = payment;
  const pending = pendingRefund(payment);
  if (amount === 0 || amountRefunded + pending === 0) return null;
  const values = { amount: money(amountRefunded, currency), total: money(amount, currency) };
  const text = t('payments.refundedOf', values);
  return (
    <div className="refund-bar">
      <span className="meter" role="img" aria-label={text}>
        <i style={{ inlineSize: `${(100 * amountRefunded) / amount}%` }} />
        <i data-part="expected" style={{ inlineSize: `${(100 * pending) / amount}%` }} />
      </span>
      <span className="small quiet">
        <span aria-hidden="true">{text}</span>
        {pending > 0 && <> {t('payments.refundOnItsWay', { amount: money(pending, currency) })}</>}
      </span>
    </div>
  );
};
