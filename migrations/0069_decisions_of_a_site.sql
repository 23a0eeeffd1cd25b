-- What a desk decides: renewals that have failed, and fees that nobody has paid. Both are few at any time.
CREATE INDEX packagesFailing ON packages (siteId, id) WHERE renewalAttempts > 0;
CREATE INDEX bookingsOwing ON bookings (siteId, id)
  WHERE penalty IS NOT NULL AND penalty ->> '$.status' IN ('pending', 'failed');
