-- What members chose of their notifications and units. A member who chose nothing has no row.
CREATE TABLE notificationPreferences (
  clientId TEXT PRIMARY KEY REFERENCES clients (id),
  choices TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE unitPreferences (
  clientId TEXT PRIMARY KEY REFERENCES clients (id),
  system TEXT,
  weight TEXT,
  distance TEXT,
  length TEXT,
  energy TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
) WITHOUT ROWID;
