-- Which check-ins without a booking are visits: at most one for each session, and one for each site and local day. Those
-- that were counted before stay counted.
ALTER TABLE checkins ADD COLUMN isVisit INTEGER NOT NULL DEFAULT 0;
UPDATE checkins SET isVisit = 1 WHERE status = 'valid' AND isReEntry = 0 AND bookingId IS NULL;
CREATE INDEX checkinsVisits ON checkins (clientId, checkedInAt) WHERE isVisit = 1;
