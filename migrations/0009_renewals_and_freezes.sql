-- When a package whose renewal has failed for good expires.
ALTER TABLE packages ADD COLUMN renewalEndsAt TEXT;
UPDATE packages SET renewalEndsAt = strftime('%Y-%m-%dT%H:%M:%fZ', updatedAt, '+30 days')
  WHERE autoRenews = 1 AND nextRenewalAt IS NULL AND renewalAttempts > 0 AND status IN ('active', 'depleted');
DROP INDEX packagesToExpire;
CREATE INDEX packagesToExpire ON packages (CASE autoRenews WHEN 0 THEN expiresAt ELSE renewalEndsAt END)
  WHERE status IN ('active', 'depleted') AND expiresAt IS NOT NULL AND (autoRenews = 0 OR renewalEndsAt IS NOT NULL);

-- The frozen days of every local year, not of one: a freeze planned for the next year must not hide those of this one.
ALTER TABLE packages ADD COLUMN freezeDays TEXT;
UPDATE packages SET freezeDays = json_object(CAST(freezeYear AS TEXT), freezeDaysUsed)
  WHERE freezeYear IS NOT NULL AND freezeDaysUsed > 0;
ALTER TABLE packages DROP COLUMN freezeDaysUsed;
