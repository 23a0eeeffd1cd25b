-- The revenue of a plan is added up from one index, without looking up the package of each payment.
ALTER TABLE payments ADD COLUMN planId TEXT;
UPDATE payments SET planId = packages.planId FROM packages WHERE packages.id = payments.packageId;
DROP INDEX paymentsPaid;
CREATE INDEX paymentsPaid ON payments (siteId, paidAt, currency, purpose, paymentMethod, amount, taxAmount, planId)
  WHERE paidAt IS NOT NULL;
DROP INDEX packagesPlan;
