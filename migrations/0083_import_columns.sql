CREATE TABLE importColumns ( -- What a column of files with other headings was in the last import; the next preview begins with it.
  family TEXT NOT NULL,
  heading TEXT NOT NULL, -- Without case, spaces and punctuation.
  field TEXT NOT NULL, -- '' for a column that is left out.
  updatedAt TEXT NOT NULL,
  PRIMARY KEY (family, heading)
) WITHOUT ROWID;
