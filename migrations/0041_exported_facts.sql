-- The facts that belong to no other record, in the order of their export.
CREATE INDEX factsOfTheirOwn ON facts (id)
  WHERE kind IN ('content_completed', 'watched_minutes') AND takenBackAt IS NULL;
