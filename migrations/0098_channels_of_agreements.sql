-- Where it was signed: sign_up, account, desk; null where that is not known.
ALTER TABLE agreements ADD COLUMN channel TEXT;
