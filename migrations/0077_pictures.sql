CREATE TABLE pictures ( -- A picture that this server shows: the photo of a client, or the logo of the brand.
  id TEXT PRIMARY KEY NOT NULL, -- The secret part of its address.
  clientId TEXT REFERENCES clients (id), -- Whose photo it is; NULL for the logo.
  mimeType TEXT NOT NULL,
  bytes BLOB NOT NULL, -- Without metadata.
  createdAt TEXT NOT NULL
);
CREATE UNIQUE INDEX picturesByClient ON pictures (clientId) WHERE clientId IS NOT NULL;
CREATE INDEX picturesOfBrand ON pictures (createdAt) WHERE clientId IS NULL;
