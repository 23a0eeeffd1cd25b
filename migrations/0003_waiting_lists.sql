-- Who waits for a seat, what a booking is paid with, and what the desk decided about it.

ALTER TABLE sessions ADD COLUMN offersHeld INTEGER NOT NULL DEFAULT 0; -- seats held by open offers
ALTER TABLE sessions ADD COLUMN noShowsDueAt TEXT; -- when those who are still confirmed become no-shows by themselves
CREATE INDEX sessionsToMarkNoShows ON sessions (noShowsDueAt) WHERE noShowsDueAt IS NOT NULL;

ALTER TABLE bookings ADD COLUMN packageId TEXT REFERENCES packages (id);
ALTER TABLE bookings ADD COLUMN creditsUsed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE bookings ADD COLUMN requiresCredit INTEGER NOT NULL DEFAULT 0; -- whether a seat may be given without a package
ALTER TABLE bookings ADD COLUMN joinedAt TEXT; -- its place in the line; NULL when it never waited
ALTER TABLE bookings ADD COLUMN offeredAt TEXT;
ALTER TABLE bookings ADD COLUMN offerExpiresAt TEXT;
ALTER TABLE bookings ADD COLUMN holdsSeat INTEGER NOT NULL DEFAULT 0; -- 1 while an open offer holds a seat
ALTER TABLE bookings ADD COLUMN promotedAt TEXT;
ALTER TABLE bookings ADD COLUMN graceUntil TEXT; -- until when a promoted client may leave free of charge
ALTER TABLE bookings ADD COLUMN lastSkipReason TEXT;
ALTER TABLE bookings ADD COLUMN desk TEXT; -- who promoted or waived and why; no record shows it

CREATE INDEX bookingsWaiting ON bookings (sessionId, joinedAt, id) WHERE status = 'waitlisted';
-- The status stands in them, since SQLite would otherwise prefer the index of all statuses.
CREATE INDEX bookingsWaitingByClient ON bookings (clientId, status, startTime) WHERE status = 'waitlisted';
CREATE INDEX bookingsWaitingByStart ON bookings (status, startTime) WHERE status = 'waitlisted';
CREATE INDEX bookingsOffered ON bookings (offerExpiresAt) WHERE holdsSeat = 1;
