import type { Transition } from '../../../kernel/transitions.ts';
import type { BookingRow, BookingStatus } from '../record.ts';

const PROCESSED = 'already_processed';

const cannotBeNoShow = (state: string): readonly [string, string] => [
  PROCESSED,
  `This booking was already processed: ${state}. Only a confirmed or waitlisted booking can become a no-show.`,
];

const cannotBeMoved = (state: string): readonly [string, string] => [
  PROCESSED,
  `This booking cannot be moved: ${state}. Only a confirmed booking can.`,
];

const cannotBePromoted = (state: string): readonly [string, string] => [
  PROCESSED,
  `This booking is not on the waitlist: ${state}. Only a waitlisted booking can be promoted.`,
];

/** The table of rules.md "States"; canceling also ends when the session starts. */
export const transitions = {
  cancel: {
    to: 'cancelled',
    rejects: { cancelled: ['already_cancelled', 'This booking is already canceled. Nothing is left to do.'] },
  },
  move: {
    to: 'confirmed',
    rejects: {
      waitlisted: cannotBeMoved('it is on the waitlist'),
      attended: cannotBeMoved('the client is checked in'),
      noshow: cannotBeMoved('it is a no-show'),
      cancelled: ['already_cancelled', 'This booking is canceled. Book the other session instead.'],
    },
  },
  checkIn: {
    to: 'attended',
    rejects: {
      attended: ['already_checked_in', 'This booking is already checked in. Nothing is left to do.'],
      cancelled: ['booking_cancelled', 'This booking is canceled. Book the session again to check in.'],
    },
  },
  markNoShow: {
    to: 'noshow',
    rejects: {
      attended: cannotBeNoShow('the client is checked in'),
      noshow: cannotBeNoShow('it is a no-show'),
      cancelled: cannotBeNoShow('it is canceled'),
    },
  },
  promote: {
    to: 'confirmed',
    rejects: {
      confirmed: cannotBePromoted('it is confirmed'),
      attended: cannotBePromoted('the client is checked in'),
      noshow: cannotBePromoted('it is a no-show'),
      cancelled: ['booking_cancelled', 'This booking is canceled. Book the session again instead.'],
    },
  },
} as const satisfies Record<string, Transition<BookingStatus>>;

/** The statuses in which a booking takes a seat, but for a no-show from the waitlist. */
export const SEATED_STATUSES: ReadonlySet<BookingStatus> = new Set(['confirmed', 'attended', 'noshow']);

/** Whether a booking takes a seat. Who never had one does not get it by not coming. */
export const hasSeat = ({ status, confirmedAt }: Pick<BookingRow, 'status' | 'confirmedAt'>): boolean =>
  SEATED_STATUSES.has(status) && !(status === 'noshow' && confirmedAt === null);
