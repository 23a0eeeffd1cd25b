import type { Read } from '../../database/database.ts';
import { objectOf } from '../../kernel/objects.ts';
import { unpack } from '../../records/json.ts';
import { Client, type ClientRow } from '../clients/record.ts';
import { notificationSettings } from '../settings/queries.ts';
import { defaultSystem, findNotificationPreferences, findUnitPreferences, type UnitSystem } from './queries.ts';
import {
  CATEGORIES,
  type Category,
  type Channel,
  type NotificationPreferencesResponse,
  type PutNotificationPreferencesBody,
  type UnitPreferencesResponse,
} from './shapes.ts';

/** What members cannot turn off: receipts, and changes of what they booked. */
const isLocked = (category: Category, channel: Channel): boolean =>
  channel === 'email' && (category === 'payments' || category === 'schedule_changes');

/** In minutes, the first reminder of whoever has not chosen. */
const DAY_BEFORE = 1440;

export type Channels = NotificationPreferencesResponse['channels'];

interface Consent extends Channels {
  readonly updatedAt: string | null;
}

/** The channels of a category; `chosen` has the member's choices. */
const channelsOf = (category: Category, chosen: Partial<Channels> = {}) => {
  const value = (channel: Channel): boolean => isLocked(category, channel) || (chosen[channel] ?? true);
  return { email: value('email'), sms: value('sms'), push: value('push'), locked: isLocked(category, 'email') };
};

const clientOf = (read: Read, clientId: string): ClientRow => {
  const row = Client.rows.find(read, clientId);
  if (row === undefined) throw new Error(`there is no client '${clientId}'`);
  return row;
};

/** The channels by which a client agreed to marketing, and since when; the category `marketing` is the same. */
export const marketingConsentOf = (read: Read, clientId: string): Consent => {
  const row = clientOf(read, clientId);
  const {
    email = false,
    sms = false,
    push = false,
    updatedAt = null,
  } = unpack<Partial<Consent>>(row.marketingConsent) ?? {};
  return { email, sms, push, updatedAt };
};

const later = (one: string | null, other: string | null): string | null => ((one ?? '') > (other ?? '') ? one : other);

/** How many minutes before a session a client is reminded, and whether that is the client's choice. */
interface Reminders {
  readonly minutes: readonly number[];
  readonly isChosen: boolean;
}

const chosenBy = (read: Read, clientId: string): PutNotificationPreferencesBody => {
  const row = findNotificationPreferences(read, clientId);
  return row === undefined ? {} : JSON.parse(row.choices);
};

/** When a client is reminded of sessions at a site: as the client chose, else as the studio offers. */
export const remindersAt = (
  read: Read,
  clientId: string,
  siteId: string,
  { reminderMinutesBefore: minutes } = chosenBy(read, clientId),
): Reminders => {
  if (minutes !== undefined) return { minutes, isChosen: true };
  const { enabled, minutesBefore } = notificationSettings(read, siteId).bookingReminder;
  return { minutes: enabled ? [...new Set([DAY_BEFORE, minutesBefore])] : [], isChosen: false };
};

/** When a client is reminded of sessions at their home. */
export const remindersAtHome = (read: Read, clientId: string, chosen = chosenBy(read, clientId)): Reminders =>
  remindersAt(read, clientId, clientOf(read, clientId).homeLocationId, chosen);

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((minutes) => other.includes(minutes));

/** The reminders that a client chooses. What the studio offers is no choice: it stays what the studio offers later. */
export const chosenReminders = (
  { minutes, isChosen }: Reminders,
  wanted: readonly number[],
): Pick<PutNotificationPreferencesBody, 'reminderMinutesBefore'> =>
  !isChosen && isSame(wanted, minutes) ? {} : { reminderMinutesBefore: [...wanted] };

/** The notification preferences of a client: what they chose, and the default of everything else. */
export const notificationPreferencesView = (read: Read, clientId: string): NotificationPreferencesResponse => {
  const row = findNotificationPreferences(read, clientId);
  const chosen: PutNotificationPreferencesBody = row === undefined ? {} : JSON.parse(row.choices);
  const { email = true, sms = true, push = true } = chosen.channels ?? {};
  const { updatedAt: agreedAt, ...marketing } = marketingConsentOf(read, clientId);
  return {
    object: 'notification_preferences',
    channels: { email, sms, push },
    categories: objectOf(CATEGORIES, (category) =>
      channelsOf(category, category === 'marketing' ? marketing : chosen.categories?.[category]),
    ),
    reminderMinutesBefore: [...remindersAtHome(read, clientId, chosen).minutes],
    quietHours: chosen.quietHours ?? null,
    updatedAt: later(row?.updatedAt ?? null, agreedAt),
  };
};

/** The unit preferences of a client; null in a unit follows the system. */
export const unitPreferencesView = (read: Read, clientId: string): UnitPreferencesResponse => {
  const row = findUnitPreferences(read, clientId);
  return {
    object: 'unit_preferences',
    system: row?.system ?? defaultSystem(read),
    weight: row?.weight ?? null,
    distance: row?.distance ?? null,
    length: row?.length ?? null,
    energy: row?.energy ?? null,
    updatedAt: row?.updatedAt ?? null,
  };
};

export interface Units {
  readonly weight: 'kg' | 'lb';
  readonly distance: 'km' | 'mi';
  readonly length: 'cm' | 'in';
  readonly energy: 'kcal' | 'kJ';
}

/** Energy is counted in kcal in both: kJ is a choice. */
const UNITS: Readonly<Record<UnitSystem, Units>> = {
  metric: { weight: 'kg', distance: 'km', length: 'cm', energy: 'kcal' },
  imperial: { weight: 'lb', distance: 'mi', length: 'in', energy: 'kcal' },
};

/** The units in which a member reads values: those chosen, the others by the system. */
export const unitsOf = (read: Read, clientId: string): Units => {
  const { system, weight, distance, length, energy } = unitPreferencesView(read, clientId);
  const base = UNITS[system];
  return {
    weight: weight ?? base.weight,
    distance: distance ?? base.distance,
    length: length ?? base.length,
    energy: energy ?? base.energy,
  };
};
