import type { Tx } from '../../../../database/database.ts';
import { requireValid } from '../../../../http/validation.ts';
import { instant, object, type Static } from '../../../../kernel/schemas.ts';
import type { clientState } from '../../../exports/shapes.ts';
import { putNotificationPreferences, putUnitPreferences } from '../../../preferences/preferences.ts';
import { PutNotificationPreferences, PutUnitPreferences } from '../../../preferences/shapes.ts';
import { utc } from '../dates.ts';

const times = { createdAt: instant(), updatedAt: instant() };
const notifications = object({ ...PutNotificationPreferences.properties, ...times });
const units = object({ ...PutUnitPreferences.properties, ...times });

/** Stores what a new client chose in the studio from which a file comes. */
export const importPreferences = (tx: Tx, clientId: string, state: Static<typeof clientState> | undefined): void => {
  const { notificationPreferences = null, unitPreferences = null } = state ?? {};
  if (notificationPreferences !== null) {
    const above = 'state.notificationPreferences.';
    const { createdAt, updatedAt, ...body } = requireValid(notifications, notificationPreferences, above);
    putNotificationPreferences(tx, clientId, body, { createdAt: utc(createdAt), updatedAt: utc(updatedAt) });
  }
  if (unitPreferences !== null) {
    const { createdAt, updatedAt, ...body } = requireValid(units, unitPreferences, 'state.unitPreferences.');
    putUnitPreferences(tx, clientId, body, { createdAt: utc(createdAt), updatedAt: utc(updatedAt) });
  }
};
