-- Streaks and milestones, kept in the transaction of the fact that moves them. One row for each member, since every page
-- that a check-in writes costs more than the work.
CREATE TABLE memberStreaks (
  clientId TEXT PRIMARY KEY REFERENCES clients (id),
  visits INTEGER NOT NULL,
  minutes REAL NOT NULL,
  targets TEXT NOT NULL, -- of weeks: from which Monday on which target
  streaks TEXT NOT NULL -- by type
) WITHOUT ROWID;
-- When to look whether streaks are broken. An entry stays when a streak goes on; the look finds that. A job plans them
-- for the facts after the cursor, so that a check-in does not have to.
CREATE TABLE streakCursor (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  after TEXT NOT NULL
);
CREATE TABLE streakLooks (
  at TEXT NOT NULL,
  clientId TEXT NOT NULL,
  PRIMARY KEY (at, clientId)
) WITHOUT ROWID;
DROP INDEX factsByClient;
CREATE INDEX factsByClient ON facts (clientId, homeDate, kind, value, at) WHERE takenBackAt IS NULL;
CREATE TABLE milestonesRaised (
  clientId TEXT NOT NULL REFERENCES clients (id),
  type TEXT NOT NULL,
  threshold INTEGER NOT NULL,
  raisedAt TEXT NOT NULL,
  PRIMARY KEY (clientId, type, threshold)
) WITHOUT ROWID;

-- How far the anniversaries of the clients of a site are raised: before `date` all, of `date` those up to `after`.
CREATE TABLE siteAnniversaries (
  siteId TEXT PRIMARY KEY REFERENCES sites (id),
  date TEXT NOT NULL,
  after TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX clientsByAnniversary ON clients (homeLocationId, substr(joinedAt, 6, 5), id) WHERE archivedAt IS NULL;

-- When a package was frozen. A package itself has its current or planned freeze only.
CREATE TABLE packageFreezes (
  packageId TEXT NOT NULL REFERENCES packages (id),
  startsAt TEXT NOT NULL,
  endsAt TEXT NOT NULL,
  PRIMARY KEY (packageId, startsAt)
) WITHOUT ROWID;
INSERT INTO packageFreezes (packageId, startsAt, endsAt)
  SELECT id, frozenFrom, frozenUntil FROM packages WHERE frozenFrom IS NOT NULL AND frozenUntil IS NOT NULL;
CREATE TRIGGER packageFreezesOfNew AFTER INSERT ON packages WHEN new.frozenFrom IS NOT NULL AND new.frozenUntil IS NOT NULL
BEGIN
  INSERT INTO packageFreezes (packageId, startsAt, endsAt) VALUES (new.id, new.frozenFrom, new.frozenUntil);
END;
CREATE TRIGGER packageFreezesBegin AFTER UPDATE OF frozenFrom, frozenUntil ON packages
WHEN new.frozenFrom IS NOT NULL AND new.frozenUntil IS NOT NULL
BEGIN
  INSERT INTO packageFreezes (packageId, startsAt, endsAt) VALUES (new.id, new.frozenFrom, new.frozenUntil)
    ON CONFLICT DO UPDATE SET endsAt = excluded.endsAt;
END;
CREATE TRIGGER packageFreezesEnd AFTER UPDATE OF frozenFrom ON packages
WHEN old.frozenFrom IS NOT NULL AND new.frozenFrom IS NULL
BEGIN
  -- It ends now, if not before. A planned one never was.
  UPDATE packageFreezes SET endsAt = min(endsAt, new.updatedAt) WHERE packageId = new.id AND startsAt = old.frozenFrom;
  DELETE FROM packageFreezes WHERE packageId = new.id AND startsAt = old.frozenFrom AND endsAt <= startsAt;
END;
