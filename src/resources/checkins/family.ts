import type { Family } from '../family.ts';
import { recordBookingCheckIn } from './check-in.ts';
import { memberCheckinOperations } from './member/operations.ts';
import { checkinOperations } from './operations.ts';

export const checkins = {
  operations: [checkinOperations, memberCheckinOperations],
  reactions: (reactions) => ({ bookingCheckedIn: recordBookingCheckIn(reactions) }),
} satisfies Family;
