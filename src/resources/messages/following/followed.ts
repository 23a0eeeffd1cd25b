import { asc, gt, sql } from 'drizzle-orm';
import type { Tx } from '../../../database/database.ts';
import type { EventData, EventType } from '../../../events/catalogue.ts';
import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import { named, query, selectColumns } from '../../../records/query.ts';
import { OWN_UNDO_MS } from '../../bookings/member/undo.ts';
import { type BookingRecord, bookingById, selectBookings } from '../../bookings/queries.ts';
import { Booking } from '../../bookings/record.ts';
import { Client } from '../../clients/record.ts';
import { invitationById } from '../../households/queries.ts';
import { chargeById } from '../../payments/charging/queries.ts';
import { paymentById } from '../../payments/queries.ts';
import { Session } from '../../sessions/record.ts';
import { Staff } from '../../staff/record.ts';
import type { MessageKind } from '../record.ts';
import {
  type MailQueue,
  type NewMessage,
  scheduleMessage,
  unscheduleMessage,
  upcomingReminders,
  waitingAbout,
} from '../schedule.ts';
import { tellGuest } from './guests.ts';
import { remind } from './reminders.ts';

export interface Followed<Type extends EventType = EventType> {
  readonly tx: Tx;
  readonly queue: MailQueue;
  readonly id: string;
  readonly siteId: string;
  readonly data: EventData<Type>;
  /** The booking up to which an event of a session is followed. */
  readonly after: string | null;
}

/** The bookings of a session that one transaction follows. */
const AT_ONCE = 50;

const bookingsAfter = query<BookingRecord>(() =>
  selectBookings('sessionId', gt(Booking.table.id, named('after')))
    .orderBy(asc(Booking.table.id))
    .limit(named('limit')),
);

const owners = query<{ id: string }>(() =>
  selectColumns(Staff.table, ['id'], sql`${Staff.table.role} = 'owner'`, sql`${Staff.table.status} = 'active'`),
);

/** Writes to a client about an event. */
const messageTo = (
  { tx, queue, id: sourceId, siteId }: Followed,
  kind: MessageKind,
  clientId: string,
  data: object,
  given: Partial<NewMessage> = {},
): void => scheduleMessage(tx, queue, { kind, siteId, clientId, sourceId, data, ...given });

/** Writes to the client of a booking, while its session is still ahead. */
const messageAboutBooking = (
  followed: Followed,
  kind: MessageKind,
  bookingId: string,
  data: object = {},
  given: Partial<NewMessage> = {},
): void => {
  const { tx, queue, siteId } = followed;
  const booking = bookingById(tx, bookingId);
  if (booking === undefined || booking.startTime <= tx.now) return;
  const about = { bookingId, ...data };
  if (booking.hostBookingId === null) messageTo(followed, kind, booking.clientId, about, given);
  else tellGuest(tx, queue, booking, { kind, siteId, data: about, ...given });
};

/** Writes to the owners, who can fix it. */
const messageToOwners = ({ tx, queue, id: sourceId, siteId }: Followed, kind: MessageKind, data: object): void => {
  for (const { id: staffId } of owners.all(tx)) scheduleMessage(tx, queue, { kind, siteId, staffId, sourceId, data });
};

/** Notifies the former address of a person: the person may not have asked for the change. */
const toFormer = (
  { tx, queue, id: sourceId, siteId }: Followed,
  kind: MessageKind,
  person: Pick<NewMessage, 'clientId' | 'staffId'>,
  { email }: { readonly email?: unknown },
): void => {
  if (typeof email === 'string') scheduleMessage(tx, queue, { kind, siteId, sourceId, ...person, toEmail: email });
};

const isOfGuest = ({ tx }: Followed, bookingId: string): boolean =>
  (bookingById(tx, bookingId)?.hostBookingId ?? null) !== null;

/** Invites a guest: one mail about a session, however often they are brought to it. There is no other, and no reminder. */
const inviteGuest = ({ tx, queue, siteId }: Followed, booking: BookingRecord): void =>
  tellGuest(tx, queue, booking, { kind: 'guest_invitation', siteId, data: { bookingId: booking.id } });

/** Writes that a booking is confirmed, and makes its reminders. Imported bookings were confirmed elsewhere. */
const messageAndRemind = (followed: Followed, kind: MessageKind, bookingId: string): void => {
  const { tx, queue } = followed;
  const booking = bookingById(tx, bookingId);
  if (booking?.status !== 'confirmed' || booking.channel === 'import') return;
  if (booking.hostBookingId !== null) {
    inviteGuest(followed, booking);
    return;
  }
  messageAboutBooking(followed, kind, bookingId);
  remind(tx, queue, booking);
};

/** Writes where a booking has moved, and makes its reminders anew. */
const tellMove = (followed: Followed, bookingId: string, previousId: unknown): void => {
  const { tx, queue } = followed;
  const [booking, session] = [bookingById(tx, bookingId), Session.rows.find(tx, String(previousId))];
  if (booking === undefined) return;
  const { startTime, endTime, siteId, name } = session ?? {};
  messageAboutBooking(followed, 'session_moved', bookingId, { previous: { startTime, endTime, siteId, name } });
  dropReminders(followed, bookingId);
  if (booking.status === 'confirmed') remind(tx, queue, booking);
};

