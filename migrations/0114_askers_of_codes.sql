DROP INDEX memberCodesByExpiry;
ALTER TABLE memberCodes RENAME TO oldMemberCodes;
CREATE TABLE memberCodes ( -- A code that was mailed to an address.
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL, -- In lower case.
  hash BLOB NOT NULL, -- Of the code and the address, with a key of the studio.
  askerHash BLOB, -- Of the secret that whoever has asked for it was given.
  networkHash BLOB, -- Of the network address that has asked for it, with a key of the studio.
  tries INTEGER NOT NULL, -- Wrong codes that were sent with the secret.
  networkTries INTEGER NOT NULL, -- Wrong codes that were sent from the network address without the secret.
  signUpHash BLOB UNIQUE, -- Of the token with which the owner of the address signs up; set once the code was right.
  expiresAt TEXT NOT NULL,
  createdAt TEXT NOT NULL
);
INSERT INTO memberCodes (id, email, hash, tries, networkTries, signUpHash, expiresAt, createdAt)
  SELECT id, email, hash, tries, tries, signUpHash, expiresAt, createdAt FROM oldMemberCodes;
DROP TABLE oldMemberCodes;
CREATE INDEX memberCodesByEmail ON memberCodes (email, id);
CREATE INDEX memberCodesByExpiry ON memberCodes (expiresAt, id);
