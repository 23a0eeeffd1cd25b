import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { objectOf } from '../../kernel/objects.ts';
import {
  described,
  flag,
  instant,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  shape,
  wallTime,
} from '../../kernel/schemas.ts';

const CHANNELS = ['email', 'sms', 'push'] as const;
/** The kinds of messages to a member, each with its channels. */
export const CATEGORIES = [
  'bookings',
  'waitlist',
  'reminders',
  'schedule_changes',
  'payments',
  'memberships',
  'challenges',
  'awards',
  'content',
  'marketing',
] as const;

export const UNIT_SYSTEMS = ['metric', 'imperial'] as const;
export const WEIGHT_UNITS = ['kg', 'lb'] as const;
export const DISTANCE_UNITS = ['km', 'mi'] as const;
export const LENGTH_UNITS = ['cm', 'in'] as const;
export const ENERGY_UNITS = ['kcal', 'kJ'] as const;

export type Channel = (typeof CHANNELS)[number];
export type Category = (typeof CATEGORIES)[number];

/** Thirty days, in minutes. */
const MONTH = 43_200;

const ABOUT: Readonly<Record<Category, string>> = {
  bookings: "Confirmations and cancellations of the member's bookings.",
  waitlist: 'Waitlist places, offers, and promotions.',
  reminders: 'Reminders before a session.',
  schedule_changes: 'Sessions that the studio cancels, moves, or gives to another instructor.',
  payments: 'Receipts, fees, and failed payments.',
  memberships: 'Packages that expire or run out of credits, and cards that expire.',
  challenges: 'Challenges that start and end.',
  awards: 'Awards, streaks, and milestones.',
  content: 'New content.',
  marketing: "The studio's offers and news: the same as the client's `marketingConsent`.",
};

const ofCategories = <Schema extends TSchema>(schema: Schema) =>
  objectOf(CATEGORIES, (category) => described(schema, ABOUT[category]));

/** Until the channel is there. */
const NOT_SENT = 'Not supported yet.';

const MEANING: Readonly<Record<Channel, string>> = {
  email: 'Whether emails are sent.',
  sms: `Whether text messages are sent. ${NOT_SENT}`,
  push: 'Whether push notifications are sent, where the studio sends them.',
};
const channels = objectOf(CHANNELS, (name) => described(flag(), MEANING[name]));
const sentChannels = objectOf(CHANNELS, (name) => optional(channels[name]));

const locked = described(flag(), 'Whether its emails are always sent. Set by the server.');
const reminders = described(
  Type.Array(integer(1, MONTH), { maxItems: 3, uniqueItems: true }),
  'How many minutes before a session the member is reminded. Up to three reminders. Until the member chooses, these are ' +
    "the ones of the studio, and sending them back is no choice: they follow the studio's settings.",
);
const quietHours = described(
  nullable(
    object({
      start: described(wallTime(), 'The start.'),
      end: described(wallTime(), 'The end; on the next day if earlier than the start.'),
    }),
  ),
  "The hours, in the member's time zone, during which only urgent messages are sent, or `null`.",
);

/** When the preferences were stored, for those that can be without. */
const updatedAt = described(nullable(instant()), 'Time at which they last changed. `null` if never.');

/** records.md "Experience and notifications". */
export const NotificationPreferences = shape('NotificationPreferences', () => ({
  object: Type.Literal('notification_preferences'),
  channels: described(object(channels), 'A channel that is off sends nothing except locked messages.'),
  categories: described(
    object(ofCategories(object({ ...channels, locked }))),
    'The channels for each kind of message.',
  ),
  reminderMinutesBefore: reminders,
  quietHours,
  updatedAt,
}));

export const PutNotificationPreferences = shape('PutNotificationPreferencesRequest', () => ({
  channels: optional(described(object(sentChannels), 'A channel that is off sends nothing except locked messages.')),
  categories: optional(
    described(
      object(ofCategories(optional(object({ ...sentChannels, locked: optional(locked) })))),
      'The channels for each kind of message.',
    ),
  ),
  reminderMinutesBefore: optional(reminders),
  quietHours: optional(quietHours),
}));

const unit = <const Word extends string>(words: readonly Word[], what: string) =>
  described(nullable(oneOf(...words)), `The unit of ${what}. \`null\` follows the system.`);
const units = {
  weight: unit(WEIGHT_UNITS, 'weight'),
  distance: unit(DISTANCE_UNITS, 'distance'),
  length: unit(LENGTH_UNITS, 'body measurements'),
  energy: unit(ENERGY_UNITS, 'energy'),
};
const system = described(
  oneOf(...UNIT_SYSTEMS),
  "The system of units. Defaults to imperial if the brand's locale is in the United States, and otherwise to metric.",
);

/** records.md "Metrics". */
export const UnitPreferences = shape('UnitPreferences', () => ({
  object: Type.Literal('unit_preferences'),
  system,
  ...units,
  updatedAt,
}));

export const PutUnitPreferences = shape(
  'PutUnitPreferencesRequest',
  () => Type.Partial(object({ system, ...units })).properties,
);

export type NotificationPreferencesResponse = Static<typeof NotificationPreferences>;
export type PutNotificationPreferencesBody = Static<typeof PutNotificationPreferences>;
export type UnitPreferencesResponse = Static<typeof UnitPreferences>;
export type PutUnitPreferencesBody = Static<typeof PutUnitPreferences>;
