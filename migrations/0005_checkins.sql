-- Who was where, and when. A refusal is a row too, so that a door's and a desk's answer can be looked up later.

CREATE TABLE checkins (
  id TEXT PRIMARY KEY,
  clientId TEXT NOT NULL REFERENCES clients (id),
  siteId TEXT NOT NULL REFERENCES sites (id),
  bookingId TEXT REFERENCES bookings (id),
  sessionId TEXT REFERENCES sessions (id),
  packageId TEXT REFERENCES packages (id),
  checkedInAt TEXT NOT NULL,
  source TEXT NOT NULL,
  status TEXT NOT NULL,
  statusCode TEXT NOT NULL,
  message TEXT NOT NULL,
  isReEntry INTEGER NOT NULL,
  metadata TEXT,
  externalId TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX checkinsByClient ON checkins (clientId, id);
CREATE INDEX checkinsBySite ON checkins (siteId, id);
CREATE INDEX checkinsByExternalId ON checkins (externalId, id) WHERE externalId IS NOT NULL;
-- The last entry of a client; with its further columns, the visits of a client are counted without their rows.
CREATE INDEX checkinsEntered ON checkins (clientId, checkedInAt, isReEntry, bookingId) WHERE status = 'valid';
CREATE INDEX checkinsInSession ON checkins (sessionId, clientId, status, isReEntry) WHERE sessionId IS NOT NULL;
