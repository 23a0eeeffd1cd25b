-- Changes that take several transactions, with what is left of them. A restart continues.
CREATE TABLE unfinishedChanges (
  kind TEXT NOT NULL,
  id TEXT NOT NULL, -- the record that changes
  state TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  PRIMARY KEY (kind, id)
) WITHOUT ROWID;
INSERT INTO unfinishedChanges (kind, id, state, createdAt)
  SELECT 'session', sessionId, json_object('reason', reason, 'lastBookingId', lastBookingId), createdAt
  FROM sessionCancellations;
DROP TABLE sessionCancellations;
