-- The search index also has the digits of phone numbers.
DROP TABLE clientSearch;
CREATE VIRTUAL TABLE clientSearch USING fts5 (
  words, home, phone, content = '', contentless_delete = 1, tokenize = 'trigram remove_diacritics 1'
);
INSERT INTO clientSearch (rowid, words, home, phone)
  SELECT rowId, '  ' || replace(firstName || ' ' || lastName || ' ' || email, ' ', '  '),
    iif(isLive, char(0xF8FF, 0xF8FF, 0xF8FF), '')
      || char(0xE000 + home / 4096, 0xE000 + home / 64 % 64, 0xE000 + home % 64),
    coalesce((
      WITH RECURSIVE places (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM places WHERE n < length(phone))
      SELECT group_concat(substr(phone, n, 1), '' ORDER BY n) FROM places WHERE substr(phone, n, 1) GLOB '[0-9]'
    ), '')
  FROM (
    SELECT rowId, firstName, lastName, email, phone, archivedAt IS NULL AS isLive,
      number * 2 + (archivedAt IS NOT NULL) AS home
    FROM clients JOIN clientSearchSites ON siteId = homeLocationId
  );
