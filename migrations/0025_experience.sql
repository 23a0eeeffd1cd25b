-- The versions of the theme and of what goes with it. Before the first one the built-in version applies.
CREATE TABLE experienceVersions (
  id TEXT PRIMARY KEY,
  version INTEGER NOT NULL UNIQUE,
  theme TEXT NOT NULL,
  isEnabled INTEGER NOT NULL,
  maintenance TEXT NOT NULL,
  milestones TEXT NOT NULL,
  createdAt TEXT NOT NULL
);
