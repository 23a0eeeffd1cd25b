// The emails to guests about a session (rules.md "Guests"): each thing once, however often a host brings and cancels them.

import type { Read, Tx } from '../../../database/database.ts';
import { guestOf } from '../../bookings/guests/queries.ts';
import type { BookingRecord } from '../../bookings/queries.ts';
import { Message, type MessageKind, type MessageRow } from '../record.ts';
import { type MailQueue, messagesAbout, type NewMessage, scheduleMessage } from '../schedule.ts';

const sourceOf = (sessionId: string): string => `guest ${sessionId}`;

type OfGuest = Pick<BookingRecord, 'id' | 'clientId' | 'sessionId' | 'hostBookingId'>;

const sentBefore = (read: Read, kind: MessageKind, { clientId, sessionId }: OfGuest): MessageRow | undefined =>
  messagesAbout(read, sourceOf(sessionId)).find((row) => row.kind === kind && row.clientId === clientId);

/**
 * Tells a guest something of a session, unless they were told so. What waits to be sent is about the latest booking then, and
 * what was held back is tried anew. Nothing that may be on its way is taken back: it would be sent again.
 */
export const tellGuest = (
  tx: Tx,
  queue: MailQueue,
  booking: OfGuest,
  message: Omit<NewMessage, 'clientId' | 'sourceId'>,
): void => {
  const before = sentBefore(tx, message.kind, booking);
  if (before?.status === 'scheduled') {
    Message.rows.update(tx, before.id, { data: JSON.stringify(message.data ?? {}) });
    return;
  }
  if (before?.status === 'skipped') tx.db.query('delete from "messages" where "id" = ?').run(before.id);
  const { clientId, sessionId } = booking;
  scheduleMessage(tx, queue, { ...message, clientId, sourceId: sourceOf(sessionId) });
};

const COMES = `select 1 from "bookings" where "sessionId" = ?1 and "clientId" = ?2 and "status" <> 'cancelled' limit 1`;

/**
 * Whether a mail about the place of a guest says nothing to them: the address was typed by a member, and no invitation was sent;
 * or the place is canceled that they have again.
 */
export const isIdle = (
  read: Read,
  { kind, channel }: Pick<MessageRow, 'kind' | 'channel'>,
  booking: OfGuest,
): boolean => {
  if (booking.hostBookingId === null || kind === 'guest_invitation') return false;
  const { sessionId, clientId } = booking;
  if (kind === 'booking_cancelled' && read.db.query(COMES).get(sessionId, clientId) !== null) return true;
  if (channel !== 'email' || (guestOf(read, booking.id)?.email ?? null) === null) return false;
  return sentBefore(read, 'guest_invitation', booking)?.status !== 'sent';
};
