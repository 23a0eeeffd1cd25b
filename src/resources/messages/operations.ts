import { like } from '../../http/operations/example.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import { described, id, oneOf, optional } from '../../kernel/schemas.ts';
import { MESSAGES } from '../demo-ids.ts';
import { findMessage, messagePage, messageViews } from './listing.ts';
import { MESSAGE_CHANNELS, MESSAGE_STATUSES, Message } from './record.ts';

/** What the studio has written to its clients (messages.md). */
export const messageOperations = recordOperations(
  {
    tag: 'Messages',
    about: 'Emails and push notifications to clients: confirmations, reminders, changes, and receipts.',
  },
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
      'Returns the newest first. Messages are kept for 400 days, without their content. A sign-in code sent to an ' +
        'address that belongs to no client has no client and is kept for 7 days.',
      (read, { caller, page, filters }) => messagePage(read, page, { ...filters, toClients: 1 }, caller.siteIds),
      {
        expands: 'message',
        filters: {
          client_id: optional(described(id(), 'Only return messages to this client.')),
          status: optional(described(oneOf(...MESSAGE_STATUSES), 'Only return messages with this status.')),
          channel: optional(described(oneOf(...MESSAGE_CHANNELS), 'Only return messages of this channel.')),
        },
      },
    ),
    retrieve('A message to a client, or a sign-in code: its kind, its subject, and its delivery status.', {
      expands: 'message',
    }),
  ],
);
