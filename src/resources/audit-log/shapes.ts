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
  number: described(Type.Integer({ minimum: 1 }), 'Its number. Numbers have no gaps.'),
  type: described(Type.String(), 'The operationId, or the verb of the command line.'),
  source: described(oneOf(...AUDIT_SOURCES), 'A request, a verb of the command line, or a job of the server.'),
  actor: text('Who did it: the staff member, or a credential that acts for no staff member.'),
  staffId: text('The staff member for whom the credential acts.'),
  credentialId: text('The credential.'),
  credentialName: text('The name of an API key or OAuth client, also of one that acts for a staff member.'),
  address: text('The address of the caller.'),
  recordType: text('The `object` of the record.'),
  recordId: text('The id of the record.'),
  clientId: text('The client whom it concerns.'),
  siteId: text('The site of the record; null if it belongs to several or to the brand.'),
  before: changes('The changed fields as they were; null for a new record.'),
  after: changes('The changed fields as they are; null for a record that is gone.'),
  erasedAt: described(
    nullable(instant()),
    'When `before` and `after` were removed with the personal data of the client; null if they were not.',
  ),
  requestId: text('The id of the request.'),
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
