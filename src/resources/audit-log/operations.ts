import { businessOperations } from '../../http/operations/declare.ts';
import { from } from '../../http/operations/example.ts';
import { demoId } from '../demo-ids.ts';
import { auditPage, auditViewFor, findAuditEntry } from './queries.ts';
import { AuditEntry, AuditList, auditFilters } from './shapes.ts';

export const ENTRY = demoId(36, 1);

/** Who changed what (appliance.md "Running"). */
export const auditOperations = businessOperations(
  { tag: 'Audit log', about: 'Who changed what, and from where, kept for two years.' },
  'manage',
  ({ list, read }) => [
    list(
      'GET /manage/audit-log',
      'listAuditLog',
      {
        summary: 'List audit log entries',
        description:
          'Returns entries, newest first, filtered by type, time, client, and actor. A credential limited to some ' +
          'sites only sees entries for records of those sites.',
        filters: auditFilters,
        response: AuditList,
        staff: 'audit_log:read',
      },
      (read, { query, caller, page }) => {
        const found = auditPage(read, page, query, caller);
        return { page: found, view: auditViewFor(read, caller, found.rows) };
      },
    ),
    read(
      'GET /manage/audit-log/:id',
      'getAuditLogEntry',
      {
        summary: 'Retrieve an audit log entry',
        description: 'Returns the entry with this ID.',
        on: { find: findAuditEntry },
        response: AuditEntry,
        staff: 'audit_log:read',
        example: { path: { id: from(ENTRY, 'listAuditLog', '/data/0/id') } },
      },
      (read, { record, caller }) => auditViewFor(read, caller, [record])(record),
    ),
  ],
);
