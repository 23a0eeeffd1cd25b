ALTER TABLE bookings ADD COLUMN movedId TEXT; -- made when it last moved to another session, compared with the session's rescheduledId instead of its id
