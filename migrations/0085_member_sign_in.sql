CREATE TABLE memberCodes ( -- The code that was mailed to an address; the newest one of an address counts.
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE, -- In lower case.
  hash BLOB NOT NULL, -- Of the code and the address, with a key of the studio.
  tries INTEGER NOT NULL, -- Wrong codes that were sent for it.
  signUpHash BLOB UNIQUE, -- Of the token with which the owner of the address signs up; set once the code was right.
  expiresAt TEXT NOT NULL,
  createdAt TEXT NOT NULL
);
CREATE INDEX memberCodesByExpiry ON memberCodes (expiresAt, id);

CREATE TABLE memberDevices ( -- A browser or an app in which a member is signed in.
  id TEXT PRIMARY KEY,
  clientId TEXT NOT NULL REFERENCES clients (id),
  kind TEXT NOT NULL, -- browser: has a cookie; app: has refresh tokens.
  hash BLOB NOT NULL UNIQUE, -- Of the token in the cookie, or of the part that all refresh tokens of the app have.
  tokenHash BLOB, -- Of the refresh token that has not been used yet; NULL for a browser.
  userAgent TEXT,
  address TEXT,
  lastSeenAt TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX memberDevicesByClient ON memberDevices (clientId, id);
CREATE INDEX memberDevicesByLastSeen ON memberDevices (lastSeenAt, id);

CREATE TABLE memberPasskeys ( -- A passkey with which a member signs in.
  id TEXT PRIMARY KEY,
  clientId TEXT NOT NULL REFERENCES clients (id),
  credentialId TEXT NOT NULL UNIQUE, -- base64url, as browsers send it.
  publicKey BLOB NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL,
  name TEXT NOT NULL,
  lastUsedAt TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX memberPasskeysByClient ON memberPasskeys (clientId, id);

CREATE TABLE memberSignUps ( -- A client who has signed up and waits until the studio lets them in.
  clientId TEXT PRIMARY KEY REFERENCES clients (id),
  siteId TEXT NOT NULL REFERENCES sites (id),
  createdAt TEXT NOT NULL
);
CREATE INDEX memberSignUpsBySite ON memberSignUps (siteId, clientId);

CREATE TABLE agreementTexts ( -- A text of the studio that somebody has agreed to.
  hash TEXT PRIMARY KEY, -- SHA-256 of the text, hex.
  text TEXT NOT NULL,
  createdAt TEXT NOT NULL
);

CREATE TABLE agreements ( -- What a client has signed or agreed to; never changed.
  id TEXT PRIMARY KEY,
  clientId TEXT NOT NULL REFERENCES clients (id),
  kind TEXT NOT NULL, -- waiver, consent
  version TEXT NOT NULL,
  textHash TEXT NOT NULL REFERENCES agreementTexts (hash),
  name TEXT NOT NULL, -- As the person wrote it.
  guardianName TEXT, -- Who signed for a minor.
  address TEXT, -- The network address.
  createdAt TEXT NOT NULL
);
CREATE INDEX agreementsByClient ON agreements (clientId, kind, id);
