-- The search index of content. Only its words are stored; the texts are in the tables of the entries, tags and categories.
CREATE TABLE contentSearchKeys (
  rowId INTEGER PRIMARY KEY,
  entryId TEXT NOT NULL UNIQUE REFERENCES contentEntries (id)
);
-- The program folds case and accents, so that every word is one token. `names` has those of tags and categories; `facets`
-- has the ids by which a search is narrowed.
CREATE VIRTUAL TABLE contentSearch USING fts5 (
  title, names, summary, body, facets,
  content = '', contentless_delete = 1, tokenize = 'ascii', detail = column, prefix = '1 2 3'
);
-- Merging what has many deleted rows would take 200 ms at once when a tag of thousands of entries is renamed; the usual
-- merges, which are short, leave those rows out too.
INSERT INTO contentSearch (contentSearch, rank) VALUES ('deletemerge', 0);
INSERT INTO contentSearch (contentSearch, rank) VALUES ('automerge', 8);
INSERT INTO contentSearch (contentSearch, rank) VALUES ('crisismerge', 256);
