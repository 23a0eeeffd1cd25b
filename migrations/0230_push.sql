-- A message goes by email, or as a notification to the devices of a member. A person gets one of each.
ALTER TABLE messages ADD COLUMN channel TEXT NOT NULL DEFAULT 'email';
DROP INDEX messagesOnce;
CREATE UNIQUE INDEX messagesOnce ON messages (sourceId, kind, coalesce(clientId, staffId), channel);

CREATE TABLE pushSubscriptions ( -- A browser of a member that gets notifications, for as long as the member is signed in there.
  id TEXT PRIMARY KEY,
  clientId TEXT NOT NULL REFERENCES clients (id),
  deviceId TEXT NOT NULL UNIQUE REFERENCES memberDevices (id) ON DELETE CASCADE,
  host TEXT NOT NULL, -- Of the push service.
  endpointHash BLOB NOT NULL UNIQUE, -- SHA-256 of the address to which notifications go.
  sealed BLOB NOT NULL, -- That address, and the keys for which they are encrypted.
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX pushSubscriptionsByClient ON pushSubscriptions (clientId, id);

CREATE TABLE pushKeys ( -- The one key pair with which this server signs for push services.
  name TEXT PRIMARY KEY,
  publicKey TEXT NOT NULL, -- As browsers get it.
  privateKey BLOB NOT NULL, -- Sealed.
  createdAt TEXT NOT NULL
) WITHOUT ROWID;
