-- A free first visit is recognized by the same card: the processor says best which cards are the same.
ALTER TABLE paymentMethods ADD COLUMN fingerprint TEXT;
CREATE INDEX paymentMethodsByFingerprint ON paymentMethods (fingerprint) WHERE fingerprint IS NOT NULL;
