-- Refused check-ins are few, so a list of them alone seeks in indexes that have no others.
CREATE INDEX checkinsRefused ON checkins (id) WHERE status = 'invalid';
CREATE INDEX checkinsRefusedByTime ON checkins (checkedInAt, id) WHERE status = 'invalid';
CREATE INDEX checkinsRefusedBySite ON checkins (siteId, id) WHERE status = 'invalid';
CREATE INDEX checkinsRefusedBySiteAndTime ON checkins (siteId, checkedInAt, id) WHERE status = 'invalid';
