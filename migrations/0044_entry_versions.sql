-- The version of each entry, another number after every change of the entry or of its media, so that the program keeps
-- entries in memory and reads again only what has changed. It is random: a number that was rolled back stands for nothing else.
CREATE TABLE contentEntryVersions (
  rowId INTEGER PRIMARY KEY, -- that of the entry
  version INTEGER NOT NULL -- 53 bits, which the program reads exactly
);
INSERT INTO contentEntryVersions (rowId, version) SELECT rowId, random() & 0x1fffffffffffff FROM contentEntries;

CREATE TRIGGER contentEntryVersionsOfNew AFTER INSERT ON contentEntries
BEGIN
  INSERT INTO contentEntryVersions (rowId, version) VALUES (new.rowId, random() & 0x1fffffffffffff)
    ON CONFLICT DO UPDATE SET version = excluded.version;
END;
CREATE TRIGGER contentEntryVersionsOfChanged AFTER UPDATE ON contentEntries
BEGIN
  -- The search index gives an entry another key when it is published.
  DELETE FROM contentEntryVersions WHERE rowId = old.rowId AND old.rowId <> new.rowId;
  INSERT INTO contentEntryVersions (rowId, version) VALUES (new.rowId, random() & 0x1fffffffffffff)
    ON CONFLICT DO UPDATE SET version = excluded.version;
END;
CREATE TRIGGER contentEntryVersionsOfDeleted AFTER DELETE ON contentEntries
BEGIN
  DELETE FROM contentEntryVersions WHERE rowId = old.rowId;
END;

-- An entry shows the ids of its media, and plays the first one that is ready.
CREATE TRIGGER contentEntryVersionsOfNewMedia AFTER INSERT ON contentMedia WHEN new.entryId IS NOT NULL
BEGIN
  UPDATE contentEntryVersions SET version = random() & 0x1fffffffffffff
    WHERE rowId = (SELECT contentEntries.rowId FROM contentEntries WHERE id = new.entryId);
END;
CREATE TRIGGER contentEntryVersionsOfChangedMedia AFTER UPDATE OF id, entryId, status, archivedAt ON contentMedia
BEGIN
  UPDATE contentEntryVersions SET version = random() & 0x1fffffffffffff
    WHERE rowId IN (SELECT contentEntries.rowId FROM contentEntries WHERE id IN (old.entryId, new.entryId));
END;
CREATE TRIGGER contentEntryVersionsOfDeletedMedia AFTER DELETE ON contentMedia WHEN old.entryId IS NOT NULL
BEGIN
  UPDATE contentEntryVersions SET version = random() & 0x1fffffffffffff
    WHERE rowId = (SELECT contentEntries.rowId FROM contentEntries WHERE id = old.entryId);
END;
