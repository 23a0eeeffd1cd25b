import { businessOperations } from '../../http/operations/declare.ts';
import { auditPage, auditViewFor } from './queries.ts';
import { AuditList, auditFilters } from './shapes.ts';

/** Who changed what (appliance.md "Running"). */
export const auditOperations = businessOperations(
  { tag: 'Audit log', about: 'Who changed what, from where, for two years.' },
  'manage',
  ({ list }) => [
    list(
      'GET /manage/audit-log',
      'listAuditLog',
      {
        summary: 'List the entries of the audit log',
        description:
          'The newest first, with filters by type, time, client and actor. A credential of some sites sees the entries of their records.',
        filters: auditFilters,
        response: AuditList,
        staff: 'audit_log:read',
      },
      (read, { query, caller, page }) => ({ page: auditPage(read, page, query, caller), view: auditViewFor(caller) }),
    ),
  ],
);
