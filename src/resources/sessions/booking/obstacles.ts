// Why a session cannot be booked, whatever its seats. Booking refuses by these reasons, sessions show them, and the
// waitlist skips clients by them.

import type { BookingSettings } from '../../settings/shapes.ts';
import { hasStarted } from '../queries.ts';
import type { SessionRow } from '../record.ts';
import type { Windows } from './windows.ts';

/** A session that someone would book. What it has besides the session is read when a reason depends on it. */
export interface Attempt {
  readonly now: string;
  readonly session: Pick<SessionRow, 'cancelledAt' | 'startTime' | 'completedAt' | 'isPrivate'>;
  readonly windows: Windows;
  readonly settings: BookingSettings;
  /** Who books; absent for any member. */
  readonly booker?: {
    readonly status: string;
    isBooked(): boolean;
    /** How many upcoming seats and places on waitlists they have. */
    upcoming(): number;
    /** Whether they have a booking of another session at the same time. */
    hasOverlap(): boolean;
  };
}

/** Each reason, in the order of rules.md "Create". */
const OBSTACLES = {
  cancelled: ({ session }) => session.cancelledAt !== null,
  started: ({ session, now }) => hasStarted(session, now),
  over: ({ session, windows, now }) => hasStarted(session, now) && now >= windows.staffEditUntil,
  already_booked: ({ booker }) => booker?.isBooked() === true,
  private: ({ session }) => session.isPrivate === 1,
  client_suspended: ({ booker }) => booker?.status === 'suspended',
  client_archived: ({ booker }) => booker?.status === 'archived',
  not_open_yet: ({ windows, now }) => now < windows.bookingOpensAt,
  closed: ({ windows, now }) => now >= windows.bookingClosesAt,
  booking_limit_reached: ({ settings: { maxActiveBookingsPerClient: most }, booker }) =>
    most !== null && booker !== undefined && booker.upcoming() >= most,
  overlapping_booking: ({ settings, booker }) => !settings.allowOverlappingBookings && booker?.hasOverlap() === true,
} satisfies Record<string, (attempt: Attempt) => boolean>;

export type Obstacle = keyof typeof OBSTACLES;

/** The first reason of a list of reasons, in their order above; undefined when there is none. */
export const obstacleTo = <Reason extends Obstacle>(attempt: Attempt, reasons: readonly Reason[]): Reason | undefined =>
  reasons.find((reason) => OBSTACLES[reason](attempt));

/** No one can book, no matter for whom. */
export const ENDED = ['cancelled', 'started'] as const;
/** Not even staff can book, who may add someone after the start. */
export const CLOSED = ['cancelled', 'over'] as const;
/** The client cannot book, no matter who books for them. */
export const NOT_ADMITTED = ['client_suspended', 'client_archived'] as const;
/** Members cannot book for themselves. The Business API acts for staff, whom this does not bind. */
export const MEMBER_LIMITS = ['not_open_yet', 'closed', 'booking_limit_reached', 'overlapping_booking'] as const;
