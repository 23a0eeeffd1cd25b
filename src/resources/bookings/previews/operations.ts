// The dry runs of the operations of bookings.

import type { Call, DryRun } from '../../../http/operations/call.ts';
import type { ReadableAmong } from '../../../http/operations/rights.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { freeCancelUntil } from '../deadlines.ts';
import { type BookingRecord, bookingById } from '../queries.ts';
import { guestsCancelled, outcomeOf, refundableDropIn, refundSince } from './outcome.ts';
import { BookingCancelPreview, NoShowPreview } from './shapes.ts';

interface PreviewDeps {
  readonly readableAmong: ReadableAmong;
}

type PreviewedCall = Call<Caller, object, object, BookingRecord>;

export const cancelPreview = ({ readableAmong }: PreviewDeps): DryRun<PreviewedCall> => ({
  response: BookingCancelPreview,
  preview(tx, { caller, record: before }, act) {
    const freeUntil = freeCancelUntil(tx, before);
    const { amount } = refundableDropIn(tx, before.id);
    const { events } = act();
    const asking = { read: tx, caller, readableAmong };
    return {
      object: 'booking_cancel_preview',
      isLate: bookingById(tx, before.id)?.isLateCancel === 1,
      freeCancelUntil: freeUntil,
      refund: refundSince(tx, before.id, amount),
      guestsCancelled: guestsCancelled(tx, { before, events }),
      ...outcomeOf(asking, { before, events }),
    };
  },
});

export const noShowPreview = ({ readableAmong }: PreviewDeps): DryRun<PreviewedCall> => ({
  response: NoShowPreview,
  preview(tx, { caller, record: before }, act) {
    const { events } = act();
    return {
      object: 'booking_noshow_preview',
      ...outcomeOf({ read: tx, caller, readableAmong }, { before, events }),
    };
  },
});
