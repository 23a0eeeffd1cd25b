-- Entries about saved lists of clients name those who were searched for: an erasure removes that too.
DROP TRIGGER auditLogUnchanged;
CREATE TRIGGER auditLogUnchanged BEFORE UPDATE ON auditLog
WHEN NEW."before" IS NOT NULL OR NEW."after" IS NOT NULL OR NEW.erasedAt IS NULL
  OR (OLD.clientId IS NULL AND coalesce(OLD.recordType, '') NOT IN ('household', 'client_list'))
  OR NEW.id IS NOT OLD.id OR NEW.number IS NOT OLD.number OR NEW.type IS NOT OLD.type
  OR NEW.source IS NOT OLD.source OR NEW.staffId IS NOT OLD.staffId OR NEW.credentialId IS NOT OLD.credentialId
  OR NEW.actor IS NOT OLD.actor OR NEW.address IS NOT OLD.address OR NEW.recordType IS NOT OLD.recordType
  OR NEW.recordId IS NOT OLD.recordId OR NEW.clientId IS NOT OLD.clientId OR NEW.siteId IS NOT OLD.siteId
  OR NEW.requestId IS NOT OLD.requestId OR NEW.createdAt IS NOT OLD.createdAt
BEGIN SELECT raise(ABORT, 'the audit log is append-only'); END;
