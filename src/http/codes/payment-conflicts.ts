import type { CodeRow } from './code-row.ts';

/** The codes of status 409 about payments and refunds. */
export const paymentConflicts: readonly CodeRow[] = [
  ['payment_already_refunded', 'The payment is already fully refunded.', 'No action is needed.'],
  [
    'refund_exceeds_balance',
    'The refund is larger than the remaining amount of the payment.',
    'Send at most amount minus amountRefunded, or leave the amount out to refund the rest.',
  ],
  [
    'payment_not_refundable',
    'Only completed payments can be refunded. While the bank takes days for a payment, the code in details is ' +
      'still_processing; for a sale that cannot be voided it is not_paid, not_a_sale, or pass_used.',
    'Retrieve the payment to see its status.',
  ],
  [
    'payment_not_completed',
    'Nothing has been paid yet, so there is no receipt.',
    'Retrieve the payment to see its status, and ask again when it is completed.',
  ],
  [
    'dispute_decided',
    'The payment has no dispute that waits for a decision.',
    'Retrieve the payment to see what was decided.',
  ],
  [
    'refund_failed',
    'The card processor rejected the refund.',
    'Read the message. If the error persists, refund the client another way.',
  ],
];
