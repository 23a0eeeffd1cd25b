import { Type } from '@sinclair/typebox';
import { count, id, nullable } from '../../kernel/schemas.ts';
import * as field from '../../records/fields.ts';
import { leave } from '../../records/personal.ts';
import { type RowOf, record } from '../../records/record.ts';
import { ClientResponse } from '../clients/record.ts';

/** What messages say (messages.md "Kinds"). */
export const MESSAGE_KINDS = [
  ...(['booking_confirmed', 'booking_cancelled', 'waitlist_joined', 'waitlist_offered', 'waitlist_promoted'] as const),
  ...(['session_cancelled', 'session_moved', 'session_substituted', 'booking_reminder'] as const),
  ...(['fee', 'receipt', 'payment_failed', 'card_expiring', 'package_expiring', 'package_depleted'] as const),
  ...(['package_end_requested', 'erasure_declined'] as const),
  ...(['challenge_starting', 'award_earned'] as const),
  ...(['member_code', 'sign_up_approved', 'email_changed', 'booking_opens'] as const),
  ...(['staff_invitation', 'password_reset', 'staff_email_changed'] as const),
  ...(['endpoint_disabled', 'backup_failed', 'daily_summary'] as const),
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

export const MESSAGE_STATUSES = ['scheduled', 'sent', 'failed', 'skipped'] as const;

const text = () => Type.String();

/** A mail to a client or to a staff member (messages.md). */
export const Message = record(
  'message',
  'messages',
  () => ({
    kind: field.word(MESSAGE_KINDS).readOnly().described('What it says.'),
    siteId: field.id().readOnly().described('The site that it is about.'),
    clientId: field
      .id()
      .nullable()
      .readOnly()
      .shownAs(nullable(id()))
      .described('The client who gets it; null for a code to sign in that was asked for by nobody of the studio.'),
    client: field.related(nullable(ClientResponse)),
    staffId: field.id().nullable().readOnly().shownAs(nullable(id())).described('The staff member who gets it.'),
    sourceId: field.text(text()).internal(),
    data: field.json(Type.Object({})).internal().personal(leave('{}')),
    status: field
      .word(MESSAGE_STATUSES)
      .readOnly()
      .described('scheduled until it is sent; failed when the mail server refused it; skipped when it was not wanted.'),
    dueAt: field.instant().readOnly().described('When it is sent, or was to be sent.'),
    sentAt: field.instant().nullable().readOnly().described('When the mail server took it.'),
    toEmail: field.text(text()).nullable().readOnly().personal().described('The address to which it was sent.'),
    subject: field.text(text()).nullable().readOnly().personal().described('Its subject.'),
    attempts: field.integer(count()).default(0).readOnly().described('How often it was tried.'),
    errorCode: field
      .text(text())
      .nullable()
      .readOnly()
      .described('Why it was not sent: what the mail server did, or why it was not wanted.'),
    errorMessage: field.text(text()).nullable().readOnly().personal().described('What the mail server said.'),
  }),
  { sites: 'siteId' },
);

export type MessageRow = RowOf<typeof Message>;
