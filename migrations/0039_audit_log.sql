-- Who changed what. Entries are only added: triggers refuse every other change.
CREATE TABLE auditLog (
  id TEXT PRIMARY KEY,
  number INTEGER NOT NULL, -- without gaps
  type TEXT NOT NULL, -- the operationId, or the verb
  source TEXT NOT NULL,
  staffId TEXT,
  credentialId TEXT,
  actor TEXT, -- the staff member, else the credential
  address TEXT,
  recordType TEXT,
  recordId TEXT,
  clientId TEXT,
  siteId TEXT,
  "before" TEXT, -- the changed fields
  "after" TEXT,
  requestId TEXT,
  erasedAt TEXT, -- when before and after were removed with the personal data of the client
  createdAt TEXT NOT NULL
);
CREATE UNIQUE INDEX auditLogByNumber ON auditLog (number);
CREATE INDEX auditLogOrder ON auditLog (number, id);
CREATE INDEX auditLogByType ON auditLog (type, number, id);
CREATE INDEX auditLogByActor ON auditLog (actor, number, id) WHERE actor IS NOT NULL;
CREATE INDEX auditLogByClient ON auditLog (clientId, number, id) WHERE clientId IS NOT NULL;
CREATE INDEX auditLogBySite ON auditLog (siteId, number, id) WHERE siteId IS NOT NULL;
CREATE INDEX auditLogByTime ON auditLog (createdAt, number);

-- Only the next number, the erasure of what was changed, and the removal of entries two years before the last one.
CREATE TRIGGER auditLogNumber BEFORE INSERT ON auditLog
WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM auditLog)
BEGIN SELECT raise(ABORT, 'the audit log has no gaps'); END;

CREATE TRIGGER auditLogUnchanged BEFORE UPDATE ON auditLog
WHEN NEW."before" IS NOT NULL OR NEW."after" IS NOT NULL OR NEW.erasedAt IS NULL OR OLD.clientId IS NULL
  OR NEW.id IS NOT OLD.id OR NEW.number IS NOT OLD.number OR NEW.type IS NOT OLD.type
  OR NEW.source IS NOT OLD.source OR NEW.staffId IS NOT OLD.staffId OR NEW.credentialId IS NOT OLD.credentialId
  OR NEW.actor IS NOT OLD.actor OR NEW.address IS NOT OLD.address OR NEW.recordType IS NOT OLD.recordType
  OR NEW.recordId IS NOT OLD.recordId OR NEW.clientId IS NOT OLD.clientId OR NEW.siteId IS NOT OLD.siteId
  OR NEW.requestId IS NOT OLD.requestId OR NEW.createdAt IS NOT OLD.createdAt
BEGIN SELECT raise(ABORT, 'the audit log is append-only'); END;

CREATE TRIGGER auditLogKept BEFORE DELETE ON auditLog
WHEN julianday(OLD.createdAt) > (SELECT julianday(createdAt) - 730 FROM auditLog ORDER BY number DESC LIMIT 1)
BEGIN SELECT raise(ABORT, 'the audit log is kept for two years'); END;
