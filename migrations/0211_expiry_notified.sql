ALTER TABLE packages RENAME COLUMN expiryToldAt TO expiryNotifiedAt;
