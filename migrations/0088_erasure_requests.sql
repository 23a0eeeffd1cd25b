CREATE TABLE erasureRequests ( -- The wish of a client to be erased, until the client takes it back or is erased.
  clientId TEXT PRIMARY KEY REFERENCES clients (id),
  status TEXT NOT NULL, -- requested, or declined by the studio.
  requestedAt TEXT NOT NULL,
  decidedAt TEXT, -- When the studio has declined it.
  reason TEXT -- Why, as the client reads it.
);
CREATE INDEX erasureRequestsOpen ON erasureRequests (clientId) WHERE status = 'requested';
