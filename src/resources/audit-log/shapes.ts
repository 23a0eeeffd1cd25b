import { type Static, Type } from '@sinclair/typebox';
import {
  described,
  id,
  instant,
  line,
  listOf,
  nullable,
  oneOf,
  optional,
  shape,
  type TObject,
} from '../../kernel/schemas.ts';
import { AUDIT_SOURCES } from '../../records/audit-log.ts';

const text = (description: string) => described(nullable(Type.String()), description);
const changes = (description: string) => described(nullable(Type.Record(Type.String(), Type.Unknown())), description);

export const AuditEntry = shape('AuditEntry', () => ({
  id: id(),
  object: Type.Literal('audit_log_entry'),
  number: described(Type.Integer({ minimum: 1 }), 'The number of the entry. Numbers have no gaps.'),
  type: described(Type.String(), 'The `operationId`, or the command of the command line.'),
  source: described(oneOf(...AUDIT_SOURCES), 'A request, a command of the command line, or a job of the server.'),
  actor: text('Who did it: the staff member, or a credential that does not act for a staff member.'),
  staffId: text('The staff member the credential acts for.'),
  credentialId: text('The credential.'),
  credentialName: text('The name of an API key or OAuth client, including one that acts for a staff member.'),
  address: text('The address of the caller.'),
  recordType: text("The record's `object`."),
  recordId: text('The ID of the record.'),
  clientId: text('The client it concerns.'),
  siteId: text("The record's site. `null` if it belongs to several sites or to the brand."),
  before: changes('The changed fields before the change. `null` for a new record.'),
  after: changes('The changed fields after the change. `null` for a deleted record.'),
  erasedAt: described(
    nullable(instant()),
    "Time at which `before` and `after` were deleted with the client's personal data. `null` if they were not.",
  ),
  requestId: text('The ID of the request.'),
  createdAt: instant(),
}));

export const AuditList = listOf(AuditEntry);

export const auditFilters = {
  type: optional(line(100)),
  from: optional(instant()),
  to: optional(instant()),
  client_id: optional(id()),
  actor: optional(line(100)),
};

export type AuditFilters = Static<TObject<typeof auditFilters>>;
export type AuditResponse = Static<typeof AuditEntry>;
