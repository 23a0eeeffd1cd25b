-- What orders the content: categories, tags, types, features and banners.
CREATE TABLE contentCategories (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  slug TEXT NOT NULL UNIQUE,
  description TEXT,
  imageUrl TEXT,
  parentId TEXT REFERENCES contentCategories (id),
  position INTEGER NOT NULL,
  siteIds TEXT,
  entryCount INTEGER NOT NULL DEFAULT 0,
  archivedAt TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX contentCategoriesByPosition ON contentCategories (position, id);
CREATE INDEX contentCategoriesByParent ON contentCategories (parentId, position, id);

CREATE TABLE contentTags (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  sortName TEXT NOT NULL, -- the name without case and accents
  slug TEXT NOT NULL UNIQUE,
  "group" TEXT,
  entryCount INTEGER NOT NULL DEFAULT 0,
  archivedAt TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX contentTagsByName ON contentTags (sortName, id);
CREATE INDEX contentTagsByGroup ON contentTags ("group", sortName, id) WHERE "group" IS NOT NULL;

CREATE TABLE contentTypes (
  id TEXT PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  pluralName TEXT NOT NULL,
  icon TEXT,
  position INTEGER NOT NULL,
  supportsProgress INTEGER NOT NULL,
  supportsVideo INTEGER NOT NULL,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX contentTypesByPosition ON contentTypes (position, id);

CREATE TABLE contentFeatures (
  id TEXT PRIMARY KEY,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  title TEXT,
  placement TEXT,
  position INTEGER NOT NULL,
  entryIds TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX contentFeaturesByPosition ON contentFeatures (position, id);
CREATE INDEX contentFeaturesByPlacement ON contentFeatures (placement, position, id) WHERE placement IS NOT NULL;
CREATE UNIQUE INDEX contentFeaturesByKey ON contentFeatures (key, ifnull(placement, ''));

CREATE TABLE contentBanners (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  subtitle TEXT,
  imageUrl TEXT,
  action TEXT,
  placement TEXT NOT NULL,
  startsAt TEXT,
  endsAt TEXT,
  position INTEGER NOT NULL,
  siteIds TEXT,
  archivedAt TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX contentBannersByPosition ON contentBanners (position, id);
CREATE INDEX contentBannersByPlacement ON contentBanners (placement, position, id);

-- The types and features with which every studio starts. Their ids (UUIDs of version 8) are the same everywhere.
INSERT INTO contentTypes
  (id, key, name, pluralName, icon, position, supportsProgress, supportsVideo, createdAt, updatedAt)
VALUES
  ('00000000-0000-8000-8000-000000000101', 'video', 'Video', 'Videos', 'play-circle', 1, 1, 1, '2026-01-10T00:00:00.000Z', '2026-01-10T00:00:00.000Z'),
  ('00000000-0000-8000-8000-000000000102', 'audio', 'Audio', 'Audio', 'headphones', 2, 1, 0, '2026-01-10T00:00:00.000Z', '2026-01-10T00:00:00.000Z'),
  ('00000000-0000-8000-8000-000000000103', 'article', 'Article', 'Articles', 'file-text', 3, 1, 0, '2026-01-10T00:00:00.000Z', '2026-01-10T00:00:00.000Z'),
  ('00000000-0000-8000-8000-000000000104', 'program', 'Program', 'Programs', 'calendar', 4, 1, 0, '2026-01-10T00:00:00.000Z', '2026-01-10T00:00:00.000Z'),
  ('00000000-0000-8000-8000-000000000105', 'workout', 'Workout', 'Workouts', 'dumbbell', 5, 1, 1, '2026-01-10T00:00:00.000Z', '2026-01-10T00:00:00.000Z'),
  ('00000000-0000-8000-8000-000000000106', 'recipe', 'Recipe', 'Recipes', 'utensils', 6, 0, 0, '2026-01-10T00:00:00.000Z', '2026-01-10T00:00:00.000Z'),
  ('00000000-0000-8000-8000-000000000107', 'metric', 'Metric', 'Metrics', 'bar-chart', 7, 0, 0, '2026-01-10T00:00:00.000Z', '2026-01-10T00:00:00.000Z'),
  ('00000000-0000-8000-8000-000000000108', 'assessment', 'Assessment', 'Assessments', 'clipboard', 8, 0, 0, '2026-01-10T00:00:00.000Z', '2026-01-10T00:00:00.000Z');
INSERT INTO contentFeatures (id, key, name, enabled, position, createdAt, updatedAt)
VALUES
  ('00000000-0000-8000-8000-000000000201', 'challenges', 'Challenges', 1, 1, '2026-01-10T00:00:00.000Z', '2026-01-10T00:00:00.000Z'),
  ('00000000-0000-8000-8000-000000000202', 'metrics', 'Metrics', 1, 2, '2026-01-10T00:00:00.000Z', '2026-01-10T00:00:00.000Z'),
  ('00000000-0000-8000-8000-000000000203', 'leaderboards', 'Leaderboards', 1, 3, '2026-01-10T00:00:00.000Z', '2026-01-10T00:00:00.000Z'),
  ('00000000-0000-8000-8000-000000000204', 'awards', 'Awards', 1, 4, '2026-01-10T00:00:00.000Z', '2026-01-10T00:00:00.000Z'),
  ('00000000-0000-8000-8000-000000000205', 'streaks', 'Streaks', 1, 5, '2026-01-10T00:00:00.000Z', '2026-01-10T00:00:00.000Z'),
  ('00000000-0000-8000-8000-000000000206', 'video', 'Video', 1, 6, '2026-01-10T00:00:00.000Z', '2026-01-10T00:00:00.000Z'),
  ('00000000-0000-8000-8000-000000000207', 'favorites', 'Favorites', 1, 7, '2026-01-10T00:00:00.000Z', '2026-01-10T00:00:00.000Z'),
  ('00000000-0000-8000-8000-000000000208', 'watch_later', 'Watch later', 1, 8, '2026-01-10T00:00:00.000Z', '2026-01-10T00:00:00.000Z');
