-- What the beginner of a charge stores for itself is the context of the charge.
ALTER TABLE charges RENAME COLUMN facts TO context;
