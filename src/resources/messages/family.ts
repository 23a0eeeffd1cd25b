import type { Tx } from '../../database/database.ts';
import { daily } from '../../kernel/periods.ts';
import { BOOKINGS, MEMBER, MESSAGES, SITES } from '../demo-ids.ts';
import type { Family } from '../family.ts';
import type { Program } from '../program.ts';
import { rescheduleReminders } from './following/preferences.ts';
import { openingReminderOperations } from './opening/operations.ts';
import { messageOperations } from './operations.ts';
import { pushOperations } from './push/operations.ts';
import { receiptOperations } from './receipts/operations.ts';
import { Message } from './record.ts';
import { deleteOld, dropMessages } from './retention.ts';
import { templateOperations } from './templates/operations.ts';

/** A confirmation that was sent. */
const create = (tx: Tx): void => {
  Message.rows.insert(tx, {
    ...Message.initial(tx),
    id: MESSAGES.confirmation,
    kind: 'booking_confirmed',
    siteId: SITES.downtown,
    clientId: MEMBER,
    staffId: null,
    sourceId: BOOKINGS.ofMember,
    data: JSON.stringify({ bookingId: BOOKINGS.ofMember }),
    status: 'sent',
    dueAt: tx.now,
    sentAt: tx.now,
    toEmail: 'dana.rivera@members.example',
    subject: 'You are booked: Morning Flow',
    attempts: 1,
    errorCode: null,
    errorMessage: null,
  });
};

export const messages = {
  operations: [messageOperations, templateOperations, openingReminderOperations, pushOperations, receiptOperations],
  examples: { create, records: [['A message to a client', MESSAGES.confirmation]] },
  jobs: [{ name: 'old messages', period: daily(4, 43), run: ({ sweep }: Program) => deleteOld(sweep) }],
  reactions: () => ({ clientArchived: dropMessages, preferencesChanged: rescheduleReminders }),
} satisfies Family;
