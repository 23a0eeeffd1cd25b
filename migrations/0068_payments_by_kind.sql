-- A list of payments by purpose, method and status reads a few rows of each combination, so that none reads others.
CREATE INDEX paymentsByKind ON payments (purpose, paymentMethod, status, createdAt, id);
CREATE INDEX paymentsBySiteAndKind ON payments (siteId, purpose, paymentMethod, status, createdAt, id);
