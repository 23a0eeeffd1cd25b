-- An entry shows the poster of its primary media, which is made after the media is ready, and whose address follows its policy.
DROP TRIGGER contentEntryVersionsOfChangedMedia;
CREATE TRIGGER contentEntryVersionsOfChangedMedia
  AFTER UPDATE OF id, entryId, status, archivedAt, posterSha256, playbackPolicy ON contentMedia
BEGIN
  UPDATE contentEntryVersions SET version = random() & 0x1fffffffffffff
    WHERE rowId IN (SELECT contentEntries.rowId FROM contentEntries WHERE id IN (old.entryId, new.entryId));
END;
