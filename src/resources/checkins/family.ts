import { CHECKINS } from '../demo-ids.ts';
import type { Family } from '../family.ts';
import { markUndone, recordBookingCheckIn } from './check-in.ts';
import { refuseSomebody } from './example.ts';
import { memberCheckinOperations } from './member/operations.ts';
import { checkinOperations, manageCheckinOperations } from './operations.ts';

export const checkins = {
  operations: [checkinOperations, memberCheckinOperations, manageCheckinOperations],
  examples: {
    records: [['A check-in that was refused', CHECKINS.refused]],
    create: refuseSomebody,
  },
  reactions: (reactions) => ({ bookingCheckedIn: recordBookingCheckIn(reactions), bookingUndone: markUndone }),
} satisfies Family;
