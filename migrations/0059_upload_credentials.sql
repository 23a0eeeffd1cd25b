-- The credential that began an upload, whose open uploads are counted.
alter table "contentMedia" add column "uploadCredentialId" text;
