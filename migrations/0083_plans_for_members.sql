alter table "plans" add column "maxPerClient" integer;
