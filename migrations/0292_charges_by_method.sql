-- The charges of a saved card: of whom it is may be erased, and may have paid for others.
CREATE INDEX chargesByMethod ON charges (methodId);
