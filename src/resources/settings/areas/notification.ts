import type { TSchema } from '@sinclair/typebox';
import { described, email, flag, integer, name, nullable, wallTime } from '../../../kernel/schemas.ts';
import { nullableObject, objectSetting, setting } from '../setting.ts';

const MONTH = 43_200;

/** Said of the channels until they are there. */
const NOT_SENT = 'Not supported yet: your choice is stored for the release that supports it.';
const promised = <Schema extends TSchema>(schema: Schema, description: string): Schema =>
  described(schema, `${description} ${NOT_SENT}`);

export const notification = {
  fromName: setting(described(nullable(name()), "The sender's name in emails. `null` for the brand's name."), null),
  replyTo: setting(described(nullable(email()), 'The address that replies to emails go to.'), null),
  bookingConfirmation: setting(described(flag(), 'Whether bookings are confirmed by a message.'), true),
  bookingReminder: objectSetting(
    {
      enabled: described(flag(), 'Whether clients are reminded of sessions.'),
      minutesBefore: described(integer(1, MONTH), 'How many minutes before the start of the session.'),
    },
    { enabled: true, minutesBefore: 120 },
  ),
  waitlistPromoted: setting(described(flag(), 'Whether clients are notified of a spot from the waitlist.'), true),
  sessionCancelled: setting(described(flag(), 'Whether clients are notified when a session is canceled.'), true),
  sessionChanged: setting(described(flag(), 'Whether clients are notified of a new time or instructor.'), true),
  packageExpiring: objectSetting(
    {
      enabled: described(flag(), 'Whether clients are notified before a package expires.'),
      daysBefore: described(integer(1, 365), 'How many days in advance.'),
    },
    { enabled: true, daysBefore: 7 },
  ),
  paymentFailed: setting(described(flag(), 'Whether clients are notified when a charge fails.'), true),
  quietHours: nullableObject(
    { start: described(wallTime(), 'The start.'), end: described(wallTime(), 'The end.') },
    'The hours during which only urgent messages are sent.',
  ),
  channels: objectSetting(
    {
      email: described(flag(), 'Whether emails are sent.'),
      sms: promised(flag(), 'Whether text messages are sent.'),
      push: described(flag(), 'Whether push notifications are sent, where `webPush` is on.'),
    },
    { email: true, sms: false, push: true },
  ),
  webPush: setting(
    { ...described(flag(), 'Whether members can allow push notifications on the member site.'), 'x-extension': true },
    false,
  ),
  maxPerDay: setting(
    described(
      integer(1, 1000),
      'The maximum number of emails, and of push notifications, per client in 24 hours, except urgent and locked ones.',
    ),
    10,
  ),
  dailySummary: setting(
    described(flag(), 'Whether owners and managers get an email about the previous day each morning.'),
    true,
  ),
};
