CREATE TABLE messages ( -- What the studio writes to people by mail.
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  siteId TEXT NOT NULL REFERENCES sites (id),
  clientId TEXT REFERENCES clients (id), -- To whom it goes; NULL for a message to staff.
  staffId TEXT REFERENCES staff (id),
  sourceId TEXT NOT NULL, -- What it is about: the id of an event, or of a booking with the minutes of a reminder.
  data TEXT NOT NULL, -- A JSON object with what the mail needs besides the records as they are when it is sent.
  status TEXT NOT NULL,
  dueAt TEXT NOT NULL, -- When it is sent.
  sentAt TEXT,
  toEmail TEXT, -- The address to which it was sent.
  subject TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  errorCode TEXT,
  errorMessage TEXT, -- What the mail server said.
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
-- A person gets one message of a kind about the same thing, whatever is done again.
CREATE UNIQUE INDEX messagesOnce ON messages (sourceId, kind, coalesce(clientId, staffId));
CREATE INDEX messagesByClient ON messages (clientId, id) WHERE clientId IS NOT NULL;
CREATE INDEX messagesByStaff ON messages (staffId, id) WHERE staffId IS NOT NULL;

CREATE TABLE mailAddresses ( -- Addresses that a mail server has refused.
  email TEXT PRIMARY KEY, -- In lower case.
  refusals INTEGER NOT NULL, -- In a row; 3 of them end mails to it.
  lastMessage TEXT NOT NULL, -- What the mail server said.
  bouncingSince TEXT,
  updatedAt TEXT NOT NULL
);
CREATE INDEX messagesBySite ON messages (siteId, id);
CREATE INDEX messagesByStatus ON messages (status, id);
