CREATE TABLE households ( -- People who book and pay for one another, such as a family.
  id TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  metadata TEXT,
  externalId TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX householdsByExternalId ON households (externalId, id) WHERE externalId IS NOT NULL;

-- A client is in one household at most, so it is a column of the client, which is read anyway.
ALTER TABLE clients ADD COLUMN householdId TEXT REFERENCES households (id);
ALTER TABLE clients ADD COLUMN householdRole TEXT; -- adult, dependant; null without a household.
ALTER TABLE clients ADD COLUMN isHouseholdPayer INTEGER NOT NULL DEFAULT 0;
CREATE INDEX clientsByHousehold ON clients (householdId, id) WHERE householdId IS NOT NULL;
-- Dependants who turn 18 are a decision of their site.
CREATE INDEX dependantsByBirth ON clients (homeLocationId, dateOfBirth) WHERE householdRole = 'dependant';

CREATE TABLE householdInvitations ( -- An adult who was invited by email, and has not accepted yet.
  id TEXT PRIMARY KEY NOT NULL,
  householdId TEXT NOT NULL REFERENCES households (id),
  email TEXT NOT NULL, -- In lower case.
  invitedByClientId TEXT, -- The adult who invited; null for the front desk.
  createdAt TEXT NOT NULL,
  expiresAt TEXT NOT NULL
);
CREATE UNIQUE INDEX householdInvitationsOfHousehold ON householdInvitations (householdId, email);
CREATE INDEX householdInvitationsByEmail ON householdInvitations (email);
CREATE INDEX householdInvitationsByInviter ON householdInvitations (invitedByClientId) WHERE invitedByClientId IS NOT NULL;

ALTER TABLE plans ADD COLUMN isShareable INTEGER NOT NULL DEFAULT 0;
ALTER TABLE packages ADD COLUMN isShareable INTEGER NOT NULL DEFAULT 0;

-- The adult of the household who signed for a dependant; null for who signed alone.
ALTER TABLE agreements ADD COLUMN signedByClientId TEXT;
CREATE INDEX agreementsBySigner ON agreements (signedByClientId) WHERE signedByClientId IS NOT NULL;
