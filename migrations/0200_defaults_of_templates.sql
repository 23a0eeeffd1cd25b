-- The texts of studiod over which the brand has written its own, by their names: a later release may have others.
ALTER TABLE messageTemplates ADD COLUMN defaults TEXT NOT NULL DEFAULT '{}';
