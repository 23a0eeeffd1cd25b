-- A room is taken once at a time: sessions of a room are found by their start, in whatever case it is written.
CREATE INDEX sessionsByRoom ON sessions (roomName COLLATE NOCASE, startTime, id) WHERE roomName IS NOT NULL;
CREATE INDEX sessionsByRoomAndSite ON sessions (siteId, roomName COLLATE NOCASE, startTime, id) WHERE roomName IS NOT NULL;
