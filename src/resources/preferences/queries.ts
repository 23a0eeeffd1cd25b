import type { Read } from '../../database/database.ts';
import { query, selectRows } from '../../records/query.ts';
import { brandSettings } from '../settings/queries.ts';
import type { UnitPreferencesResponse } from './shapes.ts';
import {
  type NotificationPreferencesRow,
  notificationPreferences,
  type UnitPreferencesRow,
  unitPreferences,
} from './tables.ts';

const notificationsOf = query<NotificationPreferencesRow>(() => selectRows(notificationPreferences, 'clientId'));

const unitsChosenBy = query<UnitPreferencesRow>(() => selectRows(unitPreferences, 'clientId'));

export const findNotificationPreferences = (read: Read, clientId: string): NotificationPreferencesRow | undefined =>
  notificationsOf.get(read, { clientId });

/** The units that a client chose; undefined for a client who chose none. */
export const findUnitPreferences = (read: Read, clientId: string): UnitPreferencesRow | undefined =>
  unitsChosenBy.get(read, { clientId });

export type UnitSystem = UnitPreferencesResponse['system'];

/** The system of units of a brand with this locale (engagement.md "Metrics"). */
export const systemOfLocale = (locale: string): UnitSystem =>
  new Intl.Locale(locale).region === 'US' ? 'imperial' : 'metric';

/** The system of units of members who chose none. */
export const defaultSystem = (read: Read): UnitSystem => systemOfLocale(brandSettings(read).locale);
