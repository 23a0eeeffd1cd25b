-- The revenue of a year is added up from the sums of its days, and reads the payments around local midnights alone.
CREATE TABLE paymentDays ( -- What the payments of a day in UTC come to. Triggers keep it.
  siteId TEXT NOT NULL,
  day TEXT NOT NULL,
  currency TEXT NOT NULL,
  purpose TEXT NOT NULL,
  planId TEXT NOT NULL, -- Empty for payments without a plan.
  payments INTEGER NOT NULL,
  comps INTEGER NOT NULL,
  received INTEGER NOT NULL,
  tax INTEGER NOT NULL,
  PRIMARY KEY (siteId, day, currency, purpose, planId)
) WITHOUT ROWID;

INSERT INTO paymentDays
SELECT siteId, substr(paidAt, 1, 10), currency, purpose, ifnull(planId, ''), sum(paymentMethod <> 'comp'),
  sum(paymentMethod = 'comp'), sum(iif(paymentMethod = 'comp', 0, amount)), sum(iif(paymentMethod = 'comp', 0, taxAmount))
FROM payments WHERE paidAt IS NOT NULL AND paymentMethod <> 'account_credit' GROUP BY 1, 2, 3, 4, 5;

CREATE TRIGGER paymentDaysOfNew AFTER INSERT ON payments
WHEN new.paidAt IS NOT NULL AND new.paymentMethod <> 'account_credit'
BEGIN
  INSERT INTO paymentDays VALUES (new.siteId, substr(new.paidAt, 1, 10), new.currency, new.purpose,
    ifnull(new.planId, ''), new.paymentMethod <> 'comp', new.paymentMethod = 'comp',
    iif(new.paymentMethod = 'comp', 0, new.amount), iif(new.paymentMethod = 'comp', 0, new.taxAmount))
  ON CONFLICT DO UPDATE SET payments = payments + excluded.payments, comps = comps + excluded.comps,
    received = received + excluded.received, tax = tax + excluded.tax;
END;

CREATE TRIGGER paymentDaysOfDeleted AFTER DELETE ON payments
WHEN old.paidAt IS NOT NULL AND old.paymentMethod <> 'account_credit'
BEGIN
  UPDATE paymentDays SET payments = payments - (old.paymentMethod <> 'comp'), comps = comps - (old.paymentMethod = 'comp'),
    received = received - iif(old.paymentMethod = 'comp', 0, old.amount),
    tax = tax - iif(old.paymentMethod = 'comp', 0, old.taxAmount)
  WHERE siteId = old.siteId AND day = substr(old.paidAt, 1, 10) AND currency = old.currency AND purpose = old.purpose
    AND planId = ifnull(old.planId, '');
  DELETE FROM paymentDays
  WHERE siteId = old.siteId AND day = substr(old.paidAt, 1, 10) AND currency = old.currency AND purpose = old.purpose
    AND planId = ifnull(old.planId, '') AND payments = 0 AND comps = 0;
END;

CREATE TRIGGER paymentDaysOfChanged
AFTER UPDATE OF siteId, paidAt, currency, purpose, planId, paymentMethod, amount, taxAmount ON payments
WHEN old.paidAt IS NOT NULL OR new.paidAt IS NOT NULL
BEGIN
  UPDATE paymentDays SET payments = payments - (old.paymentMethod <> 'comp'), comps = comps - (old.paymentMethod = 'comp'),
    received = received - iif(old.paymentMethod = 'comp', 0, old.amount),
    tax = tax - iif(old.paymentMethod = 'comp', 0, old.taxAmount)
  WHERE siteId = old.siteId AND day = substr(old.paidAt, 1, 10) AND currency = old.currency AND purpose = old.purpose
    AND planId = ifnull(old.planId, '') AND old.paymentMethod <> 'account_credit';
  INSERT INTO paymentDays
  SELECT new.siteId, substr(new.paidAt, 1, 10), new.currency, new.purpose, ifnull(new.planId, ''),
    new.paymentMethod <> 'comp', new.paymentMethod = 'comp', iif(new.paymentMethod = 'comp', 0, new.amount),
    iif(new.paymentMethod = 'comp', 0, new.taxAmount)
  WHERE new.paidAt IS NOT NULL AND new.paymentMethod <> 'account_credit'
  ON CONFLICT DO UPDATE SET payments = payments + excluded.payments, comps = comps + excluded.comps,
    received = received + excluded.received, tax = tax + excluded.tax;
  DELETE FROM paymentDays
  WHERE siteId = old.siteId AND day = substr(old.paidAt, 1, 10) AND currency = old.currency AND purpose = old.purpose
    AND planId = ifnull(old.planId, '') AND payments = 0 AND comps = 0;
END;
