CREATE TABLE payMonths ( -- A month of a site that is closed for pay.
  id TEXT PRIMARY KEY NOT NULL, -- The id.
  month TEXT NOT NULL, -- As 2026-11.
  siteId TEXT NOT NULL REFERENCES sites (id), -- The site.
  closedByStaffId TEXT REFERENCES staff (id), -- Who closed it; NULL for a credential of nobody.
  lines TEXT NOT NULL, -- What each instructor had taught on each day, with the pay, as JSON.
  createdAt TEXT NOT NULL, -- When it was closed.
  updatedAt TEXT NOT NULL
);
CREATE UNIQUE INDEX payMonthsOfSite ON payMonths (siteId, month);
CREATE INDEX payMonthsBySite ON payMonths (siteId, id);
CREATE INDEX payMonthsByMonth ON payMonths (month, id);
-- What reports add up, so that a year of a large studio is read from indexes.
CREATE INDEX checkinsOfReports ON checkins (siteId, checkedInAt) WHERE isVisit = 1;
CREATE INDEX bookingsCancelledLate ON bookings (siteId, startTime, sessionId) WHERE isLateCancel = 1;
CREATE INDEX paymentsPaid ON payments (siteId, paidAt, currency, purpose, paymentMethod, amount, taxAmount, packageId)
  WHERE paidAt IS NOT NULL;
CREATE INDEX refundsPaid ON refunds (createdAt) WHERE status = 'succeeded';
CREATE INDEX packagesPlan ON packages (id, planId);
