-- A member watching or hearing a media on a device.
CREATE TABLE videoSessions (
  id TEXT PRIMARY KEY,
  clientId TEXT NOT NULL REFERENCES clients (id),
  contentMediaId TEXT NOT NULL REFERENCES contentMedia (id),
  contentEntryId TEXT NOT NULL REFERENCES contentEntries (id),
  deviceType TEXT NOT NULL,
  status TEXT NOT NULL,
  startedAt TEXT NOT NULL,
  endedAt TEXT, -- NULL while it takes heartbeats
  completedAt TEXT,
  lastHeartbeatAt TEXT,
  positionSeconds REAL NOT NULL,
  maxPositionSeconds REAL NOT NULL,
  watchedSeconds REAL NOT NULL,
  durationSeconds REAL,
  percentComplete REAL NOT NULL,
  playbackRate REAL NOT NULL,
  playedUntil INTEGER NOT NULL, -- epoch ms: the time that was credited as seen
  isNewest INTEGER NOT NULL, -- of this client and media
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX videoSessionsOpen ON videoSessions (clientId, contentMediaId, deviceType) WHERE endedAt IS NULL;
CREATE UNIQUE INDEX videoSessionsOfMedia ON videoSessions (clientId, contentMediaId) WHERE isNewest = 1;
CREATE INDEX videoSessionsNewest ON videoSessions (clientId, id) WHERE isNewest = 1;
CREATE INDEX videoSessionsNewestCompleted ON videoSessions (clientId, status = 'completed', id) WHERE isNewest = 1;

-- What a member has seen of a media, in all sessions.
CREATE TABLE videoViews (
  clientId TEXT NOT NULL REFERENCES clients (id),
  contentMediaId TEXT NOT NULL REFERENCES contentMedia (id),
  contentEntryId TEXT NOT NULL,
  seen TEXT NOT NULL, -- from, to, from, to in milliseconds of the video; at most 200 parts
  completedAt TEXT,
  PRIMARY KEY (clientId, contentMediaId)
) WITHOUT ROWID;

-- The wall time up to which a member was credited for watching, in any session.
CREATE TABLE videoWatchers (
  clientId TEXT PRIMARY KEY REFERENCES clients (id),
  watchedUntil INTEGER NOT NULL -- epoch ms
) WITHOUT ROWID;
