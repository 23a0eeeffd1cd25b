-- The reminders of a client that booking opens, which are not sent yet.
CREATE INDEX messagesOpening ON messages (clientId, id) WHERE kind = 'booking_opens' AND status = 'scheduled';
