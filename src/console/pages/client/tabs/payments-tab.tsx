import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock, type LucideIcon, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { TextKey } from '../../../../texts/translate.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats, useFormatsIn } from '../../../formats/use-formats.ts';
import { type Client, type Payment, paymentsQuery } from '../../../parts/client/queries.ts';
import { howPaid } from '../../../parts/payments/method-words.ts';
import { PURPOSES } from '../../../parts/payments/purpose-words.ts';
import { ReceiptDialog } from '../../../parts/payments/receipt-dialog.tsx';
import { RefundDialog } from '../../../parts/payments/refund-dialog.tsx';
import { useMayVoid, VoidDialog } from '../../../parts/payments/void-dialog.tsx';
import { useCan, useZoneOf } from '../../../session/session.ts';
import { useWhoMay } from '../../../shell/ask-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { Status, type Tone } from '../../../ui/notices/status.tsx';
import type { ListColumn } from '../../../ui/tables/columns.ts';
import { LeadCell, PagedTable } from '../../../ui/tables/paged-table.tsx';

interface Look {
  readonly icon: LucideIcon;
  readonly word: TextKey;
  readonly tone?: Tone;
}

const LOOKS: Readonly<Record<Payment['status'], Look>> = {
  completed: { icon: CircleCheck, word: 'client.payCompleted', tone: 'positive' },
  pending: { icon: Clock, word: 'client.payPending', tone: 'info' },
  failed: { icon: CircleX, word: 'client.payFailed', tone: 'critical' },
  refunded: { icon: Undo2, word: 'client.payRefunded' },
  partially_refunded: { icon: Undo2, word: 'client.payPartly' },
};
const PROCESSING: Look = { icon: Clock, word: 'payments.processing', tone: 'info' };
const DISPUTED: Look = { icon: CircleX, word: 'payments.disputed', tone: 'critical' };

const lookOf = ({ status, processing, dispute }: Payment): Look => {
  if (dispute?.decision === null && dispute.status !== 'won') return DISPUTED;
  return processing ? PROCESSING : LOOKS[status];
};

interface Opened {
  readonly act: 'receipt' | 'refund' | 'void';
  readonly payment: Payment;
}

/** What a payment was for. */
const useNameOf = () => {
  const t = useText();
  return ({ description, purpose }: Payment): string => description ?? t(PURPOSES[purpose]);
};

interface PaymentActsProps {
  readonly payment: Payment;
  readonly onOpen: (opened: Opened) => void;
}

/** What can be done with a payment. */
const PaymentActions = ({ payment, onOpen }: PaymentActsProps) => {
  const t = useText();
  const can = useCan();
  const name = useNameOf()(payment);
  const mayVoid = useMayVoid();
  return (
    <span className="row pay-actions">
      {payment.paidAt !== null && (
        <Button size="small" variant="quiet" onPress={() => onOpen({ act: 'receipt', payment })}>
          {t('client.receipt')}
          <span className="visually-hidden"> {name}</span>
        </Button>
      )}
      {mayVoid(payment) && (
        <Button size="small" onPress={() => onOpen({ act: 'void', payment })}>
          {t('client.void')}
          <span className="visually-hidden"> {name}</span>
        </Button>
      )}
      {payment.amountRefundable > 0 && can('payments:refund') && (
        <Button size="small" onPress={() => onOpen({ act: 'refund', payment })}>
          {t('client.refund')}
          <span className="visually-hidden"> {name}</span>
        </Button>
      )}
    </span>
  );
};

const useColumns = (onOpen: (opened: Opened) => void): readonly ListColumn<Payment>[] => {
  const t = useText();
  const { money } = useFormats();
  const formatsIn = useFormatsIn();
  const zoneOf = useZoneOf();
  const dateOf = ({ paidAt, createdAt, siteId }: Payment): string =>
    formatsIn(zoneOf(siteId)).date(paidAt ?? createdAt);
  const nameOf = useNameOf();
  return [
    {
      id: 'what',
      name: t('client.what'),
      part: 'lead',
      cell: (payment) => (
        <LeadCell
          name={<b className="strong">{nameOf(payment)}</b>}
          note={[dateOf(payment), payment.invoiceNumber].filter(Boolean).join(', ')}
        />
      ),
    },
    {
      id: 'state',
      name: t('client.state'),
      cell: (payment) => {
        const { icon, word, tone } = lookOf(payment);
        const { failureMessage } = payment;
        return (
          <>
            <Status icon={icon} tone={tone}>
              {t(word)}
            </Status>
            {failureMessage !== null && <small className="quiet"> {failureMessage}</small>}
          </>
        );
      },
    },
    {
      id: 'method',
      name: t('client.method'),
      priority: 3,
      cell: (payment) => howPaid(t, payment),
    },
    {
      id: 'amount',
      name: t('client.amount'),
      part: 'side',
      isNumber: true,
      cell: ({ amount, amountRefunded, currency }) => (
        <>
          {money(amount, currency)}
          {amountRefunded > 0 && (
            <small className="quiet refunded">
              {t('client.refundedSoFar', { amount: money(amountRefunded, currency) })}
            </small>
          )}
        </>
      ),
    },
    {
      id: 'actions',
      name: t('common.actions'),
      part: 'pay-actions',
      isUnnamed: true,
      className: 'num',
      cell: (payment) => <PaymentActions payment={payment} onOpen={onOpen} />,
    },
  ];
};

/** The payments of a client, with receipts and refunds. */
export const PaymentsTab = ({ client }: { client: Client }) => {
  const t = useText();
  const can = useCan();
  const query = useInfiniteQuery(paymentsQuery(client.id));
  const [open, setOpen] = useState<Opened>();
  const columns = useColumns(setOpen);
  const isRefundable = query.data?.pages.some(({ data }) => data.some(({ amountRefundable }) => amountRefundable > 0));
  const asked = useWhoMay('payments:refund', isRefundable === true && !can('payments:refund'));
  const close = (): void => setOpen(undefined);
  return (
    <>
      <PagedTable
        query={query}
        caption={t('client.payments')}
        empty={t('client.noPayments', { name: client.firstName })}
        columns={columns}
      />
      {asked !== undefined && <p className="small quiet">{t('client.askRefund', { name: asked })}</p>}
      {open?.act === 'receipt' && <ReceiptDialog paymentId={open.payment.id} onClose={close} />}
      {open?.act === 'void' && <VoidDialog payment={open.payment} onClose={close} />}
      {open?.act === 'refund' && <RefundDialog payment={open.payment} onClose={close} />}
    </>
  );
};