const dropReminders = ({ tx, queue }: Followed, bookingId: string): void => {
  for (const reminder of upcomingReminders(tx, bookingId)) unscheduleMessage(tx, queue, reminder);
};

/** Follows a change of a session for some of the people who have booked it. Returns the last booking, if there may be more. */
const eachBooking = (
  followed: Followed,
  sessionId: string,
  tell: (booking: BookingRecord) => void,
): string | undefined => {
  const rows = bookingsAfter.all(followed.tx, { sessionId, after: followed.after ?? '', limit: AT_ONCE });
  for (const booking of rows) if (booking.status === 'confirmed' || booking.status === 'waitlisted') tell(booking);
  return rows.length < AT_ONCE ? undefined : rows.at(-1)?.id;
};

const isNotStarted = ({ tx }: Followed, sessionId: string): boolean => {
  const session = Session.rows.find(tx, sessionId);
  return session !== undefined && session.cancelledAt === null && epochOf(session.startTime) > tx.nowMs;
};

/** What makes the messages of each type of event, as `makeMessages` calls it. */
type MessagesFor = {
  readonly [Type in EventType]?: (data: EventData<Type>, followed: Followed) => unknown;
};

/** What the server charges automatically, with no one at the desk. */
const UNATTENDED: ReadonlySet<EventData<'payment.failed'>['purpose']> = new Set([
  'MEMBERSHIP_RENEWAL',
  'LATE_CANCEL_FEE',
  'NO_SHOW_FEE',
]);

