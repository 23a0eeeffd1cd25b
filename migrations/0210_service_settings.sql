CREATE TABLE serviceSettings ( -- A mail server or a card processor that an owner has set up in the console.
  name TEXT PRIMARY KEY, -- mail_server or card_processor
  sealed BLOB NOT NULL, -- Its fields as JSON, sealed.
  updatedAt TEXT NOT NULL
) WITHOUT ROWID;
