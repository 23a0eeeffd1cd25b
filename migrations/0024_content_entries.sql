CREATE TABLE contentEntries (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  slug TEXT NOT NULL UNIQUE,
  summary TEXT,
  type TEXT NOT NULL, -- the key of its content type
  typeId TEXT NOT NULL REFERENCES contentTypes (id),
  categoryIds TEXT,
  tagIds TEXT,
  instructorIds TEXT,
  status TEXT NOT NULL,
  publishedAt TEXT,
  expiresAt TEXT,
  access TEXT NOT NULL,
  accessPlanIds TEXT,
  accessChallengeIds TEXT,
  level TEXT,
  durationSeconds INTEGER,
  equipment TEXT,
  intensity INTEGER,
  thumbnailUrl TEXT,
  posterUrl TEXT,
  primaryMediaId TEXT,
  children TEXT,
  unlocksInOrder INTEGER NOT NULL,
  locale TEXT,
  position INTEGER NOT NULL,
  isFeatured INTEGER NOT NULL,
  siteIds TEXT,
  viewCount INTEGER NOT NULL DEFAULT 0,
  favoriteCount INTEGER NOT NULL DEFAULT 0,
  metricDefinition TEXT,
  sortTitle TEXT NOT NULL,
  popularity TEXT NOT NULL, -- the views of the last 30 days, then publishedAt
  isListed INTEGER NOT NULL, -- scheduled or published
  isCounted INTEGER NOT NULL, -- as published, in the counts of its categories and tags
  changesAt TEXT, -- when it will be published or expire by itself
  archivedAt TEXT,
  metadata TEXT,
  externalId TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL,
  body TEXT -- last, since it is long
);
-- One index for each order. The columns after the id are those of filters, so that most rows that a filter leaves out
-- are never read.
CREATE INDEX contentEntriesNewest ON contentEntries
  (publishedAt, id, expiresAt, type, level, isFeatured, durationSeconds) WHERE isListed = 1;
CREATE INDEX contentEntriesPopular ON contentEntries
  (popularity, id, publishedAt, expiresAt, type, level, isFeatured, durationSeconds)
  WHERE isListed = 1;
CREATE INDEX contentEntriesByTitle ON contentEntries
  (sortTitle, id, publishedAt, expiresAt, type, level, isFeatured, durationSeconds)
  WHERE isListed = 1;
CREATE INDEX contentEntriesByPosition ON contentEntries
  (position, id, publishedAt, expiresAt, type, level, isFeatured, durationSeconds)
  WHERE isListed = 1;
CREATE INDEX contentEntriesByType ON contentEntries (type, id);
CREATE INDEX contentEntriesByStatus ON contentEntries (status, id);
CREATE INDEX contentEntriesByExternalId ON contentEntries (externalId, id) WHERE externalId IS NOT NULL;
CREATE INDEX contentEntriesToChange ON contentEntries (changesAt) WHERE changesAt IS NOT NULL;

-- The lists of ids of an entry, from the other side.
CREATE TABLE contentEntryCategories (
  categoryId TEXT NOT NULL REFERENCES contentCategories (id),
  entryId TEXT NOT NULL REFERENCES contentEntries (id),
  isCounted INTEGER NOT NULL DEFAULT 0, -- that of the entry, so that counting reads no entries
  PRIMARY KEY (categoryId, entryId)
) WITHOUT ROWID;
CREATE INDEX contentEntryCategoriesByEntry ON contentEntryCategories (entryId);
CREATE TABLE contentEntryTags (
  tagId TEXT NOT NULL REFERENCES contentTags (id),
  entryId TEXT NOT NULL REFERENCES contentEntries (id),
  PRIMARY KEY (tagId, entryId)
) WITHOUT ROWID;
CREATE INDEX contentEntryTagsByEntry ON contentEntryTags (entryId);
CREATE TABLE contentEntryInstructors (
  instructorId TEXT NOT NULL REFERENCES staff (id),
  entryId TEXT NOT NULL REFERENCES contentEntries (id),
  PRIMARY KEY (instructorId, entryId)
) WITHOUT ROWID;
CREATE INDEX contentEntryInstructorsByEntry ON contentEntryInstructors (entryId);
CREATE TABLE contentEntryChildren (
  entryId TEXT NOT NULL REFERENCES contentEntries (id),
  programId TEXT NOT NULL REFERENCES contentEntries (id),
  position INTEGER NOT NULL,
  dayNumber INTEGER,
  PRIMARY KEY (entryId, programId)
) WITHOUT ROWID;
CREATE INDEX contentEntryChildrenByProgram ON contentEntryChildren (programId, position);

CREATE TABLE contentEntryViews (
  entryId TEXT NOT NULL REFERENCES contentEntries (id),
  day TEXT NOT NULL, -- the local date of the member
  views INTEGER NOT NULL,
  PRIMARY KEY (entryId, day)
) WITHOUT ROWID;
CREATE INDEX contentEntryViewsByDay ON contentEntryViews (day);
