-- What members did with entries: progress, favourites, watch-later and rating.
CREATE TABLE contentStatuses (
  clientId TEXT NOT NULL REFERENCES clients (id),
  contentEntryId TEXT NOT NULL REFERENCES contentEntries (id),
  status TEXT NOT NULL,
  progressPercent REAL NOT NULL,
  positionSeconds REAL NOT NULL,
  startedAt TEXT,
  completedAt TEXT,
  lastViewedAt TEXT,
  completionCount INTEGER NOT NULL,
  favoritedAt TEXT,
  watchLaterAt TEXT,
  rating INTEGER,
  viewedOn TEXT, -- the local date on which it was last counted as viewed
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL,
  PRIMARY KEY (clientId, contentEntryId)
) WITHOUT ROWID;
-- The lists of a member, the newest change first.
CREATE INDEX contentStatusesListed ON contentStatuses (clientId, updatedAt, contentEntryId)
  WHERE favoritedAt IS NOT NULL OR watchLaterAt IS NOT NULL OR status = 'in_progress';
CREATE INDEX contentStatusesFavorites ON contentStatuses (clientId, updatedAt, contentEntryId)
  WHERE favoritedAt IS NOT NULL;
CREATE INDEX contentStatusesWatchLater ON contentStatuses (clientId, updatedAt, contentEntryId)
  WHERE watchLaterAt IS NOT NULL;
CREATE INDEX contentStatusesInProgress ON contentStatuses (clientId, updatedAt, contentEntryId)
  WHERE status = 'in_progress';
CREATE INDEX contentStatusesToWatch ON contentStatuses (clientId, watchLaterAt, contentEntryId)
  WHERE watchLaterAt IS NOT NULL;
