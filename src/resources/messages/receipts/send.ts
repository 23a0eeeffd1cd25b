import type { Tx } from '../../../database/database.ts';
import { conflict } from '../../../kernel/problem.ts';
import type { PaymentRecord } from '../../payments/queries.ts';
import { withAdults } from '../direct/for-adults.ts';
import { type MailQueue, scheduleMessage } from '../schedule.ts';
import { type SkipReason, skipReasonOf } from '../wanted.ts';

/** Sends the receipt of a payment to its client, also where it was sent before. @throws Problem 409 `mail_not_possible`. */
export type SendReceipt = (tx: Tx, payment: PaymentRecord) => void;

const WORDS: Readonly<Partial<Record<SkipReason, string>>> = {
  no_recipient: 'This client has no email address to which mails go. Add an address, or print the receipt.',
  address_bounces: "Mails to this client's email address come back. Correct the address, or print the receipt.",
  turned_off: 'Mails are turned off at this site. Turn them on in the settings, or print the receipt.',
};

/** Schedules receipts that someone asks for: each is a message of its own besides the receipt that follows from the payment. */
export const createSendReceipt =
  (queue: MailQueue): SendReceipt =>
  (tx, { id: paymentId, siteId, clientId }) => {
    const message = { kind: 'receipt', siteId, clientId, sourceId: tx.id(), data: { paymentId } } as const;
    // What would be skipped later without a word is refused immediately.
    const reasons = withAdults(tx, message).map(({ clientId: reader = null, data }) =>
      skipReasonOf(tx, {
        ...message,
        channel: 'email',
        clientId: reader,
        staffId: null,
        data: JSON.stringify(data),
        toEmail: null,
      }),
    );
    const reason = reasons.at(-1);
    if (reason !== undefined && !reasons.includes(undefined)) {
      throw conflict('mail_not_possible', WORDS[reason] ?? 'This client cannot receive email. Print the receipt.');
    }
    scheduleMessage(tx, queue, { ...message, isEmailOnly: true });
  };
