-- How a client is shown on leaderboards.
ALTER TABLE clients ADD COLUMN leaderboardVisibility TEXT NOT NULL DEFAULT 'initials';
UPDATE clients SET leaderboardVisibility = 'hidden' WHERE erasedAt IS NOT NULL;
