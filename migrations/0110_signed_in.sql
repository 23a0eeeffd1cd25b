-- Whose email may let somebody else in: a client who has signed in before, or whom a link of a provider lets in.
ALTER TABLE clients ADD COLUMN hasSignedIn INTEGER NOT NULL DEFAULT 0;
UPDATE clients SET hasSignedIn = 1 WHERE id IN (
  SELECT clientId FROM memberLinks UNION SELECT clientId FROM memberDevices UNION SELECT clientId FROM memberPasskeys
);
