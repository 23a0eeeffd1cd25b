import type { Read } from '../../database/database.ts';
import { balancesOf } from '../clients/queries.ts';
import { paymentSettings } from '../settings/queries.ts';
import { ARREARS, type PackageRow } from './record.ts';

/**
 * The columns that put a package on hold while its client is in arrears (rules.md "Package"); none for a client who owes
 * nothing, and where the settings of the package's site do not say so. Every package that becomes usable gets them.
 */
export const arrearsHold = (
  read: Read,
  { clientId, siteId }: Pick<PackageRow, 'clientId' | 'siteId'>,
): Pick<PackageRow, 'onHold' | 'holdReason'> | undefined =>
  balancesOf(read, clientId).length > 0 && paymentSettings(read, siteId).holdCreditsInArrears
    ? { onHold: 1, holdReason: ARREARS }
    : undefined;

/** The columns of a package that is active again: a hold that it had stays, and arrears that came meanwhile put it on hold. */
export const reactivated = (read: Read, row: PackageRow): Partial<PackageRow> =>
  row.status === 'expired' ? { status: 'active', ...(row.onHold === 0 ? arrearsHold(read, row) : undefined) } : {};
