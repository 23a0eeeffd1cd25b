import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { howPaid } from '../../../parts/payments/method-words.ts';
import { PURPOSES } from '../../../parts/payments/purpose-words.ts';
import { REASON_WORDS } from '../../../parts/payments/reason-words.ts';
import { useSite } from '../../../session/session.ts';
import type { EntryWords } from './entry-words.ts';
import { LOOKS } from './looks.ts';
import type { Entry } from './queries.ts';

const PAYMENT_TITLES = {
  pending: 'timeline.pending',
  failed: 'timeline.declined',
  completed: 'timeline.paid',
  refunded: 'timeline.paid',
  partially_refunded: 'timeline.paid',
} as const;

const REFUND_TITLES: Readonly<Record<string, 'timeline.refundPending' | 'timeline.refundFailed'>> = {
  pending: 'timeline.refundPending',
  failed: 'timeline.refundFailed',
};

const reasonOf = (reason: string | null) =>
  Object.entries(REASON_WORDS).find(([code]) => code === reason)?.[1] ?? undefined;

/** What happened with money and packages, in words. */
export const useMoneyWords = (): ((entry: Entry) => EntryWords) => {
  const t = useText();
  const { money, date } = useFormats(useSite().timezone);

  const paymentWords = ({ payment }: Entry): EntryWords => {
    if (payment === null) return { ...LOOKS.payment, title: '', parts: [] };
    const { purpose, status, description, currency, invoiceNumber: number } = payment;
    const { paymentMethod, paymentMethodDetails = null } = payment;
    const values = { amount: money(payment.amount, currency), name: description ?? t(PURPOSES[purpose]) };
    const isBought = purpose === 'package' && status !== 'failed' && status !== 'pending';
    return {
      ...(status === 'failed' ? LOOKS.declined : LOOKS.payment),
      title: t(isBought ? 'timeline.bought' : PAYMENT_TITLES[status], values),
      parts: [howPaid(t, { paymentMethod, paymentMethodDetails }), number && t('timeline.invoice', { number })],
    };
  };

  return (entry) => {
    const { kind, refund, payment, package: pack, credits } = entry;
    const name = pack?.name ?? '';
    if (kind === 'refund' && refund !== null) {
      const reason = reasonOf(refund.reason);
      const title = REFUND_TITLES[refund.status] ?? 'timeline.refunded';
      return {
        ...LOOKS.refund,
        title: t(title, { amount: money(refund.amount, refund.currency) }),
        parts: [[payment?.description, refund.staffName].filter(Boolean).join(', '), reason && t(reason)],
      };
    }
    if (kind === 'credits_adjusted' && credits !== null) {
      const count = Math.abs(credits.delta);
      return {
        ...LOOKS.credits_adjusted,
        title: t(credits.delta < 0 ? 'timeline.creditsTaken' : 'timeline.creditsGiven', { count, name }),
        parts: [
          [credits.note, credits.staffName].filter(Boolean).join(', '),
          t('timeline.creditsLeft', { count: credits.balance }),
        ],
      };
    }
    if (kind === 'package_cancelled') {
      return { ...LOOKS.package_cancelled, title: t('timeline.packageCancelled', { name }), parts: [] };
    }
    if (kind === 'package_sold') {
      const { creditsTotal: count = null, expiresAt = null } = pack ?? {};
      return {
        ...LOOKS.package_sold,
        title: t('timeline.got', { name }),
        parts: [
          count !== null && t('timeline.credits', { count }),
          expiresAt !== null && t('timeline.until', { date: date(expiresAt) }),
        ],
      };
    }
    return paymentWords(entry);
  };
};
