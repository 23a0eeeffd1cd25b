import { codeMail } from '../../auth/members/own/codes.ts';
import type { Read, Tx } from '../../database/database.ts';
import { isUniqueViolation, query, selectRows } from '../../records/query.ts';
import { Client } from '../clients/record.ts';
import { adultsFor } from '../households/queries.ts';
import { Staff } from '../staff/record.ts';
import { withAdults } from './direct/for-adults.ts';
import { isCode, kindOf } from './kinds.ts';
import {
  moveNotifications,
  type NotificationQueue,
  scheduleNotification,
  unscheduleNotifications,
} from './push/schedule.ts';
import { sendingTime } from './quiet-hours.ts';
import { Message, type MessageKind, type MessageRow } from './record.ts';

/** The queues of mails and notifications, as far as messages need them. */
export interface MailQueue {
  readonly notifications: NotificationQueue;
  /** Lets a message be sent once it is due. @param lane the domain of the recipient */
  add(tx: Tx, messageId: string, lane: string, dueAt: string): void;
  /** Sends nothing for a message that waits. */
  cancel(tx: Tx, messageId: string): void;
}

export interface NewMessage {
  readonly kind: MessageKind;
  readonly siteId: string;
  readonly clientId?: string;
  readonly staffId?: string;
  /** What it is about: a person gets one message of a kind about it. */
  readonly sourceId: string;
  /** What the mail needs besides the records as they are when it is sent, such as ids. */
  readonly data?: object;
  /** When it is sent; now by default. */
  readonly dueAt?: string;
  /** The address that the person had before, of a message that goes there. */
  readonly toEmail?: string;
  /** Whether no notification goes with it, since someone asked for the email. */
  readonly isEmailOnly?: true;
}

const ofSource = query<MessageRow>(() => selectRows(Message.table, 'sourceId', 'channel'));

/** The mails about something. */
export const messagesAbout = (read: Read, sourceId: string): MessageRow[] =>
  ofSource.all(read, { sourceId, channel: 'email' });

/** Who gets a message: a client, a staff member, or whoever has the address of a code. */
interface Recipient extends Pick<NewMessage, 'kind' | 'sourceId'> {
  readonly clientId?: string | null;
  readonly staffId?: string | null;
  readonly toEmail?: string | null;
}

/** The address of a person; null for a person without one. */
export const addressOf = (read: Read, { kind, sourceId, clientId, staffId, toEmail }: Recipient): string | null => {
  if (kindOf(kind).isForFormer) return toEmail ?? null;
  if (isCode(kind)) return codeMail(read, sourceId)?.email ?? null;
  if (clientId != null) return Client.rows.find(read, clientId)?.email ?? null;
  return staffId == null ? null : (Staff.rows.find(read, staffId)?.email ?? null);
};

/** The domain of an address: its mails wait for each other, and for no others. */
const laneOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/**
 * Stores a message and lets it be sent once it is due. Nothing is stored for a person without an address, or twice. What
 * concerns a dependant goes to the adults of the household too.
 */
export const scheduleMessage = (tx: Tx, queue: MailQueue, message: NewMessage): void => {
  for (const each of withAdults(tx, message)) schedule(tx, queue, each);
};

const schedule = (tx: Tx, queue: MailQueue, message: NewMessage): void => {
  if (message.isEmailOnly !== true) scheduleNotification(tx, queue.notifications, message);
  const address = addressOf(tx, message);
  if (address === null) return;
  const { kind, siteId, clientId = null, staffId = null, sourceId, data = {} } = message;
  const dueAt = sendingTime(tx, kind, clientId, siteId, message.dueAt ?? tx.now);
  const id = tx.id();
  const given = {
    kind,
    siteId,
    clientId,
    staffId,
    sourceId,
    data: JSON.stringify(data),
    status: 'scheduled',
    dueAt,
    // A newer code takes the place of the code that waits, and the address with it; a former address is nowhere else.
    toEmail: isCode(kind) || kindOf(kind).isForFormer ? address : null,
  } as const;
  const empty = { sentAt: null, subject: null, errorCode: null, errorMessage: null };
  try {
    Message.rows.insert(tx, { ...Message.initial(tx, id), ...empty, ...given });
  } catch (error) {
    if (isUniqueViolation(error)) return;
    throw error;
  }
  queue.add(tx, id, laneOf(address), dueAt);
};

