import { Type } from '@sinclair/typebox';
import { eq, sql } from 'drizzle-orm';
import type { Read, Tx } from '../../../database/database.ts';
import type { MemberCaller } from '../../../kernel/caller.ts';
import { conflict, missingResource, notFound } from '../../../kernel/problem.ts';
import { deletedShape, described, id, instant, listOf, type Static, shape } from '../../../kernel/schemas.ts';
import { pagesOf } from '../../../records/pages.ts';
import { named } from '../../../records/query.ts';
import { ENDED } from '../../sessions/booking/obstacles.ts';
import { windowsOf } from '../../sessions/booking/windows.ts';
import { type SessionRecord, sessionById } from '../../sessions/queries.ts';
import { Session } from '../../sessions/record.ts';
import { bookingSettings } from '../../settings/queries.ts';
import { findCursor } from '../following/cursor.ts';
import { Message, type MessageRow } from '../record.ts';
import { addressOf, messagesAbout, scheduleMessage, unscheduleMessage } from '../schedule.ts';
import { jobQueue } from './job-queue.ts';

/** When booking opens, where it opens later than a reminder is about to say: the class was moved, or the window was changed. */
export const laterOpening = (read: Read, { kind, sourceId }: MessageRow): string | undefined => {
  const session = kind === 'booking_opens' ? sessionById(read, sourceId) : undefined;
  if (session === undefined) return undefined;
  const at = opensAt(read, session);
  return at > read.now ? at : undefined;
};

const KIND = 'booking_opens';

/** A mail that a member wants when booking opens for a session. */
export const MemberReminder = shape('MemberReminder', () => {
  const { name, startTime } = Session.schema.properties;
  return {
    id: id(),
    object: Type.Literal('member_reminder'),
    sessionId: described(id(), 'The session for which booking opens.'),
    name,
    startTime,
    dueAt: described(instant(), 'Time at which booking opens and the email is sent.'),
    createdAt: instant(),
  };
});
export const MemberReminderList = listOf(MemberReminder);
export const DeletedMemberReminder = deletedShape('member_reminder', {});
export const CreateMemberReminder = shape('CreateMemberReminderRequest', () => ({
  sessionId: described(id(), 'A session of the site that members cannot book yet.'),
}));

const { table: messages } = Message;

/** The reminders of a member that are not sent yet, the newest first. */
export const reminderPage = pagesOf<MessageRow>(messages, () => ({
  direction: 'descending',
  indexed: {
    clientId: sql`${eq(messages.clientId, named('clientId'))} and "messages"."kind" = 'booking_opens' and "messages"."status" = 'scheduled' and "messages"."channel" = 'email'`,
  },
  filters: {},
  sites: null,
}));

/** From when members can book a session. */
export const opensAt = (read: Read, session: SessionRecord): string =>
  windowsOf(session, bookingSettings(read, session.siteId, session.overrides)).bookingOpensAt;

export const reminderViews = (read: Read, rows: readonly MessageRow[]) => {
  const sessions = new Map(
    Session.rows.findAll(read, [...new Set(rows.map(({ sourceId }) => sourceId))]).map((row) => [row.id, row]),
  );
  return ({ id: reminderId, sourceId, dueAt, createdAt }: MessageRow): Static<typeof MemberReminder> => ({
    id: reminderId,
    object: 'member_reminder',
    sessionId: sourceId,
    name: sessions.get(sourceId)?.name ?? '',
    startTime: sessions.get(sourceId)?.startTime ?? dueAt,
    dueAt,
    createdAt,
  });
};

const notPossible = (code: string, message: string) =>
  conflict('reminder_not_possible', message, [{ param: 'sessionId', code, message }]);

/** @throws Problem 409 with the reason, where there is nothing to remind of, or no one. */
const requireRemindable = (tx: Tx, { clientId }: MemberCaller, session: SessionRecord): void => {
  const hasEnded = session.cancelledAt !== null || session.startTime <= tx.now;
  if (hasEnded)
    throw notPossible(session.cancelledAt === null ? ENDED[1] : ENDED[0], 'The session is over or cancelled.');
  if (opensAt(tx, session) <= tx.now) throw notPossible('open', 'The session can be booked already. Book it.');
  if (addressOf(tx, { kind: KIND, sourceId: session.id, clientId }) === null) {
    throw notPossible('no_email', 'The member has no email address. Enter one in the profile.');
  }
  if (findCursor(tx) === undefined) throw notPossible('mail_off', 'The studio sends no mails.');
};

const FORGET = 'delete from "messages" where "sourceId" = ? and "kind" = ? and "clientId" = ?';

const ownReminder = (read: Read, clientId: string, sessionId: string): MessageRow | undefined =>
  messagesAbout(read, sessionId).find((row) => row.kind === KIND && row.clientId === clientId);

/**
 * Reminds a member when booking opens. Asking again changes nothing.
 * @throws Problem 400 for a session that the member does not see, 409 `reminder_not_possible`.
 */
export const addReminder = (tx: Tx, caller: MemberCaller, sessionId: string): MessageRow => {
  const session = sessionById(tx, sessionId);
  if (session?.siteId !== caller.siteId || session.isPrivate === 1) {
    throw missingResource('sessionId', 'session', sessionId);
  }
  requireRemindable(tx, caller, session);
  const { clientId, siteId } = caller;
  const earlier = ownReminder(tx, clientId, sessionId);
  if (earlier?.status === 'scheduled') return earlier;
  // One that was sent before booking was put off, with its notification.
  if (earlier !== undefined) tx.db.query(FORGET).run(sessionId, KIND, caller.clientId);
  const dueAt = opensAt(tx, session);
  scheduleMessage(tx, jobQueue, { kind: KIND, clientId, siteId, sourceId: sessionId, data: { sessionId }, dueAt });
  const made = ownReminder(tx, clientId, sessionId);
  if (made === undefined) throw notFound('member_reminder', sessionId);
  return made;
};

/** @throws Problem 404 for what is no reminder of the member that waits. */
export const removeReminder = (tx: Tx, { clientId }: MemberCaller, reminderId: string): void => {
  const row = Message.rows.find(tx, reminderId);
  if (row?.kind !== KIND || row.clientId !== clientId || row.status !== 'scheduled') {
    throw notFound('member_reminder', reminderId);
  }
  unscheduleMessage(tx, jobQueue, row);
};
