-- One key says whose a picture is, so that awards have pictures as clients do.
ALTER TABLE pictures RENAME TO picturesOfClients;
CREATE TABLE pictures ( -- A picture that this server shows: the photo of a client, the badge of an award, or the logo of the brand.
  id TEXT PRIMARY KEY NOT NULL, -- The secret part of its address.
  owner TEXT NOT NULL UNIQUE, -- The id of the client or the award; `brand` for the logo.
  mimeType TEXT NOT NULL,
  bytes BLOB NOT NULL, -- Without metadata.
  createdAt TEXT NOT NULL
);
INSERT OR REPLACE INTO pictures (id, owner, mimeType, bytes, createdAt)
  SELECT id, coalesce(clientId, 'brand'), mimeType, bytes, createdAt FROM picturesOfClients ORDER BY createdAt;
DROP TABLE picturesOfClients;
