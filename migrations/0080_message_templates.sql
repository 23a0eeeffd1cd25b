CREATE TABLE messageTemplates ( -- The texts of mails that the brand has changed.
  kind TEXT NOT NULL,
  language TEXT NOT NULL,
  texts TEXT NOT NULL, -- A JSON object: the texts that differ, by their names.
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL,
  PRIMARY KEY (kind, language)
) WITHOUT ROWID;