/** Stores that a message was asked for which is not written at all. */
export const storeUnwritten = (tx: Tx, message: NewMessage, toEmail: string, errorCode: string): void => {
  const { kind, siteId, clientId = null, sourceId } = message;
  const about = { kind, siteId, clientId, staffId: null, sourceId, data: '{}', dueAt: tx.now };
  const nothing = { sentAt: null, subject: null, errorMessage: null, attempts: 0 };
  Message.rows.insert(tx, { ...Message.initial(tx), ...about, ...nothing, status: 'skipped', toEmail, errorCode });
};

const DELETE = 'delete from "messages" where "id" = ?';

/** Takes a message back that is not sent yet. */
export const unscheduleMessage = (tx: Tx, queue: MailQueue, row: MessageRow): void => {
  const { id, status } = row;
  if (status !== 'scheduled') return;
  unscheduleNotifications(tx, queue.notifications, row);
  queue.cancel(tx, id);
  tx.db.query(DELETE).run(id);
};

/** Lets a message that is not sent yet be sent at another time, and be about something else. */
export const rescheduleMessage = (
  tx: Tx,
  queue: MailQueue,
  row: MessageRow,
  at: string,
  sourceId = row.sourceId,
): void => {
  const address = addressOf(tx, row);
  const dueAt = sendingTime(tx, row.kind, row.clientId, row.siteId, at);
  if (row.status !== 'scheduled') return;
  moveNotifications(tx, queue.notifications, row, { dueAt, sourceId });
  if (sourceId !== row.sourceId) Message.rows.update(tx, row.id, { sourceId });
  if (row.dueAt === dueAt || address === null) return;
  queue.cancel(tx, row.id);
  Message.rows.update(tx, row.id, { dueAt, updatedAt: tx.now });
  queue.add(tx, row.id, laneOf(address), dueAt);
};

const WAITING = `select * from "messages" where "clientId" in (select value from json_each(?)) and "kind" = ? and "status" = 'scheduled' and "channel" = 'email'
  and "data" ->> 'bookingId' = ?`;

/** The messages of a kind about a booking that are not sent yet. */
export const waitingAbout = (
  read: Read,
  { id, clientId }: { readonly id: string; readonly clientId: string },
  kind: MessageKind,
): MessageRow[] => {
  const readers = [clientId, ...adultsFor(read, clientId).map((adult) => adult.id)];
  return read.db.query<MessageRow, [string, string, string]>(WAITING).all(JSON.stringify(readers), kind, id);
};

const REMINDERS = `select * from "messages" where "sourceId" > ?1 || ' ' and "sourceId" < ?1 || '!' and "channel" = ?2`;

/** A reminder is about a booking, some minutes before it, and its start: a class that is moved is reminded of again. */
export const reminderSource = (bookingId: string, minutes: number, startTime: string): string =>
  `${bookingId} ${minutes} ${startTime}`;

/** The minutes and the start that a reminder is about; no start for one of an older release. */
export const aboutReminder = ({ sourceId }: Pick<MessageRow, 'sourceId'>) => {
  const [, minutes, startTime] = sourceId.split(' ');
  return { minutes: Number(minutes), startTime };
};

/** The reminders of a booking by a channel, also those that are sent. */
export const upcomingReminders = (
  read: Read,
  bookingId: string,
  channel: MessageRow['channel'] = 'email',
): MessageRow[] => read.db.query<MessageRow, [string, string]>(REMINDERS).all(bookingId, channel);
