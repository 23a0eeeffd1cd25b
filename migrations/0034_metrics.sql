-- The values that members record of metrics, which are content entries.
CREATE TABLE metricEntries (
  id TEXT PRIMARY KEY,
  clientId TEXT NOT NULL REFERENCES clients (id),
  contentEntryId TEXT NOT NULL REFERENCES contentEntries (id),
  value REAL NOT NULL, -- as it was entered, in its unit
  unit TEXT NOT NULL,
  normalizedValue REAL NOT NULL, -- in the base unit
  estimatedMax REAL, -- the estimated weight of one repetition, in kg
  reps INTEGER,
  recordedAt TEXT NOT NULL,
  localDate TEXT NOT NULL, -- in the zone that the home site of the client had then
  source TEXT NOT NULL,
  sessionId TEXT,
  challengeId TEXT,
  notes TEXT,
  visibility TEXT NOT NULL,
  externalId TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX metricEntriesByTime ON metricEntries
  (clientId, contentEntryId, recordedAt, id, normalizedValue, reps, estimatedMax);
CREATE INDEX metricEntriesByDay ON metricEntries (clientId, contentEntryId, localDate, normalizedValue, reps);
CREATE INDEX metricEntriesByValue ON metricEntries (clientId, contentEntryId, normalizedValue, recordedAt, id);
CREATE INDEX metricEntriesByReps ON metricEntries (clientId, contentEntryId, reps, normalizedValue, recordedAt, id)
  WHERE reps IS NOT NULL;
CREATE INDEX metricEntriesByEstimate ON metricEntries (clientId, contentEntryId, estimatedMax, recordedAt, id)
  WHERE estimatedMax IS NOT NULL;
CREATE INDEX metricEntriesByExternalId ON metricEntries (externalId, id) WHERE externalId IS NOT NULL;

-- What is derived of them: one row for each kind of best, and how many entries there are.
CREATE TABLE metricBests (
  id TEXT PRIMARY KEY,
  clientId TEXT NOT NULL REFERENCES clients (id),
  contentEntryId TEXT NOT NULL REFERENCES contentEntries (id),
  recordType TEXT NOT NULL,
  reps INTEGER NOT NULL, -- 0 for all but by_reps
  entryId TEXT NOT NULL,
  previousEntryId TEXT,
  value REAL NOT NULL,
  achievedAt TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL,
  UNIQUE (clientId, contentEntryId, recordType, reps)
);
CREATE INDEX metricBestsByClient ON metricBests (clientId, achievedAt, id);
CREATE TABLE metricCounts (
  clientId TEXT NOT NULL REFERENCES clients (id),
  contentEntryId TEXT NOT NULL REFERENCES contentEntries (id),
  entryCount INTEGER NOT NULL,
  PRIMARY KEY (clientId, contentEntryId)
) WITHOUT ROWID;
CREATE INDEX metricCountsByMetric ON metricCounts (contentEntryId);

-- The public pages of entries.
CREATE TABLE metricShares (
  id TEXT PRIMARY KEY,
  clientId TEXT NOT NULL REFERENCES clients (id),
  entryId TEXT NOT NULL REFERENCES metricEntries (id),
  token TEXT NOT NULL UNIQUE,
  expiresAt TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX metricSharesByEntry ON metricShares (entryId, id);
