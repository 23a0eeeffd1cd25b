import { like } from '../../http/operations/example.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import { described, id, oneOf, optional } from '../../kernel/schemas.ts';
import { MESSAGES } from '../demo-ids.ts';
import { findMessage, messagePage, messageViews } from './listing.ts';
import { MESSAGE_STATUSES, Message } from './record.ts';

/** What the studio has written to its clients (messages.md). */
export const messageOperations = recordOperations(
  { tag: 'Messages', about: 'Mails to clients: confirmations, reminders, changes, receipts.' },
  'manage',
  {
    record: { ...Message, find: findMessage, view: (row) => row },
    views: messageViews,
    path: '/manage/messages',
    names: ['message', 'messages'],
    staff: 'clients:read',
    example: like(MESSAGES.confirmation, 'createBooking'),
  },
  ({ list, retrieve }) => [
    list(
      'The newest first, for 400 days. What a mail says is not kept. A code to sign in that went to nobody of the studio, or to nobody at all, has no client and is kept for 7 days.',
      (read, { caller, page, filters }) => messagePage(read, page, { ...filters, toClients: 1 }, caller.siteIds),
      {
        expands: 'message',
        filters: {
          client_id: optional(described(id(), 'Only messages to this client.')),
          status: optional(described(oneOf(...MESSAGE_STATUSES), 'Only messages of this status.')),
        },
      },
    ),
    retrieve('A message to a client, or a code to sign in: its kind, its subject, and how sending it ended.', {
      expands: 'message',
    }),
  ],
);
