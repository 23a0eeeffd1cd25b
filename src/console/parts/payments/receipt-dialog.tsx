import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useText } from '../../base/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadError } from '../../ui/notices/errors.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { SkeletonRows } from '../../ui/tables/skeleton-rows.tsx';
import { useMailReceipt } from '../desk/mail-receipt.tsx';
import { receiptQuery } from '../desk/receipt.ts';
import { ReceiptPaper } from './receipt-paper.tsx';

/** The receipt of a payment, to look at, to print and to send. */
export const ReceiptDialog = ({ paymentId, onClose }: { paymentId: string; onClose: () => void }) => {
  const t = useText();
  const { data, error, refetch } = useQuery(receiptQuery(paymentId));
  const mail = useMailReceipt(paymentId, data);
  return (
    <Dialog title={t('client.receipt')} onClose={onClose}>
      {error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonRows />}
      {data !== undefined && <ReceiptPaper receipt={data} />}
      {mail.outcome}
      <div className="row" data-wrap="">
        <Button
          key={String(data === undefined)}
          variant="primary"
          autoFocus
          onPress={() => window.print()}
          icon={Printer}
        >
          {t('client.print')}
        </Button>
        {data !== undefined && mail.button}
        <Button onPress={onClose}>{t('words.close')}</Button>
      </div>
    </Dialog>
  );
};
