import type { Read } from '../../database/database.ts';
import { objectOf } from '../../kernel/objects.ts';
import { unpack } from '../../records/json.ts';
import { Client } from '../clients/record.ts';
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

/** Days and hours before a session: a day, and two hours. */
const REMINDERS: readonly number[] = [1440, 120];

export type Channels = NotificationPreferencesResponse['channels'];

interface Consent extends Channels {
  readonly updatedAt: string | null;
}

/** The channels of a category; `chosen` has the member's choices. */
const channelsOf = (category: Category, chosen: Partial<Channels> = {}) => {
  const value = (channel: Channel): boolean => isLocked(category, channel) || (chosen[channel] ?? true);
  return { email: value('email'), sms: value('sms'), push: value('push'), locked: isLocked(category, 'email') };
};

/** The channels by which a client agreed to marketing, and since when; the category `marketing` is the same. */
export const marketingConsentOf = (read: Read, clientId: string): Consent => {
  const row = Client.rows.find(read, clientId);
  if (row === undefined) throw new Error(`there is no client '${clientId}'`);
  const {
    email = false,
    sms = false,
    push = false,
    updatedAt = null,
  } = unpack<Partial<Consent>>(row.marketingConsent) ?? {};
  return { email, sms, push, updatedAt };
};

const later = (one: string | null, other: string | null): string | null => ((one ?? '') > (other ?? '') ? one : other);

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
    reminderMinutesBefore: [...(chosen.reminderMinutesBefore ?? REMINDERS)],
    quietHours: chosen.quietHours ?? null,
    updatedAt: later(row?.updatedAt ?? null, agreedAt),
  };
};

/** How many minutes before a session a client is reminded, and whether that is the client's choice. */
interface Reminders {
  readonly minutes: readonly number[];
  readonly isChosen: boolean;
}

/** When a client is reminded of sessions at a site: as the client chose, else as the studio offers. */
export const remindersAt = (read: Read, clientId: string, siteId: string): Reminders => {
  const row = findNotificationPreferences(read, clientId);
  const chosen: PutNotificationPreferencesBody = row === undefined ? {} : JSON.parse(row.choices);
  if (chosen.reminderMinutesBefore !== undefined) return { minutes: chosen.reminderMinutesBefore, isChosen: true };
  const { enabled, minutesBefore } = notificationSettings(read, siteId).bookingReminder;
  return { minutes: enabled ? [...new Set([...REMINDERS.slice(0, 1), minutesBefore])] : [], isChosen: false };
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
