-- What is sold, what a client holds of it, and what was paid. The columns keep to the manners of 0001.

CREATE TABLE plans (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  description TEXT,
  category TEXT,
  type TEXT NOT NULL,
  price INTEGER NOT NULL,
  currency TEXT NOT NULL,
  creditsTotal INTEGER,
  validityDays INTEGER,
  activationType TEXT NOT NULL,
  usageLimit TEXT,
  eligibleSiteIds TEXT,
  eligibleCategories TEXT,
  metadata TEXT,
  externalId TEXT,
  archivedAt TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX plansLive ON plans (id) WHERE archivedAt IS NULL;
CREATE INDEX plansByType ON plans (type, id);
CREATE INDEX plansByExternalId ON plans (externalId, id) WHERE externalId IS NOT NULL;

CREATE TABLE packages (
  id TEXT PRIMARY KEY,
  clientId TEXT NOT NULL REFERENCES clients (id),
  siteId TEXT NOT NULL REFERENCES sites (id),
  planId TEXT REFERENCES plans (id),
  name TEXT NOT NULL,
  category TEXT,
  description TEXT,
  type TEXT NOT NULL,
  status TEXT NOT NULL, -- 'active' and 'depleted' also until the sweep has seen that expiresAt is past
  creditsTotal INTEGER,
  creditsRemaining INTEGER CHECK (creditsRemaining >= 0), -- the sum of the ledger
  creditsUsed INTEGER NOT NULL DEFAULT 0,
  creditsHeld INTEGER NOT NULL DEFAULT 0,
  usageLimit TEXT,
  startsAt TEXT,
  activatedAt TEXT,
  expiresAt TEXT,
  activationType TEXT NOT NULL,
  validityDays INTEGER,
  price INTEGER NOT NULL,
  currency TEXT NOT NULL,
  paymentId TEXT REFERENCES payments (id),
  frozenFrom TEXT,
  frozenUntil TEXT,
  freezeReason TEXT,
  freezeYear INTEGER, -- the local year whose frozen days are counted
  freezeDaysUsed INTEGER NOT NULL DEFAULT 0,
  freezeDaysAllowed INTEGER NOT NULL DEFAULT 0,
  freezeDaysAdded INTEGER NOT NULL DEFAULT 0, -- by which the present freeze moved expiresAt
  onHold INTEGER NOT NULL DEFAULT 0,
  holdReason TEXT,
  eligibleSiteIds TEXT,
  eligibleCategories TEXT,
  expiryToldAt TEXT, -- when package.expiring was raised
  cancelledAt TEXT,
  cancelReason TEXT,
  metadata TEXT,
  externalId TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX packagesByClient ON packages (clientId, id);
CREATE INDEX packagesUsable ON packages (clientId) WHERE status = 'active';
CREATE INDEX packagesByStatus ON packages (status, id);
CREATE INDEX packagesBySite ON packages (siteId, id);
CREATE INDEX packagesBySiteAndStatus ON packages (siteId, status, id);
CREATE INDEX packagesByPlan ON packages (planId, id);
CREATE INDEX packagesByExternalId ON packages (externalId, id) WHERE externalId IS NOT NULL;
CREATE INDEX packagesToExpire ON packages (expiresAt) WHERE status IN ('active', 'depleted') AND expiresAt IS NOT NULL;
CREATE INDEX packagesToActivate ON packages (startsAt) WHERE status = 'active' AND activatedAt IS NULL AND startsAt IS NOT NULL;
CREATE INDEX packagesToThaw ON packages (frozenUntil) WHERE frozenUntil IS NOT NULL;
CREATE INDEX packagesToTell ON packages (siteId, expiresAt) WHERE status = 'active' AND expiresAt IS NOT NULL AND expiryToldAt IS NULL;

-- Append-only: what was written stays as it was, and the balance is the sum.
CREATE TABLE creditLedger (
  id TEXT PRIMARY KEY,
  packageId TEXT NOT NULL REFERENCES packages (id),
  at TEXT NOT NULL,
  delta INTEGER NOT NULL,
  balance INTEGER NOT NULL CHECK (balance >= 0),
  reason TEXT NOT NULL,
  bookingId TEXT,
  staffId TEXT,
  note TEXT
);
CREATE INDEX creditLedgerByPackage ON creditLedger (packageId, id);
CREATE TRIGGER creditLedgerStays BEFORE UPDATE ON creditLedger
BEGIN
  SELECT RAISE(ABORT, 'the credit ledger is append-only');
END;

-- What a booking took from a package: usage limits count it, and a cancellation gives back exactly this.
CREATE TABLE packageUses (
  bookingId TEXT PRIMARY KEY,
  packageId TEXT NOT NULL REFERENCES packages (id),
  credits INTEGER NOT NULL,
  startTime TEXT NOT NULL, -- the session's
  state TEXT NOT NULL -- held, consumed, forfeited
) WITHOUT ROWID;
CREATE INDEX packageUsesByStart ON packageUses (packageId, startTime);
CREATE TRIGGER packageUsesFollowBookings AFTER UPDATE OF startTime ON bookings WHEN new.startTime <> old.startTime
BEGIN
  UPDATE packageUses SET startTime = new.startTime WHERE bookingId = new.id;
END;

CREATE TABLE payments (
  id TEXT PRIMARY KEY,
  clientId TEXT NOT NULL REFERENCES clients (id),
  siteId TEXT NOT NULL REFERENCES sites (id),
  amount INTEGER NOT NULL CHECK (amount >= 0),
  currency TEXT NOT NULL,
  amountRefunded INTEGER NOT NULL DEFAULT 0,
  amountRefunding INTEGER NOT NULL DEFAULT 0, -- reserved by refunds that are not settled yet
  taxAmount INTEGER NOT NULL,
  discountAmount INTEGER NOT NULL,
  platformFeeAmount INTEGER NOT NULL,
  status TEXT NOT NULL,
  paymentMethod TEXT NOT NULL,
  paymentMethodDetails TEXT,
  purpose TEXT NOT NULL,
  description TEXT,
  invoiceNumber TEXT UNIQUE,
  lineItems TEXT,
  packageId TEXT,
  bookingId TEXT,
  processor TEXT,
  failureCode TEXT,
  failureMessage TEXT,
  paidAt TEXT,
  failedAt TEXT,
  metadata TEXT,
  externalId TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL,
  CHECK (amountRefunded + amountRefunding <= amount)
);
CREATE INDEX paymentsByClient ON payments (clientId, id);
CREATE INDEX paymentsByStatus ON payments (status, id);
CREATE INDEX paymentsBySite ON payments (siteId, id);
CREATE INDEX paymentsBySiteAndStatus ON payments (siteId, status, id);
CREATE INDEX paymentsByPackage ON payments (packageId, id) WHERE packageId IS NOT NULL;
CREATE INDEX paymentsByBooking ON payments (bookingId, id) WHERE bookingId IS NOT NULL;
CREATE INDEX paymentsByExternalId ON payments (externalId, id) WHERE externalId IS NOT NULL;

CREATE TABLE refunds (
  id TEXT PRIMARY KEY,
  paymentId TEXT NOT NULL REFERENCES payments (id),
  amount INTEGER NOT NULL CHECK (amount > 0),
  currency TEXT NOT NULL,
  reason TEXT,
  status TEXT NOT NULL, -- pending, succeeded, failed
  notes TEXT,
  createdByStaffId TEXT,
  cancelPackage INTEGER NOT NULL, -- whether its success cancels the package that was paid
  requestKey TEXT, -- credential and idempotency key of the request, so that its repeat after a crash finds this row
  processorRefundId TEXT,
  failureCode TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX refundsByPayment ON refunds (paymentId, id);
CREATE INDEX refundsPending ON refunds (id) WHERE status = 'pending';
CREATE INDEX refundsByRequest ON refunds (requestKey) WHERE requestKey IS NOT NULL;

-- The last number given out in each local year of the brand.
CREATE TABLE invoiceNumbers (
  year INTEGER PRIMARY KEY,
  last INTEGER NOT NULL
);

-- What the embedded processor knows; it stands for an outside service, so nothing refers to it.
CREATE TABLE sandboxProcessor (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL, -- '' is the platform itself
  kind TEXT NOT NULL,
  body TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE sandboxProcessorRequests (
  account TEXT NOT NULL,
  idempotencyKey TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  answerId TEXT NOT NULL,
  PRIMARY KEY (account, idempotencyKey)
) WITHOUT ROWID;
