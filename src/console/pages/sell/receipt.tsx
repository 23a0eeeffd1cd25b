import { CircleCheck } from 'lucide-react';
import { ApiError } from '../../api/client.ts';
import { Text, useText } from '../../base/texts.tsx';
import { nowMs, useNow } from '../../base/time/now.ts';
import { useFormats } from '../../formats/use-formats.ts';
import type { SalePreview } from '../../parts/sell/queries.ts';
import { useMe, useSite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { ActionError } from '../../ui/notices/errors.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';
import { Logo } from '../../ui/pictures/logo.tsx';
import { Adjust } from './adjust.tsx';
import type { Sale } from './sale.ts';

/** What the client has after the sale, as the server says it. */
const Then = ({ preview, name }: { preview: SalePreview; name: string }) => {
  const t = useText();
  const { dayTime } = useFormats(useSite().timezone);
  const { booking, creditsAfter, hasUnlimited } = preview;
  const now = useNow();
  const seat = booking == null ? 'none' : booking.status;
  return (
    <p className="then quiet small">
      <Icon of={CircleCheck} />
      <span>
        <Text id="sell.after" values={{ name, count: creditsAfter, unlimited: hasUnlimited ? 'yes' : 'no', seat }} />
        {booking?.freeCancelUntil != null && (
          <small className="quiet">
            {' '}
            {Date.parse(booking.freeCancelUntil) > now
              ? t('sell.freeUntil', { when: dayTime(booking.freeCancelUntil) })
              : t('sell.freeOver')}
          </small>
        )}
      </span>
    </p>
  );
};

interface ReceiptProps {
  readonly sale: Sale;
  readonly preview: SalePreview | undefined;
  /** Why there is no preview, or why the sale was refused. */
  readonly error: unknown;
  readonly clientName: string | undefined;
  readonly isPending: boolean;
  readonly onTake: () => void;
}

/** The receipt as it will be, with the button that takes the money. */
export const ReceiptAside = ({ sale, preview, error, clientName, isPending, onTake }: ReceiptProps) => {
  const t = useText();
  const { studio } = useMe();
  const site = useSite();
  const { money, date, dayTime } = useFormats(site.timezone);
  const isChosen = sale.body !== undefined;
  const codeProblem = error instanceof ApiError && sale.code !== '' ? error.detail('discountCode') : undefined;
  const listPrice = sale.plan === undefined ? '' : money(sale.plan.price, sale.plan.currency);
  const most = sale.plan === undefined ? '' : money(sale.priceAmount ?? sale.plan.price, sale.plan.currency);
  const isTooMuch = error instanceof ApiError && error.detail('discountAmount') !== undefined;
  const discountProblem = isTooMuch ? t('sell.discountMost', { amount: most }) : undefined;
  const isFull = error instanceof ApiError && error.code === 'session_full';
  const isSaid = codeProblem !== undefined || discountProblem !== undefined;
  const take =
    preview === undefined ? t('sell.takeNothing') : t('sell.take', { amount: money(preview.amount, preview.currency) });
  return (
    <aside className="receipt-aside" aria-label={t('sell.receipt')}>
      <div className="paper">
        <div className="receipt">
          <header>
            <Logo url={studio.logoUrl} />
            <div>
              <b className="strong">{studio.name}</b>
              <p className="small quiet">
                {site.name}, {dayTime(nowMs())}
              </p>
            </div>
          </header>
          {!isChosen && <p className="quiet">{t('sell.empty')}</p>}
          {isChosen && (
            <>
              <dl className="lines">
                {preview === undefined && [<dt key="name">{sale.plan?.name}</dt>, <dd key="price">{listPrice}</dd>]}
                {preview?.lineItems.flatMap((line) => [
                  <dt key={`${line.description} name`}>
                    {line.description}
                    {preview.package.expiresAt !== null && (
                      <small>{t('sell.until', { date: date(preview.package.expiresAt) })}</small>
                    )}
                  </dt>,
                  <dd key={`${line.description} amount`}>
                    {money(line.unitAmount * line.quantity, preview.currency)}
                  </dd>,
                  ...(line.discountAmount > 0
                    ? [
                        <dt key={`${line.description} discount`}>{line.discountReason ?? t('sell.discount')}</dt>,
                        <dd key={`${line.description} off`}>−{money(line.discountAmount, preview.currency)}</dd>,
                      ]
                    : []),
                ])}
              </dl>
              <Adjust sale={sale} codeProblem={codeProblem} discountProblem={discountProblem} />
              {preview !== undefined && (
                <dl className="lines total">
                  <dt>
                    {t('sell.total')}
                    {preview.taxAmount > 0 && (
                      <small>{t('sell.tax', { amount: money(preview.taxAmount, preview.currency) })}</small>
                    )}
                  </dt>
                  <dd>{money(preview.amount, preview.currency)}</dd>
                </dl>
              )}
              {preview !== undefined && clientName !== undefined && <Then preview={preview} name={clientName} />}
            </>
          )}
        </div>
      </div>
      {!isSaid && <ActionError error={error} text={isFull ? t('sell.classFull') : undefined} isLine />}
      <div className="paybar">
        <Button variant="primary" size="large" wide isPending={isPending} onPress={onTake}>
          {take}
          <kbd>Ctrl ↵</kbd>
        </Button>
      </div>
    </aside>
  );
};
