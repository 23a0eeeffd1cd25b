-- A category of some sites is found by its name only by those who see it: a search looks such names up here, and the
-- search index has them no longer.
CREATE INDEX contentCategoriesOfSites ON contentCategories (id, name, siteIds) WHERE siteIds IS NOT NULL;
INSERT OR REPLACE INTO unfinishedChanges (kind, id, state, createdAt)
  SELECT 'contentSearch', id, '{"kind":"category","after":""}', strftime('%Y-%m-%dT%H:%M:%fZ')
  FROM contentCategories WHERE siteIds IS NOT NULL;
