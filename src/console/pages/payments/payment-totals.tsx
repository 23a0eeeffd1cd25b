import { useFormats } from '../../formats.ts';
import { useText } from '../../texts.tsx';
import type { PaymentTotal } from './queries.ts';

interface FigureProps {
  readonly label: string;
  /** A line for each currency. */
  readonly lines: readonly string[];
  readonly note: string;
}

const Figure = ({ label, lines, note }: FigureProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {lines.map((line) => (
        <span key={line} className="figure-line">
          {line}
        </span>
      ))}
      <small>{note}</small>
    </dd>
  </div>
);

/** What all payments of a list come to, as the server has counted them; the latest 10,000 where there are more. */
export const PaymentTotals = ({ total, currency }: { total: PaymentTotal | undefined; currency: string }) => {
  const t = useText();
  const { money, number } = useFormats();
  if (total === undefined) return <div className="skeleton money-figures-skeleton" aria-hidden="true" />;
  const { count, isCapped } = total;
  const amounts =
    total.amounts.length > 0 ? total.amounts : [{ currency, count: 0, amount: 0, amountPaid: 0, amountRefunded: 0 }];
  const lines = (of: (sum: PaymentTotal['amounts'][number]) => number): string[] =>
    amounts.map((sum) => money(of(sum), sum.currency));
  const unpaid = amounts.some(({ amount, amountPaid }) => amount > amountPaid);
  return (
    <dl className="figures money-figures">
      <Figure
        label={t('payments.count')}
        lines={[isCapped ? t('lists.countCapped', { count }) : number(count)]}
        note={isCapped ? t('payments.countNote', { count }) : t('payments.countAll')}
      />
      <Figure
        label={t('payments.taken')}
        lines={lines(({ amountPaid }) => amountPaid)}
        note={t('payments.takenNote')}
      />
      <Figure
        label={t('payments.refunded')}
        lines={lines(({ amountRefunded }) => amountRefunded)}
        note={t('payments.refundedNote')}
      />
      <Figure
        label={t('payments.kept')}
        lines={lines(({ amountPaid, amountRefunded }) => amountPaid - amountRefunded)}
        note={
          unpaid
            ? t('payments.unpaidNote', { amount: lines(({ amount, amountPaid }) => amount - amountPaid).join(', ') })
            : t('payments.keptNote')
        }
      />
    </dl>
  );
};
