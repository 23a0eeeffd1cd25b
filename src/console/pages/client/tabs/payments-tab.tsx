import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock, type LucideIcon, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { TextKey } from '../../../../texts/translate.ts';
import { useFormats } from '../../../formats.ts';
import { useCan } from '../../../session.ts';
import { useWhoMay } from '../../../shell/ask-who.tsx';
import { useText } from '../../../texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { LeadCell, PagedTable } from '../../../ui/paged-table.tsx';
import { Status, type Tone } from '../../../ui/status.tsx';
import { METHOD_WORDS } from '../payments/method-words.ts';
import { PURPOSES } from '../payments/purpose-words.ts';
import { ReceiptDialog } from '../payments/receipt-dialog.tsx';
import { RefundDialog } from '../payments/refund-dialog.tsx';
import { useMayVoid, VoidDialog } from '../payments/void-dialog.tsx';
import { type Client, type Payment, paymentsQuery } from '../queries.ts';

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

/** The payments of a client, with receipts and refunds. */
export const PaymentsTab = ({ client }: { client: Client }) => {
  const t = useText();
  const can = useCan();
  const { money, date } = useFormats();
  const query = useInfiniteQuery(paymentsQuery(client.id));
  const [open, setOpen] = useState<{ readonly act: 'receipt' | 'refund' | 'void'; readonly payment: Payment }>();
  const mayVoid = useMayVoid();
  const isRefundable = query.data?.pages.some(({ data }) => data.some(({ amountRefundable }) => amountRefundable > 0));
  const asked = useWhoMay('payments:refund', isRefundable === true && !can('payments:refund'));
  const close = (): void => setOpen(undefined);
  return (
    <>
      <PagedTable
        query={query}
        caption={t('client.payments')}
        empty={t('client.noPayments', { name: client.firstName })}
        columns={[
          { name: t('client.what') },
          { name: t('client.state') },
          { name: t('client.method'), priority: 3 },
          { name: t('client.amount'), isNumber: true },
        ]}
      >
        {(payment) => {
          const { description, purpose, status, amount, amountRefunded, currency, invoiceNumber } = payment;
          const { icon, word, tone } = LOOKS[status];
          const name = description ?? t(PURPOSES[purpose]);
          const details = payment.paymentMethodDetails;
          return (
            <>
              <td data-cell="lead">
                <LeadCell
                  name={<b className="strong">{name}</b>}
                  note={[date(payment.paidAt ?? payment.createdAt), invoiceNumber].filter(Boolean).join(', ')}
                />
              </td>
              <td data-priority="2">
                <Status icon={icon} tone={tone}>
                  {t(word)}
                </Status>
                {payment.failureMessage !== null && <small className="quiet"> {payment.failureMessage}</small>}
              </td>
              <td data-priority="3" className="quiet">
                {details === null
                  ? t(METHOD_WORDS[payment.paymentMethod])
                  : t('client.methodCardEnding', { last4: details.last4 })}
              </td>
              <td data-cell="side" className="num">
                {money(amount, currency)}
                {amountRefunded > 0 && (
                  <small className="quiet refunded">
                    {t('client.refundedSoFar', { amount: money(amountRefunded, currency) })}
                  </small>
                )}
              </td>
              <td data-cell="pay-acts" className="num">
                <span className="row pay-acts">
                  {payment.paidAt !== null && (
                    <Button size="small" variant="quiet" onPress={() => setOpen({ act: 'receipt', payment })}>
                      {t('client.receipt')}
                      <span className="visually-hidden"> {name}</span>
                    </Button>
                  )}
                  {mayVoid(payment) && (
                    <Button size="small" onPress={() => setOpen({ act: 'void', payment })}>
                      {t('client.void')}
                      <span className="visually-hidden"> {name}</span>
                    </Button>
                  )}
                  {payment.amountRefundable > 0 && can('payments:refund') && (
                    <Button size="small" onPress={() => setOpen({ act: 'refund', payment })}>
                      {t('client.refund')}
                      <span className="visually-hidden"> {name}</span>
                    </Button>
                  )}
                </span>
              </td>
            </>
          );
        }}
      </PagedTable>
      {asked !== undefined && <p className="small quiet">{t('client.askRefund', { name: asked })}</p>}
      {open?.act === 'receipt' && <ReceiptDialog paymentId={open.payment.id} onClose={close} />}
      {open?.act === 'void' && <VoidDialog payment={open.payment} onClose={close} />}
      {open?.act === 'refund' && <RefundDialog payment={open.payment} onClose={close} />}
    </>
  );
};
