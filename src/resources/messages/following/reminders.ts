import type { Tx } from '../../../database/database.ts';
import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import { MINUTE_MS } from '../../../kernel/durations.ts';
import type { BookingRecord } from '../../bookings/queries.ts';
import { findNotificationPreferences } from '../../preferences/queries.ts';
import { notificationPreferencesView } from '../../preferences/view.ts';
import { notificationSettings } from '../../settings/queries.ts';
import {
  type MailQueue,
  messagesAbout,
  rescheduleMessage,
  scheduleMessage,
  sendingTime,
  unscheduleMessage,
  upcomingReminders,
} from '../schedule.ts';

const sourceOf = (bookingId: string, minutes: number): string => `${bookingId} ${minutes}`;

/** How many minutes before a session a client is reminded: as the client chose, else as the studio offers. */
const offeredMinutes = (tx: Tx, { clientId, siteId }: BookingRecord): readonly number[] => {
  const chosen = findNotificationPreferences(tx, clientId);
  if (chosen !== undefined && JSON.parse(chosen.choices).reminderMinutesBefore !== undefined) {
    return notificationPreferencesView(tx, clientId).reminderMinutesBefore;
  }
  const { bookingReminder } = notificationSettings(tx, siteId);
  const defaults = notificationPreferencesView(tx, clientId).reminderMinutesBefore;
  return bookingReminder.enabled ? [...new Set([...defaults.slice(0, 1), bookingReminder.minutesBefore])] : [];
};

/**
 * Makes the reminders of a confirmed booking, each a message that is due before the session starts. Reminders whose time has
 * passed are not made. Reminders that were made before follow a session that has another time.
 */
export const remind = (tx: Tx, queue: MailQueue, booking: BookingRecord): void => {
  const startsAt = epochOf(booking.startTime);
  for (const minutes of offeredMinutes(tx, booking)) {
    const dueAt = isoInstant(startsAt - minutes * MINUTE_MS);
    const sourceId = sourceOf(booking.id, minutes);
    const [made] = messagesAbout(tx, sourceId);
    const { clientId, siteId } = booking;
    if (made !== undefined) {
      // A reminder that waits for the end of quiet hours is due already.
      if (sendingTime(tx, made.kind, clientId, siteId, dueAt) > tx.now) rescheduleMessage(tx, queue, made, dueAt);
      else unscheduleMessage(tx, queue, made);
    } else if (dueAt > tx.now) {
      const data = { bookingId: booking.id, minutes };
      scheduleMessage(tx, queue, { kind: 'booking_reminder', clientId, siteId, sourceId, data, dueAt });
    }
  }
};

/** Makes the reminders of a booking that was confirmed before anew, by the preferences and settings of now. */
export const remindAnew = (tx: Tx, queue: MailQueue, booking: BookingRecord): void => {
  const wanted = new Set(offeredMinutes(tx, booking).map((minutes) => sourceOf(booking.id, minutes)));
  for (const made of upcomingReminders(tx, booking.id)) {
    if (!wanted.has(made.sourceId)) unscheduleMessage(tx, queue, made);
  }
  remind(tx, queue, booking);
};
