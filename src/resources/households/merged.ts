import type { Tx } from '../../database/database.ts';
import { upperSnake } from '../../events/payload-fields.ts';
import { Client, type ClientRow } from '../clients/record.ts';
import { stopForeignRenewals } from './people/foreign-cards.ts';
import { forgetNames } from './people/named.ts';

interface Pair {
  readonly kept: ClientRow;
  readonly merged: ClientRow;
}

type Place = Pick<ClientRow, 'householdRole' | 'isHouseholdPayer'>;

const isSamePlace = (one: Place, other: Place): boolean =>
  one.householdRole === other.householdRole && one.isHouseholdPayer === other.isHouseholdPayer;

/** Tells that the client who stays is in the household in place of the one who goes. @param kept as they were before */
export const followHousehold = (tx: Tx, { kept, merged }: Pair): void => {
  const { householdId, householdRole } = merged;
  if (householdId === null || householdRole === null) return;
  forgetNames(tx, householdId, [merged]);
  const site = kept.homeLocationId;
  const left = { householdId, clientId: merged.id, role: upperSnake(householdRole) };
  tx.raise('household.member_removed', site, { ...left, reason: 'MERGED' });
  const now = Client.rows.find(tx, kept.id);
  if (now === undefined || now.householdRole === null || isSamePlace(now, kept)) return;
  const type = kept.householdId === null ? 'household.member_added' : 'household.member_updated';
  const role = upperSnake(now.householdRole);
  tx.raise(type, site, { householdId, clientId: kept.id, role, isPayer: now.isHouseholdPayer === 1 });
  stopForeignRenewals(tx, [kept.id]);
};
