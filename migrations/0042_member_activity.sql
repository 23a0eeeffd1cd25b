-- What members have done, in the row of the client, which a visit changes anyway. Every page that a check-in writes costs
-- more than the work. A streak is [length, longestLength, startedOn, lastOn, raisedOn, brokenOn]; "most" has the most
-- visits and whole minutes that there have ever been, up to which milestones are raised.
ALTER TABLE clients ADD COLUMN activity TEXT;
UPDATE clients SET activity = (
  SELECT json_object(
    'visits', visits, 'minutes', minutes,
    'most', json_array(
      max(visits, (SELECT coalesce(max(threshold), 0) FROM milestonesRaised m WHERE m.clientId = s.clientId AND type = 'visits')),
      max(CAST(minutes + 1e-6 AS INTEGER),
        (SELECT coalesce(max(threshold), 0) FROM milestonesRaised m WHERE m.clientId = s.clientId AND type = 'minutes'))
    ),
    'targets', json(targets),
    'streaks', (
      SELECT json_group_object(key, json_array(value ->> '$.length', value ->> '$.longestLength', value ->> '$.startedOn',
        value ->> '$.lastOn', value ->> '$.raisedOn', value ->> '$.brokenOn'))
      FROM json_each(s.streaks)
    )
  ) FROM memberStreaks s WHERE s.clientId = clients.id
) WHERE id IN (SELECT clientId FROM memberStreaks);
DROP TABLE memberStreaks;
DELETE FROM milestonesRaised WHERE type <> 'anniversary';

-- Facts in the order in which they were recorded, with an index in the order in which they happened. A visit is found by
-- its client and instant; the other facts by what they come from.
CREATE TABLE factsInOrder (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  clientId TEXT NOT NULL REFERENCES clients (id),
  siteId TEXT NOT NULL REFERENCES sites (id),
  at TEXT NOT NULL,
  localDate TEXT NOT NULL, -- in the zone that the site had then
  homeDate TEXT NOT NULL, -- in the zone that the home site of the client had then
  sourceId TEXT NOT NULL, -- the record that it comes from
  value REAL NOT NULL,
  createdAt TEXT NOT NULL,
  takenBackAt TEXT
);
INSERT INTO factsInOrder (id, kind, clientId, siteId, at, localDate, homeDate, sourceId, value, createdAt, takenBackAt)
  SELECT id, kind, clientId, siteId, at, localDate, homeDate, sourceId, value, createdAt, takenBackAt FROM facts ORDER BY id;
DROP TABLE facts;
ALTER TABLE factsInOrder RENAME TO facts;
CREATE UNIQUE INDEX factsBySource ON facts (sourceId, kind) WHERE takenBackAt IS NULL AND kind <> 'visit';
CREATE INDEX factsByClient ON facts (clientId, kind, at, homeDate, value) WHERE takenBackAt IS NULL;
CREATE INDEX factsOfTheirOwn ON facts (id)
  WHERE kind IN ('content_completed', 'watched_minutes') AND takenBackAt IS NULL;
CREATE TRIGGER factsStay BEFORE UPDATE ON facts
WHEN old.takenBackAt IS NOT NULL OR new.number <> old.number OR new.id <> old.id OR new.kind <> old.kind
  OR new.clientId <> old.clientId OR new.siteId <> old.siteId OR new.at <> old.at OR new.localDate <> old.localDate
  OR new.homeDate <> old.homeDate OR new.sourceId <> old.sourceId OR new.value <> old.value
  OR new.createdAt <> old.createdAt
BEGIN
  SELECT RAISE(ABORT, 'facts do not change');
END;
CREATE TRIGGER factsRemain BEFORE DELETE ON facts
BEGIN
  SELECT RAISE(ABORT, 'facts do not change');
END;

CREATE TABLE streakCursors (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  after INTEGER NOT NULL
);
INSERT INTO streakCursors (id, after)
  SELECT 1, coalesce(max(facts.number), 0) FROM streakCursor JOIN facts ON facts.id <= streakCursor.after
  HAVING count(*) > 0;
DROP TABLE streakCursor;
ALTER TABLE streakCursors RENAME TO streakCursor;
