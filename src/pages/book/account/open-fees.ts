import { isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import { type BookingOfClass, ownBookings } from '../booking/sessions.ts';
import type { MemberVisit } from '../visit.ts';

/** Older fees are with the desk. */
const BACK_MS = 90 * DAY_MS;
const AHEAD_MS = 400 * DAY_MS;

/** The bookings whose fee is still to be taken, also of classes that have not begun. */
export const openFees = async (visit: MemberVisit): Promise<readonly BookingOfClass[]> => {
  const { nowMs } = visit.context.read;
  const range = { start_time_gte: isoInstant(nowMs - BACK_MS), start_time_lte: isoInstant(nowMs + AHEAD_MS) };
  const found = await Promise.all(
    (['cancelled', 'noshow'] as const).map((status) => ownBookings(visit, { ...range, status })),
  );
  return found.flat().filter(({ penalty }) => penalty?.status === 'pending');
};
