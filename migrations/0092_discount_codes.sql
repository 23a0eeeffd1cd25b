CREATE TABLE discountCodes ( -- A code that takes something off the price of a plan.
  id TEXT PRIMARY KEY NOT NULL,
  code TEXT NOT NULL, -- In capital letters.
  name TEXT NOT NULL,
  percentOff INTEGER,
  amountOff INTEGER,
  currency TEXT,
  planIds TEXT,
  eligibleSiteIds TEXT,
  startsAt TEXT,
  endsAt TEXT,
  maxRedemptions INTEGER,
  maxPerClient INTEGER,
  newClientsOnly INTEGER NOT NULL,
  redemptions INTEGER NOT NULL,
  archivedAt TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
-- Another code can have the text of an archived one.
CREATE UNIQUE INDEX discountCodesByText ON discountCodes (code) WHERE archivedAt IS NULL;

CREATE TABLE discountRedemptions ( -- A sale to which a code is applied, also while its card is charged.
  paymentId TEXT PRIMARY KEY NOT NULL,
  codeId TEXT NOT NULL REFERENCES discountCodes (id),
  clientId TEXT NOT NULL REFERENCES clients (id),
  createdAt TEXT NOT NULL,
  givenBackAt TEXT -- When nothing was sold, since the card was declined or the class was lost.
);
CREATE INDEX discountRedemptionsOfClient ON discountRedemptions (clientId, codeId);
CREATE INDEX discountRedemptionsOfCode ON discountRedemptions (codeId);
