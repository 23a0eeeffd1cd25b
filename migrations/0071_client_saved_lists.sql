CREATE TABLE clientLists ( -- A list of clients that somebody has saved: its filters and its order.
  id TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  filters TEXT NOT NULL, -- As the list of clients takes them, as JSON.
  sort TEXT NOT NULL,
  isShared INTEGER NOT NULL, -- Whether everybody who reads clients sees it.
  siteIds TEXT, -- The sites whose people see it, as JSON; NULL for all.
  staffId TEXT REFERENCES staff (id), -- Who saved it; NULL for a credential of nobody.
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
