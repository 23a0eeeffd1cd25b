alter table "plans" add column "isSoldOnline" integer not null default 0;
alter table "apiKeys" add column "kind" text not null default 'secret';
alter table "apiKeys" add column "origins" text;
