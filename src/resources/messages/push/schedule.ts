import type { Read, Tx } from '../../../database/database.ts';
import { isUniqueViolation, query, selectRows } from '../../../records/query.ts';
import { notificationSettings } from '../../settings/queries.ts';
import type { NotificationSettings } from '../../settings/shapes.ts';
import { kindOf } from '../kinds.ts';
import { sendingTime } from '../quiet-hours.ts';
import { Message, type MessageKind, type MessageRow } from '../record.ts';
import { hasSubscription } from './subscriptions.ts';

/** The queue of notifications, as far as messages need it. */
export interface NotificationQueue {
  /** Lets a message be sent to the devices of its client once it is due. */
  add(tx: Tx, messageId: string, dueAt: string): void;
  /** Sends nothing for a message that waits. */
  cancel(tx: Tx, messageId: string): void;
}

interface NewNotification {
  readonly kind: MessageKind;
  readonly siteId: string;
  readonly clientId?: string;
  readonly sourceId: string;
  readonly data?: object;
  readonly dueAt?: string;
}

/** Whether a site sends notifications. */
export const sendsPush = ({ webPush, channels }: NotificationSettings): boolean => webPush && channels.push;

/** Whether a kind goes to devices: those of the preferences, and what a member has asked for. */
const isPushed = (kind: MessageKind): boolean => kindOf(kind).category !== null || kind === 'booking_opens';

/** Lets what a client is written also come as a notification, where a device of the client gets them. */
export const scheduleNotification = (tx: Tx, queue: NotificationQueue, message: NewNotification): void => {
  const { kind, siteId, clientId, sourceId, data = {} } = message;
  if (clientId === undefined || !isPushed(kind)) return;
  if (!sendsPush(notificationSettings(tx, siteId)) || !hasSubscription(tx, clientId)) return;
  const dueAt = sendingTime(tx, kind, clientId, siteId, message.dueAt ?? tx.now);
  const id = tx.id();
  const about = {
    kind,
    channel: 'push',
    siteId,
    clientId,
    staffId: null,
    sourceId,
    data: JSON.stringify(data),
  } as const;
  const empty = { sentAt: null, subject: null, toEmail: null, errorCode: null, errorMessage: null };
  try {
    Message.rows.insert(tx, { ...Message.initial(tx, id), ...empty, ...about, status: 'scheduled', dueAt });
  } catch (error) {
    if (isUniqueViolation(error)) return;
    throw error;
  }
  queue.add(tx, id, dueAt);
};

const ofSource = query<MessageRow>(() => selectRows(Message.table, 'sourceId', 'kind', 'clientId', 'channel'));

type Beside = Pick<MessageRow, 'sourceId' | 'kind' | 'clientId'>;

/** The notifications that wait beside a mail. */
const waitingBeside = (read: Read, { sourceId, kind, clientId }: Beside): MessageRow[] =>
  clientId === null
    ? []
    : ofSource.all(read, { sourceId, kind, clientId, channel: 'push' }).filter(({ status }) => status === 'scheduled');

const DELETE = 'delete from "messages" where "id" = ?';

/** Takes back the notifications beside a mail that is taken back. */
export const unscheduleNotifications = (tx: Tx, queue: NotificationQueue, beside: Beside): void => {
  for (const { id } of waitingBeside(tx, beside)) {
    queue.cancel(tx, id);
    tx.db.query(DELETE).run(id);
  }
};

/** Lets the notifications beside a mail follow it to another time. */
export const moveNotifications = (
  tx: Tx,
  queue: NotificationQueue,
  beside: Beside,
  to: Pick<MessageRow, 'dueAt' | 'sourceId'>,
): void => {
  for (const row of waitingBeside(tx, beside)) {
    if (row.dueAt === to.dueAt && row.sourceId === to.sourceId) continue;
    Message.rows.update(tx, row.id, { ...to, updatedAt: tx.now });
    queue.add(tx, row.id, to.dueAt);
  }
};

const REMINDERS = `select * from "messages" where "clientId" = ? and "status" = 'scheduled' and "channel" = 'email'
  and "kind" in ('booking_reminder', 'booking_opens')`;

/** Lets the reminders that wait come as notifications too: a device of the client gets them from now on. */
export const remindOnDevices = (tx: Tx, queue: NotificationQueue, clientId: string): void => {
  for (const row of tx.db.query<MessageRow, [string]>(REMINDERS).all(clientId)) {
    const { kind, siteId, sourceId, dueAt, data } = row;
    scheduleNotification(tx, queue, { kind, siteId, clientId, sourceId, dueAt, data: JSON.parse(data) });
  }
};
