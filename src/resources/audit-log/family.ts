import { daily } from '../../kernel/periods.ts';
import { deleteOldAudit } from '../../records/audit-log.ts';
import type { Family } from '../family.ts';
import { auditOperations } from './operations.ts';

/** How many rows one transaction deletes at most. */
const DELETED = 500;

export const auditLog = {
  operations: [auditOperations],
  jobs: [{ name: 'audit log', period: daily(4, 31), run: ({ repeat }) => repeat((tx) => deleteOldAudit(tx, DELETED)) }],
} satisfies Family;
