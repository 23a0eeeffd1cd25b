-- A client may have no email, and a client can be erased. SQLite drops NOT NULL only with a new table; foreign keys are
-- not enforced during migrations, and refer to `clients` by its name. `rowId` stays, since the search index refers to it.
CREATE TABLE clientsNew (
  rowId INTEGER PRIMARY KEY, -- explicit, since search refers to it and VACUUM may renumber an implicit one
  id TEXT NOT NULL UNIQUE,
  firstName TEXT NOT NULL,
  lastName TEXT NOT NULL,
  email TEXT UNIQUE, -- any number of clients have none
  phone TEXT,
  dateOfBirth TEXT,
  gender TEXT,
  address TEXT,
  photoUrl TEXT,
  preferredLocale TEXT,
  timezone TEXT,
  status TEXT NOT NULL,
  homeLocationId TEXT NOT NULL REFERENCES sites (id),
  emergencyContact TEXT,
  barcode TEXT UNIQUE,
  fobNumber TEXT UNIQUE,
  leadSource TEXT,
  referredByClientId TEXT REFERENCES clients (id),
  joinedAt TEXT NOT NULL,
  tags TEXT,
  customProperties TEXT,
  notes TEXT,
  alerts TEXT,
  waiver TEXT,
  marketingConsent TEXT,
  bookings INTEGER NOT NULL DEFAULT 0,
  visits INTEGER NOT NULL DEFAULT 0,
  noShows INTEGER NOT NULL DEFAULT 0,
  lateCancels INTEGER NOT NULL DEFAULT 0,
  firstVisitAt TEXT,
  lastVisitAt TEXT,
  metadata TEXT,
  externalId TEXT,
  archivedAt TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL,
  defaultCard TEXT, -- what the record tells of the default card
  owed INTEGER NOT NULL DEFAULT 0, -- by renewals and fees that could not be charged
  erasedAt TEXT
);
INSERT INTO clientsNew (
  rowId, id, firstName, lastName, email, phone, dateOfBirth, gender, address, photoUrl, preferredLocale, timezone,
  status, homeLocationId, emergencyContact, barcode, fobNumber, leadSource, referredByClientId, joinedAt, tags,
  customProperties, notes, alerts, waiver, marketingConsent, bookings, visits, noShows, lateCancels, firstVisitAt,
  lastVisitAt, metadata, externalId, archivedAt, createdAt, updatedAt, defaultCard, owed
)
SELECT
  rowId, id, firstName, lastName, email, phone, dateOfBirth, gender, address, photoUrl, preferredLocale, timezone,
  status, homeLocationId, emergencyContact, barcode, fobNumber, leadSource, referredByClientId, joinedAt, tags,
  customProperties, notes, alerts, waiver, marketingConsent, bookings, visits, noShows, lateCancels, firstVisitAt,
  lastVisitAt, metadata, externalId, archivedAt, createdAt, updatedAt, defaultCard, owed
FROM clients;
DROP TABLE clients;
ALTER TABLE clientsNew RENAME TO clients;
CREATE INDEX clientsLive ON clients (id) WHERE archivedAt IS NULL;
CREATE INDEX clientsByHome ON clients (homeLocationId, id);
CREATE INDEX clientsByExternalId ON clients (externalId, id) WHERE externalId IS NOT NULL;
