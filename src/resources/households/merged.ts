import type { Tx } from '../../database/database.ts';
import { upperSnake } from '../../events/payload-fields.ts';
import type { ClientRow } from '../clients/record.ts';
import { forgetNames } from './people/named.ts';

interface Pair {
  readonly kept: ClientRow;
  readonly merged: ClientRow;
}

/** Tells that the client who stays is in the household in place of the one who goes. */
export const followHousehold = (tx: Tx, { kept, merged }: Pair): void => {
  const { householdId, householdRole } = merged;
  if (householdId === null || householdRole === null) return;
  forgetNames(tx, householdId, [merged]);
  const role = upperSnake(householdRole);
  const site = kept.homeLocationId;
  tx.raise('household.member_removed', site, { householdId, clientId: merged.id, role, reason: 'MERGED' });
  if (kept.householdId !== null) return;
  const isPayer = merged.isHouseholdPayer === 1;
  tx.raise('household.member_added', site, { householdId, clientId: kept.id, role, isPayer });
};
