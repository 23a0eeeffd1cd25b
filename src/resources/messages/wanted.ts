import { sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import type { BOOKING_STATUSES } from '../../events/enumerations.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { storedEmail } from '../../kernel/emails.ts';
import { named, query, selectFrom } from '../../records/query.ts';
import { refusesMails } from '../bookings/guests/mail-refusals.ts';
import { type BookingRecord, bookingById } from '../bookings/queries.ts';
import { Client, type ClientRow } from '../clients/record.ts';
import { notificationPreferencesView, remindersAt } from '../preferences/view.ts';
import { notificationSettings } from '../settings/queries.ts';
import { isBouncing } from './addresses.ts';
import { isStillFor } from './direct/for-adults.ts';
import { isIdle } from './following/guests.ts';
import { isCode, kindOf } from './kinds.ts';
import { sendsPush } from './push/schedule.ts';
import { afterQuietHours } from './quiet-hours.ts';
import { Message, type MessageKind, type MessageRow } from './record.ts';
import { aboutReminder, addressOf, upcomingReminders } from './schedule.ts';

/** Why a message is not sent. */
export type SkipReason =
  | 'no_recipient'
  | 'address_bounces'
  | 'turned_off'
  | 'not_wanted'
  | 'outdated'
  | 'too_late'
  | 'too_many'
  | 'archived'
  | 'not_a_client'
  | 'restored'
  | 'no_device';

const sentSince = query<{ count: number }>(() =>
  selectFrom(
    Message.table,
    { count: sql<number>`count(*)`.as('count') },
    'clientId',
    sql`${Message.table.clientId} is not null and ${Message.table.status} = 'sent' and ${Message.table.sentAt} > ${named('since')}
      and ${Message.table.channel} = ${named('channel')}`,
  ),
);

/** Messages about a seat or a place in line, with the states in which the booking must still be. */
const STATES: Readonly<Partial<Record<MessageKind, readonly (typeof BOOKING_STATUSES)[number][]>>> = {
  booking_confirmed: ['confirmed'],
  guest_invitation: ['confirmed'],
  booking_reminder: ['confirmed'],
  waitlist_promoted: ['confirmed'],
  waitlist_joined: ['waitlisted'],
  waitlist_offered: ['waitlisted'],
  waitlist_lapsed: ['waitlisted'],
  waitlist_open: ['waitlisted'],
  session_moved: ['confirmed', 'waitlisted'],
  session_substituted: ['confirmed', 'waitlisted'],
};

/** The start of the class that a message is about: what comes later is old news. Undefined for fees, and what is about no booking. */
export const startOf = (read: Read, { kind, data }: Pick<MessageRow, 'kind' | 'data'>): string | undefined => {
  const { bookingId }: { readonly bookingId?: string } = JSON.parse(data);
  return bookingId === undefined || kind === 'fee' ? undefined : bookingById(read, bookingId)?.startTime;
};

/** What of a message decides whether it is sent. */
type Wanted = Pick<
  MessageRow,
  'kind' | 'channel' | 'siteId' | 'clientId' | 'staffId' | 'sourceId' | 'data' | 'toEmail'
>;

const ofBooking = (read: Read, row: Wanted, bookingId: string): SkipReason | undefined => {
  const { kind } = row;
  const booking = bookingById(read, bookingId);
  if (booking === undefined || isIdle(read, row, booking)) return 'outdated';
  if (kind !== 'fee' && booking.startTime <= read.now) return 'too_late';
  return STATES[kind]?.includes(booking.status) === false ? 'outdated' : undefined;
};

/** Whether no one was reminded of a booking at its start before: whoever books much must not miss what they have booked. */
const isFirstReminder = (read: Read, row: Wanted): boolean => {
  if (row.kind !== 'booking_reminder') return false;
  const { bookingId = '' }: { readonly bookingId?: string } = JSON.parse(row.data);
  const { startTime } = aboutReminder(row);
  return upcomingReminders(read, bookingId, row.channel).every(
    (other) => other.status !== 'sent' || aboutReminder(other).startTime !== startTime,
  );
};

/** Whether a client has chosen when to be reminded: the switch of the studio is the default of those who have not. */
const hasChosenReminders = (read: Read, { kind, siteId }: Wanted, clientId: string): boolean =>
  kind === 'booking_reminder' && remindersAt(read, clientId, siteId).isChosen;

const ofPreferences = (read: Read, row: Wanted, clientId: string): SkipReason | undefined => {
  const { category, isUrgent, isOn } = kindOf(row.kind);
  const settings = notificationSettings(read, row.siteId);
  const isSent = row.channel === 'push' ? sendsPush(settings) : settings.channels.email;
  const isOff = isOn?.(settings) === false && !hasChosenReminders(read, row, clientId);
  if (isOff || !isSent) return 'turned_off';
  const { channels, categories } = notificationPreferencesView(read, clientId);
  if (category === null) return row.channel === 'push' && !channels.push ? 'not_wanted' : undefined;
  const chosen = categories[category];
  // What cannot be turned off goes by email.
  if (chosen.locked && row.channel === 'email') return undefined;
  if (!channels[row.channel] || !chosen[row.channel]) return 'not_wanted';
  const since = isoInstant(read.nowMs - DAY_MS);
  const isMany = (sentSince.get(read, { clientId, since, channel: row.channel })?.count ?? 0) >= settings.maxPerDay;
  return isMany && !isUrgent && !isFirstReminder(read, row) ? 'too_many' : undefined;
};

/** Whether a guest wants no more mails. Whoever has become a client since gets those that clients get. */
const isRefused = (read: Read, kind: MessageKind, { status }: Pick<ClientRow, 'status'>, address: string): boolean =>
  (kind === 'guest_invitation' || status === 'lead') && refusesMails(read, address);

/** Why a message is not sent now; undefined for a message that is (messages.md). */
export const skipReasonOf = (read: Read, row: Wanted): SkipReason | undefined => {
  const address = addressOf(read, row);
  if (row.channel === 'email') {
    if (address === null) return 'no_recipient';
    // Whoever asks for a code waits for it, and nothing else may reveal what became of other emails.
    if (isCode(row.kind)) return undefined;
    if (isBouncing(read, storedEmail(address))) return 'address_bounces';
  }
  // The notice that someone else may sign in cannot be turned off.
  if (row.clientId === null || kindOf(row.kind).isForFormer) return undefined;
  const client = Client.rows.find(read, row.clientId);
  if (client === undefined || client.status === 'archived') return 'no_recipient';
  if (!isStillFor(read, row)) return 'no_recipient';
  if (address !== null && isRefused(read, row.kind, client, address)) return 'not_wanted';
  const { bookingId }: { readonly bookingId?: string } = JSON.parse(row.data);
  const outdated = bookingId === undefined ? undefined : ofBooking(read, row, bookingId);
  return outdated ?? ofPreferences(read, row, row.clientId);
};

/** Whether a booking that is confirmed now is confirmed by email: to its client, or to an adult who acts for them. */
export const isConfirmedByMail = (
  read: Read,
  { id: bookingId, clientId: forClientId, siteId }: Pick<BookingRecord, 'id' | 'clientId' | 'siteId'>,
  clientId: string,
): boolean => {
  const data = JSON.stringify(clientId === forClientId ? { bookingId } : { bookingId, forClientId });
  const message = { kind: 'booking_confirmed', channel: 'email', siteId, clientId, staffId: null, data } as const;
  return skipReasonOf(read, { ...message, sourceId: bookingId, toEmail: null }) === undefined;
};

/**
 * The end of quiet hours in which a message that is not urgent is about to be sent: it was late, or refused for a while, or the
 * hours were changed since it was made. Undefined outside of quiet hours.
 */
export const endOfQuietFor = (read: Read, { kind, clientId, siteId }: MessageRow): string | undefined => {
  if (clientId === null || kindOf(kind).isUrgent) return undefined;
  const end = afterQuietHours(read, clientId, siteId, read.now);
  return end > read.now ? end : undefined;
};
