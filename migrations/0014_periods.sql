-- Lists of a period are in the order of these instants.
CREATE INDEX bookingsByStart ON bookings (startTime, id);
CREATE INDEX bookingsBySiteAndStart ON bookings (siteId, startTime, id);
CREATE INDEX paymentsByTime ON payments (createdAt, id);
CREATE INDEX paymentsBySiteAndTime ON payments (siteId, createdAt, id);
CREATE INDEX checkinsByTime ON checkins (checkedInAt, id);
CREATE INDEX checkinsBySiteAndTime ON checkins (siteId, checkedInAt, id);
