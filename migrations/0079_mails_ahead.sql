-- The cards that expire in a month, for the mails about them.
CREATE INDEX paymentMethodsByExpiry ON paymentMethods (expYear, expMonth, id) WHERE status = 'active';
