CREATE TABLE calendarAddresses ( -- Which address the calendar of a client has; a client without a row has the first one.
  clientId TEXT PRIMARY KEY REFERENCES clients (id),
  number INTEGER NOT NULL, -- How often it was renewed; each number has an address of its own.
  isWithdrawn INTEGER NOT NULL, -- Whether the calendar has no address until it is renewed.
  updatedAt TEXT NOT NULL
) WITHOUT ROWID;

-- Entries of calendars were named by the booking and the host of this server, and are named by the booking alone from now on.
-- Mails have put older ones into calendars: they keep the host, which the next start adds.
INSERT INTO appliance (name, value)
  SELECT 'calendarNames', json_object('until', max(id)) FROM bookings HAVING max(id) IS NOT NULL;
