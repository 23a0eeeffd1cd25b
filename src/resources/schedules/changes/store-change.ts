import type { Tx } from '../../../database/database.ts';
import { changedColumns } from '../../../records/query.ts';
import { forgetPicture } from '../../own-pictures.ts';
import type { Reactions } from '../../reactions.ts';
import { Session, type SessionRow } from '../../sessions/record.ts';
import { raiseInstructorChanged, raiseUpdated } from './session-events.ts';

/** Whether a session is at the same time of day of the same place: other rules of its zone may put it at another instant. */
const keepsWallTime = (before: SessionRow, next: SessionRow): boolean =>
  (['localDate', 'localStartTime', 'durationMinutes', 'timezone', 'siteId'] as const).every(
    (name) => next[name] === before[name],
  );

/**
 * Stores a changed session, updates its bookings and its waitlist, and raises its events. Returns whether it has another
 * time, instructor or site now; existing bookings of such a session may be canceled free of charge.
 */
export const storeChange = (
  tx: Tx,
  before: SessionRow,
  next: SessionRow,
  reactions: Pick<Reactions, 'sessionMoved' | 'capacityChanged'>,
): boolean => {
  const isMoved =
    next.startTime !== before.startTime || next.endTime !== before.endTime || next.siteId !== before.siteId;
  const isRescheduled = (isMoved && !keepsWallTime(before, next)) || next.instructorId !== before.instructorId;
  next.updatedAt = tx.now;
  if (isRescheduled) next.rescheduledId = tx.id();
  Session.rows.update(tx, before.id, changedColumns(before, next));
  if (next.imageUrl !== before.imageUrl) forgetPicture(tx, before.id, next.imageUrl);
  if (isMoved) reactions.sessionMoved(tx, next);
  raiseUpdated(tx, before, next);
  raiseInstructorChanged(tx, before, next);
  reactions.capacityChanged(tx, before, next);
  return isRescheduled;
};
