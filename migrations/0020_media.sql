-- Files and external addresses that entries play or show.
CREATE TABLE contentMedia (
  id TEXT PRIMARY KEY,
  entryId TEXT,
  kind TEXT NOT NULL,
  status TEXT NOT NULL,
  errorReason TEXT,
  processingPercent INTEGER,
  externalUrl TEXT,
  title TEXT NOT NULL,
  mimeType TEXT,
  durationSeconds REAL,
  width INTEGER,
  height INTEGER,
  sizeBytes INTEGER,
  chapters TEXT,
  playbackPolicy TEXT NOT NULL,
  fileSha256 TEXT,
  posterSha256 TEXT,
  fileName TEXT,
  codecs TEXT,
  bitrateKbps INTEGER,
  uploadLength INTEGER, -- bytes of a file that is being received
  uploadKeptBytes INTEGER, -- while bytes with a checksum are received: those before them
  uploadType TEXT, -- what its sender says it is
  uploadExpiresAt TEXT,
  archivedAt TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX contentMediaByEntry ON contentMedia (entryId, id);
CREATE INDEX contentMediaByKind ON contentMedia (kind, id);
CREATE INDEX contentMediaByStatus ON contentMedia (status, id);
CREATE INDEX contentMediaByFile ON contentMedia (fileSha256) WHERE fileSha256 IS NOT NULL;
CREATE INDEX contentMediaByPoster ON contentMedia (posterSha256) WHERE posterSha256 IS NOT NULL;

-- Subtitles in WebVTT.
CREATE TABLE mediaCaptions (
  id TEXT PRIMARY KEY,
  contentMediaId TEXT NOT NULL REFERENCES contentMedia (id),
  language TEXT NOT NULL,
  label TEXT NOT NULL,
  body TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL,
  UNIQUE (contentMediaId, language)
);

-- The files of the media store.
CREATE TABLE mediaFiles (
  id TEXT PRIMARY KEY, -- SHA-256 in hex
  sizeBytes INTEGER NOT NULL,
  unusedSince TEXT, -- when the last reference to it ended
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX mediaFilesUnused ON mediaFiles (unusedSince) WHERE unusedSince IS NOT NULL;
