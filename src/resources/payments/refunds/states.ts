import type { PAYMENT_STATUSES } from '../../../events/enumerations.ts';
import type { Transition } from '../../../kernel/transitions.ts';

const UNPAID = [
  'payment_not_refundable',
  'This payment was not completed. Only completed payments can be refunded.',
] as const;

/** The transitions of rules.md "Payment". A refund of a part leads to partially_refunded instead. */
export const verbs = {
  refund: {
    to: 'refunded',
    rejects: {
      pending: UNPAID,
      failed: UNPAID,
      refunded: ['payment_already_refunded', 'This payment is refunded already. Nothing is left to refund.'],
    },
  },
} as const satisfies Record<string, Transition<(typeof PAYMENT_STATUSES)[number]>>;
