CREATE TABLE demoChanges ( -- A row of the demo data that a person has changed: a removal of the demo data keeps it.
  tableName TEXT,
  id TEXT,
  PRIMARY KEY (tableName, id)
) WITHOUT ROWID;
