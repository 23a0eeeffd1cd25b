CREATE TABLE staffSignIns ( -- How a person signs in to the console, and how it looks for them.
  staffId TEXT PRIMARY KEY REFERENCES staff (id),
  passwordHash TEXT, -- argon2id; NULL while the person has no password
  passwordChangedAt TEXT,
  totpSecret BLOB, -- sealed
  newTotpSecret BLOB, -- sealed; until a code of it confirms it
  totpStep INTEGER, -- of the last code, which works once
  theme TEXT NOT NULL,
  language TEXT,
  singleKeys INTEGER NOT NULL,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);

CREATE TABLE staffSessions ( -- A browser in which a person is signed in.
  id TEXT PRIMARY KEY,
  staffId TEXT NOT NULL REFERENCES staff (id),
  hash BLOB NOT NULL UNIQUE, -- of the token in the cookie
  userAgent TEXT,
  address TEXT,
  confirmedAt TEXT NOT NULL, -- when the person last gave the password
  lastSeenAt TEXT NOT NULL,
  expiresAt TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX staffSessionsByStaff ON staffSessions (staffId, id);
CREATE INDEX staffSessionsByLastSeen ON staffSessions (lastSeenAt, id);

CREATE TABLE staffRecoveryCodes ( -- A code that signs in once, in place of the second factor.
  id TEXT PRIMARY KEY,
  staffId TEXT NOT NULL REFERENCES staff (id),
  hash BLOB NOT NULL,
  createdAt TEXT NOT NULL
);
CREATE INDEX staffRecoveryCodesByStaff ON staffRecoveryCodes (staffId, hash);

CREATE TABLE staffPasskeys ( -- A passkey with which a person signs in.
  id TEXT PRIMARY KEY,
  staffId TEXT NOT NULL REFERENCES staff (id),
  credentialId TEXT NOT NULL UNIQUE, -- base64url, as browsers send it
  publicKey BLOB NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL,
  name TEXT NOT NULL,
  lastUsedAt TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX staffPasskeysByStaff ON staffPasskeys (staffId, id);

CREATE TABLE staffInvitations ( -- A link with which a person chooses a password, once.
  id TEXT PRIMARY KEY,
  staffId TEXT NOT NULL REFERENCES staff (id),
  purpose TEXT NOT NULL, -- invitation, password_reset
  hash BLOB NOT NULL UNIQUE, -- of the token in the link
  removesSecondFactor INTEGER NOT NULL,
  createdBy TEXT,
  expiresAt TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX staffInvitationsByStaff ON staffInvitations (staffId, id);
