import { PAYMENT_PURPOSES } from '../../../events/enumerations.ts';
import type { MailWord, TranslateMail } from '../../../texts/mail.ts';
import type { PaymentPurpose } from '../record.ts';

/** What an item is called that nobody has described: stored in English, as integrations read it, and shown in words. */
export const PURPOSE_LINES: Readonly<Record<PaymentPurpose, string>> = {
  package: 'Pass',
  membership_renewal: 'Renewal',
  drop_in: 'Drop-in',
  late_cancel_fee: 'Late-cancel fee',
  no_show_fee: 'No-show fee',
  product: 'Product',
  other: 'Other',
};

const WORDS: Readonly<Record<PaymentPurpose, MailWord>> = {
  package: 'forPackage',
  membership_renewal: 'forRenewal',
  drop_in: 'forDropIn',
  late_cancel_fee: 'forLateCancel',
  no_show_fee: 'forNoShow',
  product: 'forProduct',
  other: 'forOther',
};

/** The words by what is stored. Older payments have the purpose itself. */
const byLine = new Map<string, MailWord>(
  PAYMENT_PURPOSES.flatMap((purpose) => [
    [PURPOSE_LINES[purpose], WORDS[purpose]] as const,
    [purpose.replaceAll('_', ' '), WORDS[purpose]] as const,
  ]),
);

/** The description of an item in the language of its reader: what people have written as it is. */
export const lineText = (description: string, t: TranslateMail): string => {
  const word = byLine.get(description);
  return word === undefined ? description : t(word);
};
