-- What members did, for points, ranks, streaks, milestones and awards. A fact never changes; it can be taken back.
CREATE TABLE facts (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  clientId TEXT NOT NULL REFERENCES clients (id),
  siteId TEXT NOT NULL REFERENCES sites (id),
  at TEXT NOT NULL,
  localDate TEXT NOT NULL, -- in the zone that the site had then
  homeDate TEXT NOT NULL, -- in the zone that the home site of the client had then
  sourceId TEXT NOT NULL, -- the record that it comes from
  value REAL NOT NULL,
  createdAt TEXT NOT NULL,
  takenBackAt TEXT
) WITHOUT ROWID;
CREATE UNIQUE INDEX factsBySource ON facts (sourceId, kind) WHERE takenBackAt IS NULL;
CREATE INDEX factsByClient ON facts (clientId, kind, at, value) WHERE takenBackAt IS NULL;
CREATE TRIGGER factsStay BEFORE UPDATE ON facts
WHEN old.takenBackAt IS NOT NULL OR new.id <> old.id OR new.kind <> old.kind OR new.clientId <> old.clientId
  OR new.siteId <> old.siteId OR new.at <> old.at OR new.localDate <> old.localDate OR new.homeDate <> old.homeDate
  OR new.sourceId <> old.sourceId OR new.value <> old.value OR new.createdAt <> old.createdAt
BEGIN
  SELECT RAISE(ABORT, 'facts do not change');
END;
CREATE TRIGGER factsRemain BEFORE DELETE ON facts
BEGIN
  SELECT RAISE(ABORT, 'facts do not change');
END;

-- The visits so far. Their local dates need time zones, so that the program makes facts of them, in several transactions.
INSERT INTO unfinishedChanges (kind, id, state, createdAt)
  SELECT 'visits', 'all', '{"table":"bookings","after":""}', value FROM
    (SELECT coalesce(max(createdAt), '1970-01-01T00:00:00.000Z') AS value FROM clients)
  WHERE EXISTS (SELECT 1 FROM bookings WHERE status = 'attended') OR EXISTS (SELECT 1 FROM checkins WHERE isVisit = 1);
