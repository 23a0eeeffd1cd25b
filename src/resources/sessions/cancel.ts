import type { Tx } from '../../database/database.ts';
import { invalidParam } from '../../kernel/problem.ts';
import { SCHEDULE_CHANGED, SESSION_CANCELLED } from '../../kernel/session-reasons.ts';
import { setColumns } from '../../records/store-changes.ts';
import type { Reactions } from '../reactions.ts';
import { raiseCancelled } from '../schedules/changes/session-events.ts';
import { Session, type SessionRow } from './record.ts';
import { requireScheduled } from './rules.ts';
import type { CancelSessionBody } from './shapes.ts';

/**
 * Cancels a session and all its bookings, free of charge. A change of its schedule does not restore it.
 * @throws Problem 400 for the reason that is reserved for schedules; 409 `session_cancelled`, `session_started`.
 */
export const cancelSession = (
  tx: Tx,
  row: SessionRow,
  { reason }: CancelSessionBody,
  reactions: Reactions,
): SessionRow => {
  if (reason === SCHEDULE_CHANGED) {
    throw invalidParam('reason', `The reason '${reason}' is reserved for changes of schedules. Send another reason.`, {
      reason: 'not_accepted',
    });
  }
  requireScheduled(tx, row);
  // Stored before its bookings are canceled, so that their seats are not offered to the waitlist.
  const next = setColumns(tx, Session, row, { cancelledAt: tx.now, cancelReason: reason ?? SESSION_CANCELLED });
  const affected = reactions.sessionCancelled(tx, next, 'session_cancelled');
  raiseCancelled(tx, next, reason ?? SESSION_CANCELLED.toUpperCase(), affected);
  return next;
};
