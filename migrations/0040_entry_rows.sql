-- Entries have an integer key of their own, so that the index of each order also has what the search index finds: walking
-- an order reads no row of an entry without the words. Entries that the search index has keep its number.
CREATE TABLE contentEntriesNew (
  rowId INTEGER PRIMARY KEY, -- explicit, since search refers to it and VACUUM may renumber an implicit one
  id TEXT NOT NULL UNIQUE,
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
INSERT INTO contentEntriesNew (
  rowId, id, title, slug, summary, type, typeId, categoryIds, tagIds, instructorIds, status, publishedAt, expiresAt,
  access, accessPlanIds, accessChallengeIds, level, durationSeconds, equipment, intensity, thumbnailUrl, posterUrl,
  primaryMediaId, children, unlocksInOrder, locale, position, isFeatured, siteIds, viewCount, favoriteCount,
  metricDefinition, sortTitle, popularity, isListed, isCounted, changesAt, archivedAt, metadata, externalId, createdAt,
  updatedAt, body
)
SELECT
  contentSearchKeys.rowId, id, title, slug, summary, type, typeId, categoryIds, tagIds, instructorIds, status,
  publishedAt, expiresAt, access, accessPlanIds, accessChallengeIds, level, durationSeconds, equipment, intensity,
  thumbnailUrl, posterUrl, primaryMediaId, children, unlocksInOrder, locale, position, isFeatured, siteIds, viewCount,
  favoriteCount, metricDefinition, sortTitle, popularity, isListed, isCounted, changesAt, archivedAt, metadata,
  externalId, createdAt, updatedAt, body
FROM contentEntries LEFT JOIN contentSearchKeys ON entryId = id
ORDER BY contentSearchKeys.rowId IS NULL, contentSearchKeys.rowId, id;
DROP TABLE contentSearchKeys;
DROP TABLE contentEntries;
ALTER TABLE contentEntriesNew RENAME TO contentEntries;
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
CREATE INDEX contentEntriesInOrder ON contentEntries (id) WHERE unlocksInOrder = 1;

-- The search index gets who may open an entry. Until it has that of an entry, members do not find it by its body.
INSERT INTO unfinishedChanges (kind, id, state, createdAt)
  SELECT 'contentSearch', 'all', '{"kind":"all","after":""}', strftime('%Y-%m-%dT%H:%M:%fZ')
  FROM contentEntries LIMIT 1;
