-- Forms of a media: renditions, which are in folders by their id, and external addresses.
CREATE TABLE mediaVariants (
  id TEXT PRIMARY KEY,
  contentMediaId TEXT NOT NULL REFERENCES contentMedia (id),
  quality TEXT NOT NULL,
  protocol TEXT NOT NULL,
  mimeType TEXT,
  width INTEGER,
  height INTEGER,
  bitrateKbps INTEGER,
  sizeBytes INTEGER,
  isDefault INTEGER NOT NULL,
  externalUrl TEXT, -- null for a rendition
  codecs TEXT,
  bandwidth INTEGER, -- bits per second at most
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX mediaVariantsByMedia ON mediaVariants (contentMediaId, id);

ALTER TABLE contentMedia ADD COLUMN renderedAt TEXT; -- when its renditions were made
ALTER TABLE contentMedia ADD COLUMN renderAttempts INTEGER NOT NULL DEFAULT 0;

-- Videos whose renditions are to be made, and media that are gone and still have some.
CREATE INDEX contentMediaUnrendered ON contentMedia (id)
WHERE renderedAt IS NULL AND archivedAt IS NULL AND kind = 'video' AND status = 'ready' AND fileSha256 IS NOT NULL;
CREATE INDEX contentMediaGone ON contentMedia (id) WHERE archivedAt IS NOT NULL AND renderedAt IS NOT NULL;
