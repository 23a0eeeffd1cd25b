-- Who sold it or took it, where a person did; and when the sale was voided.
ALTER TABLE payments ADD COLUMN soldByStaffId TEXT;
ALTER TABLE payments ADD COLUMN voidedAt TEXT;
