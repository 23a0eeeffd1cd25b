import { CircleCheck, CircleX, Clock, type LucideIcon, Undo2 } from 'lucide-react';
import type { TextKey } from '../../../texts/translate.ts';
import type { Tone } from '../../ui/notices/status.tsx';
import type { Payment } from './queries.ts';

interface Look {
  readonly icon: LucideIcon;
  readonly word: TextKey;
  readonly tone?: Tone;
}

/** The states of payments, as they are shown. */
export const LOOKS: Readonly<Record<Payment['status'], Look>> = {
  completed: { icon: CircleCheck, word: 'client.payCompleted', tone: 'positive' },
  pending: { icon: Clock, word: 'client.payPending', tone: 'info' },
  failed: { icon: CircleX, word: 'client.payFailed', tone: 'critical' },
  refunded: { icon: Undo2, word: 'client.payRefunded' },
  partially_refunded: { icon: Undo2, word: 'client.payPartly' },
};

/** The states of refunds, as they are shown. */
export const REFUND_LOOKS: Readonly<Record<Payment['refunds'][number]['status'], Look>> = {
  succeeded: { icon: CircleCheck, word: 'payments.refundDone', tone: 'positive' },
  pending: { icon: Clock, word: 'payments.refundPending', tone: 'info' },
  failed: { icon: CircleX, word: 'payments.refundFailed', tone: 'critical' },
};

/** What of a payment is on its way back, in minor units. */
export const pendingRefund = ({ refunds }: Payment): number =>
  refunds.filter(({ status }) => status === 'pending').reduce((sum, { amount }) => sum + amount, 0);
