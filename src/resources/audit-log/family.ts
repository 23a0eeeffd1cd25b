import { daily } from '../../kernel/periods.ts';
import { appendAudit, oldAudit } from '../../records/audit-log.ts';
import { PLANS, STAFF } from '../demo-ids.ts';
import type { Family } from '../family.ts';
import type { Program } from '../program.ts';
import { auditOperations, ENTRY } from './operations.ts';

export const auditLog = {
  operations: [auditOperations],
  examples: {
    records: [['An entry of the audit log', ENTRY]],
    create(tx) {
      const entry = { type: 'createPlan', source: 'api', recordType: 'plan', recordId: PLANS.tenClasses } as const;
      const after = JSON.stringify({ name: 'Ten classes', price: 15_000 });
      appendAudit({ ...tx, id: () => ENTRY }, { ...entry, actor: STAFF.owner, staffId: STAFF.owner, after });
    },
  },
  jobs: [{ name: 'audit log', period: daily(4, 31), run: ({ sweep }: Program) => sweep(oldAudit) }],
} satisfies Family;
