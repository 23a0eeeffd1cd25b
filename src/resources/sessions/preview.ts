// What changing or canceling a session would do.

import { Type } from '@sinclair/typebox';
import type { Tx } from '../../database/database.ts';
import type { Call, DryRun } from '../../http/operations/call.ts';
import type { ReadableAmong } from '../../http/operations/rights.ts';
import type { Caller } from '../../kernel/caller.ts';
import { count, described, flag, id, shape } from '../../kernel/schemas.ts';
import { Consequences, consequenceFields, simulateAll } from '../consequences.ts';
import { notifiedFields, notifiedOf } from '../notified.ts';
import type { Reactions } from '../reactions.ts';
import { bookedCount } from './booking/seats.ts';
import { cancelSession } from './cancel.ts';
import { findSession, type SessionRecord } from './queries.ts';
import type { CancelSessionBody } from './shapes.ts';
import { sessionCancellations } from './tables.ts';

export interface PreviewDeps {
  readonly reactions: Reactions;
  readonly readableAmong: ReadableAmong;
}

const SessionCancelPreview = shape('SessionCancelPreview', () => ({
  object: Type.Literal('session_cancel_preview'),
  sessionId: id(),
  bookedCount: described(count(), 'The number of clients with a spot.'),
  waitlistCount: described(count(), 'The number of clients on the waitlist.'),
  ...consequenceFields(),
}));

type PreviewedCall = Call<Caller, object, CancelSessionBody, SessionRecord>;

export const cancelSessionPreview = ({ reactions, readableAmong }: PreviewDeps): DryRun<PreviewedCall> => ({
  response: SessionCancelPreview,
  async run({ caller, id: sessionId, record: row, body }, simulate) {
    const consequences = new Consequences();
    // With many bookings it only notes that they are to be canceled.
    const begin = (tx: Tx) => void cancelSession(tx, findSession(tx, caller, sessionId), body, reactions);
    await simulateAll(simulate, consequences, {
      unfinished: sessionCancellations,
      id: sessionId,
      begin,
      repeat: begin,
      goOn: (tx) => reactions.goOnCancelling(tx, 'session', sessionId),
    });
    const consequencesView = await simulate((tx) => consequences.view({ read: tx, caller, readableAmong }));
    return {
      object: 'session_cancel_preview',
      sessionId,
      bookedCount: bookedCount(row),
      waitlistCount: row.waitlistedCount,
      ...consequencesView,
    };
  },
});

const SessionChangePreview = shape('SessionChangePreview', () => ({
  object: Type.Literal('session_change_preview'),
  sessionId: id(),
  bookedCount: described(count(), 'The number of clients with a spot.'),
  waitlistCount: described(count(), 'The number of clients on the waitlist.'),
  becomesFreeToCancel: described(flag(), 'Whether booked clients could cancel free of charge until the start.'),
  ...notifiedFields(),
}));

/** What a change of one session, or another instructor, would do. */
export const sessionChangePreview = ({
  readableAmong,
}: PreviewDeps): DryRun<Call<Caller, object, object, SessionRecord>> => ({
  response: SessionChangePreview,
  preview(tx, { caller, record: before }, act) {
    const { events } = act();
    const changed = findSession(tx, caller, before.id);
    return {
      object: 'session_change_preview',
      sessionId: before.id,
      bookedCount: bookedCount(before),
      waitlistCount: before.waitlistedCount,
      becomesFreeToCancel: changed.rescheduledId !== before.rescheduledId && changed.startTime > tx.now,
      ...notifiedOf({ read: tx, caller, readableAmong }, events),
    };
  },
});
