import { everyMinute } from '../../kernel/periods.ts';
import type { Family } from '../family.ts';
import type { PaymentPorts } from '../payments/charging/ports.ts';
import type { Program } from '../program.ts';
import { chargeFees, noFeeDue } from './fees/charge.ts';
import { reserveFee, settleFee } from './fees/settle.ts';
import { noBookingDue, updateDueBookings, updateWaitlists } from './jobs.ts';
import { memberBookingOperations } from './member/operations.ts';
import { bookingOperations, manageBookingOperations } from './operations.ts';
import { capacityChanged, moveBookings, sessionMove, updateDropInSource } from './reactions.ts';
import {
  cancelBookingsAhead,
  cancelBookingsBetween,
  clientCancellation,
  packageCancellation,
} from './status/owner-cancelled.ts';
import { cancelSessionBookings, sessionCancellation } from './status/session-cancelled.ts';
import { cutoffsChanged, offerEnding } from './waitlist/cutoff.ts';
import { waitlistFill } from './waitlist/fill.ts';
import { nextWaitlistChange } from './waitlist/queries.ts';
import { offerWithdrawal } from './waitlist/withdraw.ts';

export const bookings = {
  operations: [bookingOperations, memberBookingOperations, manageBookingOperations],
  jobs: [
    {
      name: 'bookings',
      period: everyMinute,
      run: ({ store, reactions }: Program) => updateDueBookings(store, reactions),
      isIdle: noBookingDue,
    },
    { name: 'fees', period: everyMinute, run: ({ charging }: PaymentPorts) => chargeFees(charging), isIdle: noFeeDue },
  ],
  alarms: [
    {
      // Offers expire exactly at their end and waitlists end at the start, not at the next run of a job.
      name: 'waitlists',
      dueAt: nextWaitlistChange,
      run: updateWaitlists,
      // An offer, a new wait, a wait that continues after all, another start, or an import of any of them.
      changedBy: [
        'booking.waitlist_offered',
        'booking.waitlisted',
        'booking.updated',
        'session.updated',
        'import.completed',
      ],
    },
  ],
  reactions: (reactions) => ({
    clientArchived: cancelBookingsAhead(clientCancellation(reactions)),
    sessionCancelled: cancelSessionBookings(sessionCancellation(reactions)),
    goOnCancelling(tx, owner, id) {
      const cancellation = owner === 'session' ? sessionCancellation(reactions) : packageCancellation(reactions);
      cancellation.goOn(tx, id);
    },
    sessionMoved: moveBookings,
    capacityChanged,
    cutoffsChanged,
    packageCancelled: cancelBookingsAhead(packageCancellation(reactions)),
    packageFrozen: cancelBookingsBetween(packageCancellation(reactions)),
    dropInChanged: updateDropInSource,
    feePaid: settleFee,
    feeBegun: reserveFee,
  }),
  longChanges: (reactions) => [
    sessionCancellation(reactions),
    clientCancellation(reactions),
    packageCancellation(reactions),
    waitlistFill,
    offerWithdrawal,
    offerEnding,
    sessionMove,
  ],
} satisfies Family;
