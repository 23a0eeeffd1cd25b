-- Of which day of the year (UTC) the client in `after` is: the clients of a date are read one day at a time. A date that
-- an earlier version has begun is begun again; what it has raised is in milestonesRaised and is not raised again.
ALTER TABLE siteAnniversaries ADD COLUMN day TEXT NOT NULL DEFAULT '';
UPDATE siteAnniversaries SET after = '';
