CREATE TABLE awards (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  description TEXT,
  category TEXT,
  trigger TEXT NOT NULL,
  threshold REAL,
  streakType TEXT,
  metricContentEntryId TEXT REFERENCES contentEntries (id),
  challengeId TEXT,
  maxRank INTEGER,
  badgeUrl TEXT,
  tier TEXT,
  isHidden INTEGER NOT NULL,
  isRepeatable INTEGER NOT NULL,
  archivedAt TEXT,
  metadata TEXT,
  externalId TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX awardsByTrigger ON awards (trigger, id);
CREATE INDEX awardsByExternalId ON awards (externalId, id) WHERE externalId IS NOT NULL;

-- The times that members earned awards. One that a person takes away stays, so that the same is not earned again.
CREATE TABLE awardGrants (
  id TEXT PRIMARY KEY,
  awardId TEXT NOT NULL REFERENCES awards (id),
  clientId TEXT NOT NULL REFERENCES clients (id),
  ordinal INTEGER, -- which time it is, from 1; NULL when a person granted it
  earnedAt TEXT NOT NULL,
  dismissedAt TEXT,
  revokedAt TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE UNIQUE INDEX awardGrantsEarned ON awardGrants (awardId, clientId, ordinal) WHERE ordinal IS NOT NULL;
CREATE INDEX awardGrantsByClient ON awardGrants (clientId, awardId, earnedAt, dismissedAt) WHERE revokedAt IS NULL;
CREATE INDEX awardGrantsOnBanner ON awardGrants (clientId, earnedAt, id) WHERE revokedAt IS NULL AND dismissedAt IS NULL;
CREATE INDEX awardGrantsByAward ON awardGrants (awardId, id) WHERE revokedAt IS NULL;
CREATE INDEX awardGrantsOfClients ON awardGrants (awardId, clientId, id) WHERE revokedAt IS NULL;
