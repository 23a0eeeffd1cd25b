-- Members bring guests. A guest's booking names the booking of the member who brings them.
ALTER TABLE bookings ADD COLUMN hostBookingId TEXT; -- of a guest: the booking of who brings them
CREATE INDEX bookingsOfGuests ON bookings (hostBookingId, id) WHERE hostBookingId IS NOT NULL;
ALTER TABLE plans ADD COLUMN guestCredits INTEGER NOT NULL DEFAULT 0; -- whether packages pay for guests
ALTER TABLE packages ADD COLUMN guestCredits INTEGER NOT NULL DEFAULT 0; -- whether it pays for guests
CREATE TABLE guests ( -- A guest whom a member brings to a session.
  bookingId TEXT PRIMARY KEY, -- the guest's
  clientId TEXT NOT NULL, -- the guest
  hostBookingId TEXT NOT NULL, -- the booking of the member who brings them
  hostClientId TEXT NOT NULL, -- the member who brings them
  siteId TEXT NOT NULL,
  firstName TEXT, -- as the member has typed it
  email TEXT, -- as the member has typed it; NULL without one
  phone TEXT, -- the last nine digits of what the member or the guest has typed
  payment TEXT NOT NULL, -- pass, drop_in, free_first_visit
  isNew INTEGER NOT NULL, -- whether the member had not brought this address before
  isFree INTEGER NOT NULL DEFAULT 0, -- whether it is their free first visit
  standsForClientId TEXT, -- the client who has the email, and cannot be booked themselves
  createdAt TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX guestsOfHost ON guests (hostClientId, createdAt);
CREATE INDEX guestsOfBooking ON guests (hostBookingId);
CREATE INDEX guestsByClient ON guests (clientId);
CREATE INDEX guestsByStandIn ON guests (standsForClientId) WHERE standsForClientId IS NOT NULL;
CREATE INDEX guestsByDay ON guests (createdAt);
CREATE INDEX guestsFreeByPhone ON guests (phone) WHERE isFree = 1 AND phone IS NOT NULL;
CREATE INDEX guestsFreeByEmail ON guests (email) WHERE isFree = 1 AND email IS NOT NULL;
CREATE INDEX paymentMethodsByNumber ON paymentMethods (last4, expYear, expMonth) WHERE last4 IS NOT NULL;
CREATE TABLE mailRefusals ( -- An address that gets no more mails of a guest.
  hash TEXT PRIMARY KEY, -- SHA-256 of the address
  createdAt TEXT NOT NULL
) WITHOUT ROWID;
