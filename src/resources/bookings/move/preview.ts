// What moving a booking would do.

import { type Static, Type } from '@sinclair/typebox';
import type { Call, DryRun } from '../../../http/operations/call.ts';
import type { ReadableAmong } from '../../../http/operations/rights.ts';
import type { Caller, MemberCaller } from '../../../kernel/caller.ts';
import { count, described, flag, id, instant, nullable, shape } from '../../../kernel/schemas.ts';
import { notifiedFields, notifiedOf } from '../../notified.ts';
import { freeCancelUntil } from '../deadlines.ts';
import { type BookingRecord, bookingById } from '../queries.ts';

const outcome = () => ({
  bookingId: id(),
  fromSessionId: described(id(), 'The session it leaves.'),
  sessionId: described(id(), 'The session it moves to.'),
  keepsCredit: described(flag(), 'Whether the same package pays, at the same cost.'),
  packageId: nullable(id()),
  creditsUsed: described(count(), 'The number of credits it would use.'),
  freeCancelUntil: described(instant(), 'Time until which it could then be canceled free of charge.'),
});

const BookingMovePreview = shape('BookingMovePreview', () => ({
  object: Type.Literal('booking_move_preview'),
  ...outcome(),
  ...notifiedFields(),
}));

const MemberMovePreview = shape('MemberMovePreview', () => ({
  object: Type.Literal('member_move_preview'),
  ...outcome(),
}));

type Outcome = Omit<Static<typeof MemberMovePreview>, 'object'>;
type PreviewedCall<Who> = Call<Who, object, object, BookingRecord>;

const outcomeOf = (tx: Parameters<typeof bookingById>[0], before: BookingRecord): Outcome => {
  const after = bookingById(tx, before.id) ?? before;
  return {
    bookingId: after.id,
    fromSessionId: before.sessionId,
    sessionId: after.sessionId,
    keepsCredit: after.packageId === before.packageId && after.creditsUsed === before.creditsUsed,
    packageId: after.packageId,
    creditsUsed: after.creditsUsed,
    freeCancelUntil: freeCancelUntil(tx, after),
  };
};

export const movePreview = ({
  readableAmong,
}: {
  readonly readableAmong: ReadableAmong;
}): DryRun<PreviewedCall<Caller>> => ({
  response: BookingMovePreview,
  preview(tx, { caller, record }, act) {
    const { events } = act();
    const asking = { read: tx, caller, readableAmong };
    return { object: 'booking_move_preview', ...outcomeOf(tx, record), ...notifiedOf(asking, events) };
  },
});

export const moveOwnPreview: DryRun<PreviewedCall<MemberCaller>> = {
  response: MemberMovePreview,
  preview(tx, { record }, act) {
    act();
    return { object: 'member_move_preview', ...outcomeOf(tx, record) };
  },
};
