CREATE TABLE kiosks ( -- A tablet at the door of a site, at which clients check themselves in.
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  siteId TEXT NOT NULL REFERENCES sites (id),
  hash BLOB NOT NULL UNIQUE, -- The SHA-256 of the token.
  pinHash TEXT NOT NULL, -- The Argon2id hash of the PIN.
  createdByStaffId TEXT REFERENCES staff (id),
  lastSeenAt TEXT, -- When its token was last used; a use within a minute of a recorded one is not recorded.
  revokedAt TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
