import type { Verb } from '../../kernel/machine.ts';

export type PaymentStatus = 'pending' | 'completed' | 'failed' | 'refunded' | 'partially_refunded';

const UNPAID = [
  'payment_not_refundable',
  'Nothing was paid with this payment, so that nothing can be refunded. Only completed payments can.',
] as const;

/** The table of rules.md "Payment". A refund of less than all that is left leads to partially_refunded instead. */
export const verbs = {
  refund: {
    to: 'refunded',
    refused: {
      pending: UNPAID,
      failed: UNPAID,
      refunded: ['payment_already_refunded', 'This payment is refunded already. Nothing is left to give back.'],
    },
  },
} as const satisfies Record<string, Verb<PaymentStatus>>;
