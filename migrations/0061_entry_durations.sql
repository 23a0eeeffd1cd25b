-- An entry without a length of its own has that of its primary media: the chosen one, else the first that is ready.
ALTER TABLE contentEntries ADD COLUMN takesDuration INTEGER NOT NULL DEFAULT 1; -- 0: the studio has set durationSeconds
UPDATE contentEntries SET takesDuration = 0 WHERE durationSeconds IS NOT NULL;

UPDATE contentEntries SET durationSeconds = (
      SELECT CAST(round(media.durationSeconds) AS INTEGER) FROM contentMedia AS media
      WHERE media.entryId = contentEntries.id AND media.archivedAt IS NULL
        AND (media.id = contentEntries.primaryMediaId OR media.status = 'ready')
      ORDER BY media.id IS contentEntries.primaryMediaId DESC, media.id LIMIT 1)
  WHERE takesDuration = 1 AND id IN (SELECT entryId FROM contentMedia);

CREATE TRIGGER contentEntryDurationsOfNewMedia AFTER INSERT ON contentMedia WHEN new.entryId IS NOT NULL
BEGIN
  UPDATE contentEntries SET durationSeconds = (
      SELECT CAST(round(media.durationSeconds) AS INTEGER) FROM contentMedia AS media
      WHERE media.entryId = contentEntries.id AND media.archivedAt IS NULL
        AND (media.id = contentEntries.primaryMediaId OR media.status = 'ready')
      ORDER BY media.id IS contentEntries.primaryMediaId DESC, media.id LIMIT 1)
    WHERE id = new.entryId AND takesDuration = 1;
END;
CREATE TRIGGER contentEntryDurationsOfChangedMedia AFTER UPDATE OF id, entryId, status, archivedAt, durationSeconds ON contentMedia
BEGIN
  UPDATE contentEntries SET durationSeconds = (
      SELECT CAST(round(media.durationSeconds) AS INTEGER) FROM contentMedia AS media
      WHERE media.entryId = contentEntries.id AND media.archivedAt IS NULL
        AND (media.id = contentEntries.primaryMediaId OR media.status = 'ready')
      ORDER BY media.id IS contentEntries.primaryMediaId DESC, media.id LIMIT 1)
    WHERE id IN (old.entryId, new.entryId) AND takesDuration = 1;
END;
CREATE TRIGGER contentEntryDurationsOfDeletedMedia AFTER DELETE ON contentMedia WHEN old.entryId IS NOT NULL
BEGIN
  UPDATE contentEntries SET durationSeconds = (
      SELECT CAST(round(media.durationSeconds) AS INTEGER) FROM contentMedia AS media
      WHERE media.entryId = contentEntries.id AND media.archivedAt IS NULL
        AND (media.id = contentEntries.primaryMediaId OR media.status = 'ready')
      ORDER BY media.id IS contentEntries.primaryMediaId DESC, media.id LIMIT 1)
    WHERE id = old.entryId AND takesDuration = 1;
END;
