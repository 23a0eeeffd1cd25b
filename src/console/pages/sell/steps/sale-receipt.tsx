import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../base/texts.tsx';
import { useMailReceipt } from '../../../parts/desk/mail-receipt.tsx';
import { receiptQuery } from '../../../parts/desk/receipt.ts';
import { paymentQuery } from '../../../parts/payments/queries.ts';
import { ReceiptPaper } from '../../../parts/payments/receipt-paper.tsx';
import { useMayVoid, VoidDialog } from '../../../parts/payments/void-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { Status } from '../../../ui/notices/status.tsx';
import { type Booked, SoldPlace } from '../sold-place.tsx';

interface SaleReceiptProps {
  readonly paymentId: string | null;
  /** What happened, in a sentence. */
  readonly said: string;
  /** The place in a class that was sold with it. */
  readonly booked: Booked | undefined;
  readonly onNext: () => void;
}

/** The end of a sale: what happened, and its receipt to print or to send. */
export const SaleReceipt = ({ paymentId, said, booked, onNext }: SaleReceiptProps) => {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  const receipt = useQuery({ ...receiptQuery(paymentId ?? ''), enabled: paymentId !== null });
  const sale = useQuery({ ...paymentQuery(paymentId ?? ''), enabled: paymentId !== null });
  const mayVoid = useMayVoid();
  const [isVoiding, setVoiding] = useState(false);
  const mail = useMailReceipt(paymentId ?? '', receipt.data);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="split sell" data-aside="wide">
      <section className="stack" aria-labelledby="sold">
        <h2 id="sold" tabIndex={-1} ref={heading}>
          <Status icon={CircleCheck} tone="positive">
            {said}
          </Status>
        </h2>
        {booked !== undefined && <SoldPlace {...booked} onCheckedIn={() => heading.current?.focus()} />}
        <div className="row" data-wrap="">
          <Button variant="primary" onPress={onNext} autoFocus>
            {t('sell.nextSale')}
          </Button>
          {receipt.data !== undefined && (
            <Button onPress={() => window.print()} icon={Printer}>
              {t('sell.print')}
            </Button>
          )}
          {receipt.data !== undefined && mail.button}
          {sale.data !== undefined && mayVoid(sale.data) && (
            <Button onPress={() => setVoiding(true)}>{t('client.void')}</Button>
          )}
        </div>
        {mail.outcome}
        {isVoiding && sale.data !== undefined && (
          <VoidDialog payment={sale.data} onDone={onNext} onClose={() => setVoiding(false)} />
        )}
      </section>
      <aside className="receipt-aside" aria-label={t('sell.receipt')}>
        {receipt.isError && <LoadError error={receipt.error} onRetry={() => void receipt.refetch()} />}
        {receipt.data !== undefined && <ReceiptPaper receipt={receipt.data} />}
      </aside>
    </div>
  );
};
