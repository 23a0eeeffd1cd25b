-- Saved cards, what is charged through them, and what the processor tells of itself.

-- Who a client is at the processor; the row is there before it is asked, since its id is the key of the question.
CREATE TABLE processorCustomers (
  id TEXT PRIMARY KEY,
  clientId TEXT NOT NULL REFERENCES clients (id),
  processor TEXT NOT NULL,
  mode TEXT NOT NULL,
  account TEXT NOT NULL, -- '' is the platform itself
  customerId TEXT,
  createdAt TEXT NOT NULL,
  UNIQUE (clientId, processor, mode, account)
);

-- A card lives at one place of the processor, and is used only there. Neither its number nor the setup's secret is kept.
CREATE TABLE paymentMethods (
  id TEXT PRIMARY KEY,
  clientId TEXT NOT NULL REFERENCES clients (id),
  status TEXT NOT NULL, -- pending, active, removed
  processor TEXT NOT NULL,
  mode TEXT NOT NULL,
  account TEXT,
  customerId TEXT,
  setupId TEXT,
  cardId TEXT,
  brand TEXT,
  last4 TEXT,
  expMonth INTEGER,
  expYear INTEGER,
  funding TEXT,
  country TEXT,
  billingName TEXT,
  isDefault INTEGER NOT NULL DEFAULT 0,
  isLeftThere INTEGER NOT NULL DEFAULT 0, -- removed here, and the processor has not been told yet
  requestKey TEXT, -- credential and idempotency key of the request, so that its repeat finds this row
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX paymentMethodsActive ON paymentMethods (clientId, id) WHERE status = 'active';
CREATE UNIQUE INDEX paymentMethodsDefault ON paymentMethods (clientId) WHERE isDefault = 1;
CREATE INDEX paymentMethodsPending ON paymentMethods (id) WHERE status = 'pending';
CREATE INDEX paymentMethodsLeftThere ON paymentMethods (id) WHERE isLeftThere = 1;
CREATE INDEX paymentMethodsBySetup ON paymentMethods (setupId) WHERE setupId IS NOT NULL;
CREATE INDEX paymentMethodsByCard ON paymentMethods (cardId) WHERE cardId IS NOT NULL;
CREATE INDEX paymentMethodsByRequest ON paymentMethods (requestKey) WHERE requestKey IS NOT NULL;

-- How the payment of a card is asked for, and what follows from its end.
CREATE TABLE charges (
  paymentId TEXT PRIMARY KEY REFERENCES payments (id),
  methodId TEXT NOT NULL REFERENCES paymentMethods (id),
  attempt INTEGER NOT NULL, -- with the payment's id the idempotency key at the processor
  isOpen INTEGER NOT NULL, -- its end is not known
  isAutomatic INTEGER NOT NULL, -- nobody waits for the answer: an open one is asked for again rather than given up
  follows TEXT NOT NULL,
  facts TEXT NOT NULL,
  requestKey TEXT
);
CREATE INDEX chargesOpen ON charges (paymentId) WHERE isOpen = 1;
CREATE INDEX chargesByRequest ON charges (requestKey) WHERE requestKey IS NOT NULL;
CREATE INDEX paymentsByCharge ON payments (processor ->> '$.chargeId') WHERE processor IS NOT NULL;
CREATE INDEX refundsByProcessor ON refunds (processorRefundId) WHERE processorRefundId IS NOT NULL;

-- What the processor told: the id first, so that nothing is done twice.
CREATE TABLE processorEvents (
  id TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  receivedAt TEXT NOT NULL,
  handledAt TEXT
) WITHOUT ROWID;
CREATE INDEX processorEventsByTime ON processorEvents (receivedAt);

-- Renewal. A package that renews does not expire by itself: it is paid on, or put on hold.
ALTER TABLE plans ADD COLUMN autoRenews INTEGER NOT NULL DEFAULT 0;
ALTER TABLE packages ADD COLUMN autoRenews INTEGER NOT NULL DEFAULT 0;
ALTER TABLE packages ADD COLUMN nextRenewalAt TEXT;
ALTER TABLE packages ADD COLUMN paymentMethodId TEXT REFERENCES paymentMethods (id);
ALTER TABLE packages ADD COLUMN renewalAttempts INTEGER NOT NULL DEFAULT 0; -- of the present period that failed
CREATE INDEX packagesToRenew ON packages (nextRenewalAt) WHERE nextRenewalAt IS NOT NULL;
CREATE INDEX packagesByMethod ON packages (paymentMethodId) WHERE paymentMethodId IS NOT NULL;
DROP INDEX packagesToExpire;
CREATE INDEX packagesToExpire ON packages (expiresAt)
  WHERE status IN ('active', 'depleted') AND expiresAt IS NOT NULL AND autoRenews = 0;
DROP INDEX packagesToTell;
CREATE INDEX packagesToTell ON packages (siteId, expiresAt)
  WHERE status = 'active' AND expiresAt IS NOT NULL AND expiryToldAt IS NULL AND autoRenews = 0;

ALTER TABLE clients ADD COLUMN defaultCard TEXT; -- what the record tells of the default card
ALTER TABLE clients ADD COLUMN owed INTEGER NOT NULL DEFAULT 0; -- by renewals and fees that could not be charged

-- What may have to be charged for a late cancellation or a no-show.
CREATE INDEX bookingsOwing ON bookings (id) WHERE penalty ->> '$.status' = 'pending';

-- How the account at the processor stands, as every site tells it.
ALTER TABLE sites ADD COLUMN paymentsEnabled INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sites ADD COLUMN processorAccountStatus TEXT NOT NULL DEFAULT 'not_started';
