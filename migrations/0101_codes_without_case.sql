-- Barcodes and fob numbers are compared without case. Not unique: older databases may have two that differ in case only.
CREATE INDEX clientsByBarcode ON clients (barcode COLLATE NOCASE) WHERE barcode IS NOT NULL;
CREATE INDEX clientsByFobNumber ON clients (fobNumber COLLATE NOCASE) WHERE fobNumber IS NOT NULL;
