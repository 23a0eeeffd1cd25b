-- The penalties of bookings by their status, for the list of open ones and for the job that charges them.
DROP INDEX bookingsOwing;
CREATE INDEX bookingsByPenalty ON bookings (penalty ->> '$.status', id) WHERE penalty IS NOT NULL;
