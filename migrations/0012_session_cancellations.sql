-- Sessions that are cancelled and have bookings that are not yet: many bookings take more than one transaction. A
-- restart continues.
CREATE TABLE sessionCancellations (
  sessionId TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  reason TEXT NOT NULL,
  lastBookingId TEXT NOT NULL, -- bookings made later are not cancelled: a schedule may restore the session
  createdAt TEXT NOT NULL
) WITHOUT ROWID;
