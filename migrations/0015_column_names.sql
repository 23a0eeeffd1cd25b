ALTER TABLE charges RENAME COLUMN follows TO handler;
UPDATE charges SET handler = 'recorded_payment' WHERE handler = 'desk';
ALTER TABLE bookings RENAME COLUMN desk TO decisions;
ALTER TABLE paymentMethods RENAME COLUMN isLeftThere TO needsDetaching;
DROP INDEX paymentMethodsLeftThere;
CREATE INDEX paymentMethodsToDetach ON paymentMethods (id) WHERE needsDetaching = 1;
