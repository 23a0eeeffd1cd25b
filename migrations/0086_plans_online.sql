-- The plans that members can buy themselves, the cheapest first.
create index "plansOnline" on "plans" ("price", "id") where "isSoldOnline" = 1 and "archivedAt" is null;
