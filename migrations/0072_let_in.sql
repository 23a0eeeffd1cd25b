-- Who let a client in whom the rules refused, why, and what they had refused.
ALTER TABLE checkins ADD COLUMN override TEXT;
