-- Barcodes and fob numbers are compared without case. Not unique: older databases may have two that differ in case only.
CREATE INDEX clientsByBarcode ON clients (barcode COLLATE NOCASE) WHERE barcode IS NOT NULL;
CREATE INDEX clientsByFobNumber ON clients (fobNumber COLLATE NOCASE) WHERE fobNumber IS NOT NULL;
-- Searches for content find words with their apostrophes and hyphens or without: the index and the folded titles are written anew.
INSERT OR REPLACE INTO unfinishedChanges (kind, id, state, createdAt)
  SELECT 'contentSearch', 'all', '{"kind":"all","after":""}', strftime('%Y-%m-%dT%H:%M:%fZ')
  FROM contentEntries LIMIT 1;
