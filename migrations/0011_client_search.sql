-- The search index also has the home of each client and whether the client is archived, so that a search reads no
-- clients but those it finds.

-- The number by which the index refers to a site.
CREATE TABLE clientSearchSites (
  siteId TEXT PRIMARY KEY,
  number INTEGER NOT NULL UNIQUE
) WITHOUT ROWID;
INSERT INTO clientSearchSites SELECT id, row_number() OVER (ORDER BY id) FROM sites;

DROP TABLE clientSearch;
-- Three characters for private use are one entry of the index: \u{f8ff} three times is every client who is not archived,
-- and the others are twice the number of the site, plus one for its archived clients.
CREATE VIRTUAL TABLE clientSearch USING fts5 (
  words, home, content = '', contentless_delete = 1, tokenize = 'trigram remove_diacritics 1'
);
INSERT INTO clientSearch (rowid, words, home)
  SELECT rowId, '  ' || replace(firstName || ' ' || lastName || ' ' || email, ' ', '  '),
    iif(isLive, char(0xF8FF, 0xF8FF, 0xF8FF), '')
      || char(0xE000 + home / 4096, 0xE000 + home / 64 % 64, 0xE000 + home % 64)
  FROM (
    SELECT rowId, firstName, lastName, email, archivedAt IS NULL AS isLive, number * 2 + (archivedAt IS NOT NULL) AS home
    FROM clients JOIN clientSearchSites ON siteId = homeLocationId
  );
