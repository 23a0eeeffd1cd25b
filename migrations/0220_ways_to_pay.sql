-- What is saved may be a bank account, with the mandate of its holder; a card has a brand and dates.
ALTER TABLE paymentMethods ADD COLUMN type TEXT NOT NULL DEFAULT 'card';
ALTER TABLE paymentMethods ADD COLUMN bankName TEXT;
ALTER TABLE paymentMethods ADD COLUMN mandate TEXT;
-- What takes days to settle, and what the holder disputes at the bank.
ALTER TABLE payments ADD COLUMN processing INTEGER NOT NULL DEFAULT 0;
ALTER TABLE payments ADD COLUMN dispute TEXT;
ALTER TABLE payments ADD COLUMN returned INTEGER NOT NULL DEFAULT 0;
CREATE INDEX paymentsReturned ON payments (siteId, id) WHERE returned = 1;
CREATE INDEX paymentsProcessing ON payments (id) WHERE processing = 1;
CREATE INDEX paymentsDisputed ON payments (siteId, id) WHERE dispute ->> '$.decision' IS NULL AND dispute IS NOT NULL;
-- Since when a charge takes days, and whether what it pays for was given meanwhile.
ALTER TABLE charges ADD COLUMN processingAt TEXT;
ALTER TABLE charges ADD COLUMN isAhead INTEGER NOT NULL DEFAULT 0;
