-- The days by which freezes have moved the end of periods, and with it the minimum term. Until now nobody has counted them: of
-- packages with a term, each frozen day has moved the end.
ALTER TABLE packages ADD COLUMN termDaysAdded INTEGER NOT NULL DEFAULT 0; -- by which freezes have moved the minimum term
UPDATE packages SET termDaysAdded = (SELECT coalesce(sum(value), 0) FROM json_each(packages.freezeDays))
  WHERE minimumTermMonths IS NOT NULL AND freezeDays IS NOT NULL AND status IN ('active', 'depleted');
