import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useMailReceipt } from '../../desk/mail-receipt.tsx';
import { receiptQuery } from '../../desk/receipt.ts';
import { useFormats } from '../../formats.ts';
import { useSite } from '../../shell/site.ts';
import { useText } from '../../texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Status } from '../../ui/status.tsx';
import { useMayVoid, VoidDialog } from '../client/payments/void-dialog.tsx';
import { paymentQuery } from '../payments/queries.ts';
import type { Receipt } from './queries.ts';

/** A receipt as it is printed: 72 mm wide. */
const Paper = ({ receipt }: { receipt: Receipt }) => {
  const t = useText();
  const { money, dayTime, date } = useFormats(useSite().timezone);
  const { studio, site, client, lineItems, currency, total, taxAmount, number, paidAt } = receipt;
  return (
    <div className="paper">
      <div className="receipt" data-print="">
        <header>
          <Logo url={studio.logoUrl} />
          <div>
            <b className="strong">{studio.name}</b>
            <p className="small quiet">
              {[site.name, site.address?.line1, site.address?.city].filter(Boolean).join(', ')}
            </p>
            <p className="small quiet">{dayTime(paidAt)}</p>
          </div>
        </header>
        <p className="small">
          {number !== null && t('sell.number', { number })} {client?.name}
        </p>
        <dl className="lines">
          {lineItems.flatMap((line) => [
            <dt key={`${line.description} name`}>
              {line.description}
              {line.discountAmount > 0 && <small>{line.discountReason ?? t('sell.discount')}</small>}
            </dt>,
            <dd key={`${line.description} amount`}>{money(line.amount, currency)}</dd>,
          ])}
        </dl>
        <dl className="lines total">
          <dt>
            {t('sell.total')}
            {taxAmount > 0 && <small>{t('sell.tax', { amount: money(taxAmount, currency) })}</small>}
          </dt>
          <dd>{money(total, currency)}</dd>
        </dl>
        {receipt.package?.expiresAt != null && (
          <p className="small quiet">{t('sell.until', { date: date(receipt.package.expiresAt) })}</p>
        )}
      </div>
    </div>
  );
};

interface SoldProps {
  readonly paymentId: string | null;
  /** What happened, in a sentence. */
  readonly said: string;
  readonly onNext: () => void;
}

/** The end of a sale: what happened, and its receipt to print or to send. */
export const Sold = ({ paymentId, said, onNext }: SoldProps) => {
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
        <div className="row" data-wrap="">
          <Button variant="primary" onPress={onNext} autoFocus>
            {t('sell.nextSale')}
          </Button>
          {receipt.data !== undefined && (
            <Button onPress={() => window.print()}>
              <Icon of={Printer} />
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
        {receipt.isError && <Failure error={receipt.error} onRetry={() => void receipt.refetch()} />}
        {receipt.data !== undefined && <Paper receipt={receipt.data} />}
      </aside>
    </div>
  );
};
