CREATE TABLE challenges (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  summary TEXT,
  description TEXT,
  imageUrl TEXT,
  type TEXT NOT NULL,
  enrollmentOpensAt TEXT NOT NULL,
  enrollmentClosesAt TEXT NOT NULL,
  startDate TEXT NOT NULL,
  endDate TEXT NOT NULL,
  timezone TEXT NOT NULL,
  siteIds TEXT,
  capacity INTEGER,
  participantCount INTEGER NOT NULL DEFAULT 0,
  rules TEXT,
  pointsRules TEXT,
  targetPerWeek INTEGER,
  leaderboardId TEXT,
  awardIds TEXT,
  prizeDescription TEXT,
  publishedAt TEXT,
  archivedAt TEXT,
  startsAt TEXT NOT NULL, -- the local start of startDate
  endsAt TEXT NOT NULL, -- the local end of endDate
  closesAt TEXT NOT NULL, -- an hour later: from then on nothing changes any more
  completedAt TEXT, -- when the final ranks of all were stored
  metadata TEXT,
  externalId TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX challengesByStart ON challenges (startDate, id);
CREATE INDEX challengesByExternalId ON challenges (externalId, id) WHERE externalId IS NOT NULL;
CREATE INDEX challengesToComplete ON challenges (closesAt)
  WHERE completedAt IS NULL AND publishedAt IS NOT NULL AND archivedAt IS NULL;

CREATE TABLE challengeEnrollments (
  id TEXT PRIMARY KEY,
  challengeId TEXT NOT NULL REFERENCES challenges (id),
  clientId TEXT NOT NULL REFERENCES clients (id),
  status TEXT NOT NULL,
  enrolledAt TEXT NOT NULL,
  division TEXT,
  displayConsent INTEGER NOT NULL,
  withdrawnAt TEXT,
  completedAt TEXT,
  finalRank INTEGER,
  pointsTotal INTEGER NOT NULL,
  attendancePoints INTEGER NOT NULL,
  goalsPoints INTEGER NOT NULL,
  assessmentsPoints INTEGER NOT NULL,
  articlesPoints INTEGER NOT NULL,
  lastGainAt TEXT, -- of the last fact that earned points
  spans TEXT NOT NULL, -- from when until when the member took part
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL,
  UNIQUE (clientId, challengeId)
);
CREATE INDEX challengeEnrollmentsByChallenge ON challengeEnrollments (challengeId, id);
CREATE INDEX challengeEnrollmentsByStatus ON challengeEnrollments (challengeId, status, id);

CREATE TABLE challengeGoals (
  id TEXT PRIMARY KEY,
  challengeId TEXT NOT NULL REFERENCES challenges (id),
  title TEXT NOT NULL,
  description TEXT,
  category TEXT,
  targetType TEXT NOT NULL,
  unit TEXT,
  defaultTarget REAL,
  minTarget REAL,
  maxTarget REAL,
  direction TEXT NOT NULL,
  period TEXT NOT NULL,
  commitBy TEXT, -- of the first period
  submitBy TEXT, -- of the first period
  pointsValue INTEGER,
  position INTEGER NOT NULL,
  archivedAt TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX challengeGoalsByChallenge ON challengeGoals (challengeId, position, id);
-- What a member committed to and submitted for a goal in one of its periods.
CREATE TABLE challengeGoalEntries (
  id TEXT PRIMARY KEY,
  enrollmentId TEXT NOT NULL REFERENCES challengeEnrollments (id),
  goalId TEXT NOT NULL REFERENCES challengeGoals (id),
  periodIndex INTEGER NOT NULL,
  target REAL,
  committedAt TEXT,
  value REAL,
  achieved INTEGER,
  submittedAt TEXT,
  note TEXT,
  UNIQUE (enrollmentId, goalId, periodIndex)
);

CREATE TABLE challengeAssessments (
  id TEXT PRIMARY KEY,
  challengeId TEXT NOT NULL REFERENCES challenges (id),
  name TEXT NOT NULL,
  stage TEXT NOT NULL,
  opensAt TEXT,
  closesAt TEXT,
  fields TEXT,
  pointsValue INTEGER,
  archivedAt TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX challengeAssessmentsByChallenge ON challengeAssessments (challengeId, id);
CREATE TABLE challengeAssessmentSubmissions (
  id TEXT PRIMARY KEY,
  enrollmentId TEXT NOT NULL REFERENCES challengeEnrollments (id),
  assessmentId TEXT NOT NULL REFERENCES challengeAssessments (id),
  "values" TEXT NOT NULL,
  measuredAt TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL,
  UNIQUE (enrollmentId, assessmentId)
);

CREATE TABLE challengeArticles (
  id TEXT PRIMARY KEY,
  challengeId TEXT NOT NULL REFERENCES challenges (id),
  contentEntryId TEXT NOT NULL REFERENCES contentEntries (id),
  weekNumber INTEGER NOT NULL,
  pointsValue INTEGER,
  estimatedMinutes INTEGER,
  position INTEGER NOT NULL,
  archivedAt TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX challengeArticlesByChallenge ON challengeArticles (challengeId, weekNumber, position, id);
CREATE TABLE challengeArticleReads (
  id TEXT PRIMARY KEY,
  enrollmentId TEXT NOT NULL REFERENCES challengeEnrollments (id),
  articleId TEXT NOT NULL REFERENCES challengeArticles (id),
  readAt TEXT NOT NULL,
  UNIQUE (enrollmentId, articleId)
);

-- What each fact counts in a challenge.
CREATE TABLE challengePoints (
  enrollmentId TEXT NOT NULL REFERENCES challengeEnrollments (id),
  day TEXT NOT NULL, -- the local date in the zone of the challenge
  at TEXT NOT NULL,
  factId TEXT NOT NULL,
  part TEXT NOT NULL,
  sourceId TEXT NOT NULL,
  base INTEGER NOT NULL, -- what it is worth without caps
  points INTEGER NOT NULL,
  PRIMARY KEY (enrollmentId, day, at, factId)
) WITHOUT ROWID;
CREATE INDEX challengePointsByFact ON challengePoints (factId);
CREATE INDEX challengePointsGained ON challengePoints (enrollmentId, at) WHERE points > 0;
