-- The search index of clients is merged like that of content. Merging what has many deleted rows takes all entries of a word
-- at once, and of a word that every client has, such as the domain of many emails, 100 ms with 100,000 clients: an import that
-- renamed 20,000 of them did so 12 times. The usual merges are of parts of a similar size, and leave deleted rows out too.
INSERT INTO clientSearch (clientSearch, rank) VALUES ('deletemerge', 0);
INSERT INTO clientSearch (clientSearch, rank) VALUES ('automerge', 8);
INSERT INTO clientSearch (clientSearch, rank) VALUES ('crisismerge', 256);