/** What people are notified of (messages.md "Kinds"). Rules call nothing here: they raise events. */
const messagesFor: MessagesFor = {
  'booking.created': ({ bookingId }, followed) => messageAndRemind(followed, 'booking_confirmed', bookingId),
  'booking.waitlist_promoted': ({ bookingId }, followed) => messageAndRemind(followed, 'waitlist_promoted', bookingId),
  'booking.waitlisted': ({ bookingId }, followed) => {
    if (!isOfGuest(followed, bookingId)) messageAboutBooking(followed, 'waitlist_joined', bookingId);
  },
  'booking.waitlist_offered': ({ bookingId, offerExpiresAt }, followed) =>
    messageAboutBooking(followed, 'waitlist_offered', bookingId, { offerExpiresAt }),
  'booking.cancelled'(data, followed) {
    const { bookingId, cancelledAt, cancelledBy, cancelReason, previousStatus, isLateCancel, creditOutcome } = data;
    dropReminders(followed, bookingId);
    const isByStudio = ['SESSION_CANCELLED', 'SCHEDULE_CHANGED'].includes(cancelReason.toUpperCase());
    const kind = isByStudio ? 'session_cancelled' : 'booking_cancelled';
    const outcome = { wasWaiting: previousStatus === 'WAITLISTED', isLateCancel, creditOutcome };
    // Members may undo their own cancellation for a while. Whoever does reads of neither.
    const isOwn = cancelledBy === 'CLIENT' && cancelReason.toUpperCase() === 'REQUESTED';
    const dueAt = isoInstant(epochOf(cancelledAt) + OWN_UNDO_MS);
    messageAboutBooking(followed, kind, bookingId, outcome, isOwn && dueAt > followed.tx.now ? { dueAt } : {});
  },
  'booking.updated'({ bookingId, changes, previous }, followed) {
    if ('sessionId' in changes) return tellMove(followed, bookingId, previous.sessionId);
    // Events of earlier versions have it in lower case.
    if (['OFFER_LAPSED', 'offer_lapsed'].includes(String(changes.lastSkipReason))) {
      const offerExpiresAt = bookingById(followed.tx, bookingId)?.offerExpiresAt;
      messageAboutBooking(followed, 'waitlist_lapsed', bookingId, { offerExpiresAt });
      return;
    }
    const booking = bookingById(followed.tx, bookingId);
    // A guest has kept the place of a host who does not come.
    if (changes.hostBookingId === null && booking !== undefined) return remind(followed.tx, followed.queue, booking);
    if (previous.status !== 'CANCELLED') return;
    const unsent = booking === undefined ? [] : waitingAbout(followed.tx, booking, 'booking_cancelled');
    if (booking !== undefined && unsent.length > 0) {
      for (const row of unsent) unscheduleMessage(followed.tx, followed.queue, row);
      if (booking.status === 'confirmed') remind(followed.tx, followed.queue, booking);
      return;
    }
    if (changes.status === 'CONFIRMED') messageAndRemind(followed, 'booking_confirmed', bookingId);
    else messageAboutBooking(followed, 'waitlist_joined', bookingId);
  },
  'booking.penalty_charged': ({ bookingId, clientId, type, amount, currency }, followed) =>
    messageTo(followed, 'fee', clientId, { bookingId, type, amount, currency }),
  'session.updated'({ sessionId, changes, previous }, followed) {
    const isMoved = ['startTime', 'durationMinutes', 'siteId'].some((field) => field in changes);
    if (!isMoved || !isNotStarted(followed, sessionId)) return undefined;
    // With other rules of its zone a session is at another instant, and at the time of day that people know.
    const isNotified = ['localDate', 'localStartTime', 'durationMinutes', 'timezone', 'siteId'].some(
      (field) => field in changes,
    );
    return eachBooking(followed, sessionId, (booking) => {
      if (isNotified) messageTo(followed, 'session_moved', booking.clientId, { bookingId: booking.id, previous });
      if (booking.status === 'confirmed') remind(followed.tx, followed.queue, booking);
    });
  },
  'session.spot_available': ({ sessionId }, followed) =>
    isNotStarted(followed, sessionId)
      ? eachBooking(followed, sessionId, ({ id: bookingId, clientId, status, lastSkipReason }) => {
          const isForAll = status === 'waitlisted' && lastSkipReason === 'inside_cutoff';
          if (isForAll) messageTo(followed, 'waitlist_open', clientId, { bookingId });
        })
      : undefined,
  'session.instructor_changed'({ sessionId, previousInstructorId }, followed) {
    if (previousInstructorId === null || !isNotStarted(followed, sessionId)) return undefined;
    return eachBooking(followed, sessionId, ({ id: bookingId, clientId, hostBookingId }) => {
      if (hostBookingId !== null) return;
      messageTo(followed, 'session_substituted', clientId, { bookingId, previousInstructorId });
    });
  },
  'payment.completed': ({ paymentId, clientId, amount, purpose }, followed) => {
    // The mail of a fee says what was charged for which class.
    const isFee = purpose === 'LATE_CANCEL_FEE' || purpose === 'NO_SHOW_FEE';
    if (amount > 0 && !isFee) messageTo(followed, 'receipt', clientId, { paymentId });
  },
  'payment.failed': ({ paymentId, clientId, purpose }, followed) => {
    // Whoever buys or books sees immediately that the card was declined, and nothing of what fails days later.
    const { processingAt = null, isAhead } = chargeById(followed.tx, paymentId) ?? {};
    // What was given and then cancelled is not owed.
    const isOwed = isAhead !== 1 || paymentById(followed.tx, paymentId)?.returned === 1;
    const isUnseen = processingAt !== null || UNATTENDED.has(purpose);
    if (isOwed && isUnseen) messageTo(followed, 'payment_failed', clientId, { paymentId });
  },
  'household.invited': ({ invitationId, clientId }, followed) => {
    const { tx } = followed;
    const inviter = invitationById(tx, invitationId)?.invitedByClientId ?? null;
    // Once a day, whatever a member withdraws and sends again.
    const given: Partial<NewMessage> = inviter === null ? {} : { sourceId: `${inviter} ${tx.now.slice(0, 10)}` };
    if (clientId !== null) messageTo(followed, 'household_invitation', clientId, { invitationId }, given);
  },
  'package.expiring': ({ packageId, clientId }, followed) =>
    messageTo(followed, 'package_expiring', clientId, { packageId }),
  'package.depleted': ({ packageId, clientId }, followed) =>
    messageTo(followed, 'package_depleted', clientId, { packageId }),
  'package.end_requested': ({ packageId, clientId }, followed) =>
    messageTo(followed, 'package_end_requested', clientId, { packageId }),
  'client.erasure_declined': ({ clientId }, followed) =>
    messageTo(followed, 'erasure_declined', clientId, { clientId }),
  'client.updated': ({ clientId, previous }, followed) => {
    // A list that is cleaned up alarms no one who has no account yet.
    const hasSignedIn = Client.rows.find(followed.tx, clientId)?.hasSignedIn === 1;
    if (hasSignedIn) toFormer(followed, 'email_changed', { clientId }, previous);
  },
  'staff.updated': ({ staffId, previous }, followed) =>
    toFormer(followed, 'staff_email_changed', { staffId }, previous),
  'webhook.disabled': (data, followed) => messageToOwners(followed, 'endpoint_disabled', data),
  'backup.failed': (data, followed) => messageToOwners(followed, 'backup_failed', data),
  'award.earned': ({ awardId, clientId }, followed) => messageTo(followed, 'award_earned', clientId, { awardId }),
};

/** Makes the messages of an event. Returns the booking up to which it is followed, where there may be more bookings. */
export const makeMessages = (type: string, data: never, followed: Followed): string | undefined => {
  const handlers: Readonly<Record<string, (data: never, followed: Followed) => unknown>> = messagesFor;
  const last = handlers[type]?.(data, followed);
  return typeof last === 'string' ? last : undefined;
};

const FOLLOWED: ReadonlySet<string> = new Set(Object.keys(messagesFor));

/** Changes of people, of which there may be thousands in a row: only those of an email lead to messages. */
const OF_EMAILS: ReadonlySet<string> = new Set(['client.updated', 'staff.updated'] satisfies EventType[]);

/** Whether an event may lead to messages. */
export const hasMessages = (type: string, body: string): boolean =>
  FOLLOWED.has(type) && (!OF_EMAILS.has(type) || body.includes('"email":'));
