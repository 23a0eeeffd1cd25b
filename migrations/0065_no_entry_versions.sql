-- The versions of entries told a program that kept entries in memory which of them had changed. Pages read entries now.
DROP TRIGGER contentEntryVersionsOfNew;
DROP TRIGGER contentEntryVersionsOfChanged;
DROP TRIGGER contentEntryVersionsOfDeleted;
DROP TRIGGER contentEntryVersionsOfNewMedia;
DROP TRIGGER contentEntryVersionsOfChangedMedia;
DROP TRIGGER contentEntryVersionsOfDeletedMedia;
DROP TABLE contentEntryVersions;
