import type { ReactNode } from 'react';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import type { PaymentTotal } from '../../parts/payments/queries.ts';
import { Figure, Figures, type Source } from '../../ui/tables/figure.tsx';

type Sum = PaymentTotal['amounts'][number];

/** What all payments of a list come to, as the server has counted them; the latest 10,000 where there are more. */
export const PaymentTotals = ({ total, currency }: { total: Source<PaymentTotal>; currency: string }) => {
  const t = useText();
  const { money, number } = useFormats();
  const sumsOf = ({ amounts }: PaymentTotal): readonly Sum[] =>
    amounts.length > 0 ? amounts : [{ currency, count: 0, amount: 0, amountPaid: 0, amountRefunded: 0 }];
  const textsOf = (sums: readonly Sum[], of: (sum: Sum) => number): string[] =>
    sums.map((sum) => money(of(sum), sum.currency));
  /** A line for each currency. */
  const lines = (sums: readonly Sum[], of: (sum: Sum) => number): ReactNode =>
    textsOf(sums, of).map((line) => (
      <span key={line} className="figure-line">
        {line}
      </span>
    ));
  return (
    <Figures className="money-figures">
      <Figure label={t('payments.count')} of={total}>
        {({ count, isCapped }) => ({
          value: isCapped ? t('lists.countCapped', { count }) : number(count),
          note: isCapped ? t('payments.countNote', { count }) : t('payments.countAll'),
        })}
      </Figure>
      <Figure label={t('payments.taken')} of={total}>
        {(all) => ({ value: lines(sumsOf(all), ({ amountPaid }) => amountPaid), note: t('payments.takenNote') })}
      </Figure>
      <Figure label={t('payments.refunded')} of={total}>
        {(all) => ({
          value: lines(sumsOf(all), ({ amountRefunded }) => amountRefunded),
          note: t('payments.refundedNote'),
        })}
      </Figure>
      <Figure label={t('payments.kept')} of={total}>
        {(all) => {
          const sums = sumsOf(all);
          const unpaid = textsOf(sums, ({ amount, amountPaid }) => amount - amountPaid);
          return {
            value: lines(sums, ({ amountPaid, amountRefunded }) => amountPaid - amountRefunded),
            note: sums.some(({ amount, amountPaid }) => amount > amountPaid)
              ? t('payments.unpaidNote', { amount: unpaid.join(', ') })
              : t('payments.keptNote'),
          };
        }}
      </Figure>
    </Figures>
  );
};
