-- The sessions with both a free seat and a waiting list: few, since freed seats are filled at once. A job looks for them
-- each minute, and read every waiting booking and its session.
CREATE INDEX sessionsToFill ON sessions (startTime, id) WHERE waitlistedCount > 0 AND cancelledAt IS NULL
  AND (capacity IS NULL OR capacity > confirmedCount + attendedCount + noShowCount + offersHeld);
