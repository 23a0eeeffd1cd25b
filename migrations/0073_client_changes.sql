CREATE TABLE clientChanges ( -- A change of many clients at once.
  id TEXT PRIMARY KEY NOT NULL,
  act TEXT NOT NULL,
  tags TEXT, -- The tags that are added or removed, as JSON.
  clientStatus TEXT, -- The status that the clients get.
  clientIds TEXT, -- Which clients, as JSON, until it is completed; NULL for those of the filters.
  filters TEXT, -- Which clients, as JSON, until it is completed.
  siteIds TEXT, -- The sites whose clients it may change, as JSON; NULL for all.
  status TEXT NOT NULL,
  total INTEGER NOT NULL, -- How many clients it was to change.
  isTotalCapped INTEGER NOT NULL, -- Whether there were more.
  changed INTEGER NOT NULL, -- How many clients it has changed.
  unchanged INTEGER NOT NULL, -- How many clients were so already.
  skipped TEXT, -- How many clients could not be changed, by the reason, as JSON.
  staffId TEXT, -- Who began it; NULL for a credential of nobody.
  credentialId TEXT NOT NULL, -- The credential that began it.
  completedAt TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
