-- Searches look into the bodies of articles that an enrollment has opened: the index gets the IDs of locked entries.
INSERT OR REPLACE INTO unfinishedChanges (kind, id, state, createdAt)
  SELECT 'contentSearch', 'all', '{"kind":"all","after":""}', strftime('%Y-%m-%dT%H:%M:%fZ')
  FROM contentEntries LIMIT 1;
