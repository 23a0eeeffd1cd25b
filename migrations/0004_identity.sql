-- Who else may come in: integrations by OAuth, members by the ID token of their provider.

CREATE TABLE oauthClients (
  id TEXT PRIMARY KEY, -- also the client_id
  name TEXT NOT NULL,
  secretHash BLOB NOT NULL,
  secretLast4 TEXT NOT NULL,
  scopes TEXT NOT NULL,
  siteIds TEXT,
  tier TEXT NOT NULL,
  lastUsedAt TEXT,
  revokedAt TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);

-- What access tokens are signed with. A key that was replaced verifies until its last token has ended.
CREATE TABLE signingKeys (
  id TEXT PRIMARY KEY, -- also the kid
  privateKey BLOB NOT NULL, -- sealed
  publicKey TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  retiredAt TEXT
);

-- Which client a person is who signed in: a subject of an issuer is one client, a client may sign in by several.
CREATE TABLE memberLinks (
  id TEXT PRIMARY KEY,
  clientId TEXT NOT NULL REFERENCES clients (id),
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL,
  UNIQUE (issuer, subject)
);
CREATE INDEX memberLinksByClient ON memberLinks (clientId, id);
