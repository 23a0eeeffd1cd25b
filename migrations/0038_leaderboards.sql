CREATE TABLE leaderboards (
  id TEXT PRIMARY KEY,
  key TEXT,
  name TEXT NOT NULL,
  description TEXT,
  rankBy TEXT NOT NULL,
  metricContentEntryId TEXT REFERENCES contentEntries (id),
  challengeId TEXT,
  scope TEXT NOT NULL,
  siteId TEXT REFERENCES sites (id),
  siteIds TEXT, -- the site as a list; NULL for the whole brand
  divisions TEXT,
  "order" TEXT NOT NULL,
  periodType TEXT NOT NULL,
  timezone TEXT NOT NULL,
  startDate TEXT NOT NULL,
  endDate TEXT,
  isOptInRequired INTEGER NOT NULL,
  archivedAt TEXT,
  metadata TEXT,
  externalId TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE UNIQUE INDEX leaderboardsByKey ON leaderboards (key) WHERE key IS NOT NULL;
CREATE INDEX leaderboardsByExternalId ON leaderboards (externalId, id) WHERE externalId IS NOT NULL;
CREATE INDEX leaderboardsByRankBy ON leaderboards (rankBy, id);
CREATE INDEX leaderboardsByChallenge ON leaderboards (challengeId, id);
CREATE INDEX leaderboardsLive ON leaderboards (id) WHERE archivedAt IS NULL;

CREATE TABLE leaderboardPeriods (
  id TEXT PRIMARY KEY,
  leaderboardId TEXT NOT NULL REFERENCES leaderboards (id),
  label TEXT NOT NULL,
  startDate TEXT NOT NULL, -- the first local date
  endDate TEXT, -- the local date after the last one
  startsAt TEXT NOT NULL,
  endsAt TEXT, -- NULL for a period without an end
  closesAt TEXT, -- an hour later: from then on nothing changes any more
  closedAt TEXT, -- when the closing was raised
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE UNIQUE INDEX leaderboardPeriodsByStart ON leaderboardPeriods (leaderboardId, startsAt);
CREATE INDEX leaderboardPeriodsByTime ON leaderboardPeriods (leaderboardId, startsAt, id);
CREATE INDEX leaderboardPeriodsToClose ON leaderboardPeriods (closesAt) WHERE closedAt IS NULL AND closesAt IS NOT NULL;

-- The value of a client in a period. A row stays when its value is gone.
CREATE TABLE leaderboardScores (
  id TEXT PRIMARY KEY,
  leaderboardId TEXT NOT NULL REFERENCES leaderboards (id),
  periodId TEXT NOT NULL REFERENCES leaderboardPeriods (id),
  clientId TEXT NOT NULL REFERENCES clients (id),
  division TEXT NOT NULL, -- empty for none
  list TEXT, -- the period and division in which it counts; NULL for one that only its owner sees
  position TEXT NOT NULL, -- the order in the list: the score, then the instant
  value REAL, -- as answers show it; NULL for none
  amount REAL NOT NULL, -- what the value is computed from
  achievedAt TEXT NOT NULL,
  valueBefore REAL, -- at the beginning of the day
  day TEXT NOT NULL, -- the local date of the last change
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE UNIQUE INDEX leaderboardScoresByClient ON leaderboardScores (clientId, periodId);
CREATE INDEX leaderboardScoresByPosition ON leaderboardScores (list, position, id) WHERE list IS NOT NULL;
