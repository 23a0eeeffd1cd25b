-- The API key, OAuth client or staff member that made a credential; null for a verb, and where that is not known.
ALTER TABLE apiKeys ADD COLUMN createdByCredentialId TEXT;
ALTER TABLE oauthClients ADD COLUMN createdByCredentialId TEXT;
ALTER TABLE kiosks ADD COLUMN createdByCredentialId TEXT;
CREATE INDEX apiKeysByCreator ON apiKeys (createdByCredentialId) WHERE createdByCredentialId IS NOT NULL;
CREATE INDEX oauthClientsByCreator ON oauthClients (createdByCredentialId) WHERE createdByCredentialId IS NOT NULL;
CREATE INDEX kiosksByCreator ON kiosks (createdByCredentialId) WHERE createdByCredentialId IS NOT NULL;
