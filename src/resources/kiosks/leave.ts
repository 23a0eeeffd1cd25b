import type { KioskRow } from '../../auth/kiosks/record.ts';
import { revokeKiosk } from '../../auth/kiosks/tokens.ts';
import type { Tx } from '../../database/database.ts';
import { appendAudit } from '../../records/audit-log.ts';

/** Ends a kiosk that someone has left with its PIN, with an entry in the audit log: no one knows who it was. */
export const leaveKiosk = (tx: Tx, row: KioskRow, address: string | null): void => {
  const { revokedAt } = revokeKiosk(tx, row);
  appendAudit(tx, {
    type: 'leaveKiosk',
    source: 'api',
    actor: row.id,
    credentialId: row.id,
    address,
    requestId: tx.origin?.requestId ?? null,
    recordType: 'kiosk',
    recordId: row.id,
    siteId: row.siteId,
    before: JSON.stringify({ revokedAt: row.revokedAt }),
    after: JSON.stringify({ revokedAt }),
  });
};
