import type { Tx } from '../../../database/database.ts';
import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import { MINUTE_MS } from '../../../kernel/durations.ts';
import type { BookingRecord } from '../../bookings/queries.ts';
import { remindersAt } from '../../preferences/view.ts';
import { sendingTime } from '../quiet-hours.ts';
import type { MessageRow } from '../record.ts';
import {
  aboutReminder,
  type MailQueue,
  reminderSource,
  rescheduleMessage,
  scheduleMessage,
  unscheduleMessage,
  upcomingReminders,
} from '../schedule.ts';

const dueBefore = (startTime: string, minutes: number): string => isoInstant(epochOf(startTime) - minutes * MINUTE_MS);

/** How many minutes before a session a client is reminded. Guests are not. */
const offeredMinutes = (tx: Tx, { clientId, siteId, hostBookingId }: BookingRecord): readonly number[] =>
  hostBookingId === null ? remindersAt(tx, clientId, siteId).minutes : [];

/** Lets a reminder that waits follow the start of its booking, or takes it back where its time has passed. */
const reschedule = (tx: Tx, queue: MailQueue, made: MessageRow, booking: BookingRecord, minutes: number): void => {
  const { id, clientId, siteId, startTime } = booking;
  const dueAt = dueBefore(startTime, minutes);
  // A reminder that waits for the end of quiet hours is due already.
  if (sendingTime(tx, made.kind, clientId, siteId, dueAt) <= tx.now) {
    unscheduleMessage(tx, queue, made);
    return;
  }
  rescheduleMessage(tx, queue, made, dueAt, reminderSource(id, minutes, startTime));
};

/**
 * Makes the reminders of a confirmed booking, each a message that is due before the session starts. Reminders whose time has
 * passed are not made. Those that wait follow a session that has another time; those that were sent are sent again for it.
 */
export const remind = (tx: Tx, queue: MailQueue, booking: BookingRecord): void => {
  const made = upcomingReminders(tx, booking.id);
  const { clientId, siteId, startTime } = booking;
  for (const minutes of offeredMinutes(tx, booking)) {
    // A dependant's booking has one for each adult, whose mails end at times of their own.
    const own = made.filter((row) => aboutReminder(row).minutes === minutes);
    const ended = own.filter(({ status }) => status !== 'scheduled');
    const isOfNow = (row: MessageRow) => (aboutReminder(row).startTime ?? startTime) === startTime;
    const done = new Set(ended.filter(isOfNow).map((row) => row.clientId));
    for (const each of own.filter(({ status }) => status === 'scheduled')) {
      if (done.has(each.clientId)) unscheduleMessage(tx, queue, each);
      else reschedule(tx, queue, each, booking, minutes);
    }
    const dueAt = dueBefore(startTime, minutes);
    const isLacking = own.length === 0 || ended.some((row) => !isOfNow(row) && !done.has(row.clientId));
    if (isLacking && dueAt > tx.now) {
      const sourceId = reminderSource(booking.id, minutes, startTime);
      const data = { bookingId: booking.id, minutes };
      scheduleMessage(tx, queue, { kind: 'booking_reminder', clientId, siteId, sourceId, data, dueAt });
    }
  }
};

/** Makes the reminders of a booking that was confirmed before anew, by the preferences and settings of now. */
export const remindAnew = (tx: Tx, queue: MailQueue, booking: BookingRecord): void => {
  const wanted = new Set(offeredMinutes(tx, booking));
  for (const made of upcomingReminders(tx, booking.id)) {
    if (!wanted.has(aboutReminder(made).minutes)) unscheduleMessage(tx, queue, made);
  }
  remind(tx, queue, booking);
};
