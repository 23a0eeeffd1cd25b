alter table "plans" add column "minimumTermMonths" integer;
alter table "plans" add column "noticeDays" integer not null default 0;
alter table "plans" add column "memberMayFreeze" integer not null default 0;
alter table "packages" add column "minimumTermMonths" integer;
alter table "packages" add column "noticeDays" integer not null default 0;
alter table "packages" add column "memberMayFreeze" integer not null default 0;
alter table "packages" add column "endRequestedAt" text;
alter table "packages" add column "renewalsLeft" integer;
