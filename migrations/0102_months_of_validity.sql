-- Plans and packages are valid for days or for months; a package renews on a day of the month.
ALTER TABLE plans ADD COLUMN validityMonths INTEGER;
ALTER TABLE packages ADD COLUMN validityMonths INTEGER;
ALTER TABLE packages ADD COLUMN billingDay INTEGER;
