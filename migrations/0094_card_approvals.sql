-- What a charge stores whose card holder is there to approve it: where the bank leads back to, the charge that waits, and until when.
alter table "charges" add column "approval" text;
