-- Two records of one person become one.
CREATE TABLE mergedClients ( -- A client who was merged into another one.
  id TEXT PRIMARY KEY NOT NULL,
  clientId TEXT NOT NULL REFERENCES clients (id), -- The client who stayed.
  externalId TEXT, -- The id of the record in your own system; NULL if it has become that of the client who stayed.
  createdAt TEXT NOT NULL
);
CREATE INDEX mergedClientsByClient ON mergedClients (clientId);
CREATE INDEX mergedClientsByExternalId ON mergedClients (externalId) WHERE externalId IS NOT NULL;

-- A client who was merged from two may be two customers at the processor: new cards are of the one that is not merged.
CREATE TABLE processorCustomersNew (
  id TEXT PRIMARY KEY NOT NULL,
  clientId TEXT NOT NULL REFERENCES clients (id),
  processor TEXT NOT NULL,
  mode TEXT NOT NULL,
  account TEXT NOT NULL,
  customerId TEXT,
  mergedAt TEXT, -- When it came with a merge beside another one; NULL for the customer of new cards.
  createdAt TEXT NOT NULL
);
INSERT INTO processorCustomersNew (id, clientId, processor, mode, account, customerId, createdAt)
  SELECT id, clientId, processor, mode, account, customerId, createdAt FROM processorCustomers;
DROP TABLE processorCustomers;
ALTER TABLE processorCustomersNew RENAME TO processorCustomers;
CREATE UNIQUE INDEX processorCustomersOfClient ON processorCustomers (clientId, processor, mode, account) WHERE mergedAt IS NULL;
CREATE INDEX processorCustomersByClient ON processorCustomers (clientId);

-- A fact never changes, except that it is taken back, and that it moves with its client to the record that stays.
DROP TRIGGER factsStay;
CREATE TRIGGER factsStay BEFORE UPDATE ON facts
WHEN new.number <> old.number OR new.id <> old.id OR new.kind <> old.kind OR new.siteId <> old.siteId OR new.at <> old.at
  OR new.localDate <> old.localDate OR new.homeDate <> old.homeDate OR new.sourceId <> old.sourceId
  OR new.value <> old.value OR new.createdAt <> old.createdAt
  OR (old.takenBackAt IS NOT NULL AND new.takenBackAt IS NOT old.takenBackAt)
  OR (new.clientId <> old.clientId
    AND NOT EXISTS (SELECT 1 FROM mergedClients WHERE id = old.clientId AND clientId = new.clientId))
BEGIN
  SELECT RAISE(ABORT, 'facts do not change');
END;

-- All rows of a client are found by an index, since deleting a client looks for them.
DROP INDEX factsByClient;
CREATE INDEX factsByClient ON facts (clientId, kind, at, homeDate, value, takenBackAt);
CREATE INDEX clientsByReferrer ON clients (referredByClientId) WHERE referredByClientId IS NOT NULL;
CREATE INDEX videoSessionsByClient ON videoSessions (clientId);
CREATE INDEX awardGrantsOfClient ON awardGrants (clientId);
CREATE INDEX metricSharesByClient ON metricShares (clientId);
