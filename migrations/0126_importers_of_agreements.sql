-- Who imported it: a staff member, else a credential; null for what was signed here.
ALTER TABLE agreements ADD COLUMN importedBy TEXT;
