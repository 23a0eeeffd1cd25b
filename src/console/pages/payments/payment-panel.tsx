import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { PendingPanel, SidePanel } from '../../lists/side-panel.tsx';
import { PURPOSES } from '../../parts/payments/purpose-words.ts';
import { type Payment, paymentQuery } from '../../parts/payments/queries.ts';
import { REASON_WORDS } from '../../parts/payments/reason-words.ts';
import { ReceiptDialog } from '../../parts/payments/receipt-dialog.tsx';
import { RefundDialog } from '../../parts/payments/refund-dialog.tsx';
import { useMayVoid, VoidDialog } from '../../parts/payments/void-dialog.tsx';
import { REFUND_LOOKS } from '../../parts/payments/words.ts';
import { useCan, useMe, useZoneOf } from '../../session/session.ts';
import { AskButton } from '../../shell/ask-button.tsx';
import { Button, Link } from '../../ui/button.tsx';
import { Status } from '../../ui/notices/status.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { Dispute } from './dispute.tsx';
import { PaymentStatus, RefundBar, usePaymentWords } from './payment-parts.tsx';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

const Facts = ({ payment }: { payment: Payment }) => {
  const t = useText();
  const { sites } = useMe();
  const site = sites.find(({ id }) => id === payment.siteId);
  const { dayTime } = useFormats(useZoneOf()(payment.siteId));
  const { howOf } = usePaymentWords();
  const { purpose, paidAt, failedAt, failureMessage, invoiceNumber, package: pack } = payment;
  return (
    <dl className="facts">
      <Fact name={t('payments.purpose')}>{t(PURPOSES[purpose])}</Fact>
      <Fact name={t('client.method')}>{howOf(payment)}</Fact>
      {paidAt !== null && <Fact name={t('payments.paidAt')}>{dayTime(paidAt)}</Fact>}
      {failedAt !== null && <Fact name={t('payments.failedAt')}>{dayTime(failedAt)}</Fact>}
      {failureMessage !== null && <Fact name={t('payments.failure')}>{failureMessage}</Fact>}
      {pack != null && <Fact name={t('client.forPackage')}>{pack.name}</Fact>}
      {site !== undefined && <Fact name={t('lists.site')}>{site.name}</Fact>}
      {invoiceNumber !== null && <Fact name={t('client.receiptNumber')}>{invoiceNumber}</Fact>}
    </dl>
  );
};

const Lines = ({ payment }: { payment: Payment }) => {
  const t = useText();
  const { money } = useFormats();
  const { lineItems, currency, taxAmount, discountAmount, amount } = payment;
  const of = (value: number): string => money(value, currency);
  return (
    <section className="stack" aria-label={t('payments.lines')}>
      <h3>{t('payments.lines')}</h3>
      <dl className="lines">
        {lineItems.map((line) => (
          <Fragment key={`${line.description} ${line.referenceId} ${line.amount}`}>
            <dt>
              {line.description}
              {line.quantity > 1 && <small>{t('client.receiptQuantity', { count: line.quantity })}</small>}
              {line.discountReason && <small>{line.discountReason}</small>}
            </dt>
            <dd>{of(line.unitAmount * line.quantity)}</dd>
          </Fragment>
        ))}
        {discountAmount > 0 && (
          <>
            <dt>{t('client.receiptDiscount')}</dt>
            <dd>−{of(discountAmount)}</dd>
          </>
        )}
        {taxAmount > 0 && (
          <>
            <dt>{t('payments.tax')}</dt>
            <dd>{of(taxAmount)}</dd>
          </>
        )}
      </dl>
      <dl className="lines total">
        <dt>{t('client.receiptTotal')}</dt>
        <dd>{of(amount)}</dd>
      </dl>
    </section>
  );
};

const Refunds = ({ payment }: { payment: Payment }) => {
  const t = useText();
  const { money, date } = useFormats(useZoneOf()(payment.siteId));
  if (payment.refunds.length === 0) return null;
  return (
    <section className="stack" aria-label={t('payments.refunds')}>
      <h3>{t('payments.refunds')}</h3>
      <RefundBar payment={payment} />
      <ul className="refund-list">
        {payment.refunds.map(({ id, amount, currency, status, reason, notes, createdAt }) => {
          const { icon, word, tone } = REFUND_LOOKS[status];
          const about = [reason === null ? '' : t(REASON_WORDS[reason]), notes ?? ''].filter((part) => part !== '');
          return (
            <li key={id}>
              <span className="spread">
                <b className="strong">{money(amount, currency)}</b>
                <Status icon={icon} tone={tone}>
                  {t(word)}
                </Status>
              </span>
              <small className="quiet">{[date(createdAt), ...about].join(', ')}</small>
            </li>
          );
        })}
      </ul>
    </section>
  );
};

interface PaymentPanelProps {
  readonly id: string;
  readonly takesFocus: boolean;
  readonly onClose: () => void;
}

/** One payment: what was bought, how it was paid, what went back; with its receipt and a refund. */
export const PaymentPanel = ({ id, takesFocus, onClose }: PaymentPanelProps) => {
  const t = useText();
  const can = useCan();
  const { money } = useFormats();
  const { whoOf, whatOf } = usePaymentWords();
  const { data: payment, error, refetch } = useQuery(paymentQuery(id));
  const [open, setOpen] = useState<'receipt' | 'refund' | 'void'>();
  const mayVoid = useMayVoid();
  const closeDialog = (): void => setOpen(undefined);
  if (payment === undefined) {
    return (
      <PendingPanel {...{ id, takesFocus, onClose, error }} title={t('payments.one')} onRetry={() => void refetch()} />
    );
  }
  const name = whoOf(payment);
  const hasPage = payment.client != null && can('clients:read');
  return (
    <SidePanel
      id={id}
      title={
        hasPage ? (
          <Link
            to="/clients/$clientId/{-$tab}"
            params={{ clientId: payment.clientId, tab: 'payments' }}
            className="plain"
          >
            {name}
          </Link>
        ) : (
          name
        )
      }
      note={whatOf(payment)}
      face={<Avatar name={name} photoUrl={payment.client?.photoUrl ?? null} size="large" />}
      takesFocus={takesFocus}
      onClose={onClose}
    >
      <div className="spread">
        <b className="panel-amount">{money(payment.amount, payment.currency)}</b>
        <PaymentStatus payment={payment} />
      </div>
      {(payment.paidAt !== null || payment.amountRefundable > 0) && (
        <div className="row panel-actions" data-wrap="">
          {payment.paidAt !== null && (
            <Button size="small" onPress={() => setOpen('receipt')}>
              {t('client.receipt')}
            </Button>
          )}
          {mayVoid(payment) && (
            <Button size="small" onPress={() => setOpen('void')}>
              {t('client.void')}
            </Button>
          )}
          {payment.amountRefundable > 0 &&
            (can('payments:refund') ? (
              <Button size="small" onPress={() => setOpen('refund')}>
                {t('payments.refundAct')}
              </Button>
            ) : (
              <AskButton permission="payments:refund">{t('payments.refundAct')}</AskButton>
            ))}
        </div>
      )}
      <Dispute payment={payment} />
      <Refunds payment={payment} />
      <Lines payment={payment} />
      <Facts payment={payment} />
      {open === 'receipt' && <ReceiptDialog paymentId={id} onClose={closeDialog} />}
      {open === 'void' && <VoidDialog payment={payment} onClose={closeDialog} />}
      {open === 'refund' && <RefundDialog payment={payment} onClose={closeDialog} />}
    </SidePanel>
  );
};
