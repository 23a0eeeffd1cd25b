-- plans, visits or all. The codes from before are for plans.
ALTER TABLE discountCodes ADD COLUMN appliesTo TEXT NOT NULL DEFAULT 'plans';
