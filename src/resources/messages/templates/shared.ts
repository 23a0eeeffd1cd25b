import type { MessageKind } from '../record.ts';

/** Texts that several kinds of mails say alike: written once, they are stored with each kind that has them. */
export const SHARED_TEXTS = ['noteTitle', 'note'] as const;

/** How to cancel a booking. */
const HOW_TO_CANCEL = ['booking_confirmed', 'waitlist_promoted', 'booking_reminder'] as const satisfies MessageKind[];

/** The other kinds that share texts with a kind. */
export const kindsThatShare = (kind: MessageKind): readonly MessageKind[] =>
  HOW_TO_CANCEL.some((each) => each === kind) ? HOW_TO_CANCEL.filter((each) => each !== kind) : [];
