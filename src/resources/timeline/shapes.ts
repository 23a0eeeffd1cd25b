import { Type } from '@sinclair/typebox';
import {
  BOOKING_STATUSES,
  CHECKIN_CODES,
  CHECKIN_SOURCES,
  CHECKIN_STATUSES,
  PAYMENT_METHODS,
  PAYMENT_PURPOSES,
  PAYMENT_STATUSES,
} from '../../events/enumerations.ts';
import {
  described,
  flag,
  id,
  instant,
  listOf,
  nullable,
  object,
  oneOf,
  optional,
  shape,
} from '../../kernel/schemas.ts';
import { MESSAGE_CHANNELS, MESSAGE_KINDS, MESSAGE_STATUSES } from '../messages/record.ts';
import { methodDetails } from '../payments/record.ts';

export const KINDS = {
  visits: [
    'booking_made',
    'booking_promoted',
    'booking_cancelled',
    'booking_attended',
    'booking_no_show',
    'checkin',
    'award_earned',
  ],
  money: ['payment', 'refund', 'package_sold', 'package_cancelled', 'credits_adjusted'],
  messages: ['message'],
  changes: ['client_created', 'client_changed', 'client_merged'],
} as const;

export const GROUPS = ['visits', 'money', 'messages', 'changes'] as const;
export type Group = (typeof GROUPS)[number];
export type Kind = (typeof KINDS)[Group][number];
const ALL = [...KINDS.visits, ...KINDS.money, ...KINDS.messages, ...KINDS.changes];

const text = () => Type.String();
const amount = () => Type.Integer();

const booking = () =>
  object(() => ({
    id: id(),
    status: oneOf(...BOOKING_STATUSES),
    channel: described(text(), 'Who made it.'),
    bookingSource: described(text(), 'How it is paid for.'),
    packageName: described(nullable(text()), 'The package that pays.'),
    creditsUsed: described(Type.Integer(), 'The number of credits used.'),
    creditOutcome: text(),
    isLateCancel: flag(),
    cancelledBy: nullable(text()),
    cancelReason: nullable(text()),
    freeCancelUntil: described(
      nullable(instant()),
      'Time until which it can be canceled free of charge. `null` once that time is over.',
    ),
  }));

const session = () =>
  object(() => ({
    id: id(),
    name: text(),
    startTime: instant(),
    roomName: described(nullable(text()), 'The room at the site.'),
    instructorId: nullable(id()),
    instructorName: described(nullable(text()), "The instructor's name."),
  }));

const checkin = () =>
  object(() => ({
    id: id(),
    status: oneOf(...CHECKIN_STATUSES),
    statusCode: oneOf(...CHECKIN_CODES),
    message: text(),
    source: oneOf(...CHECKIN_SOURCES),
    isReEntry: described(flag(), 'Whether the client had checked in shortly before.'),
  }));

const payment = () =>
  object(() => ({
    id: id(),
    amount: amount(),
    currency: text(),
    amountRefunded: amount(),
    status: oneOf(...PAYMENT_STATUSES),
    paymentMethod: oneOf(...PAYMENT_METHODS),
    paymentMethodDetails: optional(
      described(
        nullable(methodDetails),
        'The card or account. `null` for other payment methods, and once it is erased.',
      ),
    ),
    purpose: oneOf(...PAYMENT_PURPOSES),
    description: nullable(text()),
    invoiceNumber: described(nullable(text()), 'The receipt number.'),
  }));

const refund = () =>
  object(() => ({
    id: id(),
    amount: amount(),
    currency: text(),
    status: text(),
    reason: nullable(text()),
    staffId: nullable(id()),
    staffName: described(nullable(text()), 'The name of the staff member who did it.'),
  }));

const packaged = () =>
  object(() => ({
    id: id(),
    name: text(),
    type: text(),
    status: text(),
    creditsTotal: nullable(Type.Integer()),
    creditsRemaining: nullable(Type.Integer()),
    expiresAt: nullable(instant()),
    planId: nullable(id()),
  }));

const credits = () =>
  object(() => ({
    delta: Type.Integer(),
    balance: described(Type.Integer(), 'The number of credits afterwards.'),
    note: described(nullable(text()), 'The note staff entered.'),
    staffId: nullable(id()),
    staffName: described(nullable(text()), 'The name of the staff member who did it.'),
  }));

const award = () =>
  object(() => ({ id: id(), name: text(), badgeUrl: described(nullable(text()), 'The URL of its picture.') }));

const message = () =>
  object(() => ({
    id: id(),
    kind: described(oneOf(...MESSAGE_KINDS), 'What the message is about.'),
    channel: described(oneOf(...MESSAGE_CHANNELS), 'Whether it was an email or a push notification.'),
    status: oneOf(...MESSAGE_STATUSES),
    subject: nullable(text()),
    toEmail: described(nullable(text()), 'The email address it was sent to.'),
    errorCode: described(nullable(text()), 'Why it was not sent: what the server did, or why it was not wanted.'),
    errorMessage: described(nullable(text()), 'The response of the mail server or push service.'),
  }));

const change = () =>
  object(() => ({
    type: described(text(), 'The type of event, such as client.updated.'),
    fields: described(Type.Array(text()), 'The fields that changed.'),
    mergedClientId: nullable(id()),
    actor: described(nullable(text()), 'Who did it, as in the event log.'),
    staffName: described(nullable(text()), 'The name of the staff member who did it.'),
  }));

/** What a kind of entry has besides; null in entries of other kinds. */
const TimelineEntry = shape('TimelineEntry', () => ({
  id: described(text(), 'Identifies the entry in this list.'),
  object: Type.Literal('timeline_entry'),
  kind: described(oneOf(...ALL), 'What happened.'),
  group: oneOf(...GROUPS),
  at: described(instant(), 'Time at which it happened.'),
  clientId: id(),
  siteId: nullable(id()),
  booking: described(nullable(booking()), 'The booking it is about.'),
  session: described(nullable(session()), 'The session of the booking or check-in.'),
  checkin: described(nullable(checkin()), 'The check-in.'),
  payment: described(nullable(payment()), 'The payment, or the one that was refunded.'),
  refund: described(nullable(refund()), 'The refund.'),
  package: described(nullable(packaged()), 'The package.'),
  credits: described(nullable(credits()), 'The credits added to or removed from a package.'),
  award: described(nullable(award()), 'The award earned.'),
  message: described(nullable(message()), 'The email or push notification.'),
  change: described(nullable(change()), 'What changed about the client.'),
}));

export const TimelineList = listOf(TimelineEntry, text());
