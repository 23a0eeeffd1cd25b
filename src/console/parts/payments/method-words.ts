import { wayName } from '../../../kernel/way-names.ts';
import type { Translate } from '../../../texts/translate.ts';
import type { Payment } from './queries.ts';

/** How a payment was made, in words. */
export const METHOD_WORDS = {
  card: 'client.methodCard',
  cash: 'client.methodCash',
  external: 'client.methodExternal',
  account_credit: 'client.methodCredit',
  comp: 'client.methodComp',
} as const;

/** How a payment was made: with which card or account, where it was one. */
export const howPaid = (
  t: Translate,
  { paymentMethod, paymentMethodDetails: details }: Pick<Payment, 'paymentMethod' | 'paymentMethodDetails'>,
): string => {
  if (details === null) return t(METHOD_WORDS[paymentMethod]);
  const { type, last4 } = details;
  return type === undefined && last4 !== null ? t('client.methodCardEnding', { last4 }) : wayName(details);
};
