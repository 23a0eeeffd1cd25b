import type { Tx } from '../../database/database.ts';
import { upperSnake } from '../../events/payload-fields.ts';
import { setColumns } from '../../records/store-changes.ts';
import { Package, type PackageRow } from './record.ts';

export const changePackage = (tx: Tx, row: PackageRow, columns: Partial<PackageRow>): PackageRow =>
  setColumns(tx, Package, row, columns);

/** What the payloads of a package's events have in common. */
export const packagePayload = (row: PackageRow) => ({
  packageId: row.id,
  clientId: row.clientId,
  status: upperSnake(row.status),
});
