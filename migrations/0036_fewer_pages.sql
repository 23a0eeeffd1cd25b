-- The indexes of events are written for many at once: a new event is in none of them.
ALTER TABLE events ADD COLUMN isNew INTEGER NOT NULL DEFAULT 0;
DROP INDEX eventsByType;
DROP INDEX eventsBySite;
DROP INDEX eventsByClient;
CREATE INDEX eventsByType ON events (type, id) WHERE isNew = 0;
CREATE INDEX eventsBySite ON events (siteId, id) WHERE isNew = 0;
CREATE INDEX eventsByClient ON events (clientId, id) WHERE clientId IS NOT NULL AND isNew = 0;

-- A visit is a valid check-in, so that one index has both.
DROP INDEX checkinsEntered;
DROP INDEX checkinsVisits;
CREATE INDEX checkinsEntered ON checkins (clientId, checkedInAt, isReEntry, bookingId, isVisit) WHERE status = 'valid';
