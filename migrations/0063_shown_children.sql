-- When a child of a program is published, and at which sites, beside the program, so that a page of programs reads no child.
ALTER TABLE contentEntryChildren ADD COLUMN shownFrom TEXT; -- NULL for never
ALTER TABLE contentEntryChildren ADD COLUMN shownUntil TEXT; -- NULL for always
ALTER TABLE contentEntryChildren ADD COLUMN shownIn TEXT; -- NULL for all
UPDATE contentEntryChildren SET (shownFrom, shownUntil, shownIn) = (
    SELECT CASE WHEN entry.isListed = 1 THEN entry.publishedAt END, entry.expiresAt, entry.siteIds
    FROM contentEntries AS entry WHERE entry.id = contentEntryChildren.entryId);
CREATE INDEX contentEntryChildrenShown ON contentEntryChildren (programId, shownIn, shownFrom, shownUntil);

CREATE TRIGGER contentEntryChildrenOfNew AFTER INSERT ON contentEntryChildren
BEGIN
  UPDATE contentEntryChildren SET (shownFrom, shownUntil, shownIn) = (
      SELECT CASE WHEN entry.isListed = 1 THEN entry.publishedAt END, entry.expiresAt, entry.siteIds
      FROM contentEntries AS entry WHERE entry.id = new.entryId)
    WHERE entryId = new.entryId AND programId = new.programId;
END;
CREATE TRIGGER contentEntryChildrenOfChanged AFTER UPDATE OF isListed, publishedAt, expiresAt, siteIds ON contentEntries
  WHEN new.isListed IS NOT old.isListed OR new.publishedAt IS NOT old.publishedAt
    OR new.expiresAt IS NOT old.expiresAt OR new.siteIds IS NOT old.siteIds
BEGIN
  UPDATE contentEntryChildren
    SET shownFrom = CASE WHEN new.isListed = 1 THEN new.publishedAt END, shownUntil = new.expiresAt, shownIn = new.siteIds
    WHERE entryId = new.id;
END;
