alter table "schedules" add column "bring" text;
alter table "schedules" add column "arriveMinutes" integer;
alter table "schedules" add column "sign" text;
alter table "sessions" add column "bring" text;
alter table "sessions" add column "arriveMinutes" integer;
alter table "sessions" add column "sign" text;
