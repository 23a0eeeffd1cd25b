-- Barcodes and fob numbers are compared without blanks, colons, hyphens and dots too, which readers and people write as they like.
-- Not unique: older databases may have two that are equal then.
DROP INDEX clientsByBarcode;
DROP INDEX clientsByFobNumber;
CREATE INDEX clientsByBarcode ON clients
  (lower(replace(replace(replace(replace(replace(barcode, ' ', ''), char(160), ''), ':', ''), '-', ''), '.', '')))
  WHERE barcode IS NOT NULL;
CREATE INDEX clientsByFobNumber ON clients
  (lower(replace(replace(replace(replace(replace(fobNumber, ' ', ''), char(160), ''), ':', ''), '-', ''), '.', '')))
  WHERE fobNumber IS NOT NULL;
