-- Who or what raised an event, and in which request. Events from before this have neither.
ALTER TABLE events ADD COLUMN actor TEXT;
ALTER TABLE events ADD COLUMN requestId TEXT;
CREATE INDEX eventsByActor ON events (actor, id) WHERE actor IS NOT NULL AND isNew = 0;
CREATE INDEX eventsByRequest ON events (requestId, id) WHERE requestId IS NOT NULL AND isNew = 0;

-- The same for the events of a change that takes several transactions.
ALTER TABLE unfinishedChanges ADD COLUMN actor TEXT;
ALTER TABLE unfinishedChanges ADD COLUMN requestId TEXT;
