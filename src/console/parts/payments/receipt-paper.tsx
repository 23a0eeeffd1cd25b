import { Fragment } from 'react';
import type { Schemas } from '../../api/types.ts';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { Logo } from '../../ui/pictures/logo.tsx';
import { METHOD_WORDS } from './method-words.ts';

type Receipt = Schemas['Receipt'];

const addressOf = ({ address }: Receipt['site']): string =>
  address === null
    ? ''
    : [address.line1, address.line2, [address.postalCode, address.city].filter(Boolean).join(' ')]
        .filter(Boolean)
        .join(', ');

/** A receipt as it is printed: the studio, the lines, the tax, the total, and what is left of the package. */
export const ReceiptPaper = ({ receipt }: { receipt: Receipt }) => {
  const t = useText();
  const { money, dayTime, date } = useFormats(receipt.site.timezone);
  const { studio, site, client, number, paidAt, currency, card, package: pack } = receipt;
  const of = (amount: number): string => money(amount, currency);
  const reason = receipt.lineItems.find(({ discountReason }) => discountReason != null)?.discountReason;
  const paidBy =
    card === null ? t(METHOD_WORDS[receipt.paymentMethod]) : t('client.methodCardEnding', { last4: card.last4 });
  return (
    <div className="paper">
      <div className="receipt">
        <header>
          <Logo url={studio.logoUrl} />
          <div>
            <b className="strong">{studio.name}</b>
            <p className="small quiet">{[site.name, addressOf(site)].filter((part) => part !== '').join(', ')}</p>
          </div>
        </header>
        <dl className="lines">
          {number !== null && (
            <>
              <dt>{t('client.receiptNumber')}</dt>
              <dd>{number}</dd>
            </>
          )}
          <dt>{t('client.receiptPaid')}</dt>
          <dd>{dayTime(paidAt)}</dd>
          {client !== null && (
            <>
              <dt>{t('client.receiptFor')}</dt>
              <dd>{client.name}</dd>
            </>
          )}
        </dl>
        <dl className="lines">
          {receipt.lineItems.map((line) => (
            <Fragment key={`${line.description} ${line.referenceId}`}>
              <dt>
                {line.description}
                {line.quantity > 1 && <small>{t('client.receiptQuantity', { count: line.quantity })}</small>}
              </dt>
              <dd>{of(line.unitAmount * line.quantity)}</dd>
            </Fragment>
          ))}
          {receipt.discountAmount > 0 && (
            <>
              <dt>{reason ?? t('client.receiptDiscount')}</dt>
              <dd>−{of(receipt.discountAmount)}</dd>
            </>
          )}
          {receipt.taxAmount > 0 && (
            <>
              <dt>{t(receipt.isTaxIncluded ? 'client.receiptTaxIncluded' : 'client.receiptTax')}</dt>
              <dd>{of(receipt.taxAmount)}</dd>
            </>
          )}
        </dl>
        <dl className="lines total">
          <dt>{t('client.receiptTotal')}</dt>
          <dd>{of(receipt.total)}</dd>
        </dl>
        <dl className="lines">
          <dt>{t('client.method')}</dt>
          <dd>{paidBy}</dd>
          {receipt.refunds.map((refund) => (
            <Fragment key={refund.createdAt}>
              <dt>{t('client.receiptRefunded', { date: date(refund.createdAt) })}</dt>
              <dd>−{of(refund.amount)}</dd>
            </Fragment>
          ))}
        </dl>
        {pack !== null && pack.creditsRemaining !== null && (
          <p className="small quiet">
            {t('words.passLeft', { name: pack.name, count: pack.creditsRemaining, held: pack.creditsHeld })}
            {pack.expiresAt === null ? '' : `. ${t('client.endsOn', { date: date(pack.expiresAt) })}`}
          </p>
        )}
      </div>
    </div>
  );
};
