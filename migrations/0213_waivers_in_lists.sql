-- The index of all filters finds clients by their waiver too: a new client has one index less.
DROP INDEX clientsByWaiver;
DROP INDEX clientsListed;
CREATE INDEX clientsListed ON clients (status, (coalesce(waiver ->> '$.status', 'none')), id, lastName COLLATE NOCASE,
  firstName COLLATE NOCASE, homeLocationId, lastVisitAt, joinedAt, (accountBalances IS NULL));
