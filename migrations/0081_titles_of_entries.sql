-- By what the studio finds entries that are not in the catalogue, without reading their bodies.
CREATE INDEX contentEntriesByFoldedTitle ON contentEntries (sortTitle, id);
