import type { Verb } from '../../kernel/machine.ts';

export type BookingStatus = 'confirmed' | 'waitlisted' | 'cancelled' | 'attended' | 'noshow';

const PROCESSED = 'already_processed';
const processed = (state: string): readonly [string, string] => [
  PROCESSED,
  `This booking is already processed: ${state}. Only a confirmed or waitlisted booking can become a no-show.`,
];

const seated = (state: string): readonly [string, string] => [
  PROCESSED,
  `This booking does not wait: ${state}. Only a waitlisted booking can be promoted.`,
];

/** The table of rules.md "States"; cancelling also ends when the session starts. */
export const verbs = {
  cancel: {
    to: 'cancelled',
    refused: { cancelled: ['already_cancelled', 'This booking is already cancelled. Nothing is left to do.'] },
  },
  checkIn: {
    to: 'attended',
    refused: {
      attended: ['already_checked_in', 'This booking is already checked in. Nothing is left to do.'],
      cancelled: ['booking_cancelled', 'This booking is cancelled. Book the session again to check in.'],
    },
  },
  markNoShow: {
    to: 'noshow',
    refused: {
      attended: processed('the client is checked in'),
      noshow: processed('it is a no-show'),
      cancelled: processed('it is cancelled'),
    },
  },
  promote: {
    to: 'confirmed',
    refused: {
      confirmed: seated('it is confirmed'),
      attended: seated('the client is checked in'),
      noshow: seated('it is a no-show'),
      cancelled: ['booking_cancelled', 'This booking is cancelled. Book the session again instead.'],
    },
  },
} as const satisfies Record<string, Verb<BookingStatus>>;

/** The states in which a booking takes a seat. */
export const SEATED: ReadonlySet<BookingStatus> = new Set(['confirmed', 'attended', 'noshow']);
