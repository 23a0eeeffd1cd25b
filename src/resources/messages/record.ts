import { Type } from '@sinclair/typebox';
import { count, id, nullable } from '../../kernel/schemas.ts';
import * as field from '../../records/fields.ts';
import { leave } from '../../records/personal.ts';
import { type RowOf, record } from '../../records/record.ts';
import { ClientResponse } from '../clients/record.ts';

/** What messages say (messages.md "Kinds"). */
export const MESSAGE_KINDS = [
  'booking_confirmed',
  'guest_invitation',
  'booking_cancelled',
  'waitlist_joined',
  'waitlist_offered',
  'waitlist_promoted',
  'waitlist_lapsed',
  'waitlist_open',
  'session_cancelled',
  'session_moved',
  'session_substituted',
  'booking_reminder',
  'fee',
  'receipt',
  'payment_failed',
  'card_expiring',
  'debit_announced',
  'package_expiring',
  'package_depleted',
  'package_end_requested',
  'erasure_declined',
  'challenge_starting',
  'award_earned',
  'member_code',
  'email_code',
  'sign_up_approved',
  'email_changed',
  'booking_opens',
  'household_invitation',
  'staff_invitation',
  'password_reset',
  'staff_email_changed',
  'endpoint_disabled',
  'backup_failed',
  'daily_summary',
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** By email, or as a notification on the devices of a member. */
export const MESSAGE_CHANNELS = ['email', 'push'] as const;

export const MESSAGE_STATUSES = ['scheduled', 'sent', 'failed', 'skipped'] as const;

const text = () => Type.String();

/** A mail or a notification to a client, or a mail to a staff member (messages.md). */
export const Message = record(
  'message',
  'messages',
  () => ({
    kind: field.word(MESSAGE_KINDS).readOnly().described('What the message is about.'),
    channel: field
      .word(MESSAGE_CHANNELS)
      .default('email')
      .readOnly()
      .described('`email`, or `push`: a notification to the devices on which the client allowed them.'),
    siteId: field.id().readOnly().described('The site it is about.'),
    clientId: field
      .id()
      .nullable()
      .readOnly()
      .shownAs(nullable(id()))
      .described(
        'The client who receives it. `null` for a sign-in code requested for an email that belongs to no client.',
      ),
    client: field.related(nullable(ClientResponse)),
    staffId: field.id().nullable().readOnly().shownAs(nullable(id())).described('The staff member who receives it.'),
    sourceId: field.text(text()).internal(),
    data: field.json(Type.Object({})).internal().personal(leave('{}')),
    status: field
      .word(MESSAGE_STATUSES)
      .readOnly()
      .described(
        '`scheduled` until it is sent; `failed` if the mail server or push service refused it; `skipped` if it was not ' +
          'wanted.',
      ),
    dueAt: field.instant().readOnly().described('Time at which it is or was due to be sent.'),
    sentAt: field
      .instant()
      .nullable()
      .readOnly()
      .described('Time at which the mail server or push service accepted it.'),
    toEmail: field
      .text(text())
      .nullable()
      .readOnly()
      .personal()
      .described('The email address it was sent to. `null` for a push notification.'),
    subject: field
      .text(text())
      .nullable()
      .readOnly()
      .personal()
      .described('The subject, or the title of a push notification.'),
    attempts: field.integer(count()).default(0).readOnly().described('The number of attempts.'),
    errorCode: field
      .text(text())
      .nullable()
      .readOnly()
      .described('Why it was not sent: what the server did, or why it was not wanted.'),
    errorMessage: field
      .text(text())
      .nullable()
      .readOnly()
      .personal()
      .described('The response of the mail server or push service.'),
  }),
  { sites: 'siteId' },
);

export type MessageRow = RowOf<typeof Message>;
