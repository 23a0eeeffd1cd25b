-- Erased clients of whom the processor or the search index has something yet.
CREATE TABLE clientErasures (
  clientId TEXT PRIMARY KEY REFERENCES clients (id),
  createdAt TEXT NOT NULL
) WITHOUT ROWID;

-- The ledger is append-only, except that the note of an entry can be removed.
DROP TRIGGER creditLedgerStays;
CREATE TRIGGER creditLedgerStays BEFORE UPDATE ON creditLedger
WHEN new.note IS NOT NULL OR new.id <> old.id OR new.packageId <> old.packageId OR new.at <> old.at
  OR new.delta <> old.delta OR new.balance <> old.balance OR new.reason <> old.reason
  OR new.bookingId IS NOT old.bookingId OR new.staffId IS NOT old.staffId
BEGIN
  SELECT RAISE(ABORT, 'the credit ledger is append-only');
END;

-- All methods of a client. Few are removed, so that the active ones need no index of their own.
DROP INDEX paymentMethodsActive;
CREATE INDEX paymentMethodsByClient ON paymentMethods (clientId, id);
