-- By what an import finds records again that have no id of their own: their names, of which there can be thousands.
CREATE INDEX contentEntriesByName ON contentEntries (title, type, id);
CREATE INDEX contentCategoriesByName ON contentCategories (name, parentId, id);
CREATE INDEX contentBannersByName ON contentBanners (title, placement, id);
