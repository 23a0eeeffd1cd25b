import type { Tx } from '../../../../database/database.ts';
import { type Validator, validatorFor } from '../../../../http/validation.ts';
import { invalid } from '../../../../kernel/problem.ts';
import { instant, object, type Static, type TSchema } from '../../../../kernel/schemas.ts';
import type { clientState } from '../../../exports/shapes.ts';
import { putNotificationPreferences, putUnitPreferences } from '../../../preferences/preferences.ts';
import { PutNotificationPreferences, PutUnitPreferences } from '../../../preferences/shapes.ts';
import { utc } from '../dates.ts';

const times = { createdAt: instant(), updatedAt: instant() };
const notifications = validatorFor(object({ ...PutNotificationPreferences.properties, ...times }));
const units = validatorFor(object({ ...PutUnitPreferences.properties, ...times }));

/** @throws Problem 400 with everything that is wrong with the preferences in `state.<name>`. */
const checked = <Schema extends TSchema>(validator: Validator<Schema>, name: string, value: object): Static<Schema> => {
  if (validator.isValid(value)) return value;
  throw invalid(validator.errors(value).map((detail) => ({ ...detail, param: `state.${name}.${detail.param}` })));
};

/** Stores what a new client chose in the studio from which a file comes. */
export const importPreferences = (tx: Tx, clientId: string, state: Static<typeof clientState> | undefined): void => {
  const { notificationPreferences = null, unitPreferences = null } = state ?? {};
  if (notificationPreferences !== null) {
    const { createdAt, updatedAt, ...body } = checked(
      notifications,
      'notificationPreferences',
      notificationPreferences,
    );
    putNotificationPreferences(tx, clientId, body, { createdAt: utc(createdAt), updatedAt: utc(updatedAt) });
  }
  if (unitPreferences !== null) {
    const { createdAt, updatedAt, ...body } = checked(units, 'unitPreferences', unitPreferences);
    putUnitPreferences(tx, clientId, body, { createdAt: utc(createdAt), updatedAt: utc(updatedAt) });
  }
};
