-- Who has not opted in to a leaderboard that asks for it takes no part: only the client saw these values.
update "leaderboardScores" set "value" = null, "position" = '', "amount" = 0, "achievedAt" = ''
where "list" is null and "value" is not null
  and "leaderboardId" in (select "id" from "leaderboards" where "isOptInRequired" = 1);
