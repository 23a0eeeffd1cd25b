-- How many members of a list have a score, in a tree by the bytes of the score: a rank is a few sums.
CREATE TABLE rankCounts (
  list TEXT NOT NULL,
  depth INTEGER NOT NULL,
  path TEXT NOT NULL, -- the first bytes of the scores
  members INTEGER NOT NULL,
  membersBefore INTEGER NOT NULL, -- at the beginning of the day
  day TEXT NOT NULL, -- the local date of the last change; empty in a list that keeps no earlier ranks
  PRIMARY KEY (list, depth, path)
) WITHOUT ROWID;
