-- Lists of clients by filters, in the order of names and visits.
CREATE TABLE clientTags ( -- A tag of a client, for lists by tag.
  tag TEXT NOT NULL, -- The tag.
  clientId TEXT NOT NULL, -- The client.
  PRIMARY KEY (tag, clientId)
) WITHOUT ROWID;
INSERT OR IGNORE INTO clientTags (tag, clientId)
  SELECT tag.value, clients.id FROM clients, json_each(clients.tags) AS tag WHERE clients.tags IS NOT NULL;

CREATE TRIGGER clientTagsOfNew AFTER INSERT ON clients WHEN new.tags IS NOT NULL
BEGIN
  INSERT OR IGNORE INTO clientTags (tag, clientId) SELECT value, new.id FROM json_each(new.tags);
END;
CREATE TRIGGER clientTagsOfChanged AFTER UPDATE OF tags ON clients WHEN new.tags IS NOT old.tags
BEGIN
  DELETE FROM clientTags WHERE clientId = old.id AND tag IN (SELECT value FROM json_each(old.tags));
  INSERT OR IGNORE INTO clientTags (tag, clientId) SELECT value, new.id FROM json_each(new.tags);
END;

CREATE INDEX clientsByName ON clients (lastName COLLATE NOCASE, firstName COLLATE NOCASE, id);
CREATE INDEX clientsByLastVisit ON clients (coalesce(lastVisitAt, ''), id);
CREATE INDEX clientsByJoining ON clients (joinedAt, id);
CREATE INDEX clientsByWaiver ON clients (coalesce(waiver ->> '$.status', 'none'));
CREATE INDEX clientsInArrears ON clients (id) WHERE accountBalances IS NOT NULL;
-- All that filters and orders compare: a list whose filters together leave few clients reads no rows of others.
CREATE INDEX clientsListed ON clients (status, id, lastName COLLATE NOCASE, firstName COLLATE NOCASE, homeLocationId,
  lastVisitAt, joinedAt, (accountBalances IS NULL), (coalesce(waiver ->> '$.status', 'none')));
CREATE INDEX packagesHeld ON packages (planId, clientId, expiresAt) WHERE status = 'active';
CREATE INDEX packagesEnding ON packages (expiresAt, clientId) WHERE status = 'active';
