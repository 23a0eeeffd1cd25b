import { daily } from '../../kernel/periods.ts';
import { oldAudit } from '../../records/audit-log.ts';
import type { Family } from '../family.ts';
import { auditOperations } from './operations.ts';

export const auditLog = {
  operations: [auditOperations],
  jobs: [{ name: 'audit log', period: daily(4, 31), run: ({ sweep }) => sweep(oldAudit) }],
} satisfies Family;
